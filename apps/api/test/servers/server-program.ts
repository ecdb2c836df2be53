import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { until } from '../processes/process.ts';

const START_MS = 20_000;

const running = new Set<ChildProcess>();
// No process outlives the tests, however they end.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a program of the distribution and waits until it listens on the port. Returns a function that stops it. */
export async function startServer(
  program: string,
  command: readonly string[],
  port: number,
): Promise<() => Promise<void>> {
  const child = spawn(program, command, { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  running.add(child);
  const ended = once(child, 'exit').then(() => void running.delete(child));
  const log = text(child.stderr);
  try {
    // `vi.waitFor` is not used, because benchmarks outside vitest also start an nginx.
    await until(`port ${port}`, () => isOpen(port), START_MS);
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`${program} did not start: ${await log}`, { cause: error });
  }
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
