import { asSpecifiersOf, findEscaped } from './printf-spelling.ts';
import type { Runtime } from './runtime.ts';

const INTEGERS = 'diu';

export const apple: Runtime = {
  title: 'Apple platforms',
  versions: 'Foundation of GNUstep 1.28',
  format: 'printf',
  foundBy: { files: ['*.xcodeproj', 'Package.swift'] },
  finds: 'a percent sign before a specifier, which the app then shows as it is.',
  facts: {
    empty: 'an empty text',
    missing: 'the key',
    noValue: 'any value, or the app ends',
    forms: 'the category of the language, then `other`',
  },
  asFormat: (text, source) =>
    asSpecifiersOf(text, source, {
      idleFlags: () => / /g,
      isAlike: (...both) => both.every((one) => INTEGERS.includes(one)),
    }),
  findFaults: findEscaped,
};
