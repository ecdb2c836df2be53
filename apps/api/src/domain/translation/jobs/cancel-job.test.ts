import { expect, test } from 'vitest';
import { eventually } from '../../../../../../scripts/eventually.ts';
import type { TestApp } from '../../../../test/app/app.ts';
import { createProject, createTenant } from '../../../../test/app/build.ts';
import { describeTenant } from '../../../../test/app/describe-project.ts';
import {
  answerCall,
  createScriptedEngine,
  directoryOf,
} from '../../../../test/engines/scripted-engine.ts';
import { EngineError, type TranslateCall } from '../../../providers/mt/engine.ts';
import { giveUpJob } from './cancel-job.ts';

const BUSY = 'Busy';
const busy = new EngineError('engine_rate_limited', 'busy', {
  retryable: true,
  retryAfterMs: 3_600_000,
});
const isBusy = ({ segments }: TranslateCall) => segments.some(({ body }) => body.includes(BUSY));
// Each call has one string, so that some strings of a chunk are translated while others wait.
const engine = createScriptedEngine({
  capabilities: { maxBatchSegments: 1, maxConcurrentCalls: 1 },
  answer: async (call) => (isBusy(call) ? Promise.reject(busy) : answerCall(call)),
});

let app: TestApp;

describeTenant(
  (given) => {
    app = given.app;
  },
  { overrides: { engines: directoryOf(engine) } },
);

const CONTENT = { a: 'Save', b: 'Open', c: `${BUSY} now` };

/** Waits until the job pauses, because its engine requests a delay. */
const paused = (jobId: string) =>
  eventually(async () => {
    const chunks = await app.db
      .selectFrom('translation_chunk')
      .where('job_id', '=', jobId)
      .select('results')
      .execute();
    expect(chunks.map(({ results }) => results === null)).toEqual([false]);
  });

/** Starts a job of which two strings are translated and one waits. */
async function startPaused() {
  const { client } = await createTenant(app);
  const projectId = (await createProject(client)).id;
  await client.i18n.projects.import({ projectId, locale: 'en', content: CONTENT });
  await client.i18n.locales.create({ projectId, code: 'de' });
  const { data: job } = await client.translate.jobs.create({ projectId });
  await paused(job.id);
  return { client, projectId, job };
}

test('a cancelled job keeps and bills the translations of a chunk that waits for its engine', async () => {
  const { client, projectId, job } = await startPaused();
  const { data: cancelled } = await client.translate.jobs.cancel({ jobId: job.id });
  expect(cancelled).toMatchObject({
    status: 'cancelled',
    progress: { done: 2, failed: 0 },
    usage: { billedUnits: 8 },
  });
  const { data: values } = await client.i18n.values.list({ projectId, locale: 'de' });
  expect(values.map(({ key, text }) => [key, text])).toEqual([
    ['a', 'SAVE'],
    ['b', 'OPEN'],
  ]);
  const again = await client.translate.jobs.cancel({ jobId: job.id });
  expect(again.data.usage.billedUnits).toBe(8);
});

test('a job that the server has given up keeps and bills the translations of a chunk that waits for its engine', async () => {
  const { client, projectId, job } = await startPaused();
  const giveUp = async (earlier: number, message: string) => {
    const { organization_id: organizationId, slice } = await app.db
      .selectFrom('translation_job')
      .where('id', '=', job.id)
      .select(['organization_id', 'slice'])
      .executeTakeFirstOrThrow();
    const payload = { organizationId, jobId: job.id, slice: slice - earlier };
    await giveUpJob(app.deps, payload, message);
    return (await client.translate.jobs.get({ jobId: job.id })).data;
  };
  expect((await giveUp(1, 'An earlier slice failed.')).status).toBe('running');
  // The next slice may already have started.
  const failed = await eventually(async () => {
    const ended = await giveUp(0, 'The server failed.');
    expect(ended.status).toBe('failed');
    return ended;
  });
  expect(failed).toMatchObject({
    status: 'failed',
    error: { code: 'internal', message: 'The server failed.' },
    progress: { done: 2, failed: 0 },
    usage: { billedUnits: 8 },
  });
  const { data: values } = await client.i18n.values.list({ projectId, locale: 'de' });
  expect(values.map(({ text }) => text)).toEqual(['SAVE', 'OPEN']);
});

test('a cancelled job of strings bills the results that it returns', async () => {
  const { client } = await createTenant(app);
  const strings = Object.values(CONTENT);
  const order = { sourceLocale: 'en', targetLocales: ['de'], strings };
  const { data: job } = await client.translate.jobs.create(order);
  await paused(job.id);
  const { data: cancelled } = await client.translate.jobs.cancel({ jobId: job.id });
  const { data: result } = await client.translate.jobs.result({ jobId: job.id });
  expect(result.locales.de!.items.map(({ text }) => text)).toEqual(['SAVE', 'OPEN']);
  expect(cancelled).toMatchObject({ progress: { done: 2 }, usage: { billedUnits: 8 } });
});
