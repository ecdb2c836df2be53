import type { Runtime } from './runtime.ts';
import { findUnread } from './spellings.ts';

// Matches a placeholder of the message format plugin (parsePattern) of limited length. Characters between two are part
// of it.
const READ = /(?<!\\)\{((?:\|[^|]{0,100}\||[^|}]){0,200})\}/g;

export const paraglide: Runtime = {
  title: 'Paraglide',
  versions: '2',
  format: 'auto',
  foundBy: { npm: ['@inlang/paraglide-js'] },
  finds:
    'anything else than a name in braces, such as blanks around it: the app shows `undefined`. A single brace is text.',
  facts: {
    empty: 'an empty text',
    missing: 'the text of the base locale',
    noValue: '`undefined`',
    forms: 'the variants of the message, whose texts are compared one by one',
  },
  foreign: /^(?!\{[\w.-]+\}$)/,
  asFormat: (text) => (text.includes('\\') ? text.replace(/\\[{}]/g, '\u2019') : text),
  findFaults: (text, source) => findUnread(text, source, READ),
};
