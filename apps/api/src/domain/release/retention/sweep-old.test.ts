import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app/app.ts';
import { codeOf, createProject, createTenant, type Tenant } from '../../../../test/app/build.ts';
import { executeRaw } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import { trustedProject } from '../../kernel/tenant.ts';
import { storeMessages } from '../messages.store.ts';
import { lockReleaseForReading } from '../release.store.ts';
import { DAY_MS } from './ages.ts';
import { sweepOld } from './sweep-old.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;
let edition = 0;
const { signal } = new AbortController();
// Each test moves the clock, and a sweep covers all projects.
beforeEach(async () => {
  const env = { HISTORY_KEPT_DAYS: '400', RELEASES_KEPT_DAYS: '100', ACTIVITY_KEPT_DAYS: '30' };
  app = await startTestApp({ env });
  tenant = await createTenant(app);
  projectId = (await createProject(tenant.client)).id;
  await tenant.client.i18n.locales.create({ projectId, code: 'de' });
  edition = 0;
});
afterEach(() => app?.close());

const sweep = () => sweepOld(app.deps, signal);
const nothing = {
  auditEntries: 0,
  activity: 0,
  changes: 0,
  bulkRuns: 0,
  releases: 0,
  blobs: 0,
};

const bring = (locale: string, text: string) =>
  tenant.client.i18n.projects.import({ projectId, locale, content: { a: text } });

/** Publishes another text, or publishes an earlier release again. */
async function publish(more: { locales?: string[]; fromReleaseId?: string } = {}) {
  edition++;
  if (more.fromReleaseId === undefined) {
    for (const locale of more.locales ?? ['en', 'de']) await bring(locale, `${locale} ${edition}`);
  }
  const input = { projectId, environment: 'production', ...more };
  return (await tenant.client.i18n.releases.create(input, { waitSeconds: 30 })).data;
}

const versions = async (): Promise<number[]> =>
  (await tenant.client.i18n.releases.list({ projectId })).data.map(({ version }) => version);

const readBundle = async (localeCode: string, release?: number): Promise<string> => {
  const input = { projectId, environment: 'production', localeCode, shape: 'flat' } as const;
  const { data } = await tenant.client.i18n.bundles.get({
    ...input,
    ...(release === undefined ? {} : { release }),
  });
  return (data as { messages: Record<string, string> }).messages.a!;
};

const countBlobs = async (): Promise<number> => {
  const { rows } = await executeRaw(
    app.db,
    'select count(*) as count from bundle_blob where project_id = $1',
    [projectId],
  );
  return rows[0]!.count as number;
};

