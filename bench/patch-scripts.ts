import { createRequire } from 'node:module';
import type { FileFormatName } from '@parlance/contracts';
import type { SaxesParser } from 'saxes';

/** Resolves the libraries of the format package. */
const load = createRequire(new URL('../packages/formats/package.json', import.meta.url));

/** Texts of the target locale, by name. */
type Texts = ReadonlyMap<string, string>;
type Script = (file: string, texts: Texts) => string;

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * Replaces the contents of `content` elements by offset. `nameOf` returns the entry's name from the enclosing elements,
 * or undefined for an element that names no entry.
 */
function spliceXml(
  file: string,
  texts: Texts,
  content: string,
  nameOf: (
    element: string,
    attributes: Readonly<Record<string, string>>,
    text: string,
  ) => string | undefined,
): string {
  const { SaxesParser: Parser } = load('saxes') as typeof import('saxes');
  const parser: SaxesParser = new Parser();
  let [result, done, start, name, text] = ['', 0, 0, '', ''];
  let attributes: Readonly<Record<string, string>> = {};
  parser.on('opentag', (tag) => {
    start = parser.position;
    text = '';
    attributes = tag.attributes as Record<string, string>;
    name = nameOf(tag.name, attributes, '') ?? name;
  });
  parser.on('text', (piece) => {
    text += piece;
  });
  parser.on('closetag', (tag) => {
    name = nameOf(tag.name, attributes, text) ?? name;
    const wanted = tag.name === content ? texts.get(name) : undefined;
    if (wanted === undefined || wanted === text) return;
    result += file.slice(done, start) + xml(wanted);
    done = start + xml(text).length;
  });
  parser.write(file).close();
  return result + file.slice(done);
}

const mergeJson: Script = (file, texts) => {
  const content = JSON.parse(file) as Record<string, string>;
  for (const [name, text] of texts) content[name] = text;
  return JSON.stringify(content, null, 2);
};

interface Catalog {
  strings: Record<string, { localizations: Record<string, { stringUnit: { value: string } }> }>;
}

const mergeEntries =
  (member: string): Script =>
  (file, texts) => {
    const content = JSON.parse(file) as Record<string, Record<string, string>>;
    for (const [name, text] of texts) content[name]![member] = text;
    return JSON.stringify(content, null, 2);
  };

/** The shortest script per format that keeps plain entries, with or without the format's library. */
export const PATCH_SCRIPTS: Readonly<Partial<Record<FileFormatName, Script>>> = {
  json: mergeJson,
  arb: mergeJson,
  formatjs: mergeEntries('defaultMessage'),
  csv: (file, texts) => {
    const { parse } = load('csv-parse/sync') as typeof import('csv-parse/sync');
    const quoted = (field: string) =>
      /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
    return (parse(file) as string[][])
      .map(([name = '', text = '']) => `${quoted(name)},${quoted(texts.get(name) ?? text)}`)
      .join('\r\n');
  },
  yaml: (file, texts) => {
    const { load: read, dump } = load('js-yaml') as typeof import('js-yaml');
    const content = read(file) as Record<string, string>;
    for (const [name, text] of texts) content[name] = text;
    return dump(content);
  },
  xliff: (file, texts) =>
    spliceXml(file, texts, 'target', (element, { resname }) =>
      element === 'trans-unit' ? resname : undefined,
    ),
  android: (file, texts) =>
    spliceXml(file, texts, 'string', (element, { name }) =>
      element === 'string' ? name : undefined,
    ),
  stringsdict: (file, texts) => {
    let key = '';
    return spliceXml(file, texts, 'string', (element, _, text) => {
      if (element === 'key' && text !== '' && !text.startsWith('NSString')) key = text;
      return key;
    });
  },
  strings: (file, texts) =>
    file.replaceAll(
      /^("(?:[^"\\]|\\.)*") = ("(?:[^"\\]|\\.)*");$/gm,
      (_, name: string, text: string) =>
        `${name} = ${JSON.stringify(texts.get(JSON.parse(name) as string) ?? JSON.parse(text))};`,
    ),
  resx: (file, texts) =>
    spliceXml(file, texts, 'value', (element, { name }) => (element === 'data' ? name : undefined)),
  properties: (file, texts) =>
    file.replaceAll(
      /^([^=\n]*)=(.*)$/gm,
      (_, name: string, text: string) => `${name}=${texts.get(name) ?? text}`,
    ),
  po: (file, texts) =>
    file.replaceAll(
      /^msgid ("(?:[^"\\]|\\.)*")\nmsgstr ("(?:[^"\\]|\\.)*")$/gm,
      (_, name: string, text: string) =>
        `msgid ${name}\nmsgstr ${JSON.stringify(texts.get(JSON.parse(name) as string) ?? JSON.parse(text))}`,
    ),
  xcstrings: (file, texts) => {
    const catalog = JSON.parse(file) as Catalog;
    for (const [name, text] of texts) {
      catalog.strings[name]!.localizations.de!.stringUnit.value = text;
    }
    return JSON.stringify(catalog, null, 2).replaceAll(/^( *"(?:[^"\\]|\\.)*"):/gm, '$1 :');
  },
};
