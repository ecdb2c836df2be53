import { parseMf2 } from '../mf2/parse-mf2.ts';
import type { Runtime, RuntimeFault } from './runtime.ts';

/** The default value of the option `select`, which the library does not know. */
const SELECTS_PLURAL = /(?<=\s)select\s*=\s*(?:plural|\|plural\|)(?=[\s}])/;

/** Finds `select=plural` in the declarations of a message with a matcher. */
function findFaults(text: string): RuntimeFault[] {
  if (!text.includes('select')) return [];
  const message = parseMf2(text);
  if (message instanceof Error || message.selectors.length === 0) return [];
  return message.declarations.flatMap(({ expression }): RuntimeFault[] => {
    const { start, end, function: called } = expression;
    const select = called?.options.get('select');
    const found = SELECTS_PLURAL.exec(text.slice(start, end));
    if (select?.type !== 'literal' || select.value !== 'plural' || !found) return [];
    const from = start + found.index;
    const detail = 'does not know the value `plural`, and does not choose by plural categories';
    return [{ start: from, end: from + found[0].length, effect: 'misread', detail, fix: '' }];
  });
}

export const messageformat: Runtime = {
  title: 'messageformat (MessageFormat 2)',
  versions: '4',
  format: 'mf2',
  // Versions before 4 of the package are a library for ICU messages.
  foundBy: {},
  finds:
    'the option `select=plural` of a variable with variants: the app does not choose by plural categories, and shows the variant `*`. Without the option, it does.',
  facts: {
    empty: 'an empty text',
    missing: 'what the program shows: the library formats one text',
    noValue: 'the placeholder',
    forms: 'an exact number, then the category of `Intl.PluralRules`, then `*`',
  },
  findFaults,
};
