import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { type Account, spawnIdentity } from './account.ts';

/**
 * A child process that receives an interrupt signal when its standard input closes. The input also
 * closes when the parent process ends.
 */
export type DependentProcess = ChildProcess & { stdin: Writable; stderr: Readable; pid: number };

/**
 * Script that starts a program. The shell replaces itself with the program (exec) and leaves a
 * background process that reads the input pipe. When the parent process ends, even by kill -9, the
 * pipe ends, and the background process interrupts the program. PostgreSQL treats the interrupt as
 * a request for a fast shutdown. The interrupt is repeated, because a program that has just started
 * may not handle it yet.
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

/** Runs a PostgreSQL program as the account. The program ends with this process at the latest. */
export function spawnDependent(
  program: string,
  args: string[],
  account: Account | null,
): DependentProcess {
  const child = spawn('/bin/sh', ['-c', LAUNCH_SCRIPT, program, ...args], {
    ...spawnIdentity(account),
    cwd: '/',
    // The program writes English messages and UTC times, and receives no other environment
    // variables.
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['pipe', 'ignore', 'pipe'],
    // Uses a separate process group, because Ctrl-C in the terminal must only reach this process,
    // which then shuts the server down.
    detached: true,
  });
  // Ignores the error of a broken pipe. The pipe breaks if the program ends first, which the event
  // `exit` already reports.
  child.stdin.on('error', () => {});
  child.once('exit', () => child.stdin.destroy());
  return child as DependentProcess;
}
