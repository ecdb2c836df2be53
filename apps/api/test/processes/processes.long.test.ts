import { Agent, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bundlePath,
  type FourProcesses,
  readBundle,
  SLACK,
  startFourProcesses,
  statusOf,
} from './four-processes.ts';
import {
  createProjectOf,
  mailsTo,
  openAccount,
  type ProcessAccount,
  type ServiceProcess,
  send,
  until,
} from './process.ts';

const RELEASE_VISIBLE_MS = 1_000;

let four: FourProcesses;
beforeAll(async () => {
  four = await startFourProcesses();
});
afterAll(() => four.stop(), 60_000);

async function signIn(service: ServiceProcess, { email, password }: ProcessAccount) {
  const { status, headers } = await send(service, 'POST', '/v1/auth/sign-in', {
    body: { email, password },
  });
  return { status, cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

describe('two API and two worker processes on one database', () => {
  it('share sessions: a sign-out at one process ends a session that another process opened', async () => {
    const { cookie } = await signIn(four.apis[0], four.account);
    expect(await statusOf(four.apis[1], '/v1/users/me', cookie)).toBe(200);
    const out = await send(four.apis[1], 'POST', '/v1/auth/sign-out', {
      headers: { Cookie: cookie },
    });
    expect(out.status).toBe(200);
    expect(await statusOf(four.apis[0], '/v1/users/me', cookie)).toBe(401);
    expect(await statusOf(four.apis[1], '/v1/users/me', cookie)).toBe(401);
  });

  it('share API keys: a key that one process revokes is refused by another process', async () => {
    const client = four.account.client(four.apis[0]);
    const { data: key } = await client.apiKeys.create({ name: 'short', scopes: ['i18n:read'] });
    const headers = { Authorization: `ApiKey ${key.token}` };
    const list = () => send(four.apis[1], 'GET', '/v1/i18n/projects', { headers });
    expect((await list()).status).toBe(200);
    await client.apiKeys.delete({ apiKeyId: key.id });
    expect((await list()).status).toBe(401);
  });

  it('share exact limits: all processes together allow ten sign-ins of an account', async () => {
    const limited = await Promise.all([
      four.start('api', { env: { RATE_LIMITS: 'on' } }),
      four.start('api', { env: { RATE_LIMITS: 'on' } }),
    ]);
    try {
      const nobody = { email: 'nobody@example.test', password: 'wrong password' };
      const statuses = await Promise.all(
        Array.from(
          { length: 16 },
          async (_, index) =>
            (await send(limited[index % 2]!, 'POST', '/v1/auth/sign-in', { body: nobody })).status,
        ),
      );
      expect(statuses.filter((status) => status === 401)).toHaveLength(10);
      expect(statuses.filter((status) => status === 429)).toHaveLength(6);
    } finally {
      await Promise.all(limited.map((service) => service.stop()));
    }
  });

  it('deliver a release within a second after the other process published it, and stop delivery after the other process stopped it', async () => {
    const client = four.account.client(four.apis[0]);
    const { id: projectId } = await createProjectOf(client);
    const times: number[] = [];
    for (let version = 1; version <= 5; version++) {
      await client.i18n.projects.import({
        projectId,
        locale: 'en',
        content: { greeting: `Hello ${version}` },
      });
      await client.i18n.releases.create({ projectId, environment: 'production' });
      times.push(
        await until(
          'the release at the other process',
          async () => (await readBundle(four.apis[1], projectId)).version === version,
          RELEASE_VISIBLE_MS * SLACK,
          5,
        ),
      );
      expect((await readBundle(four.apis[1], projectId)).messages).toEqual({
        greeting: `Hello ${version}`,
      });
    }
    expect(times.sort((a, b) => a - b)[2]).toBeLessThan(RELEASE_VISIBLE_MS);
    await client.i18n.projects.stopDelivery({ projectId });
    await until(
      'the stopped delivery at the other process',
      async () => (await statusOf(four.apis[1], bundlePath(projectId))) === 410,
      RELEASE_VISIBLE_MS * SLACK,
      5,
    );
  });

  it('pass tasks from API processes to workers', async () => {
    const other = await openAccount(four.apis[1]);
    expect(mailsTo(four.dataDir, other.email).length).toBeGreaterThan(0);
    const wrote = (service: ServiceProcess) =>
      service.lines.some((line) => line.includes('mail written'));
    expect(four.apis.some(wrote)).toBe(false);
    expect(four.workers.some(wrote)).toBe(true);
  });

  it('complete concurrent imports of one locale without the loss of a text', async () => {
    const client = four.account.client(four.apis[0]);
    const { id: projectId } = await createProjectOf(client);
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        four.account.client(four.apis[index % 2]!).i18n.projects.import({
          projectId,
          locale: 'en',
          content: Object.fromEntries(
            Array.from({ length: 50 }, (__, key) => [
              `file${index}.key${key}`,
              `Text ${index} ${key}`,
            ]),
          ),
        }),
      ),
    );
    await client.i18n.releases.create({ projectId, environment: 'production' });
    const { messages } = await readBundle(four.apis[1], projectId);
    expect(Object.keys(messages!)).toHaveLength(12 * 50);
  });
});

