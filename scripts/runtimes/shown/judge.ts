import type { App } from './app.ts';
import { WORDS } from './make-pair.ts';
import type { Ask, Pair, Shown } from './pair.ts';

const TEXTS: Readonly<Record<string, string>> = { name: '⟦Ann⟧', place: '⟦Rome⟧' };
const DAY = new Date(Date.UTC(2031, 10, 28, 12));
const MARKS = /⟦[^⟧]*⟧/g;

/** Literals of translations, and the text that users must see for them. */
const LITERALS: readonly (readonly [written: RegExp, shown: string])[] = [
  [/l'+ami/, "l'ami"],
  [/l'+un/, "l'un"],
  [/50 %/, '50 %'],
  [/100 %/, '100 %'],
  [/in \$/, 'in $'],
  [/5 \$/, '5 $'],
  [/A\$/, 'A$'],
];

/** Words of the pairs, which a program must not treat as code. */
const VOCABULARY = new RegExp(
  [...Object.values(WORDS).flat(), 'sicher', 'mehr', 'weiter']
    .filter((word) => word.length > 1)
    .sort((one, other) => other.length - one.length)
    .join('|'),
  'gu',
);
const hasBranches = (text: string): boolean => /\bplural|select\b|choice|\|/.test(text);

/** Words whose apostrophe was treated as code. */
const EATEN = /\bl(?:ami|un)\b/;

/** Values that an app passes together. */
export interface Input {
  readonly number: number;
  readonly gender: string;
}

/** Returns the sets of values with which a pair is shown. */
export function inputsOf({ numbers }: App, { values, locale, form }: Pair): Input[] {
  const has = (name: string): boolean => values.some((value) => value.name === name);
  const rules = new Intl.PluralRules(locale);
  const ofForm = numbers.filter((number) => !form || rules.select(number) === form.category);
  const given = has('n') ? ofForm : numbers.slice(0, 1);
  return given.flatMap((number) =>
    (has('g') ? ['a', 'b'] : ['a']).map((gender) => ({ number, gender })),
  );
}

export function askFor({ values }: Pair, text: string, locale: string, input: Input): Ask {
  const givenFor = (name: string): string | number | Date => {
    if (name === 'n') return input.number;
    if (name === 'day') return DAY;
    return name === 'g' ? input.gender : TEXTS[name]!;
  };
  const given = Object.fromEntries(values.map(({ name }) => [name, givenFor(name)]));
  return { text, locale, values: given };
}

export interface Seen {
  readonly input: Input;
  readonly before: Shown;
  readonly after: Shown;
}

/** Returns a fault in the text that an app shows, or null if the text is correct. */
export function judge(
  { code, wordsFor = [1], hides }: App,
  pair: Pair,
  seen: readonly Seen[],
): string | null {
  for (const { input, before, after } of seen) {
    const { number } = input;
    if ('error' in before) throw new Error(`the source is wrong: ${pair.source}: ${before.error}`);
    if ('error' in after) return `throws for ${number}: ${after.error}`;
    if (after.text.trim() === '') return `shows nothing for ${number}`;
    const matched = (text: string): string[] => text.match(code) ?? [];
    const read = lacking(matched(after.text), matched(before.text));
    if (read !== undefined) return `shows ${read} for ${number}: ${after.text}`;
    const words = (text: string): string[] => text.match(VOCABULARY) ?? [];
    const eaten = hasBranches(pair.target)
      ? undefined
      : lacking(words(pair.target), words(after.text));
    if (eaten !== undefined) return `does not show ${eaten} for ${number}: ${after.text}`;
    const isWhole = !/\|/.test(pair.target) || /choice/.test(pair.target);
    for (const [written, literal] of LITERALS) {
      const isEaten = EATEN.test(after.text) && /l'+/.test(pair.target);
      if (isEaten || (isWhole && written.test(pair.target) && !after.text.includes(literal))) {
        return `does not show ${literal} for ${number}: ${after.text}`;
      }
    }
    if (hides?.(pair.target, after.text)) return `hides a sign for ${number}: ${after.text}`;
    const marks = (text: string): string[] => text.match(MARKS) ?? [];
    const lost = lacking(marks(before.text), marks(after.text));
    if (lost !== undefined) return `loses ${lost} for ${number}: ${after.text}`;
    const more = lacking(marks(after.text), marks(before.text));
    if (more !== undefined) return `repeats ${more} for ${number}: ${after.text}`;
    if (pair.values.some(({ name }) => name === 'n')) {
      const digits = new RegExp(
        String.raw`(?<!\d)${String(number).replace('.', '[.,]')}(?:[.,]0+)?(?!\d)`,
        'g',
      );
      const [was, is] = [before, after].map(({ text }) => text.match(digits)?.length ?? 0);
      const isInWords =
        (wordsFor.includes(number) || (number < 2 && pair.locale === 'fr')) &&
        !new RegExp(String.raw`(?<!\d)0*${number}(?!\d)`).test(after.text);
      if (was! > is! && !isInWords) return `loses the number ${number}: ${after.text}`;
      if (is! > was! && was! > 0) return `repeats the number ${number}: ${after.text}`;
    }
    if (pair.values.some(({ name }) => name === 'day') && !/28/.test(after.text)) {
      return `loses the day: ${after.text}`;
    }
  }
  return null;
}

/** Returns an item that occurs more often in `left` than in `right`. */
export function lacking(left: readonly string[], right: readonly string[]): string | undefined {
  const rest = [...right];
  return left.find((one) => {
    const at = rest.indexOf(one);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}
