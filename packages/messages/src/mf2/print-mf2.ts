import type { FormPath } from '../syntax/icu-forms.ts';
import type { Mf2Message } from './mf2-message.ts';
import { writtenKey } from './mf2-nodes.ts';

/** The text of a form, with the options that choose it. */
export interface PrintedForm {
  readonly path: FormPath;
  readonly text: string;
}

/** Matches a pattern that must be quoted, because it would begin a complex message. */
const NEEDS_QUOTES = /^[\s\u061c\u200e\u200f\u2066-\u2069]*\./;

/**
 * Writes a message with other patterns. Everything around the patterns stays as `text` has it. The
 * variants are in the order of `forms`.
 */
export function printMf2(message: Mf2Message, text: string, forms: readonly PrintedForm[]): string {
  const [first, second] = message.variants;
  const { pattern } = first!;
  if (message.selectors.length === 0) {
    const printed = forms[0]!.text;
    if (message.isSimple) return NEEDS_QUOTES.test(printed) ? `{{${printed}}}` : printed;
    return text.slice(0, pattern.start) + printed + text.slice(pattern.end);
  }
  const last = message.variants.at(-1)!;
  const gap = second ? text.slice(first!.end, second.start) : '\n';
  const lead = /\s*$/.exec(text.slice(first!.start, pattern.start - 2))![0];
  const variants = forms.map(({ path, text: printed }) => {
    const keys = message.selectors.map((_, index) => {
      const { dimension, choice } = path.find((one) => indexOf(one.dimension.key) === index)!;
      return writtenKey(message, dimension, choice.key);
    });
    return `${keys.join(' ')}${lead}{{${printed}}}`;
  });
  return text.slice(0, first!.start) + variants.join(gap || ' ') + text.slice(last.end);
}

const indexOf = (key: string): number => Number.parseInt(key, 10);
