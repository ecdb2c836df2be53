import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runCommand, SIGNALS } from './command.mjs';
import { say } from './setup-error.mjs';

/** Exit code of a server that failed to start. A restart would not help. */
const START_ERROR = 2;
const MAX_CRASHES = 5;
const WITHIN_MINUTES = 5;
const PARENT_POLL_MS = 250;
const SHELL = '/bin/sh';
const SCRIPT = fileURLToPath(new URL('supervise.sh', import.meta.url));
const WATCH = new URL('watch-supervisor.mjs', import.meta.url).href;

/**
 * Runs a server and restarts it when it crashes, after a pause that doubles each time. Resolves with the exit of the
 * server when it was asked to end, could not start, or has crashed too often. If possible, this process is replaced by
 * a shell that does the same with a thirtieth of the memory.
 */
export async function supervise(
  command,
  { firstPauseMs = 1_000, inShell = canBecomeShell() } = {},
) {
  if (inShell) becomeShell(command, firstPauseMs);
  const stopping = new AbortController();
  for (const signal of SIGNALS) process.on(signal, () => stopping.abort(signal));
  if (isOfNpm()) endWithShell();
  let crashes = [];
  for (;;) {
    const end = await runCommand(command, { ipc: true });
    if (stopping.signal.aborted || end.code === 0 || end.code === START_ERROR) return end;
    const now = performance.now();
    crashes = [...crashes, now].filter((at) => now - at < WITHIN_MINUTES * 60_000);
    const what = `the server crashed (${end.signal ?? `exit code ${end.code}`})`;
    if (crashes.length === MAX_CRASHES) {
      say(`${what}, ${MAX_CRASHES} times within ${WITHIN_MINUTES} minutes: giving up`);
      return { code: 1, signal: null };
    }
    const pauseMs = firstPauseMs * 2 ** (crashes.length - 1);
    say(`${what}: starting it again in ${pauseMs / 1000} s`);
    await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    if (stopping.signal.aborted) return { code: null, signal: stopping.signal.reason };
  }
}

/** False on Windows and in Node before 22.15. */
const canBecomeShell = () => process.execve !== undefined && existsSync(SHELL);

function becomeShell({ program, args, env }, firstPauseMs) {
  const shellOfNpm = isOfNpm() ? String(process.ppid) : '';
  const server = [program, `--import=${WATCH}`, ...args];
  process.execve(SHELL, ['sh', SCRIPT, String(firstPauseMs), shellOfNpm, ...server], env);
}

export const isOfNpm = () => process.env.npm_lifecycle_event !== undefined;

/**
 * Sends SIGTERM to this process when the shell of npm ends. npm signals the shell in which it runs a script, and the
 * shell does not pass the signal on.
 */
export function endWithShell() {
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    // A second signal would end the server before its open requests have finished.
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_POLL_MS);
  timer.unref();
}
