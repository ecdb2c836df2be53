import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Project } from '@parlance/contracts';
import { buildPackage } from '../../packages/cli/scripts/build.ts';
import { messagesOf } from '../messages.ts';
import { type BenchServer, startServer } from '../server.ts';
import { inTurn, type Row, type Suite, timed } from '../suite.ts';
import { createProject, exportFile, importFile, jsonOf } from '../workspace.ts';

const run = promisify(execFile);

const KEYS = 100_000;
const CHANGED = 1_000;
const LOCALES = 30;
const ROUNDS = 5;
const START_ROUNDS = 15;

export const cli: Suite = {
  name: 'cli',
  title: 'Command line',
  about:
    'The built bundle in a folder with JSON files of 100,000 messages, against the service on the ' +
    'same machine. A start is compared with an empty script of Node, which each command contains. ' +
    'A push or pull is compared with the import or export of the whole file without a merge.',
  async *rows() {
    const folder = mkdtempSync(join(tmpdir(), 'parlance-bench-cli-'));
    await buildPackage(join(folder, 'cli'));
    const server = await startServer({ env: { RATE_LIMITS: 'off' } });
    try {
      const at = { folder, server };
      yield* startRows(at);
      yield* mergeRows(at);
      yield* syncRows(at);
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface Place {
  folder: string;
  server: BenchServer;
}

/** Runs a command in a folder; fails as the command does. */
const parlance = ({ folder, server }: Place, cwd: string, ...argv: string[]): Promise<number> =>
  timed(() =>
    run(process.execPath, [join(folder, 'cli/dist/main.js'), ...argv], {
      cwd,
      env: { HOME: folder, PARLANCE_URL: server.url, PARLANCE_KEY: server.apiKey },
    }),
  );

async function* startRows(at: Place): AsyncGenerator<Row> {
  const empty = join(at.folder, 'empty.js');
  writeFileSync(empty, '');
  for (const flag of ['--version', '--help']) {
    const { ours, theirs } = await inTurn(
      START_ROUNDS,
      () => parlance(at, at.folder, flag),
      () => timed(() => run(process.execPath, [empty])),
    );
    yield {
      name: `\`parlance ${flag}\` beyond an empty script`,
      unit: 'ms',
      ours: ours.map((ms, round) => ms - theirs[round]!),
      goal: { atMost: 15 },
    };
  }
}

/** The texts of an edition: some differ from those of the plain one. */
const editionOf = (edition: number): string =>
  JSON.stringify(
    Object.fromEntries(
      [...messagesOf(KEYS)].map(([name, text], place) => [
        name,
        edition > 0 && place % (KEYS / CHANGED) === 0 ? `${text} ${edition}` : text,
      ]),
    ),
    null,
    2,
  );

async function* mergeRows({ server }: Place): AsyncGenerator<Row> {
  const project = await createProject(server);
  await importFile(server, project, 'en', 'json', jsonOf(KEYS));
  await server.settled();
  const names = [...messagesOf(KEYS)].filter((_, place) => place % (KEYS / CHANGED) === 0);
  const contentOf = (edition: string) =>
    Object.fromEntries(names.map(([name, text]) => [name, `${text} ${edition}`]));
  const { projects } = server.client.i18n;
  const call = { projectId: project.id, locale: 'en' };
  let [base, edition] = [await tokenOf(server, project), 0];
  const { ours, theirs } = await inTurn(
    ROUNDS,
    () => {
      const content = contentOf(`merge ${edition++}`);
      return timed(async () => {
        const { data, meta } = await projects.import({ ...call, content, mode: 'merge', base });
        if (data.values.updated !== CHANGED) throw new Error(JSON.stringify(data.values));
        base = meta.syncToken!;
      });
    },
    async () => {
      const content = contentOf(`plain ${edition++}`);
      const ms = await timed(() => projects.import({ ...call, content }));
      base = await tokenOf(server, project);
      return ms;
    },
  );
  yield {
    name: 'merge of 1,000 changed of 100,000 messages',
    unit: 'ms',
    ours,
    against: { name: 'their plain import', figures: theirs },
    goal: { atMost: 3, budget: 1_500 },
  };
}

async function tokenOf({ client }: BenchServer, { id }: Project): Promise<string> {
  const { meta } = await client.i18n.projects.export({
    ...{ projectId: id, locale: 'en', format: 'json', keyPrefix: 'no such key' },
  });
  return meta.syncToken!;
}

async function* syncRows(at: Place): AsyncGenerator<Row> {
  const { server } = at;
  const project = await createProject(server);
  const cwd = join(at.folder, 'repository');
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  };
  const files = [{ path: 'locales/{locale}.json', shape: 'flat' }];
  write('parlance.json', JSON.stringify({ project: project.id, files }));
  write('locales/en.json', editionOf(0));
  const first = await parlance(at, cwd, 'push');
  const script = await timed(async () =>
    importFile(server, await createProject(server), 'en', 'json', editionOf(0)),
  );
  yield {
    name: 'first push of 100,000 messages',
    unit: 'ms',
    ours: [first],
    against: { name: 'the import of the file', figures: [script] },
    goal: { atMost: 2 },
  };
  await parlance(at, cwd, 'pull');
  await server.settled();
  let edition = 0;
  const pushed = await inTurn(
    ROUNDS,
    () => {
      write('locales/en.json', editionOf(++edition));
      return parlance(at, cwd, 'push');
    },
    () => timed(() => importFile(server, project, 'en', 'json', editionOf(edition))),
  );
  yield {
    name: 'push of 1,000 changed of 100,000 messages',
    unit: 'ms',
    ours: pushed.ours,
    against: { name: 'the import of the whole file, unchanged', figures: pushed.theirs },
    goal: { atMost: 1, budget: 1_500 },
  };
  const pulled = await inTurn(
    ROUNDS,
    async () => {
      await importFile(server, project, 'en', 'json', editionOf(++edition));
      return parlance(at, cwd, 'pull');
    },
    () =>
      timed(async () =>
        write('whole.json', (await exportFile(server, project, 'en', 'json')).toString()),
      ),
  );
  yield {
    name: 'pull of 1,000 changed of 100,000 messages',
    unit: 'ms',
    ours: pulled.ours,
    against: { name: 'the export of the whole file', figures: pulled.theirs },
    goal: { atMost: 1, budget: 1_500 },
  };
  const codes = LOCALE_CODES.slice(0, LOCALES);
  for (const code of codes) {
    await importFile(server, project, code, 'json', jsonOf(KEYS, ` (${code})`));
  }
  await server.settled();
  yield {
    name: 'first pull of 30 locales of 100,000 messages',
    unit: 'ms',
    ours: [await parlance(at, cwd, 'pull')],
  };
  const quiet = await inTurn(
    ROUNDS,
    () => parlance(at, cwd, 'pull'),
    () =>
      timed(() =>
        run(
          'sha256sum',
          ['en', ...codes].map((code) => `locales/${code}.json`),
          { cwd },
        ),
      ),
  );
  yield {
    name: 'pull of 31 locales of 100,000 messages, nothing changed',
    unit: 'ms',
    ours: quiet.ours,
    against: { name: '`sha256sum` of the files', figures: quiet.theirs },
    goal: { atMost: 1, budget: 300 },
  };
}

const LOCALE_CODES =
  'de fr es it pt nl da sv nb fi pl cs sk sl hr hu ro bg el tr uk ru he ar fa hi th vi ja ko'.split(
    ' ',
  );
