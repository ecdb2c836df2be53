import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dropUnusableNode } from './node.mjs';
import { npmCommand } from './npm.mjs';
import { readIfThere } from './read-if-there.mjs';
import { SetupError, say } from './setup-error.mjs';

const LOCK_FILE = 'package-lock.json';
/** npm's record of the installed packages. */
const INSTALLED = 'node_modules/.package-lock.json';
/** The digest of the installed lock file. */
const STAMP = 'node_modules/.parlance-stamp';
const INSTALLING = '.cache/installing';
const PROGRESS_MS = 15_000;

/** Installs the packages if the lock file has changed since the last installation. */
export async function ensureInstalled(root, entry) {
  if (isInstalled(root, entry)) return;
  await withLock(join(root, INSTALLING), async (setHolder) => {
    if (isInstalled(root, entry)) return;
    await install(root, setHolder);
    dropUnusableNode(root);
    writeStamp(root);
  });
}

function isInstalled(root, entry) {
  // A tool from node_modules (the test runner) is a development dependency, which the service does not need.
  const isTool = entry.startsWith(join(root, 'node_modules') + sep);
  if (isTool && !existsSync(entry)) return false;
  if (readIfThere(join(root, STAMP)) === digestOf(root)) return true;
  if (!isComplete(root, isTool)) return false;
  writeStamp(root);
  return true;
}

/** True if npm has already installed every package of the lock file for this platform. */
function isComplete(root, needsDev) {
  const installed = JSON.parse(readIfThere(join(root, INSTALLED)) ?? '{}').packages;
  if (installed === undefined) return false;
  const wanted = Object.entries(JSON.parse(readIfThere(join(root, LOCK_FILE))).packages);
  return wanted.every(([path, { version, integrity, dev, ...conditions }]) => {
    if (!path.includes('node_modules/') || !isForHere(conditions) || (dev && !needsDev))
      return true;
    const found = installed[path];
    return (
      found?.version === version && found?.integrity === integrity && existsSync(join(root, path))
    );
  });
}

/**
 * True if npm must have installed the package. npm leaves out an optional package for another platform, and its
 * dependencies. A package for one C library may be missing, because the C library of this machine is unknown.
 */
function isForHere({ optional, os, cpu, libc }) {
  if (!optional) return true;
  const allows = (list, value) => [list].flat().includes(value);
  const isOfPlatform = os !== undefined && cpu !== undefined && libc === undefined;
  return isOfPlatform && allows(os, process.platform) && allows(cpu, process.arch);
}

const digestOf = (root) =>
  createHash('sha256')
    .update(`${process.platform} ${process.arch}\n${readIfThere(join(root, LOCK_FILE))}`)
    .digest('hex');

function writeStamp(root) {
  try {
    writeFileSync(join(root, STAMP), digestOf(root));
  } catch (error) {
    // Without a stamp, a read-only checkout is checked in full at each start.
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(error.code)) throw error;
  }
}

async function install(root, setHolder) {
  say('installing packages (npm ci); this can take a minute');
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  const progress = setInterval(() => say(`still installing (${seconds()} s)`), PROGRESS_MS);
  try {
    await runNpm(root, setHolder);
  } finally {
    clearInterval(progress);
  }
  say(`packages installed in ${seconds()} s`);
}

async function runNpm(root, setHolder) {
  // No package needs install scripts. Without them, no package code runs during the installation.
  const args = ['ci', '--include=dev', '--include=optional', '--ignore-scripts'];
  args.push('--no-audit', '--no-fund', '--no-progress', '--loglevel=error');
  const { program, first, env, shell } = npmCommand(root);
  const child = spawn(program, [...first, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell,
  });
  // npm continues when this process is killed.
  if (child.pid !== undefined) setHolder(child.pid);
  const [code, signal] = await once(child, 'exit').catch((error) => {
    throw new SetupError(`npm cannot be run (${error.message}). Run npm ci in this directory.`);
  });
  if (code !== 0) throw new SetupError(`npm ci failed (${code ?? signal}). See its message above.`);
}

/** Runs `work` with a lock on `path`. The file contains the id of the process that has the lock. */
async function withLock(path, work) {
  mkdirSync(dirname(path), { recursive: true });
  let waitsFor = null;
  while (!tryCreate(path)) {
    // The number is 0 while the file is being written, or if the file was just deleted.
    const holder = Number(readIfThere(path));
    if (holder !== 0 && !isAlive(holder)) rmSync(path, { force: true });
    else if (holder !== 0 && holder !== waitsFor) {
      waitsFor = holder;
      say(`waiting for process ${holder}, which installs packages (or delete ${path})`);
    }
    await sleep(50 + Math.random() * 50);
  }
  try {
    return await work((pid) => writeFileSync(path, String(pid)));
  } finally {
    rmSync(path, { force: true });
  }
}

function tryCreate(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
