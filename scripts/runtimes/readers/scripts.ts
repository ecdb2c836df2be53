import { readFileSync } from 'node:fs';
import { output, programPath, readBy } from '../programs.ts';
import type { Reader } from '../subject.ts';

const RUBY = programPath('read.rb');
const PHP = programPath('read.php');

const rubyVersion = (): string => output('ruby', [RUBY, 'version']).trim();

export const psych = (separator: string): Reader => ({
  name: 'Psych',
  version: rubyVersion,
  read: async (files) => readBy('ruby', [RUBY, 'psych', separator], files),
  rewrite({ path }, to) {
    output('ruby', [RUBY, 'dump', path, to]);
    return readFileSync(to);
  },
  // The program writes YAML 1.1, in which these characters are line breaks.
  miswrites: (name, text) => /[\u0085\u2028\u2029]/.test(name + text),
});

export const rubyI18n: Reader = {
  name: 'Ruby I18n',
  version: rubyVersion,
  read: async (files) => readBy('ruby', [RUBY, 'i18n'], files),
};

export const symfony = (format: 'yaml' | 'xliff' | 'po'): Reader => ({
  name: `Symfony ${format}`,
  version: () => `PHP ${output('php', [PHP, 'version'])}`,
  read: async (files) => readBy('php', [PHP, format], files),
});

/** Creates a reader for Symfony that also writes files, as `translation:extract` does. */
export const symfonyWriter = (format: 'yaml' | 'xliff' | 'po'): Reader => ({
  ...symfony(format),
  rewrite({ path, localeTag }, to) {
    output('php', [PHP, 'dump', format, localeTag, path, to]);
    return readFileSync(to);
  },
  // Symfony writes 0o17 without quotes and reads it as 15. In YAML, it writes controls as !!binary, and does not escape
  // characters that YAML does not allow.
  miswrites: (name, text) =>
    /^(?:0o[0-7]+|[+-]?\.inf)$/.test(text) ||
    /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\ufffe\uffff]/.test(name + text),
});
