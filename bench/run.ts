import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { bundleRows } from './bundle-rows.ts';
import { importRows } from './import-rows.ts';
import { describeRows, meetsGoal, type Row, ratioOf } from './row.ts';
import { startServer } from './server.ts';

/** Measures against one server and writes the page of the docs. */
const server = await startServer({ RATE_LIMITS: 'off' });
const rows: Row[] = [];
try {
  for await (const row of importRows(server)) report(row);
  for await (const row of bundleRows(server)) report(row);
} finally {
  await server.stop();
}
const machine = `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`;
writeFileSync(new URL('../docs/benchmarks.md', import.meta.url), describeRows(rows, machine));

function report(row: Row): void {
  rows.push(row);
  const { ratio } = row.goal;
  process.stdout.write(
    `${meetsGoal(row) ? 'met   ' : 'missed'} ${row.name}: ${ratioOf(row).toFixed(2)} (goal ${ratio})\n`,
  );
}
