import { spawn } from 'node:child_process';
import { existsSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { SIGNALS } from './command.mjs';
import { say } from './setup-error.mjs';
import { endWithShell, isOfNpm } from './supervise.mjs';

/** Folders with the server's modules. */
const SOURCES = ['apps/api/bin', 'apps/api/src', 'packages'];
const IGNORED = new Set(['node_modules', 'dist', 'test']);
const SOURCE = /\.(?:[cm]?[jt]s|json|sql|css)$/;
/** Debounce: an editor writes a file in several steps. */
const QUIET_MS = 150;
const MAX_END_MS = 10_000;

/**
 * Runs a server, and restarts it when a module is saved. Watches folders instead of files because a file that an editor
 * has replaced would no longer be watched. When asked to end, resolves with the exit of the server.
 */
export async function watchAndRun({ program, args, env }, root) {
  const saves = new Saves(SOURCES.map((folder) => join(root, folder)));
  let isEnding = false;
  let child = null;
  const end = (signal) => {
    isEnding = true;
    // A terminal already sends Ctrl-C to every process of the foreground group.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child?.kill(signal);
    saves.wake();
  };
  for (const signal of SIGNALS) process.on(signal, end);
  if (isOfNpm()) endWithShell();
  for (;;) {
    // If this process is killed, the channel closes and the server exits.
    child = spawn(program, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    const ended = new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
    });
    const first = await Promise.race([ended, saves.next()]);
    if (first !== undefined && !isEnding) {
      say('the server has ended: it starts again when a module is saved');
      await saves.next();
    }
    if (!isEnding) child.kill('SIGTERM');
    const kill = setTimeout(() => child.kill('SIGKILL'), MAX_END_MS);
    const how = await ended;
    clearTimeout(kill);
    if (isEnding) return how;
    say('a module was saved: the server starts again');
  }
}

/** Records when a module of some folders was saved. */
class Saves {
  #watched = new Set();
  #timer;
  #resolve = () => {};
  #wasSaved = false;

  constructor(folders) {
    for (const folder of folders) this.#watch(folder);
  }

  /** Resolves when a module is saved, or at once if one was saved since the last call. */
  async next() {
    if (!this.#wasSaved) {
      await new Promise((resolve) => {
        this.#resolve = resolve;
      });
    }
    this.#wasSaved = false;
  }

  wake() {
    this.#wasSaved = true;
    this.#resolve();
  }

  #watch(folder) {
    if (this.#watched.has(folder) || !existsSync(folder)) return;
    this.#watched.add(folder);
    watch(folder, (_, name) => {
      if (name !== null && !SOURCE.test(name)) this.#watchInside(folder);
      else this.#noteSave();
    }).on('error', () => this.#watched.delete(folder));
    this.#watchInside(folder);
  }

  #watchInside(folder) {
    if (!existsSync(folder)) return;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory() && !IGNORED.has(entry.name)) this.#watch(join(folder, entry.name));
    }
  }

  #noteSave() {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.wake();
    }, QUIET_MS);
  }
}
