import type { Call, Outcome } from '../command.ts';
import { EXIT } from '../fault.ts';
import { count } from '../output/count.ts';
import { hashOf, hashOfFile } from '../sync/documents.ts';
import { KEY_SEPARATOR, readSourceTexts } from '../sync/source-texts.ts';
import { writeFiles } from '../sync/write-files.ts';
import { declareTypes } from '../types/declarations.ts';
import { DECLARATIONS_FILE, type Library } from '../types/libraries.ts';

export async function run({ config: read, flags }: Call): Promise<Outcome> {
  const config = await read();
  const { locale } = config.source;
  const library = (flags.text('for') ?? config.types?.for ?? 'plain') as Library;
  const file = flags.text('out') ?? config.types?.file ?? DECLARATIONS_FILE;
  const { all: texts, byNamespace } = await readSourceTexts(config);
  const source = { locale, keySeparator: KEY_SEPARATOR, byNamespace };
  const bytes = Buffer.from(declareTypes(library, texts, source));
  const hash = hashOfFile(config.root, file);
  const data = { file, library, keys: texts.size, changed: hash !== hashOf(bytes) };
  if (!data.changed) return { data, lines: [`${file} is up to date.`] };
  if (flags.has('check')) {
    return { data, lines: [`${file} is out of date. Run parlance types.`], exit: EXIT.no };
  }
  writeFiles(config.root, [{ path: file, bytes, hash }]);
  return { data, lines: [`Wrote the types of ${count(texts.size, 'key')} to ${file}.`] };
}
