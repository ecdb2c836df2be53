import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { vi } from 'vitest';
import { findFreePort } from '../processes/process.ts';
import { makeTestDirectory } from './postgres.ts';

const PROGRAM = '/usr/sbin/nginx';
const START_MS = 20_000;

/** True if this machine has nginx (package nginx-light). */
export const hasNginx = existsSync(PROGRAM);

export interface TestNginx {
  /** Without a slash at its end. */
  readonly url: string;
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts an nginx whose locations are as given, one a path with the URL that it passes requests to. */
export async function startNginx(locations: Readonly<Record<string, string>>): Promise<TestNginx> {
  const dir = makeTestDirectory();
  const port = await findFreePort();
  for (const name of ['body', 'proxy', 'other']) mkdirSync(join(dir, name));
  const config = [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'worker_processes 1;',
    `pid ${dir}/pid;`,
    'error_log stderr;',
    'events {}',
    'http {',
    '  access_log off;',
    `  client_body_temp_path ${dir}/body;`,
    `  proxy_temp_path ${dir}/proxy;`,
    ...['fastcgi', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path ${dir}/other;`),
    `  server {\n    listen 127.0.0.1:${port};`,
    ...Object.entries(locations).map(
      ([path, target]) =>
        `    location ${path} { proxy_pass ${target}; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host; }`,
    ),
    '  }\n}\n',
  ];
  writeFileSync(join(dir, 'nginx.conf'), config.join('\n'));
  const child = spawn(PROGRAM, ['-p', dir, '-c', join(dir, 'nginx.conf'), '-g', 'daemon off;'], {
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running.add(child);
  const ended = once(child, 'exit').then(() => void running.delete(child));
  const log = text(child.stderr);
  try {
    await vi.waitFor(() => requireOpen(port), { timeout: START_MS, interval: 20 });
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`nginx did not start: ${await log}`, { cause: error });
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function requireOpen(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}
