import { createReadStream, readFileSync, statSync } from 'node:fs';
import { peakMbOf } from '../process-family.ts';
import { type EngineFormat, LIBRARIES } from './libraries.ts';

/**
 * `node run-engine.js <format> <ours|library|bare|make> <path> [times]` reads a file and writes it again, in a separate
 * process. It prints the processor time of the last run in ms and the peak memory in MB. `bare` only decodes the file
 * and splits it into lines. `make` writes the file that is read. Each engine loads only the code that it runs.
 */
const [formatId, engine, path, times = '1'] = process.argv.slice(2) as [
  EngineFormat,
  'ours' | 'library' | 'bare' | 'make',
  string,
  string?,
];

/** Decodes the file as a stream and splits it into lines: the minimum work of any streaming reader. */
async function splitLines(): Promise<number> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let size = 0;
  for await (const bytes of createReadStream(path)) {
    const text = decoder.decode(bytes, { stream: true });
    for (const line of text.split('\n')) size += line.length + 1;
  }
  return size;
}

async function loadEngine(): Promise<() => number | Promise<number>> {
  if (engine === 'bare') return splitLines;
  if (engine === 'library') {
    const run: (file: Buffer) => Buffer | Promise<Buffer> = LIBRARIES[formatId].load();
    return async () => (await run(readFileSync(path))).length;
  }
  const { readAndWrite } = await import('./our-engine.ts');
  return () => readAndWrite(formatId, path);
}

if (engine === 'make') {
  await (await import('./our-engine.ts')).makeFile(formatId, path);
} else {
  const run = await loadEngine();
  for (let before = 1; before < Number(times); before++) await run();
  const before = process.cpuUsage();
  const size = await run();
  const { user, system } = process.cpuUsage(before);
  if (size < statSync(path).size / 2) throw new Error(`wrote ${size} bytes`);
  const peakMb = peakMbOf(process.pid);
  process.stdout.write(JSON.stringify({ tookMs: (user + system) / 1000, peakMb }));
}
