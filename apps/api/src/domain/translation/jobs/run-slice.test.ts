import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../../../../scripts/eventually.ts';
import { replaceClock } from '../../../../../../scripts/tests/replace-clock.ts';
import { startTestApp, type TestApp } from '../../../../test/app/app.ts';
import { createProject, createTenant, type Tenant } from '../../../../test/app/build.ts';
import {
  createScriptedEngine,
  directoryOf,
  shout,
} from '../../../../test/engines/scripted-engine.ts';
import type { Deps, TaskOptions, TaskPayloads } from '../../../deps.ts';
import {
  EngineError,
  type SegmentResult,
  type TranslateCall,
} from '../../../providers/mt/engine.ts';
import type { JobOptions } from '../session.ts';
import { createStringsJob } from './create-job.ts';
import { runSlice } from './run-slice.ts';
import { MAX_WAITS } from './slice.ts';
import { startMissingJob } from './start-job.ts';
import { getJob } from './translation-job.store.ts';

type SliceTask = TaskPayloads['translate-job'];
let app: TestApp;
let tenant: Tenant;
let slices: { task: SliceTask; options: TaskOptions }[];
let waits: () => boolean;
let answer: (call: TranslateCall) => Promise<SegmentResult[]>;

const engine = createScriptedEngine({
  capabilities: { formality: true },
  answer: (call) => answer(call),
});
const atOnce = async ({ segments }: TranslateCall) =>
  segments.map(({ id, body }) => ({ id, body: shout(body) }));

/** Returns the dependencies of the service. The test runs the slices of jobs, not the service. */
const depsOf = (): Deps => ({
  ...app.deps,
  engines: directoryOf(engine),
  tasks: {
    enqueue: async (_tx, name, payload, options = {}) => {
      if (name !== 'translate-job') throw new Error(`unexpected task ${name}`);
      slices.push({ task: payload as SliceTask, options });
      return null;
    },
    awaitDone: async () => {},
    forget: async () => {},
    isAwaited: async () => waits(),
  },
});

beforeAll(async () => {
  app = await startTestApp();
  tenant = await createTenant(app);
});
afterAll(() => app.close());
beforeEach(() => {
  slices = [];
  waits = () => false;
  answer = atOnce;
  engine.calls.length = 0;
});

const alive = () => new AbortController().signal;
const run = (task: SliceTask, signal = alive()) => runSlice(depsOf(), task, signal);
const jobOf = (jobId: string) =>
  getJob(
    app.db,
    { organizationId: tenant.organizationId, projectIds: null, principalId: tenant.user.id },
    jobId,
  );
const actorOf = () => ({ type: 'user', id: tenant.user.id, name: 'Tester' }) as const;
let jobsMade = 0;

/** Creates a job with new texts, for which the translation memory has no translation. */
async function createJob(
  count: number,
  organizationId = tenant.organizationId,
  wishes: Partial<JobOptions> = {},
  authorId = tenant.user.id,
) {
  const prefix = String.fromCharCode(97 + jobsMade++);
  const strings = Array.from({ length: count }, (_, index) => ({
    id: `${index}`,
    text: `Text ${prefix} ${index}`,
  }));
  const options = {
    messageFormat: 'auto',
    requestedEngine: null,
    projectEngine: null,
    context: null,
    memory: null,
    ...wishes,
  } as const;
  const by = { actor: { ...actorOf(), id: authorId }, signal: alive(), choices: new Map() };
  const job = { organizationId, projectId: null, sourceLocale: 'en', options, ...by };
  return createStringsJob(depsOf(), job, strings, ['es']);
}

/** Returns the finished strings, the status and the billed units of a job. */
async function billed(jobId: string) {
  const job = await jobOf(jobId);
  return { done: job.strings_done, status: job.status, units: job.billed_units };
}

