import { createRequire } from 'node:module';
import type { SaxesParser } from 'saxes';
import type { ScriptFormat } from './baseline-scripts.ts';

/** Resolves the libraries of the format package. */
const load = createRequire(new URL('../packages/formats/package.json', import.meta.url));

/** Texts of the target locale, by name. */
type Texts = ReadonlyMap<string, string>;
type Script = (file: string, texts: Texts) => string;

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Replaces the contents of `content` elements by offset. An attribute of the element `entry` has the name. */
function spliceXml(
  file: string,
  texts: Texts,
  content: string,
  [entry, attribute]: readonly [string, string],
): string {
  const { SaxesParser: Parser } = load('saxes') as typeof import('saxes');
  const parser: SaxesParser = new Parser();
  let [result, done, start, name, text] = ['', 0, 0, '', ''];
  parser.on('opentag', (tag) => {
    start = parser.position;
    text = '';
    if (tag.name === entry) name = (tag.attributes as Record<string, string>)[attribute] ?? '';
  });
  parser.on('text', (piece) => {
    text += piece;
  });
  parser.on('closetag', (tag) => {
    const wanted = tag.name === content ? texts.get(name) : undefined;
    if (wanted === undefined || wanted === text) return;
    result += file.slice(done, start) + xml(wanted);
    done = start + xml(text).length;
  });
  parser.write(file).close();
  return result + file.slice(done);
}

interface Catalog {
  strings: Record<string, { localizations: Record<string, { stringUnit: { value: string } }> }>;
}

/** The shortest scripts of some formats that keep plain entries, with or without the format's library. */
export const PATCH_SCRIPTS: Readonly<Record<ScriptFormat, Script>> = {
  json: (file, texts) => {
    const content = JSON.parse(file) as Record<string, string>;
    for (const [name, text] of texts) content[name] = text;
    return JSON.stringify(content, null, 2);
  },
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
  xliff: (file, texts) => spliceXml(file, texts, 'target', ['trans-unit', 'resname']),
  android: (file, texts) => spliceXml(file, texts, 'string', ['string', 'name']),
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