/** Sends requests in a loop on one kept-alive connection, as a proxy or a program does. */
function keepAsking(service: ServiceProcess, path: string, apiKey: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const failures: string[] = [];
  let answers = 0;
  let isRefused = false;
  const ask = () =>
    new Promise<void>((resolve) => {
      const call = httpRequest(
        service.url + path,
        { agent, headers: { Authorization: `ApiKey ${apiKey}` } },
        (response) => {
          answers++;
          if (response.statusCode !== 200) failures.push(`status ${response.statusCode}`);
          response.resume().on('end', resolve).on('error', resolve);
        },
      );
      call.on('error', (error: NodeJS.ErrnoException) => {
        // The server no longer listens, so the request was never sent and did not fail.
        if (error.code === 'ECONNREFUSED') isRefused = true;
        else failures.push(`${error.code} on a ${call.reusedSocket ? 'used' : 'new'} connection`);
        resolve();
      });
      call.end();
    });
  const running = (async () => {
    while (!isRefused) await ask();
    agent.destroy();
  })();
  return {
    running,
    failures,
    get answers() {
      return answers;
    },
  };
}

/**
 * Sends a request on a new connection and waits for the response. A process accepts connections in
 * order, so it has then accepted all earlier connections.
 */
const answerLater = (service: ServiceProcess) =>
  send(service, 'GET', '/health', { headers: { Connection: 'close' } });

