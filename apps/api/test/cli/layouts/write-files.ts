/** Texts by key. The keys are words. */
export type Texts = Readonly<Record<string, string>>;

export interface WrittenFile {
  readonly locale: string;
  readonly isSource: boolean;
  /** Texts of the same bundle in the source locale. */
  readonly source: Texts;
  /** Texts of the same bundle in all locales, for files that contain all locales. */
  readonly all: Readonly<Record<string, Texts>>;
}

/** Returns the content of a locale file as the tools of its platform write it. */
export type WriteFile = (texts: Texts, place: WrittenFile) => string | Uint8Array;

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const map = (texts: Texts, write: (key: string, text: string) => unknown): object =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, write(key, text)]));
const lines = (texts: Texts, write: (key: string, text: string) => string): string =>
  Object.entries(texts)
    .map(([key, text]) => `${write(key, text)}\n`)
    .join('');

export const flatJson = (texts: Texts): string => json(texts);
export const nestedJson = (texts: Texts): string =>
  json(map(texts, (key, text) => (key === 'title' ? { text } : text)));
export const formatjs: WriteFile = (texts, { isSource }) =>
  json(
    map(texts, (_, defaultMessage) => ({
      defaultMessage,
      ...(isSource && { description: 'Shown' }),
    })),
  );
export const compiledFormatjs = (texts: Texts): string =>
  json(map(texts, (_, value) => [{ type: 0, value }]));
export const yaml: WriteFile = (texts) => lines(texts, (key, text) => `${key}: "${text}"`);
export const rails: WriteFile = (texts, { locale }) =>
  `${locale}:\n${lines(texts, (key, text) => `  ${key}: "${text}"`)}`;
export const arb: WriteFile = (texts, { locale }) =>
  json({ '@@locale': locale.replaceAll('-', '_'), ...texts });
export const chrome: WriteFile = (texts) => json(map(texts, (_, message) => ({ message })));
export const android: WriteFile = (texts) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<resources>\n${lines(
    texts,
    (key, text) => `    <string name="${key}">${text}</string>`,
  )}</resources>\n`;
export const strings: WriteFile = (texts) => lines(texts, (key, text) => `"${key}" = "${text}";`);
export const properties = (texts: Texts): string => lines(texts, (key, text) => `${key}=${text}`);
export const latin1Properties: WriteFile = (texts, { locale }) =>
  Buffer.from(
    properties(map(texts, (_, text) => (locale === 'de' ? `${text} ß` : text)) as Texts),
    'latin1',
  );
export const resx: WriteFile = (texts) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<root>\n${lines(
    texts,
    (key, text) =>
      `  <data name="${key}" xml:space="preserve">\n    <value>${text}</value>\n  </data>`,
  )}</root>\n`;

/** Writes a catalog whose ids are the source texts. */
export const po: WriteFile = (texts, { locale, isSource, source }) =>
  `msgid ""\nmsgstr ""\n"Language: ${isSource ? '' : locale.replace('-', '_')}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n${lines(
    texts,
    (key, text) => `\nmsgid "${source[key] ?? key}"\nmsgstr "${isSource ? '' : text}"`,
  )}`;

export const xliff: WriteFile = (texts, { locale, isSource, source }) => {
  const target = isSource ? '' : ` target-language="${locale}"`;
  const units = lines(
    texts,
    (key, text) =>
      `      <trans-unit id="${key}" datatype="html">\n        <source>${source[key] ?? key}</source>${
        isSource ? '' : `\n        <target>${text}</target>`
      }\n      </trans-unit>`,
  );
  return `<?xml version="1.0" encoding="UTF-8" ?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n  <file source-language="en" datatype="plaintext" original="ng2.template"${target}>\n    <body>\n${units}    </body>\n  </file>\n</xliff>\n`;
};

export const xcstrings: WriteFile = (texts, { all }) =>
  json({
    sourceLanguage: 'en',
    strings: map(texts, (key) => ({
      localizations: Object.fromEntries(
        Object.entries(all).flatMap(([locale, own]) =>
          own[key] === undefined
            ? []
            : [[locale, { stringUnit: { state: 'translated', value: own[key] } }]],
        ),
      ),
    })),
    version: '1.0',
  }).replaceAll('":', '" :');
