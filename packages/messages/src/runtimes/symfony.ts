import type { Runtime, RuntimeFault, TextRange } from './runtime.ts';
import { findOtherSpellings } from './spellings.ts';
import { trimmed } from './split-at.ts';

// Matches Symfony's parameters, which `strtr` replaces literally (TranslatorTrait).
const TAKEN = /^%\w+%$|^\{[^\s{}]+\}$/;

const IN_BRACES = /\{\{?\s*(\w+)\s*\}\}?/g;

/** Finds names in braces that the source text has between percent signs. */
function findBraces(text: string, source: string): RuntimeFault[] {
  if (!text.includes('{') || !source.includes('%')) return [];
  return [...text.matchAll(IN_BRACES)].flatMap(({ index, 0: part, 1: name }): RuntimeFault[] => {
    const fix = `%${name}%`;
    if (source.includes(part) || !source.includes(fix)) return [];
    const range = { start: index, end: index + part.length };
    return [{ ...range, effect: 'misread', detail: `shows ${part} as it is`, fix }];
  });
}

/** Languages by the number of forms that Symfony supports (TranslatorTrait). All other languages have one form. */
const FORMS: Readonly<Record<number, string>> = {
  2: 'af am bg bh bn ca da de el en eo es et eu fa fi fil fo fr fur fy gl gu gun ha he hi hu hy is it ku lb ln mg mk ml mn mr nah nb ne nl nn no nso oc om or pa pap ps pt so sq sv sw ta te ti tk ur wa zu',
  3: 'be bs cs ga hr lt lv pl ro ru sh sk sr uk',
  4: 'cy mt sl',
  6: 'ar',
};
const COUNTS: ReadonlyMap<string, number> = new Map(
  Object.entries(FORMS).flatMap(([count, languages]) =>
    languages.split(' ').map((language) => [language, Number(count)]),
  ),
);

const countOf = (locale: string): number => COUNTS.get(locale.split('-')[0]!) ?? 1;

/** True for forms with explicit numbers, as in `{0} none|]1,Inf] some`. */
const hasIntervals = (text: string): boolean =>
  /(?:^|\|)\s*(?:\{\s*-?\d|[[\]]\s*(?:-Inf|-?\d))/.test(text);

/** Matches the numbers or the name of a form, which the app does not display. */
const LABEL = /^\s*(?:\{[^{}|]{1,60}\}|[[\]][^[\]|]{1,60}[[\]]|\w{1,60}:)/;

/** Returns the ranges of the forms. A double bar is an escaped bar. */
function split(text: string): TextRange[] {
  if (!text.includes('|')) return [trimmed(text, 0, text.length)];
  return [...text.matchAll(/(?:\|\||[^|])+/g)].map(({ index, 0: part }) => {
    const start = index + (LABEL.exec(part)?.[0].length ?? 0);
    return trimmed(text, start, index + part.length);
  });
}

export const symfony: Runtime = {
  title: 'Symfony',
  versions: '5.4',
  format: 'auto',
  foundBy: { composer: ['symfony/translation'] },
  finds:
    'a parameter in another spelling than in the source, which the app shows as it is, and too few forms, at which it throws. Each form of a plural is compared by itself.',
  facts: {
    empty: 'an empty text',
    missing: 'the text of the fallback language, or the key',
    noValue: 'the placeholder',
    forms:
      'the interval that has the number, then the place of the form for the number; an error without it',
  },
  findFaults: (text, source) => [
    ...findOtherSpellings(text, source, TAKEN),
    ...findBraces(text, source),
  ],
  forms: {
    split,
    most: countOf,
    needed: (locale, text) => (hasIntervals(text) ? 1 : countOf(locale)),
  },
};
