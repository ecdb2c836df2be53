import type { Runtime } from './runtime.ts';
import { findOtherSpellings } from './spellings.ts';

// Symfony replaces parameters by `strtr`, letter by letter (IdentityTranslator).
const TAKEN = /^%\w+%$|^\{[^\s{}]+\}$/;

export const symfony: Runtime = {
  title: 'Symfony',
  versions: '5.4',
  format: 'auto',
  foundBy: { composer: ['symfony/translation'] },
  finds: 'a parameter in another spelling than in the source, which the app shows as it is.',
  findFaults: (text, source) => findOtherSpellings(text, source, TAKEN),
};
