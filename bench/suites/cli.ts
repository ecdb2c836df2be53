import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Project } from '@parlance/contracts';
import { buildPackage } from '../../packages/cli/scripts/build.ts';
import { messagesOf } from '../messages.ts';
import { checkRows } from '../rows/check-rows.ts';
import { type BenchServer, onServer } from '../servers/server.ts';
import { inTurn, type Row, type Suite, timed } from '../suite.ts';
import { createFilled, createProject, importFile } from '../workspace.ts';

const run = promisify(execFile);

const KEYS = 100_000;
const CHANGED = 1_000;
const ROUNDS = 5;
const START_ROUNDS = 15;

export const cli: Suite = {
  name: 'cli',
  title: 'Command line',
  about:
    'The built bundle in a folder with JSON files of 100,000 messages, against the service on the ' +
    'same machine. A start is compared with an empty script of Node, which each command contains. ' +
    'A check is compared with scripts of a few lines that only parse the same texts. ' +
    'A push is compared with the import of the whole file without a merge, and a pull with a script of a ' +
    'few lines that fetches the locale and writes all of its texts into the file.',
  async *rows() {
    const folder = mkdtempSync(join(tmpdir(), 'parlance-bench-cli-'));
    await buildPackage(join(folder, 'cli'));
    try {
      yield* onServer(async function* (server) {
        const at = { folder, server };
        yield* startRows(at);
        yield* checkRows(folder, mainOf(at));
        yield* firstPushRows(at);
        yield* filledRows(at);
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface Place {
  folder: string;
  server: BenchServer;
}

/** Runs a command in a folder. Returns the duration in ms. Throws if the command fails. */
const parlance = (at: Place, cwd: string, ...argv: string[]): Promise<number> => {
  const { folder, server } = at;
  const env = { HOME: folder, PARLANCE_URL: server.url, PARLANCE_KEY: server.apiKey };
  return timed(() => run(process.execPath, [mainOf(at), ...argv], { cwd, env }));
};

const PULL_SCRIPT = `
  import { existsSync, readFileSync, writeFileSync } from 'node:fs';
  const [address, key, locale, path] = process.argv.slice(2);
  const answer = await fetch(address, {
    method: 'POST',
    headers: { authorization: 'ApiKey ' + key, 'content-type': 'application/json' },
    body: JSON.stringify({ locale, format: 'json', shape: 'flat' }),
  });
  const { data } = await answer.json();
  const before = existsSync(path) ? JSON.parse(readFileSync(path)) : {};
  writeFileSync(path, JSON.stringify({ ...before, ...data.content }, null, 2));
`;

/** Fetches a locale and writes its texts into a file, in a separate process. */
function pullByScript(
  { folder, server }: Place,
  { id }: Project,
  locale: string,
  name: string,
): Promise<number> {
  const script = join(folder, 'pull.mjs');
  writeFileSync(script, PULL_SCRIPT);
  const address = `${server.url}/v1/i18n/projects/${id}/export`;
  const argv = [script, address, server.apiKey, locale, join(folder, name)];
  return timed(() => run(process.execPath, argv));
}

/** Returns the path of the built bundle. */
const mainOf = ({ folder }: Place): string => join(folder, 'cli/dist/main.js');

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

/** Returns the texts of an edition. Some differ from those of the plain edition. */
const editionOf = (edition: number): string =>
  JSON.stringify(
    { ...Object.fromEntries(messagesOf(KEYS)), ...(edition > 0 && changesOf(`${edition}`)) },
    null,
    2,
  );

/** Returns the changed texts of an edition. */
const changesOf = (edition: string): Record<string, string> =>
  Object.fromEntries(
    [...messagesOf(KEYS)]
      .filter((_, place) => place % (KEYS / CHANGED) === 0)
      .map(([name, text]) => [name, `${text} ${edition}`]),
  );

/** Creates a folder with the configuration of a project, and returns functions that write its files. */
function checkoutOf({ folder }: Place, name: string, project: Project) {
  const cwd = join(folder, name);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  };
  const files = [{ path: 'locales/{locale}.json', shape: 'flat' }];
  write('parlance.json', JSON.stringify({ project: project.id, files }));
  return { cwd, write };
}

async function* firstPushRows(at: Place): AsyncGenerator<Row> {
  const { server } = at;
  const { cwd, write } = checkoutOf(at, 'first', await createProject(server));
  write('locales/en.json', editionOf(0));
  const first = await parlance(at, cwd, 'push');
  const project = await createProject(server);
  const script = await timed(() => importFile(server, project, 'en', 'json', editionOf(0)));
  yield {
    name: 'first push of 100,000 messages',
    unit: 'ms',
    ours: [first],
    against: { name: 'the import of the file', figures: [script] },
    goal: { atMost: 2 },
  };
}

async function* filledRows(at: Place): AsyncGenerator<Row> {
  const { server } = at;
  const project = await createFilled(server, KEYS, ['en', ...LOCALE_CODES]);
  await server.settled();
  const checkout = checkoutOf(at, 'filled', project);
  yield {
    name: `first pull of ${LOCALE_CODES.length + 1} locales of 100,000 messages`,
    unit: 'ms',
    ours: [await parlance(at, checkout.cwd, 'pull')],
  };
  yield* quietRows(at, checkout.cwd);
  yield* onePullRows(at, project);
  const small = await createFilled(server, KEYS, ['en', 'de']);
  await server.settled();
  const changed = checkoutOf(at, 'changed', small);
  await parlance(at, changed.cwd, 'pull');
  yield* changedRows(at, small, changed);
}

async function* quietRows(at: Place, cwd: string): AsyncGenerator<Row> {
  const paths = ['en', ...LOCALE_CODES].map((code) => `locales/${code}.json`);
  for (const command of ['push', 'pull']) {
    const { ours, theirs } = await inTurn(
      ROUNDS,
      () => parlance(at, cwd, command),
      () => timed(() => run('sha256sum', paths, { cwd })),
    );
    yield {
      name: `${command} of ${paths.length} locales of 100,000 messages, nothing changed`,
      unit: 'ms',
      ours,
      against: { name: '`sha256sum` of the files', figures: theirs },
      goal: { atMost: 1, budget: 300 },
    };
  }
}

async function* onePullRows(at: Place, project: Project): AsyncGenerator<Row> {
  let round = 0;
  const { ours, theirs } = await inTurn(
    ROUNDS,
    () => parlance(at, checkoutOf(at, `new ${round++}`, project).cwd, 'pull', '--locale', 'de'),
    () => pullByScript(at, project, 'de', `by script ${round}.json`),
  );
  yield {
    name: 'pull of one locale of 100,000 messages into a new file',
    unit: 'ms',
    ours,
    against: { name: 'the script', figures: theirs },
    goal: { atMost: 1.5, budget: 1_500 },
  };
}

async function* changedRows(
  at: Place,
  project: Project,
  { cwd, write }: ReturnType<typeof checkoutOf>,
): AsyncGenerator<Row> {
  const { server } = at;
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
    goal: { atMost: 1.5, budget: 1_500 },
  };
  const pulled = await inTurn(
    ROUNDS,
    async () => {
      const content = changesOf(`${++edition}`);
      await server.client.i18n.projects.import({ projectId: project.id, locale: 'en', content });
      return parlance(at, cwd, 'pull');
    },
    () => pullByScript(at, project, 'en', 'by script.json'),
  );
  yield {
    name: 'pull of 1,000 changed of 100,000 messages',
    unit: 'ms',
    ours: pulled.ours,
    against: { name: 'the script', figures: pulled.theirs },
    goal: { atMost: 1.5, budget: 1_500 },
  };
}

const LOCALE_CODES =
  'de fr es it pt nl da sv nb fi pl cs sk sl hr hu ro bg el tr uk ru he ar fa hi th vi ja ko'.split(
    ' ',
  );
