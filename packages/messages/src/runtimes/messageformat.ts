import { parseMf2 } from '../mf2/parse-mf2.ts';
import type { Runtime, RuntimeFault } from './runtime.ts';

/** The default value of the option `select`, which the library does not know. */
const SELECTS_PLURAL = /(?<=\s)select\s*=\s*(?:plural|\|plural\|)(?=[\s}])/g;

/** Finds `select=plural` in the declarations of a message with a matcher. */
function findFaults(text: string): RuntimeFault[] {
  if (!text.includes('select')) return [];
  const message = parseMf2(text);
  if (message instanceof Error || message.selectors.length === 0) return [];
  return message.declarations.flatMap(({ expression: { start, end } }) =>
    [...text.slice(start, end).matchAll(SELECTS_PLURAL)].map(({ index, 0: option }) => ({
      start: start + index,
      end: start + index + option.length,
      effect: 'misread',
      detail: 'does not know the value `plural`, and shows the variant `*`',
      fix: '',
    })),
  );
}

export const messageformat: Runtime = {
  title: 'messageformat (MessageFormat 2)',
  versions: '4',
  format: 'mf2',
  // Versions before 4 of the package are a library for ICU messages.
  foundBy: {},
  finds:
    'the option `select=plural` of a variable with variants: the app shows the variant `*`. Without the option, the variants are chosen by plural categories.',
  facts: {
    empty: 'an empty text',
    missing: 'what the program shows: the library formats one text',
    noValue: 'the placeholder',
    forms: 'an exact number, then the category of `Intl.PluralRules`, then `*`',
  },
  findFaults,
};
