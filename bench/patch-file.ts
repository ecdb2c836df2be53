import { buffer } from 'node:stream/consumers';
import { LIMITS } from '@parlance/contracts';
import { type FileRow, formatById } from '@parlance/formats';
import { messagesOf } from './messages.ts';

/**
 * `node bench/patch-file.ts <format> <count> < file`: patches a file of {@link messagesOf} with one other text, and
 * prints the time, the growth of the process and the size of the file. A process of its own, so that nothing
 * else takes its memory.
 */
const [formatId, count] = process.argv.slice(2) as [string, string];
const format = formatById(formatId)!;
const base = await buffer(process.stdin);
const EDITION = ' (de)';
const isPair = format.carries.includes('source');
const localeTags = isPair ? ['en', 'de'] : ['de'];

async function* rows(): AsyncGenerator<FileRow[], void> {
  let batch: FileRow[] = [];
  for (const [name, text] of messagesOf(Number(count))) {
    const target = { localeTag: 'de', text: batch.length === 500 ? 'changed' : text + EDITION };
    batch.push({ name, values: isPair ? [{ localeTag: 'en', text }, target] : [target] });
    if (batch.length < 1000) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

const MB = 1024 * 1024;
const limits = {
  depth: LIMITS.jsonDepth,
  keyNameLength: LIMITS.keyNameLength,
  valueLength: LIMITS.valueLength,
  descriptionLength: LIMITS.descriptionLength,
};
const options = { keySeparator: '.', sourceLocaleTag: 'en', localeTags, shape: 'flat' } as const;
const before = process.memoryUsage.rss();
const startedAt = performance.now();
const patched = format.patch(base, rows(), { ...options, limits, missing: 'keep' });
let next = await patched.next();
while (next.done !== true) next = await patched.next();
const tookMs = performance.now() - startedAt;
if (next.value.replaced !== Number(count) / 1000) throw new Error(JSON.stringify(next.value));
const grownMb = (process.resourceUsage().maxRSS * 1024 - before) / MB;
process.stdout.write(JSON.stringify({ tookMs, grownMb, fileMb: base.length / MB }));
