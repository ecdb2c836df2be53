import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { readIfThere } from './read-if-there.mjs';
import { say } from './setup-error.mjs';

/**
 * Runs a build script if its inputs have changed since the last build. Returns false if the build tool is missing: an
 * installation without development packages serves the files that it was shipped with.
 */
async function buildIfChanged(root, node, { what, script, output, tool, inputs }) {
  if (!canBuild(root, { script, tool })) return false;
  const stamp = join(root, `${output}.inputs`);
  const digest = digestOf(root, inputs);
  if (existsSync(join(root, output)) && readIfThere(stamp) === digest) return true;
  if (!(await runBuild(root, node, { what, script }))) return false;
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, digest);
  return true;
}

const canBuild = (root, { script, tool }) =>
  existsSync(join(root, script)) && existsSync(join(root, 'node_modules', tool));

/** Runs a build script. Returns false if it fails. The script prints the reason. */
async function runBuild(root, node, { what, script, args = [] }) {
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

function digestOf(root, inputs) {
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

/** Builds the web app if it has changed, see {@link buildIfChanged}. */
export const ensureBuilt = (root, node) =>
  buildIfChanged(root, node, {
    what: 'the web app',
    script: 'apps/web/scripts/build.ts',
    output: 'apps/web/dist/index.html',
    tool: 'vite',
    inputs: [
      'apps/web',
      'packages/contracts/src',
      'packages/messages/src',
      'packages/query/src',
      'packages/sdk/src',
      'packages/sdk/scripts',
      'package-lock.json',
    ],
  });

/** Sources of the packages that both the command line and the server contain. */
const SHARED_SOURCES = [
  'packages/config/src',
  'packages/contracts/src',
  'packages/formats/src',
  'packages/locales/src',
  'packages/messages/src',
  'packages/query/src',
];

/** Packs the published packages if they have changed, see {@link buildIfChanged}. The service serves them. */
export const ensurePacked = (root, node) =>
  buildIfChanged(root, node, {
    what: 'the packages that the service serves',
    script: 'scripts/pack.ts',
    // The script writes this file last.
    output: 'packages/cli/dist/cli.tgz',
    tool: 'rolldown',
    inputs: [
      'LICENSE',
      'packages/cli',
      ...SHARED_SOURCES,
      'packages/reader',
      'packages/sdk',
      'package-lock.json',
      'scripts/pack.ts',
      'scripts/published-packages.ts',
    ],
  });

const SERVER = { what: 'the server', script: 'apps/api/scripts/build.ts', tool: 'rolldown' };
const SERVER_BUILDS = 'apps/api/dist';
const SERVER_INPUTS = [
  'apps/api/bin',
  'apps/api/package.json',
  'apps/api/scripts',
  'apps/api/src',
  ...SHARED_SOURCES,
  'package-lock.json',
];
const KEPT_BUILDS = 2;

/**
 * Returns the path of the server's bundle for the current sources. Returns its source if bundling fails. Each version
 * of the sources has its own folder, so that later builds do not affect a running server.
 */
export async function serverProgram(root, node, source) {
  if (!canBuild(root, SERVER)) return source;
  const folder = join(root, SERVER_BUILDS, digestOf(root, SERVER_INPUTS).slice(0, 16));
  const program = join(folder, 'start.js');
  if (existsSync(program)) return program;
  const unfinished = `${folder}.${process.pid}`;
  try {
    if (!(await runBuild(root, node, { ...SERVER, args: [unfinished] }))) return source;
    moveTo(folder, unfinished);
    dropOld(join(root, SERVER_BUILDS));
  } catch (error) {
    // A read-only checkout runs from its sources.
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return existsSync(program) ? program : source;
}

function moveTo(folder, unfinished) {
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another start has created the same build.
    if (!['EEXIST', 'ENOTEMPTY', 'EPERM'].includes(error.code) || !existsSync(folder)) throw error;
  }
}

/** Removes old builds. Keeps the previous build, whose server may still run. */
function dropOld(builds) {
  const age = (name) => statSync(join(builds, name)).mtimeMs;
  const finished = readdirSync(builds).filter((name) => /^[\da-f]{16}$/.test(name));
  for (const name of finished.sort((a, b) => age(b) - age(a)).slice(KEPT_BUILDS)) {
    rmSync(join(builds, name), { recursive: true, force: true });
  }
}
