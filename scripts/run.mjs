// node scripts/run.mjs [--supervise] [options of Node…] <entry> [arguments…]
// Installs the packages when the lock file has changed, and runs the entry in the Node that the project
// needs. With --supervise, a process that crashes is started again. Plain JavaScript for Node 18 and
// later, since it runs before anything is installed.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endAs, runCommand } from './run/command.mjs';
import { ensureInstalled } from './run/install.mjs';
import { chooseNode } from './run/node.mjs';
import { SetupError, say } from './run/setup-error.mjs';
import { supervise } from './run/supervise.mjs';
import { ensureBuilt } from './run/web.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const SERVER = 'apps/api/bin/start.ts';

async function main() {
  const given = process.argv.slice(2);
  const isSupervised = given[0] === '--supervise';
  if (isSupervised) given.shift();
  const at = given.findIndex((argument) => !argument.startsWith('-'));
  if (at === -1) {
    throw new SetupError('usage: node scripts/run.mjs [--supervise] [options of Node…] <entry>');
  }
  process.chdir(root);
  const entry = resolve(given[at]);
  await ensureInstalled(root, entry);
  if (!existsSync(entry)) throw new SetupError(`there is no ${given[at]}`);
  const program = chooseNode(root);
  // While PostgreSQL starts; the server takes the build up as soon as it is there.
  if (entry === join(root, SERVER)) {
    ensureBuilt(root, program).catch((error) =>
      say(`the web app could not be built: ${error.message}`),
    );
  }
  const command = {
    program,
    args: [...given.slice(0, at), entry, ...given.slice(at + 1)],
    // Node keeps what it compiled, which halves the time that a start takes.
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'), ...process.env },
  };
  endAs(isSupervised ? await supervise(command) : await runCommand(command));
}

try {
  await main();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(`parlance: ${error.message}`);
  process.exitCode = 1;
}
