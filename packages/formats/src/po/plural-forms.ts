import type { FilePlural } from '../format.ts';
import { languageOf } from '../locale/locale-tag.ts';
import { compilePlural, type PluralExpression, PluralFault } from './expression.ts';

export type Category = FilePlural['category'];

export const CATEGORIES: readonly Category[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** Numbers for which plural expressions are compared with the rules of CLDR. */
const SAMPLES: readonly number[] = [
  ...Array.from({ length: 1001 }, (_, n) => n),
  10_000,
  100_000,
  1_000_000,
  2_000_000,
];

const ONE_FORM = 'nplurals=1; plural=0;';
const NOT_ONE = 'nplurals=2; plural=(n != 1);';
const ABOVE_ONE = 'nplurals=2; plural=(n > 1);';
const EAST_SLAVIC =
  'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);';
const WEST_SLAVIC = 'nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;';
const ONE_TWO = 'nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2;';

/**
 * `Plural-Forms` headers of GNU gettext by language. Hebrew, Irish and Latvian are left out,
 * because their headers omit plural forms of CLDR or combine several of them.
 */
const BY_LANGUAGE: Readonly<Record<string, string>> = {
  ...all('ja vi ko', ONE_FORM),
  ...all('en de nl sv da no nb nn fo es pt it bg el fi et eo hu tr ca', NOT_ONE),
  ...all('fr pt-BR', ABOVE_ONE),
  ro: 'nplurals=3; plural=n==1 ? 0 : (n==0 || (n%100 > 0 && n%100 < 20)) ? 1 : 2;',
  lt: 'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2);',
  ...all('ru uk be sr hr', EAST_SLAVIC),
  ...all('cs sk', WEST_SLAVIC),
  pl: 'nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);',
  sl: 'nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);',
};

/**
 * Candidate headers for languages that are not in the table. The first header that has the same
 * forms as CLDR is used for the language.
 */
const CANDIDATES: readonly string[] = [
  ONE_FORM,
  NOT_ONE,
  ABOVE_ONE,
  ...new Set(Object.values(BY_LANGUAGE)),
  ONE_TWO,
  'nplurals=2; plural=(n%10!=1 || n%100==11);',
  'nplurals=2; plural=(n%10==4 || n%10==6 || n%10==9);',
  'nplurals=2; plural=n>1 && (n<11 || n>99);',
  'nplurals=3; plural=n==0 ? 0 : n==1 ? 1 : 2;',
  'nplurals=3; plural=n<=1 ? 0 : n<=10 ? 1 : 2;',
  'nplurals=3; plural=n%10==0 || (n%100>=11 && n%100<=19) ? 0 : n%10==1 && n%100!=11 ? 1 : 2;',
  'nplurals=4; plural=n==1 ? 0 : n==2 ? 1 : n>10 && n%10==0 ? 2 : 3;',
  'nplurals=4; plural=n==1 || n==11 ? 0 : n==2 || n==12 ? 1 : n>2 && n<20 ? 2 : 3;',
  'nplurals=4; plural=n%10==1 ? 0 : n%10==2 ? 1 : n%20==0 ? 2 : 3;',
  'nplurals=5; plural=n==1 ? 0 : n==2 ? 1 : n==0 || (n%100>2 && n%100<11) ? 2 : n%100>10 && n%100<20 ? 3 : 4;',
  'nplurals=5; plural=n==1 ? 0 : n==2 ? 1 : n>2 && n<7 ? 2 : n>6 && n<11 ? 3 : 4;',
  'nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5;',
  'nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n==3 ? 3 : n==6 ? 4 : 5;',
  'nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n%20==2 || (n%1000==0 && (n%100000>=1000 && n%100000<=20000 || n%100000==40000 || n%100000==60000 || n%100000==80000)) || n%1000000==100000 ? 2 : n%20==3 ? 3 : n%20==1 ? 4 : 5;',
  'nplurals=5; plural=n%10==1 && n%100!=11 && n%100!=71 && n%100!=91 ? 0 : n%10==2 && n%100!=12 && n%100!=72 && n%100!=92 ? 1 : (n%10==3 || n%10==4 || n%10==9) && (n%100<10 || n%100>19) && (n%100<70 || n%100>79) && n%100<90 ? 2 : n!=0 && n%1000000==0 ? 3 : 4;',
];

export interface PluralForms {
  readonly header: string;
  /** The plural category of each `msgstr` index. */
  readonly categories: readonly Category[];
  readonly isExact: boolean;
  /** True if no integer selects the category in the language. */
  isUnused(category: Category): boolean;
}

/** @throws PluralFault for a header that cannot be evaluated or is inconsistent. */
export function readPluralForms(header: string, localeTag: string): PluralForms {
  const match = /^\s*nplurals\s*=\s*(\d{1,9})\s*;\s*plural\s*=([^;]*);?\s*$/.exec(header);
  if (match === null) {
    throw new PluralFault('Plural-Forms is not of the form "nplurals=…; plural=…;"');
  }
  const count = Number(match[1]);
  if (count < 1 || count > CATEGORIES.length) {
    throw new PluralFault(`nplurals is ${count}; it must be between 1 and ${CATEGORIES.length}`);
  }
  return formsOf(header, count, compilePlural(match[2]!), localeTag);
}

/** Headers by locale. Comparing all candidates with CLDR takes tens of milliseconds. */
const defaults = new Map<string, PluralForms>();
const MAX_DEFAULTS = 500;

export function defaultPluralForms(localeTag: string): PluralForms {
  const cachedForms = defaults.get(localeTag);
  if (cachedForms !== undefined) return cachedForms;
  const forms = chooseForms(localeTag);
  if (defaults.size < MAX_DEFAULTS) defaults.set(localeTag, forms);
  return forms;
}

function chooseForms(localeTag: string): PluralForms {
  const language = languageOf(localeTag);
  const header =
    (localeTag.startsWith('pt-BR') ? BY_LANGUAGE['pt-BR'] : undefined) ??
    (Object.hasOwn(BY_LANGUAGE, language) ? BY_LANGUAGE[language] : undefined);
  if (header !== undefined) return readPluralForms(header, localeTag);
  if (!isKnown(localeTag)) return readPluralForms(NOT_ONE, localeTag);
  let best: PluralForms | null = null;
  for (const candidate of CANDIDATES) {
    const forms = readPluralForms(candidate, localeTag);
    if (!forms.isExact) continue;
    const isWhole = missingOf(forms).length === 0;
    if (isWhole) return forms;
    if (best === null || missingOf(forms).length < missingOf(best).length) best = forms;
  }
  return best ?? readPluralForms(NOT_ONE, localeTag);
}

/** Returns the plural forms that gettext assumes in a file without `Plural-Forms`. */
export const gettextPluralForms = (localeTag: string): PluralForms =>
  readPluralForms(NOT_ONE, localeTag);

const missingOf = (forms: PluralForms): Category[] =>
  CATEGORIES.filter((one) => !forms.isUnused(one) && !forms.categories.includes(one));

const isKnown = (localeTag: string): boolean =>
  Intl.PluralRules.supportedLocalesOf([localeTag]).length > 0;

/**
 * Assigns a different CLDR category to each `msgstr` index. Prefers the category to which most of the numbers that
 * select the index belong.
 */
function formsOf(
  header: string,
  count: number,
  expression: PluralExpression,
  localeTag: string,
): PluralForms {
  const rules = isKnown(localeTag) ? new Intl.PluralRules(localeTag) : null;
  const pairs = new Map<string, { index: number; category: Category; count: number }>();
  const selected: [n: number, index: number, category: Category][] = [];
  for (const n of SAMPLES) {
    const index = expression(n);
    if (index >= count) {
      throw new PluralFault(`the plural expression is ${index} for ${n}, but nplurals is ${count}`);
    }
    const category = (rules?.select(n) ?? 'other') as Category;
    selected.push([n, index, category]);
    const key = `${index} ${category}`;
    const pair = pairs.get(key) ?? { index, category, count: 0 };
    pair.count += 1;
    pairs.set(key, pair);
  }
  const labels: (Category | undefined)[] = Array.from({ length: count }, () => undefined);
  for (const pair of [...pairs.values()].sort((a, b) => b.count - a.count)) {
    if (labels[pair.index] !== undefined || labels.includes(pair.category)) continue;
    labels[pair.index] = pair.category;
  }
  const localeCategories = (rules?.resolvedOptions().pluralCategories ?? []) as Category[];
  const free = [...CATEGORIES.filter((one) => localeCategories.includes(one)), ...FALLBACKS];
  const taken = new Set(labels);
  const categories = labels.map((label) => {
    const category = label ?? free.find((one) => !taken.has(one))!;
    taken.add(category);
    return category;
  });
  const used = new Set(selected.map(([, , category]) => category));
  return {
    header,
    categories,
    isExact:
      rules === null ||
      selected.every(([n, index, category]) => {
        const label = categories.indexOf(category);
        return n === 0 || label === -1 || label === index;
      }),
    isUnused: (category) => !used.has(category),
  };
}

/** Categories for an index for which no category of the language is suitable, in order of preference. */
const FALLBACKS: readonly Category[] = ['one', 'two', 'few', 'many', 'zero', 'other'];

function all(languages: string, header: string): Record<string, string> {
  return Object.fromEntries(languages.split(' ').map((language) => [language, header]));
}
