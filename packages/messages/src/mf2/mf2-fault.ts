/** Reasons why a text is not a valid message of MessageFormat 2, with the sentence for each. */
export const MF2_REASONS = {
  mf2_syntax: 'the syntax is not that of MessageFormat 2',
  mf2_fallback: 'the variant for all other values, with “*” for each selector, is missing',
  mf2_keys: 'a variant needs one key for each selector',
  mf2_variant: 'two variants have the same keys',
  mf2_selector: 'a selector needs a declaration with a function, such as “.input {$count :number}”',
  mf2_declaration: 'a variable is declared after its use or twice',
  mf2_option: 'an option or attribute occurs twice',
} as const;

export type Mf2Reason = keyof typeof MF2_REASONS;

/** The error for a text that is not a valid message of MessageFormat 2. */
export class Mf2Fault extends SyntaxError {
  /** Range of the error. It has at least one code unit unless the text is empty. */
  readonly at: { readonly start: number; readonly end: number };
  /** Reason and position for a finding. */
  readonly params: { readonly reason: Mf2Reason; readonly line?: number; readonly column: number };

  constructor(reason: Mf2Reason, text: string, start: number, end = start + 1) {
    const before = text.slice(0, start);
    const line = before.split('\n').length;
    const column = [...before.slice(before.lastIndexOf('\n') + 1)].length + 1;
    const position = text.includes('\n') ? { line, column } : { column };
    super(`${MF2_REASONS[reason]} (${'line' in position ? `line ${line}, ` : ''}column ${column})`);
    this.params = { reason, ...position };
    const first = Math.max(0, Math.min(start, text.length - 1));
    this.at = { start: first, end: Math.max(first + 1, Math.min(end, text.length)) };
  }
}
