import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };

const TEXTS = { en, es, de, fr, ar, ja };

/** A language for which the service has the texts of mails and of the pages to which mails link. */
export type Language = keyof typeof TEXTS;

export const LANGUAGES = Object.keys(TEXTS) as Language[];

const RIGHT_TO_LEFT: ReadonlySet<Language> = new Set(['ar']);

export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr';

/**
 * Returns the supported language for a tag such as `de-AT`. Null if the language is not supported.
 */
export function languageOfTag(tag: unknown): Language | null {
  if (typeof tag !== 'string') return null;
  const primary = tag.split('-', 1)[0]!.toLowerCase();
  return LANGUAGES.find((language) => language === primary) ?? null;
}

/** Names of all texts, such as `mail.greeting`. All plural forms of a text share one name. */
type PathsOf<Texts, Prefix extends string = ''> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? `${Prefix}${Key extends `${infer Stem}_${Intl.LDMLPluralRule}` ? Stem : Key}`
    : PathsOf<Texts[Key], `${Prefix}${Key}.`>;
}[keyof Texts & string];
export type TextKey = PathsOf<typeof en>;

/**
 * Returns a text without filling its placeholders. `count` selects the plural form.
 * @throws Error if the language has no such text
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

/**
 * Splits a text at its placeholders. Returns the parts in order, with a value in place of each
 * placeholder.
 */
export function fillMessage<Value>(
  message: string,
  values: Readonly<Record<string, Value>>,
): (string | Value)[] {
  return message.split(PLACEHOLDER).map((part, index) => {
    if (index % 2 === 0) return part;
    if (!(part in values)) throw new Error(`no value for {{${part}}}`);
    return values[part]!;
  });
}

type TextValues = Readonly<Record<string, string | number>>;

/** Returns a function that returns texts in a language, with values for their placeholders. */
export const textsIn =
  (language: Language) =>
  (key: TextKey, values: TextValues & { count?: number } = {}): string =>
    fillMessage(messageOf(language, key, values.count), values).join('');

export type Texts = ReturnType<typeof textsIn>;
