import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  chownTree,
  countEntries,
  Ground,
  type Host,
  processesUnder,
  query,
  Seed,
  waitUntil,
} from './launch.fixture.ts';
import { processTable, procTable, psTable } from './process-table.ts';
import { clearRemains } from './remains.ts';

let ground = new Ground();
const helpers: ChildProcess[] = [];
afterEach(async () => {
  for (const helper of helpers.splice(0)) helper.kill('SIGKILL');
  await ground.cleanUp();
  ground = new Ground();
});

let seed: Seed;
beforeAll(async () => {
  seed = await Seed.make();
  return () => seed.cleanUp();
});

const killAll = (pids: number[]): void => {
  for (const pid of pids) {
    if (processTable.identify(pid) !== null) process.kill(pid, 'SIGKILL');
  }
};

function listProcesses(pattern: RegExp, directory: string): number[] {
  return execFileSync('ps', ['-ww', '-eo', 'pid=,args='], { encoding: 'utf8' })
    .split(/\n(?=\s*\d+ )/)
    .filter((line) => pattern.test(line) && line.includes(directory))
    .map((line) => Number.parseInt(line, 10));
}

/** Checks that the database has every row whose commit was acknowledged before the kill. */
async function expectNothingLost(host: Host, connectionString: string): Promise<void> {
  const rows = await query(connectionString, 'select id from entry');
  const found = new Set(rows.map(({ id }) => id));
  expect(host.written.length).toBeGreaterThan(0);
  expect(host.written.filter((id) => !found.has(id))).toEqual([]);
}

