import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A bare server in a separate process. */
export interface ForkedServer {
  readonly url: string;
  readonly pid: number;
  stop(): void;
}

/** Starts a program of this folder, which sends its port as a message. */
export async function forkServer(
  program: 'bare-edit-server' | 'bare-rows-server' | 'bare-server',
  env: Record<string, string>,
): Promise<ForkedServer> {
  const child: ChildProcess = fork(fileURLToPath(new URL(`${program}.ts`, import.meta.url)), {
    env: { ...process.env, ...env },
  });
  const [port] = (await once(child, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, stop: () => child.kill() };
}
