import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join, sep } from 'node:path';
import { isLocked, withLock } from './lock.mjs';
import { dropUnusableNode } from './node.mjs';
import { SetupError, say } from './setup-error.mjs';

const STAMP = 'node_modules/.parlance-stamp';
/** npm's own record of what it installed. */
const INSTALLED = 'node_modules/.package-lock.json';
const LOCK = 'setup';
const lockDirectory = (root) => join(root, '.cache');
const PROGRESS_MS = 15_000;
const DEPENDENCY_FIELDS = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
];

/** Installs the packages where the manifests have changed since the last time, or nothing is there. */
export async function ensureInstalled(root, { entry }) {
  // A tool from node_modules (the test runner) is a development dependency; the service needs none.
  const needsDev = entry.startsWith(join(root, 'node_modules') + sep);
  const isDone = () => {
    if (isSettled(root, entry)) return true;
    if (!isComplete(root, needsDev)) return false;
    stamp(root);
    return true;
  };
  // While another process installs, what is there may be about to go.
  if (!isLocked(lockDirectory(root), LOCK) && isDone()) return;
  await withLock(lockDirectory(root), LOCK, async (alsoHeldBy) => {
    if (isDone()) return;
    await install(root, alsoHeldBy);
    dropUnusableNode(root);
    stamp(root);
  });
}

/** The quick check: nothing has changed since the slow one. */
function isSettled(root, entry) {
  if (entry.startsWith(join(root, 'node_modules') + sep) && !existsSync(entry)) return false;
  return readText(join(root, STAMP)) === fingerprint(root);
}

function fingerprint(root) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const path of ['package-lock.json', INSTALLED, ...listManifests(root)]) {
    hash.update(`\0${path}\0`).update(readText(join(root, path)) ?? '');
  }
  return hash.digest('hex');
}

function stamp(root) {
  try {
    writeFileSync(join(root, STAMP), fingerprint(root));
  } catch (error) {
    // An installation that cannot be written to is checked each time.
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(error.code)) throw error;
  }
}

/** package.json of the root and of each workspace. */
function listManifests(root) {
  const { workspaces = [] } = JSON.parse(readText(join(root, 'package.json')) ?? '{}');
  const directories = workspaces.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern];
    const parent = pattern.slice(0, -2);
    if (!existsSync(join(root, parent))) return [];
    return readdirSync(join(root, parent)).map((name) => `${parent}/${name}`);
  });
  return ['', ...directories.sort()]
    .map((directory) => join(directory, 'package.json'))
    .filter((path) => existsSync(join(root, path)));
}

/**
 * Whether what npm installed is what the lock file says, for these manifests: then someone has run npm
 * already, or what changed is no dependency.
 */
function isComplete(root, needsDev) {
  const lock = readJson(join(root, 'package-lock.json'));
  const installed = readJson(join(root, INSTALLED));
  if (lock === null || installed === null) return false;
  const manifestsFit = listManifests(root).every((path) => {
    const locked = lock.packages[path.split(sep).slice(0, -1).join('/')];
    const manifest = readJson(join(root, path));
    return (
      locked !== undefined &&
      DEPENDENCY_FIELDS.every((field) => sameEntries(manifest[field], locked[field]))
    );
  });
  if (!manifestsFit) return false;
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (!path.includes('node_modules/') || !isForHere(wanted)) return true;
    if (wanted.dev && !needsDev) return true;
    const found = installed.packages[path];
    return (
      found !== undefined &&
      found.version === wanted.version &&
      found.integrity === wanted.integrity &&
      existsSync(join(root, path))
    );
  });
}

function sameEntries(one = {}, other = {}) {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  );
}

/** npm leaves out optional packages of other platforms; of C libraries we cannot tell, so any will do. */
function isForHere({ optional, os, cpu, libc }) {
  if (!optional) return true;
  const allows = (list, value) => list === undefined || [list].flat().includes(value);
  return allows(os, process.platform) && allows(cpu, process.arch) && libc === undefined;
}

async function install(root, alsoHeldBy) {
  say('installing packages (npm ci); this can take a minute');
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  const progress = setInterval(() => say(`still installing (${seconds()} s)`), PROGRESS_MS);
  try {
    const outcome = await runNpm(root, alsoHeldBy);
    if (outcome !== 0) throw new SetupError(`npm ci failed (${outcome}); see its message above`);
  } finally {
    clearInterval(progress);
  }
  say(`packages installed in ${seconds()} s`);
}

function runNpm(root, alsoHeldBy) {
  // Nothing here needs install scripts, and without them nothing runs that could break the install.
  const args = ['ci', '--include=dev', '--include=optional', '--ignore-scripts'];
  args.push('--no-audit', '--no-fund', '--no-progress', '--loglevel=error');
  const [program, ...first] = findNpm(root);
  const env = { ...process.env, PATH: outerPath(root) };
  const options = { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] };
  // npm is a script (npm.cmd) on Windows, which only a shell runs.
  const shell = program === 'npm' && process.platform === 'win32';
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...first, ...args], { ...options, shell });
    if (child.pid !== undefined) alsoHeldBy(child.pid);
    child.once('exit', (code, signal) => resolve(code ?? signal));
    child.once('error', (error) => {
      reject(new SetupError(`npm cannot be run (${error.message}): run npm ci here by hand`));
    });
  });
}

/**
 * The npm that started us, else the one in the PATH; never on the Node in node_modules, which npm ci
 * removes first of all.
 */
function findNpm(root) {
  const { npm_execpath: script = '', npm_node_execpath: node = '' } = process.env;
  const isUsable =
    basename(script) === 'npm-cli.js' &&
    existsSync(script) &&
    existsSync(node) &&
    !node.startsWith(join(root, 'node_modules') + sep);
  return isUsable ? [node, script] : ['npm'];
}

const outerPath = (root) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((directory) => !directory.startsWith(join(root, 'node_modules') + sep))
    .join(delimiter);

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

function readJson(path) {
  const text = readText(path);
  return text === null ? null : JSON.parse(text);
}
