import type { Runtime } from './runtime.ts';
import { findOtherSpellings } from './spellings.ts';

// Symfony replaces parameters by `strtr`, letter by letter (IdentityTranslator).
const TAKEN = /^%\w+%$|^\{[^\s{}]+\}$/;

export const symfony: Runtime = {
  title: 'Symfony',
  versions: '5.4',
  format: 'auto',
  foundBy: { composer: ['symfony/translation'] },
  findFaults: (text, source) => findOtherSpellings(text, source, TAKEN),
};
