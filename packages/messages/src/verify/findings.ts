import type { RuntimeName } from '../runtimes/registry.ts';

/**
 * Codes of all checks. The index of a code is its bit in stored bit masks, so new codes are appended and codes are
 * never removed. There can be 63 codes, because bit 63 of a stored mask is its sign.
 */
export const CHECK_CODES = [
  'placeholder_missing',
  'placeholder_duplicated',
  'placeholder_unknown',
  'placeholder_order',
  'tag_missing',
  'tag_extra',
  'tag_unbalanced',
  'icu_invalid',
  'icu_structure',
  'plural_category_missing',
  'plural_category_extra',
  'empty',
  'too_long',
  'leaked_marker',
  'edge_whitespace',
  'end_punctuation',
  'glossary_term',
  'identical_to_source',
  'line_breaks',
  'url_changed',
  'entity_changed',
  'outdated',
  'unknown_words',
  'tag_content',
  'unknown_syntax',
  'runtime_refused',
  'runtime_misread',
  'runtime_forms',
  'plural_missing',
  'argument_style',
  'argument_pattern',
  'unknown_style',
  'placeholder_spacing',
  'invisible_characters',
  'quotes_missing',
  'attribute_extra',
  'attribute_missing',
] as const;

export type CheckCode = (typeof CHECK_CODES)[number];
export type Severity = 'error' | 'warning';

/** An error or warning about a translation. */
export interface Finding {
  readonly code: CheckCode;
  readonly severity: Severity;
  /** Sentence that describes the finding to users. */
  readonly detail: string;
  /** Subject of the finding, such as a placeholder, a tag or a plural category. */
  readonly value?: string;
  readonly params?: FindingParams;
  /**
   * Location of the problem in the text. `verifyWithFixes` sets it wherever it can. Without it, only
   * some findings have a location, such as those about ICU structure and invisible characters.
   */
  readonly at?: FindingRange;
  /** The complete corrected translation. Only `verifyWithFixes` sets it. */
  readonly fix?: { readonly text: string };
}

/** Reasons for which a text is not a valid message of ICU or, from `mf2_syntax` on, of MessageFormat 2. */
export const ICU_FAULT_REASONS = [
  'unclosed_brace',
  'empty_argument',
  'malformed_argument',
  'missing_type',
  'unknown_type',
  'missing_style',
  'number_skeleton',
  'date_skeleton',
  'unclosed_quote',
  'no_options',
  'offset',
  'select_option',
  'plural_option',
  'exact_number',
  'option_braces',
  'duplicate_option',
  'other_missing',
  'too_deep',
  'mf2_syntax',
  'mf2_fallback',
  'mf2_keys',
  'mf2_variant',
  'mf2_selector',
  'mf2_declaration',
  'mf2_option',
] as const;
export type IcuFaultReason = (typeof ICU_FAULT_REASONS)[number];

/** Differences between the structures of two ICU messages. */
export const ICU_STRUCTURE_REASONS = [
  'options_differ',
  'argument_missing',
  'argument_extra',
  'too_many_forms',
  'declarations_differ',
] as const;

/** Reasons of a finding about the text inside and around elements. */
export const TAG_CONTENT_REASONS = ['no_text', 'space_lost', 'text_moved'] as const;

/** Reason why a placeholder is missing although the text has its characters. */
export const PLACEHOLDER_REASONS = ['quoted'] as const;

/** Details of a finding, from which an app can write its own message. */
export interface FindingParams {
  /** Reason of the finding, for `icu_invalid`, `icu_structure`, `tag_content` and `placeholder_missing`. */
  readonly reason?:
    | IcuFaultReason
    | (typeof ICU_STRUCTURE_REASONS)[number]
    | (typeof TAG_CONTENT_REASONS)[number]
    | (typeof PLACEHOLDER_REASONS)[number];
  /** `source` if the invalid text is the source text. Absent if it is the translation. */
  readonly side?: 'source';
  /**
   * Line of the error in an invalid ICU message, counted from 1. Absent if the message consists of
   * one line.
   */
  readonly line?: number;
  readonly column?: number;
  /** Name of the ICU argument whose options differ between source and translation. */
  readonly argument?: string;
  /** Required translation of a glossary term. For an untranslatable term, the term itself. */
  readonly wanted?: string;
  /** The library that does not display the text as intended, by its name in `settings.runtimes`. */
  readonly runtime?: RuntimeName;
  readonly length?: number;
  readonly maxLength?: number;
}

/** A range in the source text or in the translation, in UTF-16 code units. */
export interface FindingRange {
  readonly start: number;
  readonly end: number;
  readonly side: 'source' | 'target';
}

const WARNINGS: ReadonlySet<CheckCode> = new Set([
  'edge_whitespace',
  'end_punctuation',
  'glossary_term',
  'identical_to_source',
  'line_breaks',
  'url_changed',
  'entity_changed',
  'outdated',
  'unknown_words',
  'tag_content',
  'plural_missing',
  'argument_pattern',
  'unknown_style',
  'placeholder_spacing',
  'invisible_characters',
  'quotes_missing',
  'attribute_missing',
]);

/**
 * Returns the severity of a check. An `error` breaks the text where it is used, and a `warning`
 * needs the judgment of a person.
 */
export function severityOf(code: CheckCode): Severity {
  return WARNINGS.has(code) ? 'warning' : 'error';
}

/** Severity that a project assigns to a check. `off` disables the check. */
export type CheckLevel = Severity | 'off';
/** Severities that a project changed, by check. */
export type CheckLevels = Readonly<Partial<Record<CheckCode, CheckLevel>>>;

export const levelOf = (code: CheckCode, levels: CheckLevels): CheckLevel =>
  levels[code] ?? severityOf(code);

/** Applies the severities of the project to findings, and removes findings of disabled checks. */
export const weighFindings = <One extends Pick<Finding, 'code' | 'severity'>>(
  findings: readonly One[],
  levels: CheckLevels,
): One[] =>
  findings.flatMap((finding) => {
    const severity = levelOf(finding.code, levels);
    return severity === 'off'
      ? []
      : [severity === finding.severity ? finding : { ...finding, severity }];
  });

/** Returns the checks that have a severity, as a bit mask. */
export const severityMask = (severity: Severity, levels: CheckLevels): bigint =>
  findingsToMask(
    CHECK_CODES.filter((code) => levelOf(code, levels) === severity).map((code) => ({ code })),
  );

export function finding(
  code: CheckCode,
  detail: string,
  value?: string,
  params?: FindingParams,
): Finding {
  const severity = severityOf(code);
  return {
    code,
    severity,
    detail,
    ...(value !== undefined && { value }),
    ...(params && { params }),
  };
}

export const quotesMissing = (): Finding =>
  finding('quotes_missing', 'the quotation marks of the source are missing');

/** Returns the codes of findings as a bit mask. */
export function findingsToMask(findings: readonly Pick<Finding, 'code'>[]): bigint {
  let mask = 0n;
  for (const { code } of findings) mask |= 1n << BigInt(CHECK_CODES.indexOf(code));
  return mask;
}

/**
 * Returns the codes in a bit mask, in the order of {@link CHECK_CODES}. Unknown bits are ignored.
 */
export function maskToCodes(mask: bigint): CheckCode[] {
  if (mask === 0n) return [];
  return CHECK_CODES.filter((_, bit) => ((mask >> BigInt(bit)) & 1n) === 1n);
}
