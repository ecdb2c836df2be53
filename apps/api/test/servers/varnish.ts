import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../../../scripts/find-free-port.ts';
import { makeTestDirectory } from './postgres.ts';
import { startServer } from './server-program.ts';

const PROGRAM = '/usr/sbin/varnishd';

export interface TestVarnish {
  /** URL without a trailing slash. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a Varnish with a VCL configuration (package varnish), by default on a free port. */
export async function startVarnish(vcl: string, port?: number): Promise<TestVarnish> {
  const dir = makeTestDirectory();
  const listensOn = port ?? (await findFreePort());
  writeFileSync(join(dir, 'default.vcl'), vcl);
  const options = ['-p', 'http_gzip_support=off', '-s', 'malloc,64m'];
  // The test needs no privilege separation.
  const command = ['-F', '-j', 'none', '-n', dir, '-a', `127.0.0.1:${listensOn}`];
  const stop = await startServer(
    PROGRAM,
    [...command, '-f', join(dir, 'default.vcl'), ...options],
    listensOn,
  );
  return {
    url: `http://127.0.0.1:${listensOn}`,
    async stop() {
      await stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
