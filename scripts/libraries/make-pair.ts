import { createRandom, type Random } from '../../packages/messages/test/adversary/random.ts';
import { WORDS } from '../runtimes/shown/make-pair.ts';
import type { Library } from './show.ts';

/** Writes texts in the syntax of a library. */
interface Grammar {
  value(name: string): string;
  link?: string;
  pairs?: readonly (readonly [string, string])[];
  /** Writes a plural with its forms. */
  plural?(forms: readonly string[], locale: Locale): string;
  /** Number of plural forms by locale, if it differs from CLDR. */
  formCounts?: Partial<Record<Locale, number>>;
  /** Writes a text with a branch on the value `g`. */
  select?(arms: readonly [string, string]): string;
  number: string;
}

const braces = (name: string): string => `{${name}}`;
const icu = {
  value: braces,
  plural: (forms: readonly string[], locale: Locale): string =>
    `{n, plural, ${CATEGORIES[locale].map((name, index) => `${name} {${forms[index]}}`).join(' ')}}`,
  select: ([first, other]: readonly [string, string]): string =>
    `{g, select, a {${first}} other {${other}}}`,
  number: '#',
};

const doubleBraces = { value: (name: string) => `{{${name}}}`, number: '{{n}}' };

const fluentSelect = (name: string, keys: readonly string[], arms: readonly string[]): string =>
  `{ $${name} ->\n${keys
    .map(
      (key, index) =>
        `${key === 'other' ? '*' : ' '}[${key}] ${arms[index]!.replaceAll('\n', '\n  ')}\n`,
    )
    .join('')}}`;

const GRAMMARS: Readonly<Record<Library, Grammar>> = {
  'vue-i18n': {
    value: braces,
    link: '@:menu.file',
    plural: (forms) => forms.join(' | '),
    formCounts: { pl: 3 },
    number: '{n}',
  },
  formatjs: { ...icu, pairs: [['<b>', '</b>']] },
  'next-intl': { ...icu, pairs: [['<b>', '</b>']] },
  'svelte-i18n': { ...icu, pairs: [['<b>', '</b>']] },
  lingui: { ...icu, pairs: [['<b>', '</b>']] },
  polyglot: {
    value: (name) => `%{${name}}`,
    plural: (forms) => forms.join(' |||| '),
    formCounts: { pl: 3 },
    number: '%{n}',
  },
  'i18n-js': { value: (name) => `%{${name}}`, number: '%{n}' },
  i18next: doubleBraces,
  'react-i18next': {
    ...doubleBraces,
    pairs: [
      ['<b>', '</b>'],
      ['<1>', '</1>'],
    ],
  },
  'ngx-translate': doubleBraces,
  transloco: doubleBraces,
  angular: { value: (name) => `{$${name.toUpperCase()}}`, number: '{$N}' },
  paraglide: { value: braces, number: '{n}' },
  fluent: {
    value: (name) => `{ $${name} }`,
    plural: (forms, locale) => fluentSelect('n', CATEGORIES[locale], forms),
    select: (arms) => fluentSelect('g', ['a', 'other'], arms),
    number: '{ $n }',
  },
};

const LOCALES = ['de', 'ja', 'pl'] as const;
type Locale = 'en' | (typeof LOCALES)[number];
const CATEGORIES: Readonly<Record<Locale, readonly string[]>> = {
  en: ['one', 'other'],
  de: ['one', 'other'],
  pl: ['one', 'few', 'many', 'other'],
  ja: ['other'],
};

interface Plan {
  names: readonly string[];
  isPlural: boolean;
  isLinked: boolean;
  pair: readonly [string, string] | null;
  isSelected: boolean;
}

function write(random: Random, grammar: Grammar, plan: Plan, locale: Locale): string {
  const { value, link, plural, select, number, formCounts } = grammar;
  const word = (): string => random.pick(WORDS[locale]);
  const sentence = (shown: readonly string[]): string =>
    [word(), ...shown.flatMap((one) => [one, word()])].join(' ');
  const marks = [
    ...plan.names.map(value),
    ...(plan.isLinked && link ? [link] : []),
    ...(plan.pair ? [`${plan.pair[0]}${word()}${plan.pair[1]}`] : []),
  ];
  const inner = (): string => {
    if (!plan.isPlural || !plural) return sentence(marks);
    const count = formCounts?.[locale] ?? CATEGORIES[locale].length;
    const forms = Array.from({ length: count }, () => sentence([number, ...marks]));
    return plural(forms, locale);
  };
  return plan.isSelected && select ? select([inner(), inner()]) : inner();
}

