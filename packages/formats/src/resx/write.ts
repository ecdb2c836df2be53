import type { FileRow, WriteOptions } from '../format.ts';
import { writeEntries } from '../text/write-entries.ts';
import { commentOf, renderEntry, USUAL } from './render.ts';

/**
 * Headers that .NET requires in a resource file: the type and version of the file, and the classes
 * that read and write it.
 */
const HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['resmimetype', 'text/microsoft-resx'],
  ['version', '2.0'],
  ['reader', classOf('ResXResourceReader')],
  ['writer', classOf('ResXResourceWriter')],
];

function classOf(name: string): string {
  return `System.Resources.${name}, System.Windows.Forms, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089`;
}

const START = [
  '<?xml version="1.0" encoding="utf-8"?>',
  '<root>',
  ...HEADERS.flatMap(([name, value]) => [
    `  <resheader name="${name}">`,
    `    <value>${value}</value>`,
    '  </resheader>',
  ]),
  '',
].join('\n');

export const writeResx = (
  rows: AsyncIterable<FileRow[]>,
  options: WriteOptions,
): AsyncGenerator<string, void> =>
  writeEntries(rows, options, {
    what: 'a resource file',
    start: START,
    entry: (row, text) =>
      `${renderEntry(row, { text, comment: commentOf(row) }, USUAL).join('\n')}\n`,
    end: () => '</root>\n',
  });
