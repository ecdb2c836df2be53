import { lacking } from '../runtimes/shown/judge.ts';
import { type Given, LIBRARIES, type Library, type Show } from './show.ts';

const NUMBERS = [0, 1, 2, 5, 21, 1.5];
const ARMS = ['a', 'b'];
type Input = readonly [n: number, g: string];
const INPUTS = NUMBERS.flatMap((n) => ARMS.map((g): Input => [n, g]));
const given = ([n, g]: Input): Given => ({ n, g, name: '⟦Ann⟧', place: '⟦Rome⟧' });

/**
 * Parts of patterns that match text that users must not see: syntax of the library, and replacements of missing values.
 */
const TAG = String.raw`<\/?\p{L}[^<>]*>`;
const CODE: Readonly<Record<Library, RegExp>> = {
  'vue-i18n': new RegExp(String.raw`\{\w*\}|@:|\bmenu\.file\b|${TAG}`, 'gu'),
  formatjs: new RegExp(String.raw`\{[^{}]*\}|${TAG}`, 'gu'),
  'next-intl': new RegExp(String.raw`\{[^{}]*\}|${TAG}`, 'gu'),
  'svelte-i18n': new RegExp(String.raw`\{[^{}]*\}|${TAG}`, 'gu'),
  lingui: new RegExp(String.raw`\{[^{}]*\}|${TAG}`, 'gu'),
  polyglot: new RegExp(String.raw`%\{[^}]*\}|\|{4}|${TAG}`, 'gu'),
  'i18n-js': new RegExp(String.raw`%\{[^{}]*\}|\{\{[^{}]*\}\}|\[missing|${TAG}`, 'gu'),
  i18next: new RegExp(String.raw`\{\{[^{}]*\}\}|\$t\([^()]*\)|${TAG}`, 'gu'),
  'react-i18next': new RegExp(String.raw`\{\{[^{}]*\}\}|\$t\([^()]*\)|<\/?\d+>|${TAG}`, 'gu'),
  'ngx-translate': new RegExp(String.raw`\{\{[^{}]*\}\}|${TAG}`, 'gu'),
  transloco: new RegExp(String.raw`\{\{[^{}]*\}\}|${TAG}`, 'gu'),
  fluent: new RegExp(TAG, 'gu'),
  angular: new RegExp(String.raw`\{\$?[A-Z]+\}|${TAG}`, 'gu'),
  paraglide: new RegExp(`undefined|${TAG}`, 'gu'),
};
const MARKS = /⟦[^⟧]*⟧/g;

/** Libraries without plural forms in a text. They show all words of a text. */
const FLAT: ReadonlySet<Library> = new Set([
  'i18n-js',
  'i18next',
  'react-i18next',
  'ngx-translate',
  'transloco',
  'angular',
  'paraglide',
]);
const FLAT_CODE = /%?\{+[^{}]*\}+|<\/?[\p{L}\d][^<>]*>/gu;

/** Returns the tags that an app renders as a part of its page. */
const tagsOf = (text: string): string[] => text.match(/<\/?b>/g) ?? [];

const wordsOf = (text: string): string[] => text.match(/\p{L}+/gu) ?? [];

const endsOf = (text: string, tag: RegExp): string[] =>
  [...text.matchAll(tag)].map(([, name]) => name!);

/** Returns a fault in the elements that an app renders for the tags of a text, or null. */
function wrongElements(before: string, after: string): string | null {
  const marks = (text: string): string[] => text.match(/⟦\/?(?:b|lnk|\d+)⟧/g) ?? [];
  const extra = lacking(marks(after), marks(before));
  if (extra !== undefined) return `repeats ${extra}`;
  if (marks(before).length === 0) return null;
  const inside = (text: string): number[] =>
    [...text.matchAll(/⟦(b|lnk|\d+)⟧(.*?)⟦\/\1⟧/gs)].map(([, , part]) => wordsOf(part!).length);
  return inside(before).join() === inside(after).join() ? null : 'has other words in an element';
}

