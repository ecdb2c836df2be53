import type { Runtime, RuntimeFault } from './runtime.ts';
import { findOtherSpellings } from './spellings.ts';

// Matches Qt's placeholders: a percent sign with digits (QString::arg), and `%n` for the number.
const TAKEN = /^%L?\d+$|^%n$/;
const NUMBER = /%\s*[nN](?!\p{L})/gu;

/** Finds spellings of the number other than `%n`. */
const findNumbers = (text: string, source: string): RuntimeFault[] =>
  text.includes('%') && /%L?n(?!\p{L})/u.test(source)
    ? [...text.matchAll(NUMBER)].flatMap(({ index, 0: part }): RuntimeFault[] => {
        if (part === '%n') return [];
        const range = { start: index, end: index + part.length };
        return [{ ...range, effect: 'misread', detail: `shows ${part} as it is`, fix: '%n' }];
      })
    : [];

export const qt: Runtime = {
  title: 'Qt',
  versions: '5.15',
  format: 'auto',
  foundBy: { files: ['*.pro'] },
  foreign: /^%$/,
  finds:
    'a blank between the sign and the number or the letter of a placeholder, which the app shows as it is.',
  facts: {
    empty: 'an empty text',
    missing: 'the source text',
    noValue: 'the placeholder',
    forms: 'the form of the language that lrelease wrote into the file',
  },
  // The flag L formats the number by the rules of the language.
  asFormat: (text) => text.replace(/%L(?=\d|n)/g, '%'),
  findFaults: (text, source) => [
    ...findOtherSpellings(text, source, TAKEN),
    ...findNumbers(text, source),
  ],
};
