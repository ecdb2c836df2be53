import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere } from './read-if-there.mjs';
import { say } from './setup-error.mjs';

const BUILD = 'apps/web/scripts/build.ts';
const STAMP = 'apps/web/dist/.inputs';
const INPUTS = [
  'apps/web',
  'packages/contracts/src',
  'packages/messages/src',
  'packages/query/src',
  'packages/sdk/src',
  'packages/sdk/scripts',
  'package-lock.json',
];

/**
 * Builds the web app if its inputs have changed since the last build. Returns false if there is nothing to
 * build it with: an installation without development packages serves the `dist` that it was shipped with.
 */
export async function ensureBuilt(root, node) {
  if (!existsSync(join(root, BUILD)) || !existsSync(join(root, 'node_modules/vite'))) return false;
  const digest = digestOf(root);
  if (readIfThere(join(root, STAMP)) === digest) return true;
  const child = spawn(node, [join(root, BUILD)], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code, signal] = await once(child, 'exit');
  if (code !== 0) {
    say(`the web app could not be built (${code ?? signal}); see its message above`);
    return false;
  }
  writeFileSync(join(root, STAMP), digest);
  return true;
}

function digestOf(root) {
  const hash = createHash('sha256');
  for (const path of INPUTS.flatMap((input) => filesOf(root, input)).sort()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesOf(root, path) {
  const entries = listIfFolder(join(root, path));
  if (entries === null) return [path];
  return entries
    .filter(({ name }) => !/^(dist.*|node_modules|test)$|\.test\.ts$/.test(name))
    .flatMap(({ name }) => filesOf(root, `${path}/${name}`));
}

function listIfFolder(path) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOTDIR') return null;
    throw error;
  }
}
