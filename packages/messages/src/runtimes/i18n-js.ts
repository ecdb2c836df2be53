import type { Runtime } from './runtime.ts';
import { findUnread } from './spellings.ts';

// Matches an interpolation of i18n-js (I18n, placeholder) of limited length.
const READ = /(?:\{\{|%\{)(.{0,200}?)\}\}?/g;

export const i18nJs: Runtime = {
  title: 'i18n-js',
  versions: '4',
  format: 'ruby',
  foundBy: { npm: ['i18n-js'] },
  finds: 'a placeholder with blanks inside, in whose place the app shows `[missing … value]`.',
  facts: {
    empty: 'an empty text',
    missing: '`[missing "…" translation]`',
    noValue: '`[missing "…" value]`',
    forms: '`zero`, `one` and `other`, unless the app registers a rule',
  },
  foreign: /^(?!%\{|\{\{)/,
  findFaults: (text, source) => findUnread(text, source, READ),
};
