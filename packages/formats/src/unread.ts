import { FORMATS } from './registry.ts';

/**
 * A format that cannot be imported, with the most similar supported format and instructions for
 * converting a file.
 */
interface Unread {
  readonly name: string;
  readonly nearest: string;
  readonly way: string;
  readonly extensions: readonly string[];
  readonly content: RegExp | null;
}

const UNREAD: readonly Unread[] = [
  {
    name: 'Qt TS',
    nearest: 'xliff',
    way: 'lconvert converts it with -of xlf',
    extensions: ['ts'],
    content: /<TS[\s>]/,
  },
  {
    name: 'PHP arrays',
    nearest: 'json',
    way: 'print the array with json_encode',
    extensions: ['php'],
    content: /^<\?php/,
  },
  {
    name: 'Fluent',
    nearest: 'properties',
    way: 'it takes messages without selectors and attributes',
    extensions: ['ftl'],
    content: null,
  },
  {
    name: 'TOML or INI',
    nearest: 'json',
    way: 'convert its tables to objects',
    extensions: ['toml', 'ini'],
    content: /^\[+[A-Za-z_][\w. -]*\]+[ \t]*(?:[#;].*)?\r?$/m,
  },
  {
    name: 'an Excel workbook',
    nearest: 'csv',
    way: 'save the sheet as CSV in UTF-8',
    extensions: ['xlsx', 'xls', 'ods'],
    content: /^PK\u0003\u0004[\s\S]*(?:\[Content_Types\]\.xml|xl\/)/,
  },
  {
    name: 'a ZIP archive',
    nearest: 'json',
    way: 'the import of a folder reads the files in the archive',
    extensions: ['zip'],
    content: /^PK\u0003\u0004/,
  },
  {
    name: 'TMX',
    nearest: 'xliff',
    way: 'the import of a translation memory reads it',
    extensions: ['tmx'],
    content: /<tmx[\s>]/,
  },
  {
    name: 'XMB or XTB',
    nearest: 'xliff',
    way: 'extract with --format xlf',
    extensions: ['xmb', 'xtb'],
    content: /<(?:messagebundle|translationbundle)[\s>]/,
  },
  {
    name: 'HTML',
    nearest: 'xliff',
    way: 'extract its texts with a tool such as itstool',
    extensions: ['html', 'htm'],
    content: /^<(?:!doctype html|html)[\s>]/i,
  },
];

/**
 * Returns an error message that lists the supported formats. If the file has an unsupported format
 * that this package recognizes, the message also names the most similar supported format.
 */
export function describeUnread({ path = '', head }: { path?: string; head: Uint8Array }): string {
  const all = `The formats that are read are ${FORMATS.map(({ id }) => id).join(', ')}.`;
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const text = new TextDecoder().decode(head).trimStart();
  const found =
    UNREAD.find(({ extensions }) => extensions.includes(extension)) ??
    UNREAD.find(({ content }) => content?.test(text));
  if (found === undefined) return all;
  const { name, nearest, way } = found;
  return `The file looks like ${name}, which is not read. The nearest format is ${nearest}: ${way}. ${all}`;
}
