import { createRandom, type Random } from '../../../packages/messages/test/adversary/random.ts';
import {
  CATEGORIES,
  type Change,
  changesOf,
  type Grammar,
  LOCALES,
  type Locale,
} from './grammars.ts';
import type { Pair, Value } from './pair.ts';

export const WORDS: Readonly<Record<Locale, readonly string[]>> = {
  en: ['Open', 'the', 'file', 'of', 'your', 'team', 'and', 'save', 'it'],
  de: ['Öffne', 'die', 'Datei', 'von', 'deinem', 'Team', 'und', 'sichere', 'sie'],
  fr: ['Ouvre', 'le', 'fichier', 'de', 'ton', 'équipe', 'et', 'garde'],
  pl: ['Otwórz', 'plik', 'zespołu', 'oraz', 'zapisz', 'jego', 'pod', 'folderze'],
  ja: ['開く', 'ファイル', 'を', 'チーム', 'の', '保存', 'します'],
};

const NAME: Value = { name: 'name', kind: 'text' };
const PLACE: Value = { name: 'place', kind: 'text' };
const NUMBER: Value = { name: 'n', kind: 'number' };
const DATE: Value = { name: 'day', kind: 'date' };
const GENDER: Value = { name: 'g', kind: 'text' };

/** Changes that apply to every grammar. */
const CHANGES: readonly Change[] = [
  ...changesOf(/$/, '', '', " l'ami"),
  [/ \S+$/, ''],
  ...changesOf(/$/, ' weiter', '\n'),
  [/^/, '\n'],
  [/ /, '\n'],
  ...changesOf(/$/, ' \\ ', ' # ', ' a|b', ' mail@example.org', ' < 7'),
];

interface Plan {
  readonly values: readonly Value[];
  readonly isPlural: boolean;
  readonly isSelected: boolean;
  readonly hasSign: boolean;
}

function planFor(random: Random, grammar: Grammar): Plan {
  const isPlural = random.below(3) === 0;
  const isSelected = grammar.select !== undefined && random.below(5) === 0;
  const names = [NAME, PLACE].slice(0, random.below(3));
  const hasDate = grammar.hasDates && random.below(4) === 0;
  // The number of a Java choice has position 0.
  const number = isPlural ? [NUMBER] : [];
  const others = [...names, ...(hasDate ? [DATE] : [])];
  const values = grammar.hasNumberApart ? [...others, ...number] : [...number, ...others];
  return {
    values: isSelected ? [...values, GENDER] : values,
    isPlural,
    isSelected,
    hasSign: random.below(5) === 0,
  };
}

function write(random: Random, grammar: Grammar, plan: Plan, locale: Locale): string {
  const { values, isPlural, isSelected, hasSign } = plan;
  const word = (): string => random.pick(WORDS[locale]);
  const shown = values.filter((value) => value !== GENDER);
  const formatted = grammar.alwaysFormats || values.length > 0;
  const marks = shown.map((value) => grammar.value(value, values.indexOf(value) + 1, shown.length));
  const sign = hasSign && locale !== 'en' ? [random.pick(grammar.signs)[formatted ? 0 : 1]] : [];
  const sentence = (): string =>
    [word(), ...marks.flatMap((mark) => [mark, word()]), ...sign].join(' ');
  const inner = (): string => {
    if (!isPlural || !grammar.plural) return sentence();
    return grammar.plural(CATEGORIES[locale].map(sentence), locale);
  };
  return isSelected && grammar.select ? grammar.select([inner(), inner()]) : inner();
}

/** Creates a source text and a translation, which is correct or damaged. */
export function makePair(grammar: Grammar, seed: number): Pair {
  const random = createRandom(seed);
  const locale = random.pick(LOCALES);
  const plan = planFor(random, grammar);
  const source = write(random, grammar, plan, 'en');
  const right = write(random, grammar, plan, locale);
  const changes = [...CHANGES, ...grammar.changes];
  const damage = random.below(changes.length);
  const target = right.replace(...(changes[damage] as [RegExp, string]));
  const isFamily = plan.isPlural && grammar.hasFamilies;
  const isFormatted = grammar.alwaysFormats === true || plan.values.length > 0;
  return {
    source,
    target,
    locale,
    values: plan.values,
    isFormatted,
    damage,
    ...(isFamily && { form: { category: random.pick(CATEGORIES[locale]), other: source } }),
  };
}
