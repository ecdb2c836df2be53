import { createReadStream, writeFileSync } from 'node:fs';
import { formatById } from '../../packages/formats/src/registry.ts';
import { fileRowsOf } from '../messages.ts';
import type { EngineFormat } from './libraries.ts';

const KEYS = 100_000;
const reading = {
  keySeparator: '.',
  localeTag: 'de',
  sourceLocaleTag: 'en',
  limits: {
    depth: 64,
    keyNameLength: 2048,
    valueLength: 100_000,
    descriptionLength: 10_000,
  },
  warn: () => {},
};

/** Reads a file as a stream and writes it again. Returns the number of bytes written. */
export function readAndWrite(id: EngineFormat, path: string): Promise<number> {
  const { format, writing } = engineOf(id);
  return sizeOf(format.write(format.read(createReadStream(path), reading), writing));
}

/** Writes the test file that all engines read. */
export async function makeFile(id: EngineFormat, path: string): Promise<void> {
  const { format, writing, isPair } = engineOf(id);
  let file = '';
  for await (const piece of format.write(fileRowsOf(KEYS, isPair), writing)) file += piece;
  writeFileSync(path, file);
}

function engineOf(id: EngineFormat) {
  const format = formatById(id)!;
  const writing = {
    keySeparator: '.',
    sourceLocaleTag: 'en',
    localeTags: id === 'xliff' ? ['en', 'de'] : ['de'],
    shape: 'flat',
    // The only version that the XLIFF library can read.
    xliffVersion: '1.2',
  } as const;
  return { format, writing, isPair: format.carries.includes('source') };
}

/** Consumes the chunks of a writer and returns their total size. Keeps no chunk, as when writing to a socket. */
async function sizeOf(pieces: AsyncIterable<string>): Promise<number> {
  let size = 0;
  for await (const piece of pieces) size += Buffer.byteLength(piece);
  return size;
}
