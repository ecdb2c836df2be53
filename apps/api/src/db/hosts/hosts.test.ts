import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { createProject, createTenant } from '../../../test/app/build.ts';
import { execute } from '../../../test/servers/postgres.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from '../../../test/servers/standby.ts';
import { startTcpProxy } from '../../../test/servers/tcp-proxy.ts';
import { awaitDatabase } from '../availability/await-database.ts';
import { migrateDatabase } from '../migrate.ts';
import { connectionTo } from './connection-to.ts';
import { readHosts } from './read-hosts.ts';

describe('readHosts', () => {
  it.each([
    ['postgres://one/db', ['postgres://one/db']],
    ['postgres:///db?host=/run/one&user=u', ['postgres:///db?host=/run/one&user=u']],
    [
      'postgres://u:p%40@one:1,[::1]:2,three/db?sslmode=require',
      [
        'postgres://u:p%40@one:1/db?sslmode=require',
        'postgres://u:p%40@[::1]:2/db?sslmode=require',
        'postgres://u:p%40@three/db?sslmode=require',
      ],
    ],
    [
      'postgres://u@/db?host=/run/one,two&port=1,2',
      ['postgres://u@/db?host=%2Frun%2Fone&port=1', 'postgres://u@/db?host=two&port=2'],
    ],
    [
      'postgres:///db?host=one,two&port=5433&target_session_attrs=any',
      ['postgres:///db?host=one&port=5433', 'postgres:///db?host=two&port=5433'],
    ],
  ])('reads the servers of %s', (url, urls) => {
    expect(readHosts(url)).toEqual({ urls, attributes: 'any' });
  });

  it('reads the requested role, and refuses a role that libpq does not know', () => {
    expect(readHosts('postgres://one,two/db?target_session_attrs=read-write').attributes).toBe(
      'read-write',
    );
    expect(() => readHosts('postgres://one/db?target_session_attrs=master')).toThrow(
      /target_session_attrs is one of any, read-write/,
    );
  });
});

describe('connectionTo', () => {
  it('returns a check that a certificate belongs to one of the servers', () => {
    const { ssl } = connectionTo(
      'postgres://one.test,two.test/db?target_session_attrs=primary&sslmode=verify-full',
    );
    const check = (ssl as { checkServerIdentity(host: string, certificate: object): unknown })
      .checkServerIdentity;
    const ofName = (name: string) => check('one.test', { subject: {}, subjectaltname: name });
    expect(ofName('DNS:one.test')).toBeUndefined();
    expect(ofName('DNS:two.test')).toBeUndefined();
    expect(ofName('DNS:three.test')).toBeInstanceOf(Error);
  });
});

describe('a client with a primary and a standby in its URL', () => {
  let pair: ReplicatedPostgres;
  const urlOf = (attributes: string): string => {
    const hosts = [pair.standby.host, pair.primary.host].map(encodeURIComponent).join(',');
    return `postgresql://parlance@/postgres?host=${hosts}&target_session_attrs=${attributes}`;
  };
  const isStandbyAt = async (url: string): Promise<boolean> => {
    const client = new pg.Client(connectionTo(url));
    await client.connect();
    const { rows } = await client.query('select pg_is_in_recovery() as standby');
    await client.end();
    return rows[0].standby;
  };

  beforeAll(async () => {
    pair = await startReplicatedPostgres();
  });
  afterAll(() => pair?.stop());

  it.each([
    ['any', true],
    ['read-write', false],
    ['primary', false],
    ['read-only', true],
    ['standby', true],
    ['prefer-standby', true],
  ])(
    'connects to a server that has the role target_session_attrs=%s',
    async (attributes, isStandby) => {
      expect(await isStandbyAt(urlOf(attributes))).toBe(isStandby);
    },
  );

  it('connects to servers at network addresses', async () => {
    const proxies = await Promise.all(
      [pair.standby, pair.primary].map(({ connectionString }) => startTcpProxy(connectionString)),
    );
    const ports = proxies.map(({ connectionString }) => new URL(connectionString).port);
    const url = `postgresql://parlance@127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}/postgres`;
    expect(await isStandbyAt(`${url}?target_session_attrs=read-write`)).toBe(false);
    expect(await isStandbyAt(`${url}?target_session_attrs=standby`)).toBe(true);
    await Promise.all(proxies.map((proxy) => proxy.stop()));
  });

  it('skips a server that accepts connections and never answers', async () => {
    const silent = await startTcpProxy(pair.primary.connectionString);
    silent.set('silent');
    const { port } = new URL(silent.connectionString);
    const hosts = `127.0.0.1,${encodeURIComponent(pair.primary.host)}`;
    const url = `postgresql://parlance@/postgres?host=${hosts}&port=${port},5432`;
    expect(await isStandbyAt(`${url}&target_session_attrs=read-write`)).toBe(false);
    await silent.stop();
  });

  it('reports for each server why it was not chosen', async () => {
    const url = `postgresql://parlance@/postgres?host=${encodeURIComponent(pair.standby.host)},127.0.0.1&port=5432,1&target_session_attrs=read-write`;
    await expect(isStandbyAt(url)).rejects.toThrow(
      /^no server is read-write: the socket in .* is a standby, 127\.0\.0\.1:1 failed \(.*ECONNREFUSED/,
    );
    const waited = awaitDatabase(url, { warn() {} }, { patienceMs: 0 });
    await expect(waited).rejects.toThrow(
      /^The database postgres at the socket in .* or 127\.0\.0\.1:1 cannot be used: no server is read-write/,
    );
  });

  it('continues on the standby after its promotion, without a restart of the service', async () => {
    const url = urlOf('read-write');
    await migrateDatabase(url);
    const app: TestApp = await startTestApp({ connectionString: url });
    try {
      const { client } = await createTenant(app);
      const { id: projectId } = await createProject(client);
      const importTitle = (title: string) =>
        client.i18n.projects.import({ projectId, locale: 'en', content: { title } });
      await importTitle('Before');
      await pair.caughtUp();
      await pair.primary.stop();
      await execute(pair.standby.connectionString, 'select pg_promote()');
      await eventually(() => importTitle('After'));
      const { data } = await client.i18n.values.list({ projectId, locale: 'en' });
      expect(data.map(({ text }) => text)).toEqual(['After']);
      await createTenant(app);
      await eventually(() => expect(app.bundles.isNotified).toBe(true));
    } finally {
      await app.close();
    }
  });
});
