import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { type Account, spawnIdentity } from './account.ts';

/**
 * A child process that ends when its standard input closes. The standard input closes when the
 * parent process ends, or earlier.
 */
export type DependentProcess = ChildProcess & { stdin: Writable; stderr: Readable; pid: number };

/**
 * Script that starts a program and interrupts it when the input pipe ends. The pipe ends with the
 * parent process, even after kill -9. PostgreSQL treats the interrupt as a request for a fast
 * shutdown. The interrupt is repeated, because a program that has just started may not handle it
 * yet.
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

/** Runs a PostgreSQL program as the account. The program also ends when this process ends. */
export function spawnDependent(
  program: string,
  args: string[],
  account: Account | null,
): DependentProcess {
  const child = spawn('/bin/sh', ['-c', LAUNCH_SCRIPT, program, ...args], {
    ...spawnIdentity(account),
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['pipe', 'ignore', 'pipe'],
    // Uses a separate process group, so that Ctrl-C in the terminal reaches only this process. This
    // process then shuts the server down.
    detached: true,
  });
  child.stdin.on('error', () => {});
  child.once('exit', () => child.stdin.destroy());
  return child as DependentProcess;
}