describe('the embedded PostgreSQL', () => {
  test('stops after a kill of Node alone, and loses no committed row', async () => {
    const { dataDir, pgdata } = seed.makeCopy(ground);
    const host = ground.launch(dataDir);
    await host.ready();
    host.tell('write');
    await waitUntil(() => host.written.length > 200, 'writes');
    await host.end('SIGKILL');
    await waitUntil(() => processesUnder(pgdata.slice(0, -5)).length === 0, 'the server to end');
    expect(existsSync(join(pgdata, 'postmaster.pid'))).toBe(false);
    const server = await ground.start(dataDir);
    await expectNothingLost(host, server.connectionString);
    await server.stop();
  });

  test('waits for the old server if it starts right after a kill of Node, and loses no committed row', async () => {
    const { dataDir } = seed.makeCopy(ground);
    const host = ground.launch(dataDir);
    await host.ready();
    host.tell('write');
    await waitUntil(() => host.written.length > 200, 'writes');
    await host.end('SIGKILL');
    const server = await ground.start(dataDir);
    await expectNothingLost(host, server.connectionString);
    await server.stop();
  });

  test('stops after a kill of Node during the start', async () => {
    const { dataDir, pgdata } = seed.makeCopy(ground);
    const host = ground.launch(dataDir);
    await waitUntil(() => existsSync(join(pgdata, 'postmaster.pid')), 'the server to begin');
    await host.end('SIGKILL');
    await waitUntil(() => processesUnder(join(dataDir, 'postgres')).length === 0, 'its end');
  });

  test('restarts without loss after Node and every server process are killed at once', async () => {
    const { dataDir, pgdata } = seed.makeCopy(ground);
    const host = ground.launch(dataDir);
    const { pid } = await host.ready();
    host.tell('write');
    await waitUntil(() => host.written.length > 200, 'writes');
    host.child.kill('SIGKILL');
    killAll([pid, ...processesUnder(join(dataDir, 'postgres')).filter((other) => other !== pid)]);
    expect(readFileSync(join(pgdata, 'postmaster.pid'), 'utf8')).toMatch(new RegExp(`^${pid}\n`));
    const server = await ground.start(dataDir);
    await expectNothingLost(host, server.connectionString);
    await server.stop();
  });

  test('reports why it ended after a kill of the server alone', async () => {
    const { dataDir } = seed.makeCopy(ground);
    const server = await ground.start(dataDir);
    process.kill(server.pid, 'SIGKILL');
    expect((await server.died).message).toMatch(/exited unexpectedly: SIGKILL/);
    await server.stop();
    const again = await ground.start(dataDir);
    expect(await countEntries(again.connectionString)).toBe(1);
    await again.stop();
  });

  test('recovers from a kill of one connection, and logs the recovery', async () => {
    const { dataDir } = seed.makeCopy(ground);
    const logs: string[] = [];
    const log = {
      info: (line: string) => logs.push(line),
      warn: (line: string) => logs.push(line),
    };
    const server = await ground.start(dataDir, log);
    const victim = new pg.Client({ connectionString: server.connectionString });
    const broken = new Promise<string>((resolve) => {
      victim.on('error', (error) => resolve(String(error)));
    });
    await victim.connect();
    const { rows } = await victim.query('select pg_backend_pid() as pid');
    process.kill(rows[0].pid, 'SIGKILL');
    expect(await broken).toMatch(/terminat/);
    const recovered = /reinitializing.*ready to accept/su;
    await waitUntil(() => recovered.test(logs.join('\n')), 'recovery');
    expect(await countEntries(server.connectionString)).toBe(1);
    await server.stop();
  });

  for (const victim of ['node', 'node and initdb']) {
    test(`creates the whole database at the next start after a kill of ${victim} during the creation`, async () => {
      const dataDir = ground.makeDirectory();
      const host = ground.launch(dataDir);
      await waitUntil(() => processesUnder(join(dataDir, 'postgres')).length > 0, 'initdb at work');
      host.child.kill('SIGKILL');
      if (victim !== 'node') killAll(listProcesses(/initdb|postgres/, dataDir));
      const server = await ground.start(dataDir);
      expect(await query(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
      const names = readdirSync(join(dataDir, 'postgres'));
      expect(names.filter((name) => name.startsWith('new-'))).toEqual([]);
    });
  }

  test('stops an orphaned server at the next start after a kill of Node and its lifeline', async () => {
    const { dataDir } = seed.makeCopy(ground);
    const host = ground.launch(dataDir);
    const { pid } = await host.ready();
    const readers = listProcesses(/while read/, dataDir);
    expect(readers).toHaveLength(1);
    killAll(readers);
    await host.end('SIGKILL');
    const server = await ground.start(dataDir);
    expect(processTable.identify(pid)).toBeNull();
    expect(await countEntries(server.connectionString)).toBe(1);
    await server.stop();
  });
});

describe('a postmaster.pid that is left behind', () => {
  const leave = (pgdata: string, pid: number): void => {
    const lines = [pid, pgdata, 1700000000, 5432, join(pgdata, '../run'), '', '  1 2', 'ready   '];
    writeFileSync(join(pgdata, 'postmaster.pid'), `${lines.join('\n')}\n`);
    mkdirSync(join(pgdata, '../run'), { mode: 0o700 });
    chownTree(join(pgdata, '../run'), statSync(pgdata).uid, statSync(pgdata).gid);
    writeFileSync(join(pgdata, '../run/.s.PGSQL.5432.lock'), `${lines.join('\n')}\n`);
  };

  const expectStart = async (dataDir: string): Promise<void> => {
    const server = await ground.start(dataDir);
    expect(await countEntries(server.connectionString)).toBe(1);
    await server.stop();
  };

  test('does not prevent a start if its process is dead', async () => {
    const { dataDir, pgdata } = seed.makeCopy(ground);
    const dead = spawn('true');
    await once(dead, 'exit');
    leave(pgdata, dead.pid!);
    await expectStart(dataDir);
  });

  test('does not prevent a start if another process has its number', async () => {
    const { dataDir, pgdata } = seed.makeCopy(ground);
    leave(pgdata, process.pid);
    await expectStart(dataDir);
  });

  test('does not prevent a start if its process is a zombie', async () => {
    const { dataDir, pgdata } = seed.makeCopy(ground);
    leave(pgdata, await makeZombie());
    await expectStart(dataDir);
  });
});

/** Creates a zombie, which is an ended process whose parent does not read its exit status. */
async function makeZombie(): Promise<number> {
  const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  helpers.push(parent);
  const [data] = await once(parent.stdout!, 'data');
  const pid = Number(data);
  await waitUntil(() => processTable.identify(pid) === null, 'a zombie');
  return pid;
}

describe('a start of the embedded PostgreSQL', () => {
  test('fails with the pid of the owner if another process uses the data, and does not disturb that process', async () => {
    const { dataDir } = seed.makeCopy(ground);
    const first = ground.launch(dataDir);
    const { connectionString } = await first.ready();
    const refusal = await ground.launch(dataDir).refusal();
    expect(refusal).toContain(`is in use by process ${first.child.pid}.`);
    expect(refusal).not.toContain('\n');
    expect(await countEntries(connectionString)).toBe(1);
    await first.end();
    const third = ground.launch(dataDir);
    await third.ready();
  });

  test('succeeds for exactly one of several processes that start at once after the owner was killed', async () => {
    const { dataDir } = seed.makeCopy(ground);
    const killed = ground.launch(dataDir);
    await killed.ready();
    await killed.end('SIGKILL');
    const answers = await Promise.all([1, 2, 3, 4].map(() => ground.launch(dataDir).answer));
    const winners = answers.filter((answer) => typeof answer !== 'string');
    expect(winners).toHaveLength(1);
    expect(await countEntries(winners[0]!.connectionString)).toBe(1);
  });

  test('ignores an owner file if another process has the number of the dead owner', async () => {
    const { dataDir } = seed.makeCopy(ground);
    writeFileSync(join(dataDir, `postgres/owner.${process.pid}.0000`), 'boot 1\n');
    const server = await ground.start(dataDir);
    await server.stop();
    expect(readdirSync(join(dataDir, 'postgres')).filter((name) => /owner/.test(name))).toEqual([]);
  });

  test('does not replace a server that answers, even if its process is not visible, as in another container', async () => {
    const { dataDir, pgdata } = seed.makeCopy(ground);
    const host = ground.launch(dataDir);
    const { host: socketDirectory } = await host.ready();
    const log = { info() {}, warn() {} };
    const cleared = clearRemains(pgdata, join(socketDirectory, '.s.PGSQL.5432'), log, {
      table: { identify: () => null, findServer: () => [] },
      unseenPatienceMs: 300,
    });
    await expect(cleared).rejects.toThrow(/Another PostgreSQL/);
    expect(existsSync(join(pgdata, 'postmaster.pid'))).toBe(true);
  });
});

describe('the shutdown of the embedded PostgreSQL', () => {
  test('ends all processes if stop is called twice, and if the input of the host process ends', async () => {
    const { dataDir } = seed.makeCopy(ground);
    const server = await ground.start(dataDir);
    await Promise.all([server.stop(), server.stop()]);
    expect(processesUnder(dataDir)).toEqual([]);
    const host = ground.launch(dataDir);
    await host.ready();
    host.child.stdin?.end();
    await once(host.child, 'exit');
    await waitUntil(() => processesUnder(dataDir).length === 0, 'the server to end');
  });
});

describe('the process table', () => {
  for (const [name, table] of Object.entries({ procTable, psTable })) {
    test(`${name} identifies running processes, and returns null for ended processes and zombies`, async () => {
      const dead = spawn('true');
      await once(dead, 'exit');
      expect(table.identify(dead.pid!)).toBeNull();
      expect(table.identify(await makeZombie())).toBeNull();
      expect(table.identify(process.pid)).toBe(table.identify(process.pid));
      expect(table.identify(process.pid)).not.toBe(table.identify(1));
    });

    test(`${name} finds the server of a data directory only while the server runs`, async () => {
      const { dataDir, pgdata } = seed.makeCopy(ground);
      const server = await ground.start(dataDir);
      expect(table.findServer(pgdata)).toContain(server.pid);
      await server.stop();
      expect(table.findServer(pgdata)).toEqual([]);
      writeFileSync(join(pgdata, 'postmaster.pid'), `${process.pid}\n`);
      expect(table.findServer(pgdata)).toEqual([]);
    });
  }
});
