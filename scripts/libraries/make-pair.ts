import { createRandom, type Random } from '../../packages/messages/test/adversary/random.ts';
import type { Library } from './show.ts';

/** How the texts of a library are written. */
interface Grammar {
  value(name: string): string;
  link?: string;
  pair?: readonly [string, string];
  /** Writes forms of a plural. Forms are for `one` and `other`. */
  plural?(forms: readonly string[]): string;
  number: string;
}

const braces = (name: string): string => `{${name}}`;
const icu = {
  value: braces,
  plural: (forms: readonly string[]): string =>
    `{n, plural, ${forms.length > 1 ? `one {${forms[0]}} ` : ''}other {${forms.at(-1)}}}`,
  number: '#',
};

const GRAMMARS: Readonly<Record<Library, Grammar>> = {
  'vue-i18n': {
    value: braces,
    link: '@:menu.file',
    plural: (forms) => forms.join(' | '),
    number: '{n}',
  },
  formatjs: { ...icu, pair: ['<b>', '</b>'] },
  'next-intl': { ...icu, pair: ['<b>', '</b>'] },
  'svelte-i18n': icu,
  lingui: icu,
  polyglot: {
    value: (name) => `%{${name}}`,
    plural: (forms) => forms.join(' |||| '),
    number: '%{n}',
  },
  'i18n-js': { value: (name) => `%{${name}}`, number: '%{n}' },
  i18next: { value: (name) => `{{${name}}}`, number: '{{n}}' },
};

const WORDS = {
  en: ['Open', 'the', 'file', 'of', 'your', 'team', 'and', 'save', 'it'],
  de: ['Öffne', 'die', 'Datei', 'von', 'deinem', 'Team', 'und', 'sichere', 'sie'],
  ja: ['開く', 'ファイル', 'を', 'チーム', 'の', '保存', 'します'],
};
/** Target locales, and whether they have one form only. */
export const LOCALES = ['de', 'ja'] as const;
type Locale = 'en' | (typeof LOCALES)[number];

interface Plan {
  names: readonly string[];
  isPlural: boolean;
  isLinked: boolean;
  isTagged: boolean;
}

function write(
  random: Random,
  { value, link, pair, plural, number }: Grammar,
  plan: Plan,
  locale: Locale,
) {
  const word = (): string => random.pick(WORDS[locale]);
  const sentence = (shown: readonly string[]): string => {
    const parts = [word(), ...shown.flatMap((one) => [one, word()])];
    return parts.join(' ');
  };
  const values = plan.names.map(value);
  const marks = [
    ...values,
    ...(plan.isLinked && link ? [link] : []),
    ...(plan.isTagged && pair ? [`${pair[0]}${word()}${pair[1]}`] : []),
  ];
  if (!plan.isPlural || !plural) return sentence(marks);
  const forms = locale === 'ja' ? [''] : ['', ''];
  return plural(forms.map(() => sentence([number, ...marks])));
}

/** Ways to damage a translation, or to change it without damage. */
export const DAMAGES: readonly ((text: string, random: Random) => string)[] = [
  (text) => text,
  ...[
    '{',
    '}',
    '@',
    ' | ',
    ' |||| ',
    '<',
    '<b>',
    '</b>',
    '<br>',
    '<br/>',
    '%',
    "'",
    '#',
    '$',
    '\\',
  ].map((sign) => (text: string, random: Random) => insert(text, sign, random)),
  ...[
    'mail@example.org',
    'a<b',
    '< 3',
    '<lnk class="y">x</lnk>',
    '@parlance',
    '100 %',
    "l'ami",
    '{}',
    '%{',
    '$t(',
  ].map((part) => (text: string, random: Random) => insert(text, ` ${part} `, random)),
  (text) => text.replace(/\{(\w+)\}/, '{ $1 }'),
  (text) => text.replace(/\{(\w+)\}/, '{$1'),
  (text) => text.replace(/\{(\w+)\}/, '$1}'),
  (text) => text.replace(/\{(\w+)\}/, '{x$1}'),
  (text) => text.replace(/\{(\w+)\}/, ''),
  (text) => text.replace(/\{(\w+)\}/, '{{$1}}'),
  (text) => text.replace(/(@:[\w.]+)/, '$1,'),
  (text) => text.replace(/(@:[\w.]+)/, '„$1“'),
  (text) => text.replace(/(@:[\w.]+) /, '$1を'),
  (text) => text.replace(/ \S+$/, ''),
  (text) => `${text} weiter`,
];

function insert(text: string, part: string, random: Random): string {
  // Between words, and not inside of code, where texts of people end.
  const places = [0, text.length, ...[...text.matchAll(/ (?=\p{L})/gu)].map(({ index }) => index)];
  const at = random.pick(places);
  return text.slice(0, at) + part + text.slice(at);
}

/** A source text and a translation, right or damaged. */
export function makePair(library: Library, seed: number) {
  const random = createRandom(seed);
  const grammar = GRAMMARS[library];
  const locale = random.pick(LOCALES);
  const plan = {
    names: ['name', 'place'].slice(0, random.below(3)),
    isPlural: random.below(3) === 0,
    isLinked: random.below(4) === 0,
    isTagged: random.below(3) === 0,
  };
  const source = write(random, grammar, plan, 'en');
  const right = write(random, grammar, plan, locale);
  const damage = random.below(DAMAGES.length);
  return {
    source,
    target: DAMAGES[damage]!(right, random),
    locale,
    damage,
    isPlural: plan.isPlural,
  };
}
