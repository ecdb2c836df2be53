// node scripts/run.mjs [--watch] <entry> [args…]
// Sets the checkout up where that is needed, picks the Node that the project needs, and runs the entry
// in it. Plain JavaScript for Node 18 and later, since it runs before anything is installed.
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureInstalled } from './run/install.mjs';
import { chooseNode } from './run/node.mjs';
import {
  endWithParent,
  gateSignals,
  isSpawnedRun,
  runInNode,
  watchAndRun,
} from './run/process.mjs';
import { SetupError } from './run/setup-error.mjs';

const script = fileURLToPath(import.meta.url);
const root = dirname(dirname(script));

async function main() {
  const given = process.argv.slice(2);
  const watches = given[0] === '--watch';
  const [name, ...args] = watches ? given.slice(1) : given;
  if (name === undefined)
    throw new SetupError('usage: node scripts/run.mjs [--watch] <entry> [args…]');
  process.chdir(root);
  const entry = resolve(name);

  // A spawned run has been set up by the one that spawned it.
  if (!isSpawnedRun) {
    await ensureInstalled(root, { entry });
    const node = chooseNode(root);
    if (realpathSync(node) !== realpathSync(process.execPath)) {
      endWithParent();
      return runInNode(node, [...process.execArgv, script, ...given]);
    }
  }
  endWithParent();
  if (watches) return watchAndRun(root, [script, name, ...args]);
  if (!existsSync(entry)) throw new SetupError(`there is no ${name}`);
  gateSignals();
  const { enableCompileCache } = await import('node:module');
  enableCompileCache?.(join(root, 'node_modules/.cache/compile'));
  process.argv = [process.execPath, entry, ...args];
  await import(pathToFileURL(entry).href);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(`parlance: ${error.message}`);
  process.exitCode = 1;
}