describe('sweepOld', () => {
  it('keeps the release that apps still get in a disabled locale, until the releases that omit the locale are deleted', async () => {
    const { i18n } = tenant.client;
    await publish();
    await i18n.locales.update({ projectId, localeCode: 'de', enabled: false });
    for (let index = 0; index < 4; index++) await publish({ locales: ['en'] });
    app.clock.advance(101 * DAY_MS);
    expect((await sweep()).releases).toBe(2);
    expect(await versions()).toEqual([5, 4, 1]);
    expect([await readBundle('de'), await readBundle('en')]).toEqual(['de 1', 'en 5']);
    await i18n.locales.update({ projectId, localeCode: 'de', enabled: true });
    for (let index = 0; index < 3; index++) await publish();
    app.clock.advance(101 * DAY_MS);
    expect([(await sweep()).releases, await versions()]).toEqual([3, [8, 7, 1]]);
    expect([(await sweep()).releases, await versions()]).toEqual([1, [8, 7]]);
  });

  it('deletes releases that were replaced longer ago than the age limit, and keeps releases that apps have received since', async () => {
    for (let index = 0; index < 4; index++) await publish();
    app.clock.advance(101 * DAY_MS);
    expect((await sweep()).releases).toBe(2);
    expect(await versions()).toEqual([4, 3]);
    expect(await readBundle('de', 3)).toBe('de 3');
    expect(await codeOf(readBundle('de', 2))).toBe('not_found');
    await publish();
    // The third release was replaced long ago, the fourth just now.
    expect((await sweep()).releases).toBe(1);
    app.clock.advance(101 * DAY_MS);
    expect((await sweep()).releases).toBe(0);
    expect(await versions()).toEqual([5, 4]);
  });

  it('keeps a release whose locales the later releases leave unchanged', async () => {
    await publish();
    await publish();
    for (let index = 0; index < 3; index++) await publish({ locales: ['de'] });
    app.clock.advance(200 * DAY_MS);
    expect((await sweep()).releases).toBe(1);
    expect(await versions()).toEqual([5, 4, 3, 2]);
    expect([await readBundle('en'), await readBundle('de')]).toEqual(['en 2', 'de 5']);
  });

  it('keeps a release that a later release publishes again, until the later release is deleted', async () => {
    const { id: fromReleaseId } = await publish();
    await publish();
    await publish({ fromReleaseId });
    await publish();
    app.clock.advance(101 * DAY_MS);
    expect((await sweep()).releases).toBe(1);
    expect(await versions()).toEqual([4, 3, 1]);
    await publish();
    app.clock.advance(101 * DAY_MS);
    await sweep();
    await sweep();
    expect(await versions()).toEqual([5, 4]);
  });

  it('keeps a release that a request is about to publish again', async () => {
    const { id: fromReleaseId } = await publish();
    for (let index = 0; index < 2; index++) await publish();
    app.clock.advance(101 * DAY_MS);
    await app.db.transaction().execute(async (tx) => {
      await lockReleaseForReading(tx, trustedProject(projectId), fromReleaseId);
      expect((await sweep()).releases).toBe(0);
    });
    expect((await sweep()).releases).toBe(1);
  });

  it('deletes the texts of deleted releases a day later, and keeps texts that a release uses again', async () => {
    for (let index = 0; index < 4; index++) await publish();
    expect(await countBlobs()).toBe(8);
    app.clock.advance(101 * DAY_MS);
    // The sweep that deletes the releases marks their texts.
    expect(await sweep()).toMatchObject({ releases: 2, blobs: 0 });
    await bring('en', 'en 1');
    await bring('de', 'de 5');
    await tenant.client.i18n.releases.create({ projectId, environment: 'production' });
    app.clock.advance(2 * DAY_MS);
    expect((await sweep()).blobs).toBe(3);
    expect(await countBlobs()).toBe(6);
    expect([await readBundle('en'), await readBundle('de')]).toEqual(['en 1', 'de 5']);
  });

  it('keeps texts that a pending release will use', async () => {
    for (let index = 0; index < 3; index++) await publish();
    app.clock.advance(101 * DAY_MS);
    await sweep();
    app.clock.advance(2 * DAY_MS);
    await bring('en', 'en 1');
    const id = trustedProject(projectId);
    const source = {
      projectId: id,
      localeId: 1,
      localeTag: 'en',
      onlyReviewed: false,
      standIns: [],
    };
    await app.db.transaction().execute(async (tx) => {
      await storeMessages(tx, source, app.clock.now());
      expect((await sweep()).blobs).toBe(1);
    });
    // No release has the text, so the sweep marks it again.
    expect((await sweep()).blobs).toBe(0);
    app.clock.advance(2 * DAY_MS);
    expect((await sweep()).blobs).toBe(1);
  });

  it('deletes failed releases and activity at their age limits, and keeps the audit log', async () => {
    await publish();
    await sql`
      update release set status = 'failed', published_at = null, failure = '{}'
      where project_id = ${projectId}::uuid`.execute(app.db);
    app.clock.advance(31 * DAY_MS);
    expect(await sweep()).toMatchObject({ activity: 3, auditEntries: 0, releases: 0 });
    app.clock.advance(101 * DAY_MS);
    expect(await sweep()).toMatchObject({ activity: 0, releases: 1 });
    expect((await tenant.client.auditLog.list({})).data.length).toBeGreaterThan(0);
  });

  it('deletes audit entries at their age limit, and deletes nothing else if all other data is kept indefinitely', async () => {
    await publish();
    const retention = { historyDays: null, releasesDays: null, auditDays: 60, activityDays: null };
    const forEver = { ...app.deps, retention };
    const { data: entries } = await tenant.client.auditLog.list({});
    expect((await sweepOld(forEver, signal)).auditEntries).toBe(0);
    app.clock.advance(3_000 * DAY_MS);
    const swept = await sweepOld(forEver, signal);
    expect(swept.auditEntries).toBeGreaterThanOrEqual(entries.length);
    expect({ ...swept, auditEntries: 0 }).toEqual(nothing);
    expect((await tenant.client.auditLog.list({})).data).toEqual([]);
  });

  it('deletes bulk runs that ended before their age limit, and keeps running bulk runs', async () => {
    const insertRun = (id: string, endedAt: Date | null) =>
      sql`
        insert into bulk_run (project_id, id, status, request, actor_type, actor_id, rows_count, created_at, ended_at)
        values (${projectId}::uuid, ${id}::uuid, ${endedAt ? 'completed' : 'running'}, '{}', 'user',
                ${tenant.user.id}::uuid, 1, ${app.clock.now()}, ${endedAt})`.execute(app.db);
    const running = newId();
    await insertRun(newId(), app.clock.now());
    await insertRun(running, null);
    app.clock.advance(399 * DAY_MS);
    expect(await sweep()).toEqual(nothing);
    app.clock.advance(2 * DAY_MS);
    expect(await sweep()).toMatchObject({ bulkRuns: 1 });
    const kept = await app.db.selectFrom('bulk_run').select('id').execute();
    expect(kept).toEqual([{ id: running }]);
  });

  it('deletes changes at their age limit, and keeps the values', async () => {
    const { i18n } = tenant.client;
    for (const text of ['One', 'Two', 'Three']) await bring('en', text);
    await i18n.values.bulk(
      {
        projectId,
        select: { query: '', locales: ['en'] },
        action: { setState: { state: 'reviewed' } },
      },
      { waitSeconds: 30 },
    );
    const { data: before } = await i18n.changes.list({ projectId });
    app.clock.advance(399 * DAY_MS);
    expect(await sweep()).toMatchObject({ changes: 0 });
    expect((await i18n.changes.list({ projectId })).data).toEqual(before);
    app.clock.advance(2 * DAY_MS);
    // The first sweep decides which changes are kept.
    await sweep();
    const { data: changes, meta } = await i18n.changes.list({ projectId });
    expect(changes.length).toBeLessThan(before.length);
    expect(meta.olderDeleted).toBe(true);
    expect((await sweep()).changes).toBeGreaterThan(0);
    const { data: values } = await i18n.values.list({ projectId, locale: 'en' });
    expect(values.map(({ text, state }) => [text, state])).toEqual([['Three', 'reviewed']]);
  });

  it('does nothing after an abort', async () => {
    await publish();
    app.clock.advance(5_000 * DAY_MS);
    expect(await sweepOld(app.deps, AbortSignal.abort())).toEqual(nothing);
  });
});
