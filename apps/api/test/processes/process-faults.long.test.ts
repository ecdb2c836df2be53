import { createClient, isParlanceError } from '@parlance/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createEditedKeys,
  editWriter,
  importWriter,
  releaseWriter,
  runWriters,
  signUpWriter,
  type Target,
} from '../faults/load.ts';
import {
  type FourProcesses,
  readBundle,
  SLACK,
  startFourProcesses,
  statusOf,
} from './four-processes.ts';
import { createProjectOf, openAccount, send, until } from './process.ts';

const READY_TELLS_MS = 2_000;
/** Maximum time until a request gets an error while the database is silent. */
const NO_HANG_MS = 10_000;

let four: FourProcesses;
beforeAll(async () => {
  four = await startFourProcesses();
});
afterAll(() => four.stop(), 60_000);

describe('kill -9', () => {
  it('causes no loss of an acknowledged write, whether it ends an API process, a worker or the database', async () => {
    const target: Target = {
      dataDir: four.dataDir,
      client: (at) =>
        createClient({
          baseUrl: four.apis[at % 2]!.url,
          apiKey: four.account.apiKey,
          maxRetries: 0,
        }),
    };
    const client = target.client(0);
    const ids = await Promise.all(
      ['imports', 'edits', 'releases'].map(
        async (name) => (await createProjectOf(client, name)).id,
      ),
    );
    const writers = [
      importWriter(ids[0]!),
      editWriter(ids[1]!, await createEditedKeys(client, ids[1]!)),
      releaseWriter(ids[2]!),
      signUpWriter(target),
    ];
    const over = new AbortController();
    const working = runWriters(target, writers, over.signal);
    /** Waits until each writer has had `count` more successful calls. */
    const goOn = async (count: number): Promise<void> => {
      const before = writers.map(({ acknowledged }) => acknowledged);
      await until(
        'every writer goes on',
        () => writers.every(({ acknowledged }, index) => acknowledged >= before[index]! + count),
        60_000,
        20,
      );
    };
    await goOn(2);
    await four.apis[1].kill();
    four.apis[1] = await four.start('api', { port: four.apis[1].port });
    await goOn(1);
    await four.workers[0].kill();
    four.workers[0] = await four.start('worker');
    await goOn(1);
    four.database.kill();
    await four.database.restart();
    await goOn(2);
    over.abort();
    await working;
    await until(
      'ready again',
      async () => (await statusOf(four.apis[0], '/health/ready')) === 200,
      5_000 * SLACK,
    );
    for (const writer of writers) {
      expect([writer.name, writer.acknowledged > 5]).toEqual([writer.name, true]);
      if (writer.name !== 'sign-ups') {
        expect([writer.name, await writer.verify(target.client(0))]).toEqual([writer.name, []]);
      }
    }
    const mails = writers.at(-1)!;
    await until('every mail', async () => (await mails.verify(client)).length === 0, 60_000, 100);
  });
});

describe('the database', () => {
  it('makes no request hang and ends no process while it does not respond, and the service recovers afterwards', async () => {
    const client = four.account.client(four.apis[0]);
    const { id: projectId } = await createProjectOf(client);
    await client.i18n.projects.import({ projectId, locale: 'en', content: { a: 'A' } });
    await client.i18n.releases.create({ projectId, environment: 'production' });
    expect((await readBundle(four.apis[0], projectId)).status).toBe(200);
    const authorized = { Authorization: `ApiKey ${four.account.apiKey}` };
    /** Returns the status of the response. A request that hangs fails the test. */
    const answerTo = async (path: string, timeoutMs: number): Promise<number> =>
      (await send(four.apis[0], 'GET', path, { headers: authorized, timeoutMs })).status;
    four.database.freeze();
    try {
      const ready = answerTo('/health/ready', READY_TELLS_MS * SLACK);
      const calls = Array.from({ length: 30 }, () =>
        answerTo('/v1/i18n/projects', NO_HANG_MS * 1.5),
      );
      expect(await ready).toBe(503);
      expect(new Set(await Promise.all(calls))).toEqual(new Set([503]));
      // Once the fault is known, requests fail without a wait.
      expect(await answerTo('/v1/i18n/projects', 1_000 * SLACK)).toBe(503);
      expect(await answerTo('/health', 1_000 * SLACK)).toBe(200);
      // Bundles are served without the database.
      expect((await readBundle(four.apis[0], projectId)).status).toBe(200);
    } finally {
      four.database.thaw();
    }
    await until(
      'ready again',
      async () => (await answerTo('/health/ready', NO_HANG_MS)) === 200,
      5_000 * SLACK,
    );
    expect(await answerTo('/v1/i18n/projects', NO_HANG_MS)).toBe(200);
    expect([...four.apis, ...four.workers].filter(({ hasEnded }) => hasEnded)).toEqual([]);
  });

  it('can be killed and restarted, and every process continues and runs tasks again', async () => {
    four.database.kill();
    await until(
      'not ready',
      async () => (await statusOf(four.apis[1], '/health/ready')) === 503,
      READY_TELLS_MS * SLACK,
    );
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        four.account
          .client(four.apis[1])
          .i18n.projects.list({})
          .catch((e) => e),
      ),
    );
    for (const answer of answers) {
      expect(isParlanceError(answer) && answer.status).toBe(503);
    }
    await four.database.restart();
    for (const service of four.apis) {
      await until(
        'ready again',
        async () => (await statusOf(service, '/health/ready')) === 200,
        5_000 * SLACK,
      );
    }
    // A new account needs the queue and the workers.
    await openAccount(four.apis[1]);
    expect([...four.apis, ...four.workers].filter(({ hasEnded }) => hasEnded)).toEqual([]);
  });
});
