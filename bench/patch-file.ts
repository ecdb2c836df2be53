import { readFileSync } from 'node:fs';
import { type FileFormatName, LIMITS } from '@parlance/contracts';
import { type FileRow, formatById } from '@parlance/formats';
import { messagesOf } from './messages.ts';
import { PATCH_SCRIPTS } from './patch-scripts.ts';
import { peakMbOf } from './process-family.ts';

/**
 * `node bench/patch-file.ts <format> <path> <count> <ours|script|memory>` patches a file of {@link messagesOf}: one
 * text in a thousand differs. It prints the processor time in ms, of the service's code or of a script. With `memory`
 * it prints MB: the memory in use when the first bytes are produced (with `--expose-gc`), and the growth of the
 * process. It runs in a separate process to keep other code out of these figures.
 */
const [formatId, path, count, what] = process.argv.slice(2) as [
  FileFormatName,
  string,
  string,
  'ours' | 'script' | 'memory',
];
const format = formatById(formatId)!;
const isPair = format.carries.includes('source');
const EDITION = ' (de)';
const OTHER = 'Another text';
const FEW = 3000;
const options = { keySeparator: '.', sourceLocaleTag: 'en', shape: 'flat' } as const;
const MB = 1024 * 1024;

function* translations(entries: number): Generator<{ name: string; source: string; text: string }> {
  let at = 0;
  for (const [name, source] of messagesOf(entries)) {
    yield { name, source, text: at % 1000 === 500 ? OTHER : source + EDITION };
    at += 1;
  }
}

async function* rows(entries: number): AsyncGenerator<FileRow[], void> {
  let batch: FileRow[] = [];
  for (const { name, source, text } of translations(entries)) {
    const target = { localeTag: 'de', text, state: 'translated' as const };
    const values = isPair
      ? [{ localeTag: 'en', text: source, state: target.state }, target]
      : [target];
    batch.push({ name, values });
    if (batch.length < 1000) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** Loads and compiles the code, so that its memory is not attributed to a file. */
async function warmUp(): Promise<void> {
  const pieces: Uint8Array[] = [];
  const localeTags = formatId === 'xliff' ? ['en', 'de'] : ['de'];
  for await (const piece of format.write(rows(FEW), { ...options, localeTags })) {
    pieces.push(Buffer.from(piece));
  }
  await patch(Buffer.concat(pieces), FEW);
}

/** Patches with the service's code. `atFirst` is called when the first bytes are produced. */
async function patch(base: Uint8Array, entries: number, atFirst = () => {}): Promise<number> {
  const patched = format.patch(base, rows(entries), {
    ...options,
    missing: 'keep',
    localeTags: isPair ? ['en', 'de'] : ['de'],
    limits: {
      depth: LIMITS.jsonDepth,
      keyNameLength: LIMITS.keyNameLength,
      valueLength: LIMITS.valueLength,
      descriptionLength: LIMITS.descriptionLength,
    },
  });
  let next = await patched.next();
  atFirst();
  while (next.done !== true) next = await patched.next();
  return next.value.replaced;
}

function assertReplaced(replaced: number): void {
  if (replaced !== Number(count) / 1000) throw new Error(`${replaced} texts were replaced`);
}

function runScript(base: Buffer): number {
  const texts = new Map(Array.from(translations(Number(count)), ({ name, text }) => [name, text]));
  const patched = Buffer.from(PATCH_SCRIPTS[formatId]!(base.toString(), texts));
  return patched.toString().split(OTHER).length - 1;
}

function heldBytes(): number {
  globalThis.gc?.();
  // Buffers that the first collection found are freed in the background. The second collection waits for that.
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function measure(base: Buffer): Promise<Record<string, number>> {
  if (what === 'memory') {
    await warmUp();
    const before = { held: heldBytes(), rss: process.memoryUsage.rss() };
    let held = 0;
    const replaced = await patch(base, Number(count), () => {
      held = heldBytes();
    });
    assertReplaced(replaced);
    const grownMb = peakMbOf(process.pid) - before.rss / MB;
    return { heldMb: (held - before.held) / MB, grownMb, fileMb: base.length / MB };
  }
  const before = process.cpuUsage();
  assertReplaced(what === 'ours' ? await patch(base, Number(count)) : runScript(base));
  const { user, system } = process.cpuUsage(before);
  return { tookMs: (user + system) / 1000 };
}

process.stdout.write(JSON.stringify(await measure(readFileSync(path))));
