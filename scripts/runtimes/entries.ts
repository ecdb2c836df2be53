import { CATEGORIES, type Category } from '../../packages/formats/src/plural/plural-categories.ts';
import type { Random } from '../../packages/messages/test/adversary/random.ts';
import type { Entry, Text, Value } from './entry.ts';
import type { Subject } from './subject.ts';
import { asStored, borderText, plainText } from './texts.ts';

export const SOURCE = 'en';
/** Languages whose plural forms differ from English in number or order. */
export const LOCALES = ['de', 'ar', 'cy', 'ru', 'ja', 'he', 'pl', 'fr'] as const;

const categoriesOf = (localeTag: string): Category[] => {
  const { pluralCategories } = new Intl.PluralRules(localeTag).resolvedOptions();
  return CATEGORIES.filter((category) => pluralCategories.includes(category));
};

/** Returns a description. It is always plain for a subject that carries every description. */
const describe = (random: Random, { isAlwaysCarried }: Subject): string =>
  random.next() < 0.5 || isAlwaysCarried
    ? plainText(random)
    : borderText(random).replaceAll('\0', '');

const FATES = ['kept', 'changed', 'changed', 'added', 'removed'] as const;

export function makeEntry(subject: Subject, random: Random, at: number, localeTag: string): Entry {
  const name = subject.nameOf(random, at);
  const isPlural =
    subject.hasPluralsOnly === true || (subject.hasPlurals === true && random.next() < 0.15);
  const textOf = (isNew: boolean): Text => {
    // Some texts are plain, so that files also have texts without quotes and escapes.
    const text = random.next() < 0.3 ? asStored(plainText(random)) : subject.textOf(random);
    const isPlain = !isNew && subject.isOnlyNew?.(text.stored) === true;
    const chosen = isPlain ? asStored(plainText(random)) : text;
    return subject.fit?.(name, chosen) ?? chosen;
  };
  const formsIn = (tag: string, isNew: boolean): Map<Category, Text> => {
    const written = subject.formsOf?.(tag);
    const forms = new Map(
      categoriesOf(tag).map((category) => {
        // Parlance cannot reject a form that no file has, so its text is plain.
        const isLeftOut = written?.includes(category) === false;
        return [category, isLeftOut ? asStored(plainText(random)) : textOf(isNew)];
      }),
    );
    // In a language without `other`, Parlance treats an `other` that repeats the last form as a filler.
    const isRepeated = [...forms].some(
      ([category, { stored }]) => category !== 'other' && stored === forms.get('other')!.stored,
    );
    return isRepeated ? forms.set('other', asStored(`${plainText(random)} (other)`)) : forms;
  };
  const textsIn = (tag: string, isNew = false): Value =>
    isPlural ? formsIn(tag, isNew) : textOf(isNew);
  const fate = random.pick(FATES);
  const next = textsIn(localeTag, fate !== 'kept');
  return {
    name,
    description:
      subject.hasDescriptions === true && random.next() < 0.2
        ? describe(random, subject)
        : undefined,
    isPlural,
    source: (isPlural ? undefined : subject.sourceOf?.(name)) ?? textsIn(SOURCE),
    old: fate === 'kept' ? next : textsIn(localeTag),
    next,
    fate,
    isTranslated: random.next() < 0.8,
  };
}
