import { availableParallelism } from 'node:os';
import { describeRow } from './page.ts';
import { scaleRows } from './suites/scale.ts';

/**
 * `node bench/scale.ts [processes…]` measures 1, 2, 4, 8, 12 and 16 processes, up to the number of cores, or the given
 * counts, and prints a table. It creates and drops a database in the server of DATABASE_URL, or starts PostgreSQL
 * itself. It ends within nine minutes.
 */
const COUNTS = [1, 2, 4, 8, 12, 16];
const TIME_MS = 8.6 * 60_000;

delete process.env.NODE_COMPILE_CACHE;
const given = process.argv.slice(2).map(Number);
if (given.some((count) => !Number.isSafeInteger(count) || count < 1)) {
  throw new Error('usage: node bench/scale.ts [processes…], such as `node bench/scale.ts 1 2 4`');
}
const counts = given.length > 0 ? given : COUNTS.filter((count) => count <= availableParallelism());
process.stdout.write('| what | ours | against | result | goal |\n|---|---|---|---|---|\n');
for await (const row of scaleRows(
  counts.sort((a, b) => a - b),
  process.env.DATABASE_URL,
  TIME_MS,
)) {
  process.stdout.write(`${describeRow(row)}\n`);
}
