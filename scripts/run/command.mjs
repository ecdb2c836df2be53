import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SetupError } from './setup-error.mjs';

export const SIGNALS = ['SIGINT', 'SIGTERM'];

/**
 * Runs a command on this process's terminal, passes signals on to it, and resolves with its exit code or signal. With
 * `ipc`, the command has a channel to this process, which closes when this process ends.
 */
export async function runCommand({ program, args, env }, { ipc = false } = {}) {
  const stdio = ['inherit', 'inherit', 'inherit', ...(ipc ? ['ipc'] : [])];
  let child = null;
  const passOn = (signal) => {
    // A terminal already sends Ctrl-C to every process of the foreground group.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child?.kill(signal);
  };
  // The command may be interrupted before this process continues after the spawn.
  for (const signal of SIGNALS) process.on(signal, passOn);
  try {
    child = spawn(program, args, { env, stdio });
    const [code, signal] = await once(child, 'exit');
    return { code, signal };
  } catch (error) {
    throw new SetupError(`${program} cannot be run: ${error.message}`);
  } finally {
    for (const signal of SIGNALS) process.off(signal, passOn);
  }
}

/** Ends this process with the exit code or signal of the command. */
export function endAs({ code, signal }) {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
