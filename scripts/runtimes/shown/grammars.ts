import type { PluralCategory, Value } from './pair.ts';

export const LOCALES = ['de', 'ja', 'pl', 'fr'] as const;
export type Locale = 'en' | (typeof LOCALES)[number];

/** Plural categories of integers by language. */
export const CATEGORIES: Readonly<Record<Locale, readonly PluralCategory[]>> = {
  en: ['one', 'other'],
  de: ['one', 'other'],
  fr: ['one', 'other'],
  pl: ['one', 'few', 'many'],
  ja: ['other'],
};

/** A change of a text, which may damage it. */
export type Change = readonly [pattern: RegExp, by: string];

/** Returns a change for each replacement of a pattern. */
export const changesOf = (pattern: RegExp, ...replacements: readonly string[]): Change[] =>
  replacements.map((by) => [pattern, by]);

/** Writes texts in the syntax of an app. */
export interface Grammar {
  /** Writes a value at its position, which starts at 1. `of` is the number of values. */
  value(value: Value, place: number, of: number): string;
  /** Signs and words whose spelling depends on whether the app formats the text. */
  readonly signs: readonly (readonly [formatted: string, plain: string])[];
  /** True if the app formats even a text without a value, such as a plural form. */
  readonly alwaysFormats?: boolean;
  /** True if each plural form is a separate text. */
  readonly hasFamilies?: boolean;
  /** Writes a plural as a single text. */
  plural?(forms: readonly string[], locale: Locale): string;
  select?(arms: readonly [string, string]): string;
  readonly hasDates?: boolean;
  /** True if the number does not count as a position among the other values. */
  readonly hasNumberApart?: boolean;
  readonly changes: readonly Change[];
}

const LETTER: Readonly<Record<Value['kind'], string>> = { text: 's', number: 'd', date: 's' };

const PRINTF_SIGNS = [['100 %%', '100 %']] as const;
const PRINTF_CHANGES: readonly Change[] = [
  ...changesOf(/%(?=[\w(<])/, '% ', '%%'),
  [/%%/, '%'],
  [/(%(?:\d\$)?)s/, '$1d'],
  ...changesOf(/(%(?:\d\$)?)d/, '$1s', '$1i', '$1u', '$1,d', '$103d'),
  ...changesOf(/(%(?:\d\$)?)s/, '$1S', '$1@'),
  [/(%(?:\d\$)?)[sd@]/, '$1'],
  ...changesOf(/%(\d)\$/, '%$1 $$', '%$1', '% $1$$'),
  ...changesOf(/%1\$/, '%3$$', '%0$$'),
  ...changesOf(/$/, ' 50 %', ' (50 % mehr)', ' 100 % sicher', ' 50 % und 100 % sicher', ' %s', '%'),
];

const printfNumbered: Grammar = {
  value: ({ kind }, place) => `%${place}$${LETTER[kind]}`,
  signs: PRINTF_SIGNS,
  hasFamilies: true,
  changes: [...PRINTF_CHANGES, [/%1\$([sd])/, '%$1'], [/%\d\$([sd])/g, '%$1']],
};

/** The syntax of a program that numbers its values only if there are several. */
export const printfMixed: Grammar = {
  ...printfNumbered,
  value: (value, place, of) =>
    of === 1 ? `%${LETTER[value.kind]}` : printfNumbered.value(value, place, of),
};

export const appleFormat: Grammar = {
  ...printfMixed,
  value: ({ kind }, place, of) => `%${of === 1 ? '' : `${place}$`}${kind === 'text' ? '@' : 'ld'}`,
  changes: [
    ...changesOf(/%(?=[\d@l])/, '% ', '%%'),
    ...changesOf(/ld/, 'li', '@'),
    [/%(\d)\$/, '%$1 $$'],
    ...changesOf(/$/, ' (50 % mehr)', ' %@', ' 100 % die'),
  ],
};

export const printfInOrder: Grammar = {
  ...printfNumbered,
  value: ({ kind }) => `%${LETTER[kind]}`,
};

export const pythonNamed: Grammar = {
  ...printfNumbered,
  value: ({ name, kind }) => `%(${name})${LETTER[kind]}`,
  changes: [
    ...PRINTF_CHANGES,
    [/\)[sd]/, ')'],
    ...changesOf(/%\((\w+)\)/, '%( $1 )', '%(x$1)', '%($1) '),
  ],
};

