import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runAdmin } from '../../src/admin/run-admin.ts';
import type { TestApp } from '../app/app.ts';

/** Runs an admin command on the database of the running service. */
export async function adminOf(
  { connectionString }: Pick<TestApp, 'connectionString'>,
  args: string[],
  { input = '', env: more = {} }: { input?: string; env?: Record<string, string> } = {},
) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const env = { DATABASE_URL: connectionString, ...more };
  const code = await runAdmin(args, { env, stdin: Readable.from([input]), stdout, stderr });
  stdout.end();
  stderr.end();
  return { code, out: await text(stdout), said: await text(stderr) };
}
