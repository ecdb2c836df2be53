import { type CheckLevels, type Finding, levelOf } from './findings.ts';
import type { VerifyOptions } from './verify-options.ts';
import { verifyWithFixes } from './verify-with-fixes.ts';

/** A translation after its repair, with the findings that are left. */
export interface RepairedMessage {
  readonly text: string;
  readonly findings: readonly Finding[];
}

/** Maximum number of findings that are repaired. Each repair verifies the message again. */
const MAX_REPAIRS = 8;

/**
 * True if the fix of a finding only changes the spelling of the text and not its content. Other
 * fixes choose between words, placeholders or punctuation, which needs a person's decision.
 */
function isCertain({ code, value, params }: Finding): boolean {
  switch (code) {
    case 'invisible_characters':
    case 'placeholder_spacing':
    case 'edge_whitespace':
    case 'argument_style':
    case 'runtime_refused':
    case 'runtime_misread':
      return true;
    case 'entity_changed':
      return value === "'";
    case 'placeholder_unknown':
      return value?.length === 1;
    case 'placeholder_missing':
      return params?.reason === 'quoted';
    default:
      return false;
  }
}

/**
 * Applies all fixes that need no decision by a person, for example to an engine's answer. Does not
 * repair findings of checks that are `off` in `levels`.
 */
export function repairMessage(
  source: string,
  target: string,
  options: VerifyOptions,
  levels: CheckLevels = {},
): RepairedMessage {
  let text = target;
  let findings = verifyWithFixes(source, text, options);
  for (let repairs = 0; repairs < MAX_REPAIRS; repairs++) {
    const fixed = findings.find(
      (finding) => finding.fix && isCertain(finding) && levelOf(finding.code, levels) !== 'off',
    )?.fix;
    if (!fixed) break;
    text = fixed.text;
    findings = verifyWithFixes(source, text, options);
  }
  return { text, findings };
}