const BRACE_CHANGES: readonly Change[] = [
  [/\{(\w+)/, '{ $1'],
  ...changesOf(/\{(\w+)\}/, '{$1 }', '{ $1 }'),
  [/\{(\w+)/, '{x$1'],
  ...changesOf(/\{(\w+)\}/, '{$1', '$1}', '{{$1}}'),
  [/\{\w+\}/, ''],
  [/$/, ' {'],
  [/^/, '} '],
  ...changesOf(/$/, ' {}', ' {x}'),
];

export const pythonBrace: Grammar = {
  value: ({ name }) => `{${name}}`,
  signs: [['{{', '{']],
  hasFamilies: true,
  changes: BRACE_CHANGES,
};

/** Writes the number of a value in braces. The order is that of the program. */
const numbered = (place: number, style: string): string => `{${place - 1}${style}}`;

export const javaMessage: Grammar = {
  value: ({ kind }, place) => numbered(place, kind === 'date' ? ',date,MM/dd/yyyy' : ''),
  signs: [
    ["l''ami", "l'ami"],
    ["'{'", '{'],
  ],
  // Java parses the branches of a choice twice.
  plural: (forms) => {
    const [first, last] = [forms[0]!, forms.at(-1)!].map((one) => one.replaceAll("'", "''"));
    return `{0,choice,0#${last}|1#${first}|1<${last}}`;
  },
  hasDates: true,
  changes: [
    ...BRACE_CHANGES,
    [/''/, "'"],
    [/$/, " l'ami"],
    [/^/, "l'un "],
    ...changesOf(/\{1\}/, "'{1}'", '{1,number}'),
    ...changesOf(/\{0\}/, '{0,zahl}', '{0,number,0.0'),
    ...changesOf(/MM\/dd\/yyyy/, 'dd.MM.yyyy', 'TT.MM.JJJJ', 'long', "d. 'de MMMM"),
    [/,MM\/dd\/yyyy/, ''],
    ...changesOf(/,date/, ' ,date', ', date'),
    [/,choice/, ',Auswahl'],
    [/0#/, '#'],
    [/1#/, '1'],
    [/\|1</, '|0<'],
    [/\|1<[^{}|]*(?=\})/, ''],
  ],
};

export const icuMessage: Grammar = {
  value: ({ name }) => `{${name}}`,
  signs: [
    ["l''ami", "l''ami"],
    ["l'ami", "l'ami"],
    ["'{'", "'{'"],
  ],
  alwaysFormats: true,
  plural: (forms, locale) => {
    const many = locale === 'fr' ? ['many'] : [];
    const names = [...new Set([...CATEGORIES[locale], ...many, 'other'])];
    const all = names.map((name, index) => `${name} {${forms[index] ?? forms.at(-1)}}`);
    return `{n, plural, ${all.join(' ')}}`;
  },
  select: ([first, other]) => `{g, select, a {${first}} other {${other}}}`,
  changes: [
    ...BRACE_CHANGES,
    [/''/, "'"],
    ...changesOf(/\{name\}/, "'{name}'", '{name, number'),
    [/$/, ' {n, zahl}'],
    [/plural/, 'plurals'],
    [/other/, 'andere'],
    [/few \{/, 'few ['],
    [/, plural,/, ', plural'],
    ...changesOf(/#/, '{n}', "'#'"),
    [/select,/, 'Auswahl,'],
    ...changesOf(/$/, ' #', ' <b>'),
  ],
};

export const dotnetFormat: Grammar = {
  value: ({ kind }, place) =>
    numbered(place, { text: '', number: ':N1', date: ':MM/dd/yyyy' }[kind]),
  signs: [['{{', '{']],
  hasDates: true,
  changes: [
    ...BRACE_CHANGES,
    ...changesOf(/:N1/, ':q', ' :N1', ':F1'),
    ...changesOf(/\{0\}/, '{0,x}', '{-1}'),
    ...changesOf(/MM\/dd\/yyyy/, 'dd.MM.yyyy', 'TT.MM.JJJJ', 'q', 'D', "d. 'de MMMM"),
    ...changesOf(/:MM\/dd\/yyyy/, '', ' :MM/dd/yyyy', ':MM/dd/yyyy{'),
  ],
};

export const rubyFormat: Grammar = {
  value: ({ name }) => `%{${name}}`,
  signs: [['100 %', '100 %']],
  alwaysFormats: true,
  changes: [
    ...BRACE_CHANGES,
    [/%\{(\w+)\}/, '%{ $1 }'],
    ...changesOf(/%\{/, '% {', '%%{'),
    ...changesOf(/%\{(\w+)\}/, '%{$1 }', '%<$1>s', '%($1)s', '%{X$1}', '$$$1'),
    ...changesOf(/$/, ' %', ' %{', ' %s'),
  ],
};

export const symfonyFormat: Grammar = {
  value: ({ name, kind }) => (kind === 'number' ? '%count%' : `%${name}%`),
  signs: [['100 %', '100 %']],
  alwaysFormats: true,
  plural: (forms) => forms.join('|'),
  changes: [
    ...changesOf(/%(\w+)%/, '% $1 %', '%$1 %', '%x$1%', '%$1', '$1%', '%%$1%%', '{$1}'),
    [/%(\w)/, '%_$1'],
    [/%\w+%/, ''],
    [/\|[^|]*$/, ''],
    [/\|/, '||'],
    ...changesOf(/$/, '|mehr', ' %'),
  ],
};

export const qtFormat: Grammar = {
  value: ({ kind }, place) => (kind === 'number' ? '%n' : `%${place}`),
  signs: [['100 %', '100 %']],
  alwaysFormats: true,
  hasFamilies: true,
  hasNumberApart: true,
  changes: [
    ...changesOf(/%(\d)/, '% $1', '%%$1', '%L$1', '$1%', '', '{$1}'),
    ...changesOf(/%n/, '% n', '%N', '%Ln', ''),
    ...changesOf(/$/, ' %', ' 100%'),
  ],
};

export const chromeMessage: Grammar = {
  value: ({ name }) => `$${name.toUpperCase()}$`,
  signs: [
    ['5 $$', '5 $$'],
    ['$$5', '$$5'],
  ],
  alwaysFormats: true,
  changes: [
    ...changesOf(/\$(\w+)\$/, '$$ $1 $$', '$$$1', '$1$$', '$$X$1$$', '', '$$$$$1$$', '$$$1$$$$'),
    [/\$NAME\$/, '$$name$$'],
    [/\$\$/, '$$'],
    ...changesOf(/$/, ' in $', ' 5 $ mehr', ' A$AP', '$', ' $4', ' %'),
  ],
};