type Shown = { readonly text: string } | { readonly error: unknown };

function show(showText: Show, text: string, locale: string, input: Input, source: string): Shown {
  try {
    return { text: showText(text, locale, given(input), source) };
  } catch (error) {
    return { error };
  }
}

/** True if a rule of the app decides which forms are shown. */
export const dependsOnApp = (library: Library, target: string): boolean =>
  library === 'vue-i18n' && target.split('|').length > 3;

/** Returns a fault in the text that an app shows, or null if the text is correct. */
export function judge(
  library: Library,
  { source, target, locale }: { source: string; target: string; locale: string },
  showText: Show = LIBRARIES[library as keyof typeof LIBRARIES],
): string | null {
  const inputs = /\bselect\b|\$g ->/.test(source) ? INPUTS : INPUTS.filter(([, g]) => g === 'a');
  const seen = inputs.map(
    (input) =>
      [
        input[0],
        show(showText, source, 'en', input, source),
        show(showText, target, locale, input, source),
      ] as const,
  );
  if (/\{x(?:n|name|place)\}/.test(target)) return 'names a value that no program gives';
  if (library === 'polyglot' && target.includes('||||') && !source.includes('||||')) {
    return 'shows only one of two parts';
  }
  for (const [n, before, after] of seen) {
    // Vue I18n has no form for fractions in a text with three forms.
    if (library === 'vue-i18n' && n === 1.5 && /\|.*\|/.test(target)) continue;
    if ('error' in before)
      throw new Error(`the source is wrong: ${source}`, { cause: before.error });
    if ('error' in after) return `throws for ${n}`;
    if (after.text.trim() === '' || after.text === 'text.key') return `shows nothing for ${n}`;
    const code = lacking(
      after.text.match(CODE[library]) ?? [],
      before.text.match(CODE[library]) ?? [],
    );
    if (code !== undefined) return `shows ${code} for ${n}: ${after.text}`;
    const tag = lacking(tagsOf(before.text), tagsOf(after.text));
    if (tag !== undefined) return `loses ${tag} for ${n}: ${after.text}`;
    const drawn = wrongElements(before.text, after.text);
    if (drawn !== null) return `${drawn} for ${n}: ${after.text}`;
    if (/\{⟦/.test(after.text) && !/\{⟦/.test(before.text)) return `shows braces around a value`;
    if (FLAT.has(library)) {
      const word = lacking(wordsOf(target.replace(FLAT_CODE, ' ')), wordsOf(after.text));
      if (word !== undefined) return `leaves out ${word}: ${after.text}`;
      const end = lacking(endsOf(target, /<(\/\w+) *>/g), endsOf(after.text, /[⟦<](\/\w+)[⟧>]/g));
      if (end !== undefined) return `leaves out ${end}: ${after.text}`;
    }
    if (/\bother\b/.test(after.text)) return `shows an option as text for ${n}: ${after.text}`;
    const value = lacking(before.text.match(MARKS) ?? [], after.text.match(MARKS) ?? []);
    if (value !== undefined) return `loses ${value} for ${n}: ${after.text}`;
    const number = new RegExp(`(?<!\\d)${String(n).replace('.', '[.,]')}(?!\\d)`, 'g');
    const [numbers, shown] = [before, after].map(({ text }) => text.match(number)?.length ?? 0);
    // A form for 1 may say the number in words. In Vue I18n, so may a form for 0.
    const mayBeWords = n === 1 || (n === 0 && library === 'vue-i18n' && /\|.*\|/.test(target));
    if (numbers! > shown! && !mayBeWords) return `loses the number for ${n}: ${after.text}`;
    if (shown! > numbers! && numbers! > 0 && n !== 1)
      return `repeats the number for ${n}: ${after.text}`;
    if (library === 'vue-i18n' && /\{\s*$/.test(target)) return `loses { for ${n}`;
  }
  return null;
}