const meteredUnits = async (): Promise<number> => {
  const rows = await app.db
    .selectFrom('usage_daily')
    .where('organization_id', '=', tenant.organizationId)
    .select('billed_units')
    .execute();
  return rows.reduce((sum, row) => sum + row.billed_units, 0);
};

describe('a slice', () => {
  test('fails the strings of a job whose engine the server no longer has', async () => {
    const { id } = await createJob(2, tenant.organizationId, { requestedEngine: engine.id });
    await runSlice({ ...depsOf(), engines: directoryOf() }, slices[0]!.task, alive());
    const job = await jobOf(id);
    expect(job).toMatchObject({ status: 'failed', strings_failed: 2, billed_units: 0 });
    expect(JSON.stringify(job.locale_errors)).toContain('is not configured on this server');
    expect(slices).toHaveLength(1);
  });

  test('fails its job within one part after the author of the job was removed, and keeps and bills the completed translations', async () => {
    const { organizationId, user } = await createTenant(app);
    const { id } = await createJob(600, organizationId, {}, user.id);
    const removal = app.db.deleteFrom('membership').where('user_id', '=', user.id);
    answer = (call) => removal.execute().then(() => atOnce(call));
    await run(slices[0]!.task);
    const owner = { organizationId, projectIds: null, principalId: user.id };
    const job = await getJob(app.db, owner, id);
    expect(job).toMatchObject({ status: 'failed', error_code: 'role_forbidden' });
    expect([job.billed_units > 0, job.strings_done < 600]).toEqual([true, true]);
  });

  test('bills its strings once if its task runs twice', async () => {
    const before = await meteredUnits();
    const job = await createJob(250);
    const { task } = slices[0]!;
    await Promise.all([run(task), run(task)]);
    await run(task);
    const units = Array.from({ length: 250 }, (_, index) => `Text a ${index}`).join('').length;
    expect(await billed(job.id)).toEqual({ done: 250, status: 'completed', units });
    expect((await meteredUnits()) - before).toBe(units);
  });

  test('does nothing if its number is not the number of the next slice of the job, or if the job has ended', async () => {
    const job = await createJob(10);
    const { task } = slices[0]!;
    await run({ ...task, slice: 7 });
    expect(engine.calls).toEqual([]);
    expect((await jobOf(job.id)).status).toBe('queued');
    await run(task);
    const ended = await jobOf(job.id);
    expect(ended.status).toBe('completed');
    await run(task);
    expect([await jobOf(job.id), engine.calls.length]).toEqual([ended, 1]);
  });

  test('writes no result of a chunk that another worker has leased in the meantime', async () => {
    const job = await createJob(10);
    const { task } = slices[0]!;
    const stuck = Promise.withResolvers<SegmentResult[]>();
    answer = () => stuck.promise;
    const dead = run(task);
    await eventually(() => expect(engine.calls).toHaveLength(1));
    answer = atOnce;
    await run(task);
    const after = await billed(job.id);
    expect(after).toMatchObject({ done: 10, status: 'completed' });
    const [call] = engine.calls;
    stuck.resolve(call!.segments.map(({ id }) => ({ id, body: 'LATE' })));
    await dead;
    expect(await billed(job.id)).toEqual(after);
    const { data } = await tenant.client.translate.jobs.result({ jobId: job.id, limit: 500 });
    expect(data.locales.es!.items.map(({ text }) => text)).not.toContain('LATE');
  });

  test('ends when the process drains, and the next slice processes the rest', async () => {
    const job = await createJob(300);
    const drain = new AbortController();
    let calls = 0;
    answer = async (call) => {
      if (++calls <= 2) return atOnce(call);
      drain.abort(new Error('draining'));
      return new Promise<never>(() => {});
    };
    await run(slices[0]!.task, drain.signal);
    expect(slices).toHaveLength(2);
    expect(slices[1]!.task).toMatchObject({ jobId: job.id, slice: 1 });
    answer = atOnce;
    await run(slices[1]!.task);
    expect(await billed(job.id)).toMatchObject({ done: 300, status: 'completed' });
  });

  test('keeps the formality of its job after another slice, and sends none for a job without a formality', async () => {
    const [formal, open] = [
      await createJob(150, tenant.organizationId, { formality: 'formal' }),
      await createJob(1),
    ];
    const drain = new AbortController();
    answer = async () => {
      drain.abort(new Error('draining'));
      return new Promise<never>(() => {});
    };
    await run(slices[0]!.task, drain.signal);
    answer = atOnce;
    engine.calls.length = 0;
    await run(slices[2]!.task);
    expect((await jobOf(formal.id)).status).toBe('completed');
    expect(new Set(engine.calls.map(({ formality }) => formality))).toEqual(new Set(['formal']));
    engine.calls.length = 0;
    await run(slices[1]!.task);
    expect((await jobOf(open.id)).status).toBe('completed');
    expect(engine.calls.map(({ formality }) => formality)).toEqual([undefined]);
  });

  function answerSlowly(): { passedMs: number } {
    const clock = { passedMs: 0 };
    const now = performance.now.bind(performance);
    onTestFinished(replaceClock(() => now() + clock.passedMs));
    answer = async (call) => {
      clock.passedMs += 700;
      return atOnce(call);
    };
    return clock;
  }

  test('ends after its time limit if another job waits', async () => {
    const job = await createJob(3_000);
    answerSlowly();
    waits = () => true;
    await run(slices[0]!.task);
    expect(slices).toHaveLength(2);
    const { strings_done, status } = await jobOf(job.id);
    expect(status).toBe('running');
    expect(strings_done).toBeGreaterThan(0);
    expect(strings_done).toBeLessThan(3_000);
  });

  test('continues while no other job waits', async () => {
    await createJob(3_000);
    const clock = answerSlowly();
    waits = () => clock.passedMs > 7_000;
    await run(slices[0]!.task);
    expect(clock.passedMs).toBeGreaterThan(7_000);
    expect(slices).toHaveLength(2);
  });

  test('gives up a chunk that crashes every worker', async () => {
    const job = await createJob(5);
    await app.db
      .updateTable('translation_chunk')
      .set({ attempt: 30 })
      .where('job_id', '=', job.id)
      .execute();
    await run(slices[0]!.task);
    expect(engine.calls).toEqual([]);
    expect(await jobOf(job.id)).toMatchObject({ status: 'failed', error_code: 'internal' });
  });

  test.each([200, 5_000])(
    'ends a job of %i strings after a few calls if the engine never gives a usable answer',
    async (strings) => {
      answer = () =>
        Promise.reject(new EngineError('engine_bad_response', 'prose', { retryable: true }));
      const job = await createJob(strings);
      await run(slices[0]!.task);
      expect(await jobOf(job.id)).toMatchObject({
        status: 'failed',
        error_code: 'engine_failed',
        error_message: expect.stringContaining('prose'),
        strings_done: 0,
      });
      const { maxConcurrentCalls } = engine.capabilities;
      expect(engine.calls.length).toBeLessThanOrEqual((4 + maxConcurrentCalls) * 3);
      expect(slices).toHaveLength(1);
    },
  );

  /** Runs all slices of a job without waiting for their delays, and returns the delays. */
  async function runAll(): Promise<number[]> {
    const delays: number[] = [];
    for (let index = 0; index < slices.length; index++) {
      delays.push(slices[index]!.options.delaySeconds ?? 0);
      await run(slices[index]!.task);
    }
    return delays;
  }
  const busy = new EngineError('engine_rate_limited', 'busy', {
    retryable: true,
    retryAfterMs: 6_000,
  });

  test('waits for a busy engine eight times in a job, and then fails the job', async () => {
    answer = () => Promise.reject(busy);
    const job = await createJob(5_000);
    expect(await runAll()).toEqual([0, 6, 6, 8, 16, 32, 60, 60, 60]);
    expect(await jobOf(job.id)).toMatchObject({
      status: 'failed',
      error_code: 'engine_unavailable',
      strings_failed: 5_000,
    });
    const { maxConcurrentCalls } = engine.capabilities;
    expect(engine.calls.length).toBeLessThanOrEqual((MAX_WAITS + 1) * maxConcurrentCalls);
  });

  test('loses no string if the engine answers only one call between pauses', async () => {
    let calls = 0;
    answer = (call) => (++calls % 2 === 0 ? Promise.reject(busy) : atOnce(call));
    const job = await createJob(2_000);
    const delays = await runAll();
    expect(delays.length).toBeGreaterThan(MAX_WAITS + 1);
    expect(await billed(job.id)).toMatchObject({ done: 2_000, status: 'completed' });
    const attempts = await app.db
      .selectFrom('translation_chunk')
      .where('job_id', '=', job.id)
      .select('attempt')
      .execute();
    expect(attempts.every(({ attempt }) => attempt === 1)).toBe(true);
  });

  test('translates the other strings if the engine rejects each call with some of the strings', async () => {
    const bad = / [0-2]$/;
    answer = async (call) => {
      if (call.segments.some(({ body }) => bad.test(body)))
        throw new EngineError('engine_bad_response', 'prose');
      return call.segments.map(({ id, body }) => ({ id, body: `${body}!` }));
    };
    const job = await createJob(60);
    await run(slices[0]!.task);
    const { strings_done: done, status } = await jobOf(job.id);
    expect([status, done]).toEqual(['completed', expect.toSatisfy((count) => count >= 57)]);
  });
});

