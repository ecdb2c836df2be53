import type { FileFormat, FileRow, ReadOptions } from './format.ts';
import { decodeUtf8 } from './utf8.ts';
import { assertYamlLength } from './yaml/parse.ts';
import { patchYaml } from './yaml/patch.ts';
import { rowsOfYaml } from './yaml/read.ts';
import { writeFlatYaml, writeNestedYaml } from './yaml/write.ts';

/**
 * YAML 1.2: a mapping of strings, flat or nested. Every scalar is read as written in the file (`no`, `1.10`,
 * `2026-11-20`). Nulls and empty collections are skipped with a warning. A single root key that is a locale
 * (Rails) is the locale of the values. Anchors, aliases, tags outside the core schema, duplicate keys and
 * further documents are rejected. `<<` is an ordinary key.
 */
export const yaml: FileFormat = {
  id: 'yaml',
  contentType: 'application/yaml',
  extension: 'yaml',
  multiLocale: false,
  blocking: true,
  read: readYaml,
  patch: patchYaml,
  write: (rows, options) =>
    options.shape === 'nested' ? writeNestedYaml(rows, options) : writeFlatYaml(rows, options),
};

async function* readYaml(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<FileRow[], void> {
  const pieces: string[] = [];
  let length = 0;
  for await (const piece of decodeUtf8(bytes)) {
    length += piece.length;
    assertYamlLength(length);
    pieces.push(piece);
  }
  yield* rowsOfYaml(pieces.join(''), options);
}
