import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };

const TEXTS = { en, es, de, fr, ar, ja };

/** A language of mails and of the pages of mailed links. */
export type Language = keyof typeof TEXTS;

export const LANGUAGES = Object.keys(TEXTS) as Language[];

const RIGHT_TO_LEFT: ReadonlySet<Language> = new Set(['ar']);

export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr';

/** Returns the supported language of a tag such as `de-AT`, or null. */
export function languageOfTag(tag: unknown): Language | null {
  if (typeof tag !== 'string') return null;
  const primary = tag.split('-', 1)[0]!.toLowerCase();
  return LANGUAGES.find((language) => language === primary) ?? null;
}

/** Dotted paths to the texts. The plural forms of a text share one path. */
type PathsOf<Texts, Prefix extends string = ''> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? `${Prefix}${Key extends `${infer Stem}_${Intl.LDMLPluralRule}` ? Stem : Key}`
    : PathsOf<Texts[Key], `${Prefix}${Key}.`>;
}[keyof Texts & string];
export type TextKey = PathsOf<typeof en>;

/**
 * Returns the text with its placeholders. With `count`, returns the plural form of that number.
 *
 * @throws if the language lacks the text, which a test prevents for all languages
 */
export function messageOf(language: Language, key: TextKey, count?: number): string {
  const category = count === undefined ? '' : `_${new Intl.PluralRules(language).select(count)}`;
  const path = `${key}${category}`.split('.');
  const text = path.reduce<unknown>(
    (texts, name) => (texts as Readonly<Record<string, unknown>> | undefined)?.[name],
    TEXTS[language],
  );
  if (typeof text !== 'string') throw new Error(`no text ${path.join('.')} in ${language}`);
  return text;
}

const PLACEHOLDER = /\{\{(\w+)\}\}/;

/** Splits a text at its placeholders. Returns literal texts and values in the order of the sentence. */
export function fillMessage<Value>(
  message: string,
  values: Readonly<Record<string, Value>>,
): (string | Value)[] {
  return message.split(PLACEHOLDER).map((part, at) => {
    if (at % 2 === 0) return part;
    if (!(part in values)) throw new Error(`no value for {{${part}}}`);
    return values[part]!;
  });
}

type TextValues = Readonly<Record<string, string | number>>;

/** Returns a function that returns texts in a language with their placeholders filled in. */
export const textsIn =
  (language: Language) =>
  (key: TextKey, values: TextValues & { count?: number } = {}): string =>
    fillMessage(messageOf(language, key, values.count), values).join('');

export type Texts = ReturnType<typeof textsIn>;
