import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../../../scripts/find-free-port.ts';
import { makeTestDirectory } from './postgres.ts';
import { startServer } from './server-program.ts';

const PROGRAM = '/usr/sbin/varnishd';

export interface TestVarnish {
  /** Without a slash at its end. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a Varnish with a configuration in VCL (package varnish), by default on a free port. */
export async function startVarnish(vcl: string, port?: number): Promise<TestVarnish> {
  const dir = makeTestDirectory();
  const listensOn = port ?? (await findFreePort());
  writeFileSync(join(dir, 'default.vcl'), vcl);
  const options = ['-p', 'http_gzip_support=off', '-s', 'malloc,64m'];
  // The privileges of its own user are not needed in a test.
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
