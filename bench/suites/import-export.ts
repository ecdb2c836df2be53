import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FileFormatName, Project } from '@parlance/contracts';
import type pg from 'pg';
import { exportByScript, type ScriptFormat } from '../baseline-scripts.ts';
import { type BenchServer, onServer } from '../servers/server.ts';
import { inTurn, type Row, type Suite, timed } from '../suite.ts';
import {
  createFilled,
  createProject,
  exportFile,
  importFile,
  jsonOf,
  timedWithHealth,
} from '../workspace.ts';

const KEYS = 100_000;
const ROUNDS = 3;
const FORMAT_ROUNDS = 2;
/** One to three formats of each syntax: tables and lines of text, JSON, YAML and XML. */
const BENCHED = [
  'json',
  'csv',
  'yaml',
  'xliff',
  'po',
  'android',
  'xcstrings',
  'properties',
] as const;
/** Goals for a first import, relative to the same messages as JSON. XLIFF and PO also contain the source texts. */
const FORMAT_GOALS = {
  csv: 1.5,
  yaml: 2.5,
  xliff: 3,
  po: 2.5,
  android: 2.5,
  xcstrings: 2.5,
  properties: 2.5,
} as const;

export const importExport: Suite = {
  name: 'import-export',
  title: 'Import and export',
  about:
    'Files of 100,000 messages, with 33 characters per name and 25 per value. ' +
    'The baseline of an export is one query and one expression, which is ' +
    'correct for plain strings only; that of PO reads the source locale too, since a PO file has an ' +
    'entry for each source string. A patch writes a file with another text in one of a thousand ' +
    'entries, in a process of its own. Its baseline is the shortest script for the format, such as ' +
    '`JSON.parse` and `JSON.stringify`, or `saxes` and a splice for each text. The memory that a patch ' +
    'holds is counted after a collection of garbage, when its first bytes come out. Exports begin after ' +
    'the checks that follow an import, and after a `VACUUM`, which makes the script three times as ' +
    'fast; without it the result would depend on autovacuum. A server that has come to rest gives ' +
    'memory back, so an export that follows a rest takes it again, which counts as additional.',
  rows: () =>
    onServer(async function* (server, client) {
      yield* importRows(server);
      const project = await createFilled(server, KEYS, ['en', 'de']);
      yield* exportRows(server, client, project);
      yield* formatRows(server, project);
      yield* patchRows(server, project);
    }),
};

/** Measures imports of a file, and imports of the same file again. The suite `writes` compares first imports. */
async function* importRows(server: BenchServer): AsyncGenerator<Row> {
  const file = jsonOf(KEYS);
  const waits: number[] = [];
  const peaks: number[] = [];
  const first: number[] = [];
  const again: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const project = await createProject(server);
    server.resetPeak();
    for (const [figures, run] of [
      [first, () => importFile(server, project, 'en', 'json', file)],
      [again, () => importUnchanged(server, project, file)],
    ] as const) {
      const { tookMs, slowestMs } = await timedWithHealth(server, run);
      figures.push(tookMs);
      waits.push(slowestMs);
    }
    peaks.push(server.peakMb());
  }
  yield {
    name: 'import of the same file again, which writes nothing',
    unit: 'ms',
    ours: again,
    against: { name: 'its first import', figures: first },
    goal: { atMost: 0.4 },
  };
  yield healthRow('both imports', waits);
  yield {
    name: 'maximum memory of the server during both imports',
    unit: 'MB',
    ours: [Math.max(...peaks)],
    goal: { atMost: 450 },
  };
}

async function importUnchanged(server: BenchServer, project: Project, file: string): Promise<void> {
  const { values } = await importFile(server, project, 'en', 'json', file);
  if (values.unchanged !== KEYS || values.updated > 0) throw new Error(JSON.stringify(values));
}

async function* exportRows(
  server: BenchServer,
  client: pg.Client,
  project: Project,
): AsyncGenerator<Row> {
  await server.settled();
  await client.query('vacuum analyze');
  const waits: number[] = [];
  for (const format of BENCHED) {
    server.resetPeak();
    const before = server.peakMb();
    const exported = () => exportFile(server, project, 'de', format);
    const { ours, theirs } = await inTurn(
      ROUNDS,
      () => timed(exported),
      () => timed(() => exportByScript(client, project, 2, format)),
    );
    // Polls `/health` in a separate run, so that exports and the script are measured under the same load.
    waits.push((await timedWithHealth(server, exported)).slowestMs);
    const peakMb = server.peakMb() - before;
    yield {
      name: `export as ${format}`,
      unit: 'ms',
      ours,
      against: { name: 'the script', figures: theirs },
      goal: { atMost: 2 },
    };
    yield {
      name: `export as ${format}: additional memory`,
      unit: 'MB',
      ours: [peakMb],
      goal: { atMost: 100 },
    };
  }
  yield healthRow('exports', waits);
}

const healthRow = (what: string, waits: readonly number[]): Row => ({
  name: `slowest \`/health\` during ${what}`,
  unit: 'ms',
  ours: [Math.max(...waits)],
  goal: { atMost: 200 },
});

async function* formatRows(server: BenchServer, source: Project): AsyncGenerator<Row> {
  const waits: number[] = [];
  const json = await exportFile(server, source, 'de', 'json');
  for (const [format, atMost] of Object.entries(FORMAT_GOALS) as [ScriptFormat, number][]) {
    const file = await exportFile(server, source, 'de', format);
    const imported = (as: FileFormatName, content: Buffer) => async () => {
      const project = await createProject(server);
      return timed(() => importFile(server, project, 'de', as, content));
    };
    const { ours, theirs } = await inTurn(
      FORMAT_ROUNDS,
      imported(format, file),
      imported('json', json),
    );
    waits.push((await timedWithHealth(server, imported(format, file))).slowestMs);
    yield {
      name: `first import as ${format}`,
      unit: 'ms',
      ours,
      against: { name: 'as JSON', figures: theirs },
      goal: { atMost },
    };
  }
  yield healthRow('first imports', waits);
}

const PATCH_FILE = fileURLToPath(new URL('../patch-file.ts', import.meta.url));

/** Measures a patch in a separate process. One text in a thousand differs. */
async function* patchRows(server: BenchServer, project: Project): AsyncGenerator<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-patch-'));
  try {
    for (const format of BENCHED) {
      const path = join(folder, format);
      writeFileSync(path, await exportFile(server, project, 'de', format));
      yield* patchRowsOf(format, path);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function* patchRowsOf(format: ScriptFormat, path: string): AsyncGenerator<Row> {
  const run = async (what: 'ours' | 'script' | 'memory') => {
    const args = ['--expose-gc', PATCH_FILE, format, path, String(KEYS), what];
    const printed = JSON.parse(execFileSync(process.execPath, args).toString());
    return printed as Record<'tookMs' | 'heldMb' | 'fileMb', number>;
  };
  const { ours, theirs } = await inTurn(
    ROUNDS,
    async () => (await run('ours')).tookMs,
    async () => (await run('script')).tookMs,
  );
  yield {
    name: `patch of a file as ${format}: processor time`,
    unit: 'ms',
    ours,
    against: { name: 'the script', figures: theirs },
    goal: { atMost: 1.5, budget: 1000 },
  };
  const { heldMb, fileMb } = await run('memory');
  yield {
    name: `patch of a file as ${format}: memory that it holds`,
    unit: 'MB',
    ours: [heldMb],
    against: { name: 'the file', figures: [fileMb] },
    goal: { atMost: 4 },
  };
}
