/**
 * Every check there is, in the order of the stored bit mask: a code's index is its bit. New codes go at the end and
 * none is ever removed.
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
] as const;

export type CheckCode = (typeof CHECK_CODES)[number];
export type Severity = 'error' | 'warning';

/** One thing that is wrong, or looks wrong, with a translation. */
export interface Finding {
  readonly code: CheckCode;
  readonly severity: Severity;
  /** A sentence for people. */
  readonly detail: string;
  /** Subject of the finding: the placeholder, the tag or the plural category. */
  readonly value?: string;
  readonly params?: FindingParams;
  /** Range of text that the finding is about. Only `verifyWithFixes` computes it, but for the structure of ICU. */
  readonly at?: FindingRange;
  /** The whole corrected translation. Only `verifyWithFixes` computes it. */
  readonly fix?: { readonly text: string };
}

/** Faults that keep a text from being an ICU message. */
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
] as const;
export type IcuFaultReason = (typeof ICU_FAULT_REASONS)[number];

/** Differences in the structure of two ICU messages. */
export const ICU_STRUCTURE_REASONS = [
  'options_differ',
  'argument_missing',
  'argument_extra',
  'too_many_forms',
] as const;

/** Differences in what is in the elements of two texts and beside them. */
export const TAG_CONTENT_REASONS = ['no_text', 'space_lost', 'text_moved'] as const;

/** The facts of a finding that its code and its value do not tell: an app writes its own sentence from them. */
export interface FindingParams {
  /** Of `icu_invalid`, `icu_structure` and `tag_content`. */
  readonly reason?:
    | IcuFaultReason
    | (typeof ICU_STRUCTURE_REASONS)[number]
    | (typeof TAG_CONTENT_REASONS)[number];
  /** The text that is not valid ICU, if it is not the translation. */
  readonly side?: 'source';
  /** Place in a text that is not valid ICU, from 1. The line is absent in a text of one line. */
  readonly line?: number;
  readonly column?: number;
  /** The ICU argument of which the options differ. */
  readonly argument?: string;
  /** The text for a glossary term: its translation, or the term itself if it is to stay as it is. */
  readonly wanted?: string;
  /** Length of a translation that is too long, in characters. */
  readonly length?: number;
  readonly maxLength?: number;
}

/** A range of UTF-16 code units in the source text or in the translation. */
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
]);

const BITS: ReadonlyMap<string, number> = new Map(
  CHECK_CODES.map((code, index) => [code, 2 ** index]),
);

/** An `error` breaks the text where it is used; a `warning` is for a person to look at. */
export function severityOf(code: CheckCode): Severity {
  return WARNINGS.has(code) ? 'warning' : 'error';
}

/** The weight of a check's findings in a project. */
export type CheckLevel = Severity | 'off';
/** The levels of checks that are not the severity of their code. */
export type CheckLevels = Readonly<Partial<Record<CheckCode, CheckLevel>>>;

export const levelOf = (code: CheckCode, levels: CheckLevels): CheckLevel =>
  levels[code] ?? severityOf(code);

/** Findings with the severities of the project, without those of checks that are off. */
export const weighFindings = <One extends Pick<Finding, 'code' | 'severity'>>(
  findings: readonly One[],
  levels: CheckLevels,
): One[] =>
  findings.flatMap((one) => {
    const severity = levelOf(one.code, levels);
    return severity === 'off' ? [] : [severity === one.severity ? one : { ...one, severity }];
  });

/** The checks of a severity as a bit mask. */
export const severityMask = (severity: Severity, levels: CheckLevels): number =>
  findingsToMask(
    CHECK_CODES.filter((code) => levelOf(code, levels) === severity).map((code) => ({ code })),
  );

/** A finding with the severity of its code. */
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

/** The codes of findings as a bit mask (a non-negative integer below 2^24). */
export function findingsToMask(findings: readonly Pick<Finding, 'code'>[]): number {
  let mask = 0;
  for (const { code } of findings) mask |= BITS.get(code)!;
  return mask;
}

/** The codes of a bit mask, in fixed order; bits without a code are ignored. */
export function maskToCodes(mask: number): CheckCode[] {
  return CHECK_CODES.filter((code) => (mask & BITS.get(code)!) !== 0);
}
