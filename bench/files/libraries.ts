import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Resolves libraries from this project's packages. A process loads only the library that it measures. */
const load = createRequire(join(process.cwd(), 'package.json'));

/** Parses a file into the model of a library and serializes the model again. */
type Engine = (file: Buffer) => Buffer | Promise<Buffer>;

interface Library {
  readonly name: string;
  load(): Engine;
}

function loadXmlParser(): Engine {
  const { XMLParser, XMLBuilder } = load('fast-xml-parser') as typeof import('fast-xml-parser');
  const options = { preserveOrder: true, ignoreAttributes: false, trimValues: false };
  return (file) =>
    Buffer.from(new XMLBuilder(options).build(new XMLParser(options).parse(file)) as string);
}

/** The best npm library for each format. JSON uses the built-in parser. */
export const LIBRARIES = {
  json: {
    name: 'JSON.parse and JSON.stringify',
    load: () => (file) => Buffer.from(JSON.stringify(JSON.parse(file.toString()), null, 2)),
  },
  po: {
    name: 'gettext-parser',
    load() {
      const { po } = load('gettext-parser') as {
        po: { parse(file: Buffer): object; compile(model: object): Buffer };
      };
      return (file) => po.compile(po.parse(file));
    },
  },
  android: { name: 'fast-xml-parser', load: loadXmlParser },
  xliff: {
    name: 'xliff',
    load() {
      const { xliff12ToJs, jsToXliff12 } = load('xliff') as {
        xliff12ToJs(file: string): Promise<object>;
        jsToXliff12(model: object): Promise<string>;
      };
      return async (file) => Buffer.from(await jsToXliff12(await xliff12ToJs(file.toString())));
    },
  },
  properties: {
    name: 'properties-file',
    load() {
      const { PropertiesEditor } = load(
        'properties-file/editor',
      ) as typeof import('properties-file/editor');
      return (file) => Buffer.from(new PropertiesEditor(file.toString()).format());
    },
  },
  resx: { name: 'fast-xml-parser', load: loadXmlParser },
} as const satisfies Readonly<Record<string, Library>>;

export type EngineFormat = keyof typeof LIBRARIES;
