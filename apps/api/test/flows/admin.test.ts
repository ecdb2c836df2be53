import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INHERITED_ENV, type ServiceProcess, send, startProcess } from '../processes/process.ts';
import {
  createTestDatabase,
  execute,
  makeTestDirectory,
  withDatabase,
} from '../servers/postgres.ts';

const ADMIN = fileURLToPath(new URL('../../bin/admin.ts', import.meta.url));
const password = 'correct horse battery';

let dataDir: string;
let service: ServiceProcess | null = null;
beforeAll(() => {
  dataDir = makeTestDirectory();
});
afterAll(async () => {
  await service?.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs the command as an operator would, without DATABASE_URL. */
async function admin(args: string[], directory = dataDir) {
  const env = { ...INHERITED_ENV, DATA_DIR: directory };
  const child = spawn(process.execPath, [ADMIN, ...args], { env, stdio: 'pipe' });
  child.stdin.end(password);
  const [out, said, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, out, said };
}

const signIn = async (email: string): Promise<number> =>
  (await send(service!, 'POST', '/v1/auth/sign-in', { body: { email, password } })).status;

describe('npm run admin with the embedded database', () => {
  it('creates the first account before the service has ever run, and more accounts while the service runs', async () => {
    const absent = await admin(['list']);
    expect(absent.code).toBe(1);
    expect(absent.said).toMatch(/^parlance: There is no database in DATA_DIR/);
    expect(readdirSync(dataDir)).toEqual([]);

    const create = (email: string) => admin(['create-user', email, '--password-stdin']);
    expect(await create('first@example.test')).toMatchObject({ code: 0, said: '' });
    // The command stopped the database that it started, and left no lock file.
    expect(existsSync(join(dataDir, 'postgres/pg18/postmaster.pid'))).toBe(false);
    service = await startProcess({ dataDir, env: { SIGN_UP: 'closed' } });
    expect(await signIn('first@example.test')).toBe(200);
    expect(await create('second@example.test')).toMatchObject({ code: 0, said: '' });
    expect(await signIn('second@example.test')).toBe(200);
    const { out } = await admin(['list']);
    expect(out).toMatch(/^first@example\.test\t.*\nsecond@example\.test\t/m);
  });

  it('copies one snapshot of the running service to another server', async () => {
    const { connectionString, drop } = await createTestDatabase();
    const to = withDatabase(connectionString, `left_${process.pid}`);
    await execute(connectionString, `create database left_${process.pid} template template0`);
    const copied = await admin(['copy', '--to', to]);
    expect(copied.said).toBe('');
    expect(copied.out).toContain(`(process ${service!.pid})`);
    await service!.stop();
    service = await startProcess({ dataDir: makeTestDirectory(), databaseUrl: to });
    expect(await signIn('second@example.test')).toBe(200);
    await service.stop();
    rmSync(service.dataDir, { recursive: true });
    await execute(connectionString, `drop database left_${process.pid} with (force)`);
    await drop();
  });
});
