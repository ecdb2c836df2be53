import { createRequire } from 'node:module';

/** Loads only the library that a process measures. */
const load = createRequire(import.meta.url);

/** Reads a file to the model of a library, and writes the model. */
type Engine = (file: Buffer) => Buffer | Promise<Buffer>;

function withXmlParser(file: Buffer): Buffer {
  const { XMLParser, XMLBuilder } = load('fast-xml-parser') as typeof import('fast-xml-parser');
  const options = { preserveOrder: true, ignoreAttributes: false, trimValues: false };
  const document = new XMLParser(options).parse(file);
  return Buffer.from(new XMLBuilder(options).build(document));
}

/** The best library of npm for each format, or the JSON of the language itself. */
export const LIBRARIES = {
  json: {
    name: 'JSON.parse and JSON.stringify',
    run: (file) => Buffer.from(JSON.stringify(JSON.parse(file.toString()), null, 2)),
  },
  po: {
    name: 'gettext-parser',
    run: (file) => {
      const { po } = load('gettext-parser') as {
        po: { parse(file: Buffer): object; compile(model: object): Buffer };
      };
      return po.compile(po.parse(file));
    },
  },
  android: { name: 'fast-xml-parser', run: withXmlParser },
  xliff: {
    name: 'xliff',
    run: async (file) => {
      const { xliff12ToJs, jsToXliff12 } = load('xliff') as {
        xliff12ToJs(file: string): Promise<object>;
        jsToXliff12(model: object): Promise<string>;
      };
      return Buffer.from(await jsToXliff12(await xliff12ToJs(file.toString())));
    },
  },
  properties: {
    name: 'properties-file',
    run: (file) => {
      const { PropertiesEditor } = load(
        'properties-file/editor',
      ) as typeof import('properties-file/editor');
      return Buffer.from(new PropertiesEditor(file.toString()).format());
    },
  },
  resx: { name: 'fast-xml-parser', run: withXmlParser },
} as const satisfies Readonly<Record<string, { name: string; run: Engine }>>;

export type EngineFormat = keyof typeof LIBRARIES;
