import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { type Account, spawnIdentity } from './account.ts';

/** A child process that is interrupted when its standard input closes, with the parent process. */
export type DependentProcess = ChildProcess & { stdin: Writable; stderr: Readable; pid: number };

/**
 * The shell becomes the program (exec), and leaves behind a reader of our pipe that is nobody's child.
 * When this process ends, even by kill -9, the reader meets the end of the file and interrupts the
 * program, which PostgreSQL takes as a fast shutdown: no orphan. It interrupts more than once because
 * a program that only just starts may not listen yet.
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

/** Runs a program of PostgreSQL's as the account, and never longer than this process. */
export function spawnDependent(
  program: string,
  args: string[],
  account: Account | null,
): DependentProcess {
  const child = spawn('/bin/sh', ['-c', LAUNCH_SCRIPT, program, ...args], {
    ...spawnIdentity(account),
    cwd: '/',
    // It speaks English and UTC, and sees nothing else of our environment.
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['pipe', 'ignore', 'pipe'],
    // A process group of its own: Ctrl-C in the terminal reaches this process, which ends the server when it is done.
    detached: true,
  });
  // The pipe breaks when the program ends first; the exit event reports that.
  child.stdin.on('error', () => {});
  child.once('exit', () => child.stdin.destroy());
  return child as DependentProcess;
}
