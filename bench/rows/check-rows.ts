import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { messagesOf } from '../messages.ts';
import { peakMbIn } from '../process-family.ts';
import { inTurn, type Row, timed } from '../suite.ts';

const run = promisify(execFile);

const KEYS = 100_000;
const STAGED_KEYS = 2_000;
const LOCALES = ['de', 'fr', 'es', 'it', 'pt', 'nl', 'da', 'sv', 'nb'];
const ROUNDS = 5;
const STAGED_ROUNDS = 7;
const PARSER = pathToFileURL(
  fileURLToPath(import.meta.resolve('@formatjs/icu-messageformat-parser')),
).href;

/** Measures offline checks of files with the bundle at `main`. */
export async function* checkRows(folder: string, main: string): AsyncGenerator<Row> {
  yield* offlineRows(join(folder, 'check'), main);
  yield* stagedRows(join(folder, 'staged'), main);
}

async function* offlineRows(cwd: string, main: string): AsyncGenerator<Row> {
  writeLocales(cwd, KEYS);
  const script = join(cwd, 'parse.mjs');
  writeFileSync(
    script,
    `import { readdirSync, readFileSync } from 'node:fs';
    import { parse } from ${JSON.stringify(PARSER)};
    for (const name of readdirSync('locales')) {
      for (const text of Object.values(JSON.parse(readFileSync('locales/' + name)))) parse(text);
    }`,
  );
  const spent = join(cwd, 'spent.json');
  const hook = join(cwd, 'spent.mjs');
  writeFileSync(
    hook,
    `import { readFileSync, writeFileSync } from 'node:fs';
    process.on('exit', () => {
      const status = readFileSync('/proc/self/status', 'utf8');
      writeFileSync(${JSON.stringify(spent)}, JSON.stringify({ ...process.cpuUsage(), status }));
    });`,
  );
  // Runs a program until it exits. Returns its processor time and its peak memory.
  const spend = async (...argv: readonly string[]) => {
    await run(process.execPath, ['--import', hook, ...argv], { cwd });
    const { user, system, status } = JSON.parse(readFileSync(spent, 'utf8')) as Spent;
    return { tookMs: (user + system) / 1000, peakMb: peakMbIn(status) };
  };
  const peaksMb: number[] = [];
  const { ours, theirs } = await inTurn(
    ROUNDS,
    async () => {
      const { tookMs, peakMb } = await spend(main, 'check', '--offline');
      peaksMb.push(peakMb);
      return tookMs;
    },
    async () => (await spend(script)).tookMs,
  );
  const name = `\`check --offline\` of ${LOCALES.length + 1} locales of 100,000 messages`;
  yield {
    name: `${name}: processor time`,
    unit: 'ms',
    ours,
    against: { name: 'their parse by `@formatjs/icu-messageformat-parser`', figures: theirs },
    goal: { atMost: 1.5 },
  };
  yield { name: `memory of ${name}`, unit: 'MB', ours: peaksMb, goal: { atMost: 300 } };
  rmSync(cwd, { recursive: true });
}

/** Processor time in µs of an ended program, and the last contents of its `status` file in `/proc`. */
interface Spent extends NodeJS.CpuUsage {
  readonly status: string;
}

async function* stagedRows(cwd: string, main: string): AsyncGenerator<Row> {
  writeLocales(cwd, STAGED_KEYS);
  const git = (...argv: string[]) => run('git', ['-C', cwd, ...argv]);
  const who = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.test'];
  await git('init', '--quiet');
  await git('add', '.');
  await git(...who, 'commit', '--quiet', '--message', 'Add texts');
  writeFileSync(join(cwd, 'locales/de.json'), textsOf(STAGED_KEYS, 'Changed: '));
  await git('add', '.');
  const script = join(cwd, 'parse.cjs');
  writeFileSync(
    script,
    `const { execFileSync } = require('node:child_process');
    JSON.parse(execFileSync('git', ['show', ':locales/de.json']));`,
  );
  const { ours, theirs } = await inTurn(
    STAGED_ROUNDS,
    () => timed(() => run(process.execPath, [main, 'check', '--offline', '--staged'], { cwd })),
    () => timed(() => run(process.execPath, [script], { cwd })),
  );
  yield {
    name: `\`check --offline --staged\` of one of ${LOCALES.length + 1} files of 2,000 messages`,
    unit: 'ms',
    ours,
    against: { name: '`git show` and `JSON.parse` of the file', figures: theirs },
    goal: { atMost: 1, budget: 500 },
  };
}

function writeLocales(cwd: string, keys: number): void {
  mkdirSync(join(cwd, 'locales'), { recursive: true });
  const files = [{ path: 'locales/{locale}.json' }];
  writeFileSync(join(cwd, 'parlance.json'), JSON.stringify({ files }));
  writeFileSync(join(cwd, 'locales/en.json'), textsOf(keys));
  for (const code of LOCALES) {
    writeFileSync(join(cwd, `locales/${code}.json`), textsOf(keys, `${code}: `));
  }
}

/** Returns a file without findings. Its texts differ from the source texts at their start. */
function textsOf(keys: number, start = ''): string {
  const texts = [...messagesOf(keys)].map(([name, text]) => [name, start + text]);
  return JSON.stringify(Object.fromEntries(texts), null, 2);
}
