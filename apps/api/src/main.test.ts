import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../../../scripts/find-free-port.ts';
import {
  openAccount,
  type ProcessOptions,
  type ServiceProcess,
  send,
  startProcess,
  until,
} from '../test/processes/process.ts';
import { createTestDatabase, makeTestDirectory, seedCluster } from '../test/servers/postgres.ts';
import { readPostmasterPid } from './db/embedded/process-table.ts';

const LIMIT_MS = 60_000;

let dataDir: string;
const started: ServiceProcess[] = [];

beforeAll(() => {
  dataDir = makeTestDirectory();
});
afterEach(async () => {
  for (const service of started.splice(0)) if (!service.hasEnded) await service.kill();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function start(options: Partial<ProcessOptions> = {}): Promise<ServiceProcess> {
  const service = await startProcess({ dataDir, ...options });
  started.push(service);
  return service;
}

/**
 * Starts a process that is expected to fail. Returns its exit code and the message for the
 * operator.
 */
async function startInVain(options: Partial<ProcessOptions>) {
  const service = await start({ ...options, waitsUntilReady: false });
  const outcome = await service.ended;
  await sleep(50);
  return { outcome, said: service.lines.filter((line) => !line.startsWith('{')) };
}

const postmasterPid = (): number | null => readPostmasterPid(join(dataDir, 'postgres', 'pg18'));
const ownerFiles = (): string[] =>
  readdirSync(join(dataDir, 'postgres')).filter((name) => name.startsWith('owner.'));

describe('a start that cannot succeed', () => {
  it('reports every fault of the configuration, one per line, and shows no secret', async () => {
    const env = {
      LOG_LEVEL: 'loud',
      METRICS_PORT: '99999',
      DATABASE_URL: 'mysql://user:open-sesame@host/db',
    };
    const { outcome, said } = await startInVain({ env });
    expect(outcome).toBe(2);
    expect(said).toHaveLength(3);

    expect(said.filter((line) => !/^parlance: [A-Z_]+ must be /.test(line))).toEqual([]);
    expect(said.join('\n')).not.toContain('open-sesame');
  });

  it('reports in one line that the port is in use, before it creates a database', async () => {
    const taken = createServer();
    await once(taken.listen(0, '127.0.0.1'), 'listening');
    const { port } = taken.address() as { port: number };
    try {
      const { outcome, said } = await startInVain({ port });
      expect(outcome).toBe(2);
      expect(said).toEqual([
        `parlance: Port ${port} on 127.0.0.1 is in use. Stop what listens there, or set PORT to another port.`,
      ]);
      const metrics = await startInVain({ env: { METRICS_PORT: String(port) } });
      expect(metrics.said[0]).toContain(`set METRICS_PORT to another port`);
      expect(readdirSync(dataDir)).toEqual([]);
    } finally {
      taken.close();
    }
  });

  it('reports in one line why the database cannot be used, without the password', async () => {
    const running = await start();
    const host = encodeURIComponent(join(dataDir, 'postgres', 'run'));
    const { outcome, said } = await startInVain({
      databaseUrl: `postgresql://parlance:open-sesame@/absent?host=${host}`,
    });
    expect(outcome).toBe(2);
    expect(said).toEqual([
      `parlance: The database absent at the socket in ${join(dataDir, 'postgres', 'run')} cannot be used: the database does not exist.`,
    ]);
    const second = await startInVain({});
    expect(second.outcome).toBe(2);
    expect(second.said).toHaveLength(1);
    expect(second.said[0]).toContain(`in use by process ${running.pid}`);
  });

  it('reports in one line that mails cannot be written if there is no mail server', async () => {
    const { connectionString, drop } = await createTestDatabase();
    const file = join(dataDir, 'file');
    writeFileSync(file, '');
    const { outcome, said } = await startInVain({ databaseUrl: connectionString, dataDir: file });
    expect(outcome).toBe(2);
    expect(said).toEqual([
      expect.stringMatching(/^parlance: Mails cannot be written to files \(.*\)\. Set SMTP_URL/),
    ]);
    await drop();
  });
});

describe('the embedded PostgreSQL', () => {
  it('restarts when it dies, and the service continues', async () => {
    const service = await start();
    const credentials = { email: 'ada@example.test', password: 'correct horse battery' };
    const body = { ...credentials, name: 'Ada' };
    expect((await send(service, 'POST', '/v1/auth/sign-up', { body })).status).toBe(201);
    expect(readdirSync(join(dataDir, 'mail'))).toHaveLength(1);
    const account = await openAccount(service);
    const first = postmasterPid()!;
    process.kill(first, 'SIGKILL');
    await until(
      'ready again',
      async () =>
        postmasterPid() !== first && (await send(service, 'GET', '/health/ready')).status === 200,
      LIMIT_MS,
    );
    expect((await account.client(service).i18n.projects.list({})).data).toEqual([]);
    await openAccount(service);
    expect(await service.stop()).toBe(0);
    expect(service.lines.at(-1)).toContain('"msg":"ended in order"');
    expect(postmasterPid()).toBeNull();
    expect(ownerFiles()).toEqual([]);
  });

  it('ends the service with an error when it repeatedly dies', async () => {
    const service = await start();
    const killed = new Set<number>();
    await until(
      'the end',
      () => {
        const pid = postmasterPid();
        if (pid !== null && !killed.has(pid)) {
          killed.add(pid);
          process.kill(pid, 'SIGKILL');
        }
        return service.hasEnded;
      },
      LIMIT_MS,
      20,
    );
    expect(await service.ended).toBe(1);
    expect(killed.size).toBeGreaterThan(2);
    const said = service.lines.filter((line) => line.startsWith('parlance:'));
    expect(said[0]).toMatch(/^parlance: The embedded PostgreSQL keeps failing: /);
    expect(ownerFiles()).toEqual([]);
  });
});

describe('the first log lines', () => {
  const isStep = (line: string): boolean => line.startsWith('Next:');

  it('contain commands that can be pasted into a shell, until somebody has signed up', async () => {
    const fresh = makeTestDirectory();
    await seedCluster(fresh);
    const env = { LOG_FORMAT: 'text' };
    const service = await start({ dataDir: fresh, port: await findFreePort(), env });
    const hasAll = (): boolean => service.lines.indexOf('', service.lines.findIndex(isStep)) > 0;
    await until('the commands', () => service.lines.some(isStep) && hasAll(), 5_000);
    const script = service.lines
      .slice(service.lines.findIndex(isStep) + 1)
      .filter((line) => line.startsWith('  '))
      .join('\n');
    const work = makeTestDirectory();
    const answers = await new Promise<string>((resolve, reject) => {
      execFile('/bin/sh', ['-c', script], { cwd: work }, (error, stdout) =>
        error ? reject(error) : resolve(stdout),
      );
    });
    expect(answers).not.toContain('"code"');
    expect(answers.match(/"data"/g)).toHaveLength(3);
    expect(answers).toContain('"emailVerified":true');
    expect(readFileSync(join(work, 'cookies.txt'), 'utf8')).toContain('#HttpOnly_localhost');
    expect(service.lines.join('\n')).toMatch(
      /^\d\d:\d\d:\d\d info {2}request .*operation=auth\.sign-up method=POST status=201/m,
    );
    await service.stop();

    const second = await start({ dataDir: fresh });
    await second.stop();
    expect(second.lines.some(isStep)).toBe(false);
    rmSync(work, { recursive: true });
    rmSync(fresh, { recursive: true });
  });
});