type Damage = (text: string, random: Random) => string;

/** Returns a damage for each part that is inserted. */
const add = (...parts: readonly string[]): Damage[] =>
  parts.map((part) => (text, random) => insert(text, part, random));

/** Returns a damage for each replacement of a pattern. */
const replace = (pattern: RegExp, ...replacements: readonly string[]): Damage[] =>
  replacements.map((by) => (text) => text.replace(pattern, by));

/** Changes of a translation. Most of them damage it. */
const DAMAGES: readonly Damage[] = [
  (text) => text,
  ...add('{', '}', '@', ' | ', ' |||| ', '<', '<b>', '</b>', '<br>', '<br/>'),
  ...add('%', "'", '#', '$', '\\'),
  ...add(' mail@example.org ', ' a<b ', ' < 3 ', ' <lnk class="y">x</lnk> '),
  ...add(' @parlance ', ' 100 % ', " l'ami ", ' {} ', ' %{ ', ' $t( '),
  ...replace(/\{(\w+)\}/, '{ $1 }', '{$1', '$1}', '{x$1}', '', '{{$1}}'),
  ...replace(/(@:[\w.]+)/, '$1,', '„$1“'),
  ...replace(/(@:[\w.]+) /, '$1を'),
  ...replace(/\{\{(\w+)\}\}/, '{{ $1 }}', '{{  $1\n}}'),
  ...replace(/<\/\w+>/, ''),
  ...replace(/<\w+>/, ''),
  ...replace(/(<\w+>)/, '$1< 3 '),
  ...replace(/(<\/\w+>)/, '$1<3'),
  ...replace(/<(\w+)>/, '<$1 class="y">'),
  ...replace(/<\/(\w+)>/, '</ $1>'),
  (text) => text.replace(/<(\w+)>/, (tag) => tag.toUpperCase()),
  ...replace(/\{\$(\w+)\}/, '{$ $1 }', '{$X$1}', '{$1}', '{$$$1'),
  // Opens a tag inside a branch and closes it after all branches, or the reverse.
  (text) => (/<b>.*<b>/s.test(text) ? `${text.replaceAll('</b>', '')}</b>` : text),
  (text) => (/<b>.*<b>/s.test(text) ? `<b>${text.replaceAll('<b>', '')}` : text),
  (text) => `< ${text}`,
  ...replace(/ \S+$/, ''),
  (text) => `${text} weiter`,
];

function insert(text: string, part: string, random: Random): string {
  // Inserts between words and not inside code, at the places where real texts end.
  const places = [0, text.length, ...[...text.matchAll(/ (?=\p{L})/gu)].map(({ index }) => index)];
  const at = random.pick(places);
  return text.slice(0, at) + part + text.slice(at);
}

export interface Pair {
  readonly source: string;
  readonly target: string;
  readonly locale: Locale;
  /** Index of the damage in the list. 0 means no damage. */
  readonly damage: number;
}

/** Creates a source text and a translation, which is correct or damaged. */
export function makePair(library: Library, seed: number): Pair {
  const random = createRandom(seed);
  const grammar = GRAMMARS[library];
  const locale = random.pick(LOCALES);
  const plan = {
    names: ['name', 'place'].slice(0, random.below(3)),
    isPlural: random.below(3) === 0,
    isLinked: random.below(4) === 0,
    pair: random.below(3) === 0 && grammar.pairs ? random.pick(grammar.pairs) : null,
    isSelected: random.below(5) === 0,
  };
  const source = write(random, grammar, plan, 'en');
  const right = write(random, grammar, plan, locale);
  const damage = random.below(DAMAGES.length);
  return { source, target: DAMAGES[damage]!(right, random), locale, damage };
}
