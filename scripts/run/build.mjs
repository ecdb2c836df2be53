import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readIfThere } from './read-if-there.mjs';
import { say } from './setup-error.mjs';

/**
 * Runs a build script if its inputs have changed since the last build. Returns false if the build tool is missing: an
 * installation without development packages serves the files that it was shipped with.
 */
export async function buildIfChanged(root, node, { what, script, output, tool, inputs }) {
  if (!canBuild(root, { script, tool })) return false;
  const stamp = join(root, `${output}.inputs`);
  const digest = digestOf(root, inputs);
  if (existsSync(join(root, output)) && readIfThere(stamp) === digest) return true;
  if (!(await runBuild(root, node, { what, script }))) return false;
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, digest);
  return true;
}

export const canBuild = (root, { script, tool }) =>
  existsSync(join(root, script)) && existsSync(join(root, 'node_modules', tool));

/** Runs a build script. Returns false if it fails. The script prints the reason. */
export async function runBuild(root, node, { what, script, args = [] }) {
  const child = spawn(node, [join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code, signal] = await once(child, 'exit');
  if (code === 0) return true;
  say(`${what} could not be built (${code ?? signal}); see its message above`);
  return false;
}

export function digestOf(root, inputs) {
  const hash = createHash('sha256');
  for (const path of inputs.flatMap((input) => filesOf(root, input)).sort()) {
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
