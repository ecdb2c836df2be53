import { pluralCategories } from '../plural/plural.ts';
import type { Runtime } from './runtime.ts';
import { findUnread } from './spellings.ts';
import { splitAt } from './split-at.ts';

// Matches an interpolation of Polyglot (index.js, tokenRegex) of limited length.
const READ = /%\{((?:(?!\|{4}).){0,200}?)\}/gs;

/** Numbers of forms by language (lib/index.js, defaultPluralRules). All other languages have two. */
const FORMS: Readonly<Record<number, readonly string[]>> = {
  1: ['id', 'ja', 'ko', 'lo', 'ms', 'th', 'zh'],
  3: ['cs', 'hr', 'lt', 'pl', 'ro', 'ru', 'sk', 'uk'],
  4: ['sl-SL'],
  6: ['ar'],
};

const categoriesOf = (locale: string) => pluralCategories(locale, 'cardinal', 'integer');

const OF_ONE: ReadonlySet<string> = new Set(['zero', 'one', 'two']);

const countOf = (locale: string): number => {
  const tags = [locale, locale.split('-')[0]!];
  const found = Object.entries(FORMS).find(([, languages]) =>
    tags.some((tag) => languages.includes(tag)),
  );
  return found ? Number(found[0]) : 2;
};

export const polyglot: Runtime = {
  title: 'Polyglot.js',
  versions: '2',
  format: 'ruby',
  foundBy: { npm: ['node-polyglot'] },
  finds:
    'a placeholder with blanks inside, `||||` in a text without forms, too few forms. Each form of a plural is compared by itself.',
  facts: {
    empty: 'an empty text',
    missing: 'the key',
    noValue: 'the placeholder',
    forms: 'the place of the form for the number; the first form if there are too few',
  },
  foreign: /^(?!%\{)/,
  findFaults: (text, source) => findUnread(text, source, READ),
  forms: {
    // An app may define other plural rules. The categories of the language are the most likely ones.
    split: (text) => splitAt(text, '||||'),
    most: (locale) => Math.max(countOf(locale), categoriesOf(locale).length),
    needed: (locale) => Math.min(countOf(locale), categoriesOf(locale).length),
    isOfOne: (locale, index) => OF_ONE.has(categoriesOf(locale)[index] ?? 'other'),
    separator: { sign: '||||' },
  },
};
