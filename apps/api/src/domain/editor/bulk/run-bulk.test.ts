import type { ValuesBulkAction } from '@parlance/contracts';
import type { Client } from '@parlance/sdk';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import type { TestApp } from '../../../../test/app/app.ts';
import {
  actFor,
  codeOf,
  createApiKeyFor,
  createProject,
  createTenant,
  type Tenant,
} from '../../../../test/app/build.ts';
import { describeTenant } from '../../../../test/app/describe-project.ts';
import { bring, storedTexts } from '../../../../test/content/import.ts';
import { runBulk } from './run-bulk.ts';

const ROWS = 2_100;
const HOUR_MS = 3_600_000;

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
  Object.fromEntries(Array.from({ length: ROWS }, (_, index) => [`k${index}`, `${text} ${index}`]));

async function startRun(
  action: ValuesBulkAction = { clear: {} },
  by: Client = tenant.client,
  of: Tenant = tenant,
) {
  const project = await createProject(of.client);
  await bring(of, project, textsOf('old'));
  const projectId = project.id;
  const select = { query: '', locales: ['en'] };
  const { data } = await by.i18n.values.bulk({ projectId, select, action });
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
  it('resumes after a stop, and two concurrent tasks do each part once', async () => {
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

  it('yields to the run of another organization after each part, and precedes later runs of its own organization', async () => {
    const { projectId, runId, payload } = await startRun();
    await startRun();
    const isAwaited = () => app.deps.tasks.isAwaited(app.db, 'bulk-change', payload.organizationId);
    const other = await createTenant(app);
    await startRun({ clear: {} }, other.client, other);
    expect(await isAwaited()).toBe(true);
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now');
    let calls = 0;
    clock.mockImplementation(() => now + 6_000 * calls++);
    try {
      await run(payload);
    } finally {
      clock.mockRestore();
    }
    expect(await state(projectId, runId)).toMatchObject({ status: 'running', rowsDone: 1_000 });
    const { rows } = await sql<{ runId: string }>`
      select data ->> 'runId' as "runId" from pgboss.job
      where name = 'bulk-change' and data ->> 'organizationId' = ${payload.organizationId}
      order by priority desc, created_on limit 1`.execute(app.db);
    expect(rows[0]!.runId).toBe(runId);
    await run(payload);
    expect(await state(projectId, runId)).toMatchObject({ status: 'completed', rowsDone: ROWS });
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

  it('does not overwrite values that were written after the request', async () => {
    const { projectId, runId, payload } = await startRun();
    const [value] = (await i18n().values.list({ projectId })).data;
    await i18n().values.update({ projectId, valueId: value!.id!, text: 'mine' });
    await run(payload);
    expect(await state(projectId, runId)).toMatchObject({ changed: ROWS - 1, conflicts: 1 });
    expect(await storedTexts(app, projectId, 'en')).toEqual([[value!.key, 'mine']]);
  });

  it('ends within one part when its API key is revoked, and continues when the key expires', async () => {
    const expiresAt = new Date(app.clock.now().getTime() + HOUR_MS).toISOString();
    const key = await createApiKeyFor(tenant.user, undefined, { expiresAt });
    const { projectId, runId, payload } = await startRun({ clear: {} }, key.client);
    await expect(run(payload, abortAfter(1))).rejects.toThrow('drained');
    app.clock.advance(2 * HOUR_MS);
    await expect(run(payload, abortAfter(1))).rejects.toThrow('drained');
    await tenant.user.client.apiKeys.delete({ apiKeyId: key.id });
    await run(payload);
    expect(await state(projectId, runId)).toMatchObject({
      status: 'failed',
      rowsDone: 2_000,
      changed: 2_000,
      error: { code: 'role_forbidden', detail: expect.stringContaining('revoked') },
    });
    expect(await storedTexts(app, projectId, 'en')).toHaveLength(ROWS - 2_000);
  });

  it.each(['removed', 'demoted', 'deactivated', 'limited to another locale'])(
    'ends within one part when its author is %s',
    async (how) => {
      const { user } = await createTenant(app);
      const membership = { organization_id: tenant.organizationId, user_id: user.id };
      const at = { role: 'developer', joined_at: app.clock.now() } as const;
      await app.db
        .insertInto('membership')
        .values({ ...membership, ...at })
        .execute();
      const client = actFor(user, tenant.organizationId);
      const { projectId, runId, payload } = await startRun({ clear: {} }, client);
      await expect(run(payload, abortAfter(1))).rejects.toThrow('drained');
      const mine = app.db.updateTable('membership').where('user_id', '=', user.id);
      if (how === 'removed') {
        await app.db.deleteFrom('membership').where('user_id', '=', user.id).execute();
      } else if (how === 'demoted') await mine.set({ role: 'viewer' }).execute();
      else if (how === 'deactivated') {
        const deactivated_at = app.clock.now();
        await app.db
          .updateTable('app_user')
          .where('id', '=', user.id)
          .set({ deactivated_at })
          .execute();
      } else await mine.set({ role: 'translator', locale_tags: ['de'] }).execute();
      await run(payload);
      expect(await state(projectId, runId)).toMatchObject({
        status: 'failed',
        rowsDone: 1_000,
        error: { code: 'role_forbidden' },
      });
      expect(await storedTexts(app, projectId, 'en')).toHaveLength(ROWS - 1_000);
    },
  );

  it('ends when a user cancels it, and keeps the values that it wrote', async () => {
    const { projectId, runId, payload } = await startRun();
    await expect(run(payload, abortAfter(1))).rejects.toThrow('drained');
    const cancel = () => i18n().bulkRuns.cancel({ projectId, runId });
    expect((await cancel()).data).toMatchObject({ status: 'cancelled', rowsDone: 1_000 });
    expect((await cancel()).data.status).toBe('cancelled');
    await run(payload);
    expect(await storedTexts(app, projectId, 'en')).toHaveLength(ROWS - 1_000);
    const done = await startRun();
    await run(done.payload);
    const late = i18n().bulkRuns.cancel({ projectId: done.projectId, runId: done.runId });
    expect(await codeOf(late)).toBe('conflict');
  });

  it('fails with the reason if its project is archived, and keeps the values that it wrote', async () => {
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
