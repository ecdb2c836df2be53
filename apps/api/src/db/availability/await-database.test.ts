import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestDatabase, withDatabase } from '../../../test/servers/postgres.ts';
import { awaitDatabase, DatabaseError } from './await-database.ts';

let server: Server | null = null;
afterEach(() => {
  server?.close();
  server = null;
});

async function findClosedPort(): Promise<number> {
  const open = createServer();
  await once(open.listen(0, '127.0.0.1'), 'listening');
  const { port } = open.address() as { port: number };
  open.close();
  await once(open, 'close');
  return port;
}

describe('awaitDatabase', () => {
  it('names the unreachable host, port and database in repeated warnings, without the password', async () => {
    const port = await findClosedPort();
    const url = `postgres://user:open-sesame@127.0.0.1:${port}/texts`;
    const said: string[] = [];
    const warn = (message: string): void => void said.push(message);
    const options = { patienceMs: 1_100, tellMs: 500 };
    const error: Error = await awaitDatabase(url, { warn }, options).catch((error) => error);
    expect(error).toBeInstanceOf(DatabaseError);
    const fault = `The database texts at 127.0.0.1:${port} cannot be used: the connection was refused (ECONNREFUSED).`;
    expect(error.message).toBe(fault);
    expect(said.length).toBeGreaterThan(1);
    expect(new Set(said)).toEqual(new Set([`${fault} Trying again for up to 1.1 s.`]));
  });

  it('returns when the database becomes available during the wait', async () => {
    const { connectionString, drop } = await createTestDatabase();
    const { host, database } = new pg.Client({ connectionString });
    const port = await findClosedPort();
    const said: string[] = [];
    const warn = (message: string): void => {
      said.push(message);
      server ??= createServer((socket) => {
        const upstream = connect(join(host, '.s.PGSQL.5432'));
        socket.pipe(upstream).pipe(socket);
        for (const end of [socket, upstream]) end.on('error', () => {});
      }).listen(port, '127.0.0.1');
    };
    await awaitDatabase(`postgres://parlance@127.0.0.1:${port}/${database}`, { warn });
    expect(said).toHaveLength(1);
    await drop();
  });

  it('fails without a retry if the database does not exist or the connection URL is invalid', async () => {
    const { connectionString, drop } = await createTestDatabase();
    const said: string[] = [];
    const warn = (message: string): void => void said.push(message);
    await expect(awaitDatabase(withDatabase(connectionString, 'absent'), { warn })).rejects.toThrow(
      /^The database absent at the socket in \/.* cannot be used: the database does not exist/,
    );
    await expect(
      awaitDatabase(`${connectionString}&sslrootcert=/nonexistent/ca.pem`, { warn }),
    ).rejects.toThrow(/^DATABASE_URL cannot be read: .*\/nonexistent\/ca\.pem/);
    expect(said).toEqual([]);
    await drop();
  });
});
