import { readFileSync } from 'node:fs';
import { LIMITS } from '@parlance/contracts';
import { formatById } from '@parlance/formats';
import type { ScriptFormat } from './baseline-scripts.ts';
import { fileRowsOf, messagesOf } from './messages.ts';
import { PATCH_SCRIPTS } from './patch-scripts.ts';

/**
 * `node bench/patch-file.ts <format> <path> <count> <ours|script|memory>` patches a file of {@link fileRowsOf}: one
 * text in a thousand differs. It prints the processor time in ms, of the service's code or of a script. With `memory`
 * and `--expose-gc` it prints the MB that are in use when the first bytes are produced. It runs in a separate process to
 * keep other code out of these figures.
 */
const [formatId, path, count, what] = process.argv.slice(2) as [
  ScriptFormat,
  string,
  string,
  'ours' | 'script' | 'memory',
];
const format = formatById(formatId)!;
const isPair = format.carries.includes('source');
const OTHER = 'Another text';
const FEW = 3000;
const options = { keySeparator: '.', sourceLocaleTag: 'en', shape: 'flat' } as const;
const MB = 1024 * 1024;

const translate = (source: string, at: number): string =>
  at % 1000 === 500 ? OTHER : `${source} (de)`;

/** Loads and compiles the code, so that its memory is not attributed to a file. */
async function warmUp(): Promise<void> {
  const localeTags = formatId === 'xliff' ? ['en', 'de'] : ['de'];
  const rows = fileRowsOf(FEW, isPair);
  const pieces = await Array.fromAsync(format.write(rows, { ...options, localeTags }));
  await patch(Buffer.from(pieces.join('')), FEW);
}

/** Patches with the service's code. `atFirst` is called when the first bytes are produced. */
async function patch(base: Uint8Array, entries: number, atFirst = () => {}): Promise<number> {
  const patched = format.patch(base, fileRowsOf(entries, isPair, translate), {
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

function runScript(base: Buffer): number {
  const messages = Array.from(messagesOf(Number(count)));
  const texts = new Map(messages.map(([name, source], at) => [name, translate(source, at)]));
  return PATCH_SCRIPTS[formatId](base.toString(), texts).split(OTHER).length - 1;
}

function heldBytes(): number {
  globalThis.gc?.();
  // Buffers that the first collection found are freed in the background. The second collection waits for that.
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const base = readFileSync(path);
if (what === 'memory') await warmUp();
const before = what === 'memory' ? heldBytes() : 0;
const cpu = process.cpuUsage();
let held = 0;
const replaced =
  what === 'script'
    ? runScript(base)
    : await patch(base, Number(count), () => {
        if (what === 'memory') held = heldBytes();
      });
const { user, system } = process.cpuUsage(cpu);
if (replaced !== Number(count) / 1000) throw new Error(`${replaced} texts were replaced`);
const figures = { tookMs: (user + system) / 1000, heldMb: (held - before) / MB };
process.stdout.write(JSON.stringify({ ...figures, fileMb: base.length / MB }));