describe('a termination signal', () => {
  it('fails no request that was sent, on any connection, and ends the process gracefully', async () => {
    const service = await four.start('api');
    const client = four.account.client(service);
    const { id: projectId } = await createProjectOf(client);
    await client.i18n.projects.import({ projectId, locale: 'en', content: { a: 'A' } });
    await client.i18n.releases.create({ projectId, environment: 'production' });
    const paths = ['/v1/i18n/projects', bundlePath(projectId), '/health'];
    const askers = Array.from({ length: 12 }, (_, index) =>
      keepAsking(service, paths[index % paths.length]!, four.account.apiKey),
    );
    // The slow request is in the middle of its body when the signal arrives.
    const slow = httpRequest(`${service.url}/v1/i18n/projects/${projectId}/import`, {
      method: 'POST',
      headers: {
        Authorization: `ApiKey ${four.account.apiKey}`,
        'Content-Type': 'application/json',
      },
    });
    const slowStatus = new Promise<number | string>((resolve) => {
      slow.on('response', (response) => resolve(response.resume().statusCode!));
      slow.on('error', (error) => resolve(error.message));
    });
    slow.write('{"locale":"en","content":{"b":');
    await until('requests under way', () => askers.every(({ answers }) => answers > 20), 30_000);
    const ended = service.stop();
    await until('the drain', () => service.lines.join().includes('draining'), 10_000, 10);
    slow.end('"B"}}');
    expect(await slowStatus).toBe(200);
    expect(await ended).toBe(0);
    await Promise.all(askers.map(({ running }) => running));
    expect(askers.flatMap(({ failures }) => failures)).toEqual([]);
    await client.i18n.projects.list({}).then(
      () => expect.unreachable('nobody listens'),
      () => {},
    );
    const { data } = await four.account.client(four.apis[0]).i18n.keys.list({ projectId });
    expect(data.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('completes a call that waits for a job immediately, with the current state of the job', async () => {
    const service = await four.start('api');
    // The workers are suspended, so the job waits, and the call with it.
    for (const worker of four.workers) worker.signal('SIGSTOP');
    try {
      const { data: job } = await four.account.client(service).translate.jobs.create({
        strings: ['Save the file'],
        sourceLocale: 'en',
        targetLocales: ['de'],
        engine: 'pseudo',
      });
      // Without the signal, the response would take 60 s.
      const waiting = send(service, 'GET', `/v1/translate/jobs/${job.id}`, {
        headers: { Authorization: `ApiKey ${four.account.apiKey}`, Prefer: 'wait=60' },
        timeoutMs: 30_000,
      });
      await answerLater(service);
      const ended = service.stop();
      const { status, body } = await waiting;
      expect([status, (body.data as { status: string }).status]).toEqual([200, 'queued']);
      expect(await ended).toBe(0);
    } finally {
      for (const worker of four.workers) worker.signal('SIGCONT');
    }
  });

  it('ends a process immediately if it is repeated a second later, but not if one Ctrl-C sends it twice', async () => {
    const service = await four.start('api');
    const open = httpRequest(`${service.url}/v1/i18n/projects`, {
      method: 'POST',
      headers: {
        Authorization: `ApiKey ${four.account.apiKey}`,
        'Content-Type': 'application/json',
      },
    });
    open.on('error', () => {});
    open.write('{');
    await answerLater(service);
    service.signal('SIGINT');
    service.signal('SIGINT');
    await until('the drain', () => service.lines.join().includes('draining'), 10_000, 10);
    expect((await send(four.apis[0], 'GET', '/health')).status).toBe(200);
    expect(service.hasEnded).toBe(false);
    const tries = async (): Promise<boolean> => {
      if (!service.hasEnded) service.signal('SIGINT');
      return service.hasEnded;
    };
    await until('the end', tries, 10_000);
    expect(await service.ended).toBe(1);
    expect(service.lines.join('\n')).toMatch(
      /^parlance: ended at once: SIGINT came \d+\.\d s after SIGINT, and what was running was cut off$/m,
    );
    open.destroy();
  });
});

describe('a worker that receives SIGTERM', () => {
  it('returns its job after the current strings, and another worker continues immediately', async () => {
    const client = four.account.client(four.apis[0]);
    const strings = Array.from({ length: 16_000 }, (_, index) => `Save the file ${index}`);
    const { data: job } = await client.translate.jobs.create({
      strings,
      sourceLocale: 'en',
      targetLocales: ['de', 'fr', 'es'],
      engine: 'pseudo',
    });
    const done = async () =>
      (await client.translate.jobs.get({ jobId: job.id })).data.progress.done;
    await until('progress', async () => (await done()) > 0, 60_000, 20);
    const [leaving] = four.workers;
    expect(await leaving.stop()).toBe(0);
    const before = await done();
    // A task of a killed worker would be retried after ten seconds at the earliest.
    const total = 3 * strings.length;
    await until('progress', async () => before === total || (await done()) > before, 8_000, 20);
    four.workers[0] = await four.start('worker');
    await until('the end', async () => (await done()) === total, 60_000);
    const { data } = await client.translate.jobs.get({ jobId: job.id });
    expect(data).toMatchObject({ status: 'completed', progress: { failed: 0 } });
    expect(leaving.lines.filter((line) => line.includes('task failed'))).toEqual([]);
  });
});

describe('REUSE_PORT', () => {
  it('lets two processes listen on one port, and one process can continue alone', async () => {
    const first = await four.start('api', { env: { REUSE_PORT: 'on' } });
    const second = await four.start('api', { port: first.port, env: { REUSE_PORT: 'on' } });
    const answered = ({ lines }: ServiceProcess) =>
      lines.filter((line) => line.includes('"operation":"health.get"')).length;
    const ask = async () => {
      // Each request uses a new connection, because the kernel chooses the process by connection.
      const { status } = await send(first, 'GET', '/health', { headers: { Connection: 'close' } });
      expect(status).toBe(200);
    };
    for (let index = 0; index < 60; index++) await ask();
    await until('both answer', () => answered(first) > 0 && answered(second) > 0, 10_000);
    expect(await first.stop()).toBe(0);
    const before = answered(second);
    for (let index = 0; index < 20; index++) await ask();
    await until('the other answers all', () => answered(second) - before === 20, 10_000);
    expect(await second.stop()).toBe(0);
  });
});
