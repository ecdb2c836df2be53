import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { type Account, spawnIdentity } from './account.ts';

/** A child process that is interrupted when its standard input closes, which also happens when the parent dies. */
export type DependentProcess = ChildProcess & { stdin: Writable; stderr: Readable; pid: number };

/**
 * The shell becomes the program (exec), and leaves a background reader of its input pipe. When this process ends, even
 * by kill -9, the reader meets the end of the pipe and interrupts the program, which PostgreSQL takes as a request for
 * a fast shutdown. The reader repeats the interrupt, because a program that has just started may not handle it yet.
 */
const LAUNCH_SCRIPT = `
exec 3<&0
(
  (
    while read -r _; do :; done
    tries=50
    while [ $tries -gt 0 ] && kill -INT $$; do tries=$((tries - 1)); sleep 0.2; done
  ) <&3 >/dev/null 2>&1 &
)
exec "$0" "$@" </dev/null 3<&-
`;

/** Runs a program of PostgreSQL as the account, for at most the life of this process. */
export function spawnDependent(
  program: string,
  args: string[],
  account: Account | null,
): DependentProcess {
  const child = spawn('/bin/sh', ['-c', LAUNCH_SCRIPT, program, ...args], {
    ...spawnIdentity(account),
    cwd: '/',
    // The program writes English and UTC, and gets no other variable of the environment.
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['pipe', 'ignore', 'pipe'],
    // A separate process group, so that Ctrl-C in the terminal reaches only this process, which then shuts the server
    // down.
    detached: true,
  });
  // The pipe breaks if the program ends first, which the exit event reports.
  child.stdin.on('error', () => {});
  child.once('exit', () => child.stdin.destroy());
  return child as DependentProcess;
}
