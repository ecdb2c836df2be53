import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../../../scripts/find-free-port.ts';
import { makeTestDirectory } from './postgres.ts';
import { startServer } from './server-program.ts';

const PROGRAM = '/usr/sbin/nginx';

/** True if nginx is installed (package nginx-light). */
export const hasNginx = existsSync(PROGRAM);

export interface TestNginx {
  /** URL without a trailing slash. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts an nginx with the given locations. Each path is mapped to the URL that receives its requests. */
export const startNginx = (locations: Readonly<Record<string, string>>): Promise<TestNginx> =>
  runNginx((port) =>
    [
      `server {\n    listen 127.0.0.1:${port};`,
      ...Object.entries(locations).map(
        ([path, target]) =>
          `    location ${path} { proxy_pass ${target}; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host; }`,
      ),
      '  }',
    ].join('\n'),
  );

/** Starts an nginx. `configure` returns the content of its `http` block. */
export async function runNginx(
  configure: (port: number, dir: string) => string,
): Promise<TestNginx> {
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
    configure(port, dir),
    '}\n',
  ];
  writeFileSync(join(dir, 'nginx.conf'), config.join('\n'));
  const command = ['-p', dir, '-c', join(dir, 'nginx.conf'), '-g', 'daemon off;'];
  const stop = await startServer(PROGRAM, command, port);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
