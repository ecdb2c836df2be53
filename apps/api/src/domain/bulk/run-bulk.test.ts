import type { ValuesBulkAction } from '@parlance/contracts';
import { describe, expect, it, vi } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { codeOf, createProject, type Tenant } from '../../../test/build.ts';
import { bring, storedTexts } from '../../../test/content/import.ts';
import { describeTenant } from '../../../test/describe-project.ts';
import { runBulk } from './run-bulk.ts';

const ROWS = 2_100;

let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { works: false },
);

const i18n = () => tenant.client.i18n;

const textsOf = (text: string) =>
  Object.fromEntries(Array.from({ length: ROWS }, (_, at) => [`k${at}`, `${text} ${at}`]));

async function startRun(action: ValuesBulkAction = { clear: {} }) {
  const project = await createProject(tenant.client);
  await bring(tenant, project, textsOf('old'));
  const projectId = project.id;
  const select = { query: '', locales: ['en'] };
  const { data } = await i18n().values.bulk({ projectId, select, action });
  const runId = data.id!;
  const payload = { organizationId: project.organizationId, projectId, runId };
  return { projectId, runId, payload };
}

const run = (payload: Parameters<typeof runBulk>[1], signal = new AbortController().signal) =>
  runBulk(app.deps, payload, signal);

function abortAfter(times: number): AbortSignal {
  const controller = new AbortController();
  const { signal } = controller;
  let asked = 0;
  vi.spyOn(signal, 'throwIfAborted').mockImplementation(() => {
    if (asked++ === times) throw new Error('drained');
  });
  return signal;
}

const state = async (projectId: string, runId: string) =>
  (await i18n().bulkRuns.get({ projectId, runId })).data;

describe('a bulk change in the background', () => {
  it('goes on where it was stopped, and two tasks do each part once', async () => {
    const { projectId, runId, payload } = await startRun();
    await expect(run(payload, abortAfter(1))).rejects.toThrow('drained');
    expect(await state(projectId, runId)).toMatchObject({
      status: 'running',
      rowsDone: 1_000,
      changed: 1_000,
      changeId: runId,
    });
    await Promise.all([run(payload), run(payload)]);
    expect(await state(projectId, runId)).toMatchObject({
      status: 'completed',
      rowsDone: ROWS,
      changed: ROWS,
    });
    expect(await storedTexts(app, projectId, 'en')).toEqual([]);
    const { data: change } = await i18n().changes.get({ projectId, changeId: runId });
    expect(change).toMatchObject({ state: 'completed', counts: { values: ROWS } });
  });

  it('cannot be reverted before it has ended', async () => {
    const { projectId, runId, payload } = await startRun();
    await expect(run(payload, abortAfter(1))).rejects.toThrow('drained');
    const revert = () => i18n().changes.revert({ projectId, changeId: runId });
    expect(await codeOf(revert())).toBe('conflict');
    await run(payload);
    expect((await revert()).data.counts).toMatchObject({ values: ROWS, conflicts: 0 });
    expect(Object.fromEntries(await storedTexts(app, projectId, 'en'))).toEqual(textsOf('old'));
  });

  it('leaves what was written after the request', async () => {
    const { projectId, runId, payload } = await startRun();
    const [value] = (await i18n().values.list({ projectId })).data;
    await i18n().values.update({ projectId, valueId: value!.id!, text: 'mine' });
    await run(payload);
    expect(await state(projectId, runId)).toMatchObject({ changed: ROWS - 1, conflicts: 1 });
    expect(await storedTexts(app, projectId, 'en')).toEqual([[value!.key, 'mine']]);
  });

  it('fails if it is refused, says so, and keeps what it wrote', async () => {
    const { projectId, runId, payload } = await startRun();
    await expect(run(payload, abortAfter(1))).rejects.toThrow('drained');
    await i18n().projects.delete({ projectId });
    await run(payload);
    expect(await state(projectId, runId)).toMatchObject({
      status: 'failed',
      rowsDone: 1_000,
      error: { code: 'archived', detail: expect.stringContaining('archived') },
    });
    expect(await storedTexts(app, projectId, 'en')).toHaveLength(ROWS - 1_000);
  });
});
