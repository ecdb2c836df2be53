import { type FileFormat, type FileRow, FormatError, type ReadOptions } from '../format.ts';
import { decodeUtf8 } from '../text/utf8.ts';
import { patchYaml } from './patch.ts';
import { rowsOfYaml } from './read.ts';
import { retargetYaml } from './retarget.ts';
import { writeFlatYaml, writeNestedYaml } from './write.ts';

/**
 * Maximum length of a YAML file, in code units. The parser holds the whole file in memory and needs
 * about six times its size. JSON, CSV and XLIFF are streamed and have no such limit.
 */
const MAX_YAML_LENGTH = 64 * 1024 * 1024;

/**
 * YAML 1.2: a mapping of strings, flat or nested. Every scalar is read exactly as written (`no`,
 * `1.10`, `2026-11-20`). Nulls and empty collections are skipped with a warning. If the only root
 * key is a locale, as in Rails, it is the locale of the values. Anchors, aliases, tags outside of
 * the core schema, duplicate keys and further documents are rejected. `<<` is an ordinary key.
 */
export const yaml: FileFormat = {
  id: 'yaml',
  contentType: 'application/yaml',
  extensions: ['yaml', 'yml'],
  carries: [],
  multiLocale: false,
  states: null,
  needs: { arrays: 'member', plurals: null },
  follows: 'lineEnds',
  retarget: retargetYaml,
  blocking: true,
  read: readYaml,
  write: (rows, options) =>
    options.shape === 'nested' ? writeNestedYaml(rows, options) : writeFlatYaml(rows, options),
  patch: patchYaml,
};

async function* readYaml(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<FileRow[], void> {
  const pieces: string[] = [];
  let length = 0;
  for await (const piece of decodeUtf8(bytes)) {
    length += piece.length;
    if (length > MAX_YAML_LENGTH) {
      const size = MAX_YAML_LENGTH / 1024 / 1024;
      throw new FormatError(
        `a YAML file can have at most ${size} million characters; split it, or send JSON`,
      );
    }
    pieces.push(piece);
  }
  yield* rowsOfYaml(pieces.join(''), options);
}
