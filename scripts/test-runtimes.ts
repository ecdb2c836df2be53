/**
 * Writes files of every format in every way, and reads them with the programs and libraries that ship such files:
 *
 *   node scripts/run.mjs scripts/test-runtimes.ts [--entries=20000] [--seed=…] [--only=po,yaml] [--per-file=400] [--pulled=100]
 *
 * A program must show the texts that Parlance stores. Parlance must reject each text that a format cannot carry, and
 * name its key. Missing programs are installed with apt-get and npm. With --per-file=1, a rejected file has one entry.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installRuntimes } from './runtimes/install.ts';
import { stopService } from './runtimes/pull.ts';
import { runSubject } from './runtimes/run-subject.ts';
import type { Subject } from './runtimes/subject.ts';
import { SUBJECTS } from './runtimes/subjects.ts';

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: process.env.RUNTIMES_ENTRIES ?? '20000' },
    'per-file': { type: 'string', default: '400' },
    pulled: { type: 'string', default: '100' },
    seed: { type: 'string', default: process.env.TEST_SEED ?? String(Date.now() % 1_000_000) },
    only: { type: 'string' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'parlance-runtimes-'));
const only = values.only?.split(',');
const chosen = SUBJECTS.filter(
  ({ id }) => only === undefined || only.some((one) => id.startsWith(one)),
);
console.log(`seed ${values.seed}, ${values.entries} entries for each way to write a format`);
installRuntimes();
let failed = 0;
try {
  for (const subject of chosen) await tryOut(subject);
} finally {
  await stopService();
}
if (failed === 0) rmSync(folder, { recursive: true });
if (chosen.length === 0) throw new Error(`no format is called ${values.only}`);
process.exitCode = failed > 0 ? 1 : 0;

async function tryOut(subject: Subject): Promise<void> {
  const startedAt = performance.now();
  const outcome = await runSubject(subject, {
    entries: Number(values.entries),
    perFile: Number(values['per-file']),
    seed: Number(values.seed),
    folder,
    pulled: Number(values.pulled),
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  failed += outcome.differences.length;
  console.log(
    `${subject.id}: ${outcome.entries} entries in ${outcome.files} files, ${outcome.differences.length} differences (${seconds} s)`,
  );
  for (const { name, version } of subject.readers) {
    console.log(`  ${name} ${version()}: ${outcome.texts.get(name)} texts`);
  }
  for (const [reason, count] of outcome.refused) console.log(`  refused ${count}: ${reason}`);
  for (const difference of outcome.differences
    .filter((difference) => difference !== '')
    .slice(0, 8)) {
    console.error(`  ${difference}`);
  }
}
