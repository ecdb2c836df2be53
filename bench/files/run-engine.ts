import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import type { FileRow } from '../../packages/formats/src/format.ts';
import { messagesOf } from '../messages.ts';
import { peakMbOf } from '../process-family.ts';
import { type EngineFormat, LIBRARIES } from './libraries.ts';

/**
 * `node bench/files/run-engine.ts <format> <ours|library|make> <path>`: reads a file and writes it again, in a process of
 * its own. It prints the processor time in ms and the peak of its memory in MB. `make` writes the file that is read.
 */
const [formatId, engine, path] = process.argv.slice(2) as [
  EngineFormat,
  'ours' | 'library' | 'make',
  string,
];
const KEYS = 100_000;
const { formatById } = await import('../../packages/formats/src/registry.ts');
const format = formatById(formatId)!;
const isPair = format.carries.includes('source');
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
const writing = {
  keySeparator: '.',
  sourceLocaleTag: 'en',
  localeTags: isPair && formatId === 'xliff' ? ['en', 'de'] : ['de'],
  shape: 'flat',
  // The version that the library of XLIFF reads into texts, too.
  xliffVersion: '1.2',
} as const;

async function* messages(): AsyncGenerator<FileRow[], void> {
  let batch: FileRow[] = [];
  for (const [name, source] of messagesOf(KEYS)) {
    const target = { localeTag: 'de', text: `${source} (de)` };
    batch.push({ name, values: isPair ? [{ localeTag: 'en', text: source }, target] : [target] });
    if (batch.length < 1000) continue;
    yield batch;
    batch = [];
  }
}

/** Pieces of a file as they leave a writer; only their number of bytes is kept, as for a socket. */
async function sizeOf(pieces: AsyncIterable<string>): Promise<number> {
  let size = 0;
  for await (const piece of pieces) size += Buffer.byteLength(piece);
  return size;
}

async function runOnce(): Promise<number> {
  if (engine === 'library') return (await LIBRARIES[formatId].run(readFileSync(path))).length;
  return sizeOf(format.write(format.read(createReadStream(path), reading), writing));
}

if (engine === 'make') {
  let file = '';
  for await (const piece of format.write(messages(), writing)) file += piece;
  writeFileSync(path, file);
} else {
  const before = process.cpuUsage();
  const size = await runOnce();
  const { user, system } = process.cpuUsage(before);
  if (size < readFileSync(path).length / 2) throw new Error(`wrote ${size} bytes`);
  const peakMb = peakMbOf(process.pid);
  process.stdout.write(JSON.stringify({ tookMs: (user + system) / 1000, peakMb }));
}
