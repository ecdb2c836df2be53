import type { Runtime } from './runtime.ts';
import { findOtherSpellings } from './spellings.ts';

// ngx-translate takes at most one blank at each side (DefaultParser, templateMatcher).
const TAKEN = /^\{\{\s?[^{}\s]*\s?\}\}$/;

export const ngxTranslate: Runtime = {
  title: 'ngx-translate',
  versions: '18',
  format: 'auto',
  foundBy: { npm: ['@ngx-translate/core'] },
  findFaults: (text, source) => findOtherSpellings(text, source, TAKEN),
};
