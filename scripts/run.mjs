// node scripts/run.mjs [--supervise | --watch] [options of Node…] <entry> [arguments…]
// Installs the packages when the lock file has changed, and runs the entry in the Node version that the project needs.
// With --supervise, a process that crashes is restarted. With --watch, the process is restarted when a module is saved.
// Plain JavaScript for Node 18 and later, since it runs before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverProgram } from './run/build.mjs';
import { endAs, runCommand } from './run/command.mjs';
import { ensureInstalled } from './run/install.mjs';
import { chooseNode } from './run/node.mjs';
import { SetupError } from './run/setup-error.mjs';
import { supervise } from './run/supervise.mjs';
import { watchAndRun } from './run/watch.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const SERVER = join(root, 'apps/api/bin/start.ts');
/** glibc gives each thread its own memory arena, which an idle server does not reuse. */
const MALLOC_ARENA_MAX = '2';

async function main() {
  const given = process.argv.slice(2);
  const isSupervised = given[0] === '--supervise';
  const isWatched = given[0] === '--watch';
  if (isSupervised || isWatched) given.shift();
  const at = given.findIndex((argument) => !argument.startsWith('-'));
  if (at === -1) {
    throw new SetupError(
      'usage: node scripts/run.mjs [--supervise | --watch] [options of Node…] <entry>',
    );
  }
  process.chdir(root);
  const entry = resolve(given[at]);
  await ensureInstalled(root, entry);
  if (!existsSync(entry)) throw new SetupError(`there is no ${given[at]}`);
  const program = chooseNode(root);
  // The server uses the build as soon as it exists.
  if (entry === SERVER) spawnBeside(program, 'scripts/run/parts.mjs');
  const options = given.slice(0, at);
  const rest = given.slice(at + 1);
  if (isSupervised) {
    const started = entry === SERVER ? await serverProgram(root, program, entry) : entry;
    const env = { MALLOC_ARENA_MAX, ...process.env };
    endAs(await supervise({ program, args: [...options, started, ...rest], env }));
    return;
  }
  const args = [...options, entry, ...rest];
  if (isWatched) {
    endAs(await watchAndRun({ program, args, env: process.env }, root));
    return;
  }
  // Node caches compiled code, which halves the start time. A server would answer a quarter fewer requests with cached
  // code (`npm run bench -- bundles`), so it compiles its own.
  const NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/compile');
  endAs(await runCommand({ program, args, env: { NODE_COMPILE_CACHE, ...process.env } }));
}

function spawnBeside(program, script) {
  const stdio = ['ignore', 'ignore', 'inherit'];
  spawn(program, [join(root, script)], { stdio, detached: true }).unref();
}

try {
  await main();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(`parlance: ${error.message}`);
  process.exitCode = 1;
}
