import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../scripts/find-free-port.ts';

const PROGRAM = '/usr/sbin/nginx';
const START_ATTEMPTS = 200;
const START_WAIT_MS = 25;

/** Serves a folder with nginx and the settings of docs/delivery/nginx.conf, in one process. */
export async function serveFolder(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), 'parlance-nginx-'));
  const port = await findFreePort();
  mkdirSync(join(dir, 'temp'));
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const config = `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${dir}/pid;
error_log stderr;
events {}
http {
  access_log off;
  keepalive_requests 1000000000;
  ${temp.map((name) => `${name}_temp_path ${dir}/temp;`).join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    location / {
      root ${folder};
      gzip_static on;
      default_type application/json;
      add_header Cache-Control "public, max-age=31536000, immutable";
      add_header Access-Control-Allow-Origin "*";
      add_header X-Content-Type-Options nosniff;
    }
  }
}
`;
  writeFileSync(join(dir, 'nginx.conf'), config);
  const command = ['-p', dir, '-c', join(dir, 'nginx.conf'), '-g', 'daemon off;'];
  const child = spawn(PROGRAM, command, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt++) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      break;
    await sleep(START_WAIT_MS);
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
