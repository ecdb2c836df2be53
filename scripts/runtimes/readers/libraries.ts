import { readFileSync } from 'node:fs';
import { importLibrary, libraryVersion } from '../install.ts';
import type { Reader, Shown, TestFile } from '../subject.ts';

type Tree = { readonly [name: string]: unknown };
type Texts = Record<string, string>;

/** Reads each file in this process. An exception is the error of its file. */
export async function readEach(
  files: readonly TestFile[],
  read: (bytes: Buffer, file: TestFile) => Texts | Promise<Texts>,
): Promise<Shown[]> {
  const all: Shown[] = [];
  for (const file of files) {
    try {
      all.push({ texts: await read(readFileSync(file.path), file) });
    } catch (error) {
      all.push({ error: String(error) });
    }
  }
  return all;
}

/** Creates a reader for a library that runs in this process. */
export const libraryReader = <Library>(
  name: string,
  library: string,
  read: (library: Library, bytes: Buffer, file: TestFile) => Texts | Promise<Texts>,
): Reader => ({
  name,
  version: () => libraryVersion(library.split('/tools')[0]!),
  read: async (files) => {
    const loaded = await importLibrary<Library>(library);
    return readEach(files, (bytes, file) => read(loaded, bytes, file));
  },
});

/** Returns the names of all texts in a tree. */
function namesIn(tree: Tree, separator: string, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([name, value]) => {
    if (typeof value === 'string') return [prefix + name];
    if (value === null || typeof value !== 'object') return [];
    return namesIn(value as Tree, separator, `${prefix}${name}${separator}`);
  });
}

interface I18next {
  readonly default: {
    createInstance(): {
      init(options: object): Promise<unknown>;
      t(key: string, options: object): string;
    };
  };
}

export const i18next = (keySeparator: '.' | false): Reader =>
  libraryReader<I18next>('i18next', 'i18next', async (library, bytes, { localeTag }) => {
    const tree = JSON.parse(bytes.toString()) as Tree;
    const instance = library.default.createInstance();
    await instance.init({
      lng: localeTag,
      resources: { [localeTag]: { translation: tree } },
      keySeparator,
      nsSeparator: false,
      returnEmptyString: true,
      showSupportNotice: false,
    });
    const raw = { interpolation: { skipInterpolation: true }, nest: false };
    const names = namesIn(tree, keySeparator || '.');
    return Object.fromEntries(names.map((name) => [name, instance.t(name, raw)]));
  });

interface MessageFormats {
  readonly IntlMessageFormat: new (
    text: string,
    locale: string,
  ) => { format(values: object): string | string[] };
}

const VALUES = { name: 'Ann', n: 3, b: (chunks: string[]) => `<b>${chunks.join('')}</b>` };

/** Formats each text of a FormatJS or Flutter file with the name `Ann` and the number 3. */
export const intlMessageFormat: Reader = libraryReader<MessageFormats>(
  'intl-messageformat',
  'intl-messageformat',
  ({ IntlMessageFormat }, bytes, { localeTag }) => {
    const tree = JSON.parse(bytes.toString()) as Tree;
    const isArb = '@@locale' in tree;
    const entries = Object.entries(tree);
    return Object.fromEntries(
      entries.flatMap(([name, value]): [string, string][] => {
        if (isArb && name.startsWith('@')) return [];
        const text =
          typeof value === 'string' ? value : (value as { defaultMessage: string }).defaultMessage;
        const shown = new IntlMessageFormat(text, localeTag).format(VALUES);
        return [[name, Array.isArray(shown) ? shown.join('') : shown]];
      }),
    );
  },
);

interface Parsed {
  readonly messageParts: readonly string[];
  readonly placeholderNames: readonly string[];
}

interface Parser {
  analyze(path: string, content: string): { canParse: boolean; hint?: unknown };
  parse(path: string, content: string, hint?: unknown): { translations: Record<string, Parsed> };
}

/** Reads a file with a parser of @angular/localize, and writes placeholders as `{$NAME}`. */
export const angular = (parserName: string): Reader => ({
  ...libraryReader<Record<string, new () => Parser>>(
    `@angular/localize ${parserName.replace('TranslationParser', '')}`,
    '@angular/localize/tools',
    (library, bytes, { path }) => {
      const parser = new library[parserName]!();
      const content = bytes.toString();
      const { canParse, hint } = parser.analyze(path, content);
      if (!canParse) throw new Error(`${parserName} cannot parse the file`);
      const { translations } = parser.parse(path, content, hint);
      return Object.fromEntries(
        Object.entries(translations).map(([id, { messageParts, placeholderNames }]) => [
          id,
          messageParts
            .map((part, index) => (index === 0 ? part : `{$${placeholderNames[index - 1]}}${part}`))
            .join(''),
        ]),
      );
    },
  ),
  // The library uses U+FFFD as an internal mark, and drops it.
  misreads: (text) => text.includes('\ufffd'),
});