test('the error text of an engine is stored without the characters that a database cannot store', async () => {
  answer = () => Promise.reject(new EngineError('engine_bad_response', 'half \0 \ud83d'));
  const job = await createJob(1);
  await run(slices[0]!.task);
  expect(await jobOf(job.id)).toMatchObject({
    status: 'failed',
    error_message: expect.stringContaining('half \ufffd \ufffd'),
  });
});

describe('the order of slices', () => {
  test('puts the first job of one organization before the second job of another', async () => {
    const other = await createTenant(app);
    await createJob(1, other.organizationId);
    await createJob(1, other.organizationId);
    const newcomer = await createTenant(app);
    await createJob(1, newcomer.organizationId);
    expect(slices.map(({ options }) => options.priority)).toEqual([0, -1, 0]);
  });
});

describe('a job for missing values of a project', () => {
  test('writes each value once, no matter how often its slice is run', async () => {
    const { id: projectId } = await createProject(tenant.client);
    await tenant.client.i18n.locales.create({ projectId, code: 'es' });
    const content = Object.fromEntries(
      Array.from({ length: 230 }, (_, index) => [`key${index}`, `Value ${index}`]),
    );
    await tenant.client.i18n.projects.import({ projectId, locale: 'en', content });
    const principal = {
      ...actorOf(),
      organizationId: tenant.organizationId,
      role: 'owner',
      locales: null,
      scopes: [],
      grants: [],
      projectIds: null,
      sessionId: tenant.user.id,
    } as const;
    const job = await startMissingJob(depsOf(), principal, { projectId }, alive());
    const { task } = slices[0]!;
    await Promise.all([run(task), run(task), run(task)]);
    expect(await jobOf(job.id)).toMatchObject({ status: 'completed', strings_done: 230 });
    const { data: locales } = await tenant.client.i18n.locales.list({ projectId });
    expect(locales.find(({ code }) => code === 'es')!.counts).toEqual({
      translated: 0,
      needsReview: 230,
      missing: 0,
    });
    const versions = await app.db
      .selectFrom('translation_value')
      .where('project_id', '=', projectId)
      .where('origin', '=', 'machine')
      .select('version')
      .execute();
    expect(versions).toHaveLength(230);
    expect(versions.every(({ version }) => version === 1)).toBe(true);
  });
});
