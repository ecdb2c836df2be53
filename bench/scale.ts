import { availableParallelism } from 'node:os';
import { describeRow } from './page.ts';
import { scaleRows } from './suites/scale.ts';

/**
 * `node bench/scale.ts [processes…]`: measures 1, 2, 4, 8, 12 and 16 processes, as far as there are cores, or the counts that
 * are given, and prints a table. It uses the server of DATABASE_URL, in a database of its own that it drops, or starts
 * PostgreSQL itself, and ends within nine minutes.
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
