import { spawn } from 'node:child_process';
import { existsSync, readFileSync, watch } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { say } from './setup-error.mjs';

const LIFELINE = 'PARLANCE_LIFELINE';
const SIGNALS = ['SIGINT', 'SIGTERM'];
const SAME_REQUEST_MS = 1_000;
const ORPHAN_LIMIT_MS = 40_000;
const PARENT_POLL_MS = 250;
const SHELLS = ['sh', 'dash', 'bash', 'ash', 'busybox', 'zsh'];
const SETTLE_MS = 200;

/** Whether another run of this script has spawned this process, and so has set everything up. */
export const isSpawnedRun = process.env[LIFELINE] !== undefined;

/**
 * Spawns a run whose life is tied to this process's: its lifeline is a pipe that closes when this
 * process ends in whatever way.
 */
function spawnRun(node, args) {
  return spawn(node, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, [LIFELINE]: '3' },
  });
}

/**
 * Ends this process, in order, when the one that it works for is gone: the run that spawned it, or
 * npm. A signal to npm alone ends the shell in which npm runs a script, but not what the shell runs.
 */
export function endWithParent() {
  if (isSpawnedRun) followLifeline();
  else if (process.env.npm_lifecycle_event !== undefined) followNpm();
}

function followLifeline() {
  const fd = Number(process.env[LIFELINE]);
  delete process.env[LIFELINE];
  const lifeline = new Socket({ fd, readable: true, writable: false });
  lifeline.on('error', () => {});
  lifeline.on('close', endAsOrphan);
  lifeline.resume().unref();
}

/** npm leaves its scripts no pipe; that its processes are gone shows in whose child one is. */
function followNpm() {
  const parent = process.ppid;
  const shell = readParent(parent, SHELLS);
  const timer = setInterval(() => {
    if (process.ppid === parent && (shell === null || readParent(parent, SHELLS) === shell)) return;
    clearInterval(timer);
    endAsOrphan();
  }, PARENT_POLL_MS);
  timer.unref();
}

/** The parent of a process that is one of these programs; null where it is not, or cannot be told. */
function readParent(pid, names) {
  try {
    // proc(5): pid (name) state parent …
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+) /s.exec(
      readFileSync(`/proc/${pid}/stat`, 'utf8'),
    );
    return names.includes(name) ? Number(parent) : null;
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return null;
    throw error;
  }
}

function endAsOrphan() {
  setTimeout(() => process.exit(1), ORPHAN_LIMIT_MS).unref();
  process.kill(process.pid, 'SIGTERM');
}

/** Runs in another Node, as if it were this process: its signals, its end. */
export function runInNode(node, args) {
  const child = spawnRun(node, args);
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  child.once('error', (error) => {
    say(`${node} cannot be run: ${error.message}`);
    process.exit(1);
  });
  child.once('exit', endAs);
}

function endAs(code, signal) {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/**
 * Makes one Ctrl-C one signal to the entry. The terminal sends it to the whole foreground group, and
 * npm and an outer run pass it on as well, so it comes up to three times within milliseconds; an entry
 * that listens once would be killed by the second while it still ends in order. A second Ctrl-C a
 * second later counts as such.
 */
export function gateSignals() {
  const lastAt = new Map();
  const { emit } = process;
  process.emit = function emitGated(event, ...args) {
    if (SIGNALS.includes(event)) {
      const now = performance.now();
      if (now - (lastAt.get(event) ?? Number.NEGATIVE_INFINITY) < SAME_REQUEST_MS) return true;
      lastAt.set(event, now);
    }
    return emit.call(this, event, ...args);
  };
  for (const signal of SIGNALS) {
    // Keeps the default, to die at once, from coming back when the entry stops listening; and stands
    // in for it where the entry does not listen.
    const standIn = () => {
      if (process.listenerCount(signal) > 1) return;
      process.removeListener(signal, standIn);
      process.kill(process.pid, signal);
    };
    process.on(signal, standIn);
  }
}

/** Runs the entry and starts it anew when a source changes. */
export function watchAndRun(root, args) {
  let child = null;
  let ending = false;
  const start = () => {
    child = spawnRun(process.execPath, args);
    child.once('exit', (code, signal) => {
      const isRestart = child?.isRestarting === true;
      child = null;
      if (ending) endAs(code, signal);
      else if (isRestart) start();
      else say(`ended with ${signal ?? `code ${code}`}; waiting for a change`);
    });
  };
  const restart = (name) => {
    say(`${name} changed: starting again`);
    if (child === null) return start();
    child.isRestarting = true;
    child.kill('SIGTERM');
  };
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      ending = true;
      if (child === null) endAs(null, signal);
      else child.kill(signal);
    });
  }
  watchSources(root, restart);
  start();
}

function watchSources(root, onChange) {
  let timer;
  for (const parent of ['apps', 'packages']) {
    if (!existsSync(join(root, parent))) continue;
    watch(join(root, parent), { recursive: true }, (_, name) => {
      if (name === null || !isSource(name)) return;
      clearTimeout(timer);
      timer = setTimeout(() => onChange(join(parent, name)), SETTLE_MS);
    });
  }
}

/** What a running server has read: its modules, migrations and data, not tests. */
const isSource = (name) =>
  /[\\/](src|bin)[\\/].*\.(ts|mjs|sql|json)$/.test(name) && !/\.(test|fixture)\.ts$/.test(name);
