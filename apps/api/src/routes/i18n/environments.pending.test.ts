import type { PendingRelease, ReleaseChange } from '@parlance/contracts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../scripts/tests/test-runs.ts';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import {
  codeOf,
  createApiKeyFor,
  createProject,
  createTenant,
  type Tenant,
} from '../../../test/app/build.ts';
import { bring } from '../../../test/content/import.ts';
import { csvOf, importedFile } from '../../../test/content/imported-file.ts';
import { hasRechecks, insertRechecks } from '../../domain/content/recheck/recheck.store.ts';
import { getWritableProject } from '../../domain/project/project.store.ts';
import { previewRelease } from '../../domain/release/preview-release.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;
let environmentId: string;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await createTenant(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  projectId = (await createProject(tenant.client)).id;
  [environmentId] = (await tenant.client.i18n.environments.list({ projectId })).data.map(
    ({ id }) => id,
  ) as [string];
});

const ownerOfTenant = () => ({
  organizationId: tenant.organizationId,
  projectIds: null,
  principalId: tenant.user.id,
});

interface Paging {
  locale?: string;
  limit?: number;
  cursor?: string;
}

const pendingPage = (paging: Paging = {}) =>
  tenant.client.i18n.environments.pending({ projectId, environmentId, ...paging });

const pending = async (locale?: string): Promise<PendingRelease> =>
  (await pendingPage(locale === undefined ? {} : { locale })).data;

async function changesIn(locale: string, limit?: number): Promise<ReleaseChange[]> {
  const all: ReleaseChange[] = [];
  let cursor: string | undefined;
  do {
    const { data, meta } = await pendingPage({ locale, limit, cursor });
    all.push(...data.changes);
    cursor = meta.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}

const file = (content: Record<string, string>, locale = 'en') =>
  bring(tenant, { id: projectId }, content, { locale });

const publish = (more: { locales?: string[] } = {}) =>
  tenant.client.i18n.releases.create({ projectId, environment: 'production', ...more });

describe('GET …/environments/:environmentId/pending', () => {
  it('counts the findings of locked values, and does not wait for locks if the client has disconnected', async () => {
    await file({ a: 'Open the order' });
    await file({ a: 'Öffnen' }, 'de');
    const project = await getWritableProject(app.db, ownerOfTenant(), projectId);
    const query = { environmentId, fromReleaseId: null, locale: null };
    const preview = (signal: AbortSignal) => previewRelease(app.deps, project, query, signal);
    await app.db.transaction().execute(async (tx) => {
      await sql`
        select from translation_value where project_id = ${projectId}::uuid for update`.execute(tx);
      await tenant.client.i18n.glossary.create({
        projectId,
        term: 'order',
        translations: { de: 'Auftrag' },
      });
      const { data: keys } = await tenant.client.i18n.keys.list({ projectId });
      await insertRechecks(app.db, project.id, [
        { reason: 'terms', keyIds: keys.map(({ id }) => id) },
      ]);
      const { checkCounts } = await preview(AbortSignal.abort());
      expect(checkCounts).toEqual([{ glossary_term: 1 }, {}]);
      expect(await hasRechecks(app.db, project.id)).toBe(true);
    });
    expect((await preview(new AbortController().signal)).checkCounts).toEqual([
      { glossary_term: 1 },
      {},
    ]);
    expect(await hasRechecks(app.db, project.id)).toBe(false);
  });

  it('counts all messages as added before the first release', async () => {
    await file({ a: 'Apple', b: 'Bread' });
    await file({ a: 'Apfel' }, 'de');
    expect(await pending()).toMatchObject({
      liveRelease: null,
      locales: [
        { code: 'de', added: 2, changed: 0, removed: 0 },
        { code: 'en', added: 2, changed: 0, removed: 0 },
      ],
      changes: [],
    });
    expect((await pending('de')).changes).toEqual([
      { key: 'a', change: 'added', before: null, after: 'Apfel', fallback: false },
      { key: 'b', change: 'added', before: null, after: 'Bread', fallback: true },
    ]);
  });

  it('lists the changes since the live release, in every locale that they affect', async () => {
    await file({ a: 'Apple', b: 'Bread', c: 'Cake' });
    await file({ a: 'Apfel' }, 'de');
    const { data: release } = await publish();
    const { data: keys } = await tenant.client.i18n.keys.list({ projectId });
    expect(
      (await pending()).locales.map(({ added, changed, removed }) => [added, changed, removed]),
    ).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
    await file({ b: 'Butter', d: 'Dates' });
    await tenant.client.i18n.keys.delete({ projectId, keyId: keys[2]!.id });
    expect(await pending()).toMatchObject({
      liveRelease: { id: release.id, version: 1 },
      locales: [
        { code: 'de', added: 1, changed: 1, removed: 1 },
        { code: 'en', added: 1, changed: 1, removed: 1 },
      ],
    });
    expect(await pending('en')).toMatchObject({
      locales: [{ code: 'en', added: 1, changed: 1, removed: 1 }],
      changes: [
        { key: 'b', change: 'changed', before: 'Bread', after: 'Butter' },
        { key: 'c', change: 'removed', before: 'Cake', after: null },
        { key: 'd', change: 'added', before: null, after: 'Dates' },
      ],
    });
  });

  it('marks fallback texts of other locales for missing texts, unreviewed texts and plural forms', async () => {
    await tenant.client.i18n.projects.update({ projectId, settings: { requireReview: true } });
    await file({ a: 'Apple', b: 'Bread', item_one: '{n} item', item_other: '{n} items' });
    await file({ a: 'Jabłko', b: 'Chleb', item_other: '{n} rzeczy' }, 'pl');
    const { data: values } = await tenant.client.i18n.values.list({ projectId, locale: 'pl' });
    for (const { id, key } of values) {
      if (key === 'b') continue;
      await tenant.client.i18n.values.update({ projectId, valueId: id!, state: 'reviewed' });
    }
    const marked = async (locale: string) =>
      (await pending(locale)).changes.map(({ key, fallback }) => [key, fallback]);
    expect(await marked('pl')).toEqual([
      ['a', false],
      ['b', true],
      ['item_few', true],
      ['item_many', true],
      ['item_one', true],
      ['item_other', false],
    ]);
    expect((await marked('en')).every(([, fallback]) => fallback === false)).toBe(true);
  });

  it('pages through the changes by key name', async () => {
    await file(
      Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`k${24 - index}`, 'x'])),
    );
    const changes = await changesIn('en', 4);
    expect(changes).toEqual(await changesIn('en'));
    expect(changes.map(({ key }) => key)).toEqual(changes.map(({ key }) => key).toSorted());
    expect(changes).toHaveLength(25);
  });

  it('shows the findings of the checks', async () => {
    await file({ a: 'Hello {name}' });
    await file({ a: 'Hallo' }, 'de');
    const { checks } = await pending('de');
    expect(checks.errors).toBe(1);
    expect(checks.findings).toMatchObject([{ locale: 'de', key: 'a', severity: 'error' }]);
    expect((await pending('en')).checks).toMatchObject({ errors: 0, findings: [] });
    const { data: release } = await publish();
    expect((await pending()).checks).toEqual(release.checks);
  });

  it('counts the same fallback texts of other locales as the next release', async () => {
    await file({ a: 'A', b: 'B', c: 'C', n_one: '{{count}} one', n_other: '{{count}} more' });
    await file({ a: 'A de', n_one: '{{count}} eins', n_other: '{{count}} mehr' }, 'de');
    await file({ b: 'B at' }, 'de-AT');
    await file({ n_other: '{{count}} więcej' }, 'pl');
    const expected = [
      { code: 'de', keys: 5, standIns: [{ locale: 'en', keys: 2 }] },
      {
        code: 'de-AT',
        keys: 5,
        standIns: [
          { locale: 'de', keys: 3 },
          { locale: 'en', keys: 1 },
        ],
      },
      { code: 'en', keys: 5, standIns: [] },
      // The forms `few` and `many` get the text of the form `other` of the locale itself.
      { code: 'pl', keys: 7, standIns: [{ locale: 'en', keys: 4 }] },
    ];
    const { locales } = await pending();
    expect(locales).toMatchObject(expected);
    expect(locales.map(({ changedStandIns }) => changedStandIns)).toEqual([2, 4, 0, 4]);
    const { data: release } = await publish();
    expect(release.locales).toMatchObject(expected);
    const after = (await pending()).locales;
    expect(after).toMatchObject(expected.map((one) => ({ ...one, added: 0, changedStandIns: 0 })));
    await sql`update release_locale set stand_ins = null`.execute(app.db);
    const { data: older } = await tenant.client.i18n.releases.get({
      projectId,
      releaseId: release.id,
    });
    expect(older.locales.map(({ standIns }) => standIns)).toEqual([null, null, null, null]);
    expect((await pending()).locales).toMatchObject(expected);
    expect((await publish()).data.locales).toMatchObject(expected);
    const i18n = tenant.client.i18n;
    await i18n.environments.update({ projectId, environmentId, fallback: 'none' });
    expect((await pending()).locales[0]).toMatchObject({ keys: 3, standIns: [], removed: 2 });
  });

  it('removes the messages of a removed locale, and keeps the messages of a disabled locale', async () => {
    await file({ a: 'Apple' });
    await file({ a: 'Apfel' }, 'de');
    await publish();
    await tenant.client.i18n.locales.delete({ projectId, localeCode: 'de' });
    expect((await pending()).locales[0]).toMatchObject({
      code: 'de',
      added: 0,
      changed: 0,
      removed: 0,
      ends: false,
    });
    expect((await pending('de')).changes).toEqual([]);
    const removal = { deleteValues: true, purge: true };
    await tenant.client.i18n.locales.delete({ projectId, localeCode: 'de', ...removal });
    expect((await pending()).locales[0]).toMatchObject({
      code: 'de',
      added: 0,
      changed: 0,
      removed: 1,
      ends: true,
    });
    expect((await pending('de')).changes).toMatchObject([{ key: 'a', change: 'removed' }]);
    await publish();
    expect(await codeOf(pending('de'))).toBe('not_found');
  });

  it('matches exactly the diff of the next release, with and without a fallback', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(importedFile, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('source' as const, 'none' as const),
        async (files, fallback) => {
          projectId = (await createProject(tenant.client)).id;
          const { data: environment } = await tenant.client.i18n.environments.create({
            projectId,
            name: 'Stage',
            fallback,
          });
          environmentId = environment.id;
          for (const one of files) {
            await tenant.client.i18n.projects.import({
              projectId,
              locale: one.locales[0]!,
              format: 'csv',
              content: csvOf(one),
              mode: one.mode === 'fail' ? 'keep' : one.mode,
              prune: one.prune,
            });
            const listed = new Map<string, ReleaseChange[]>();
            const { locales } = await pending();
            for (const { code } of locales) {
              const changes = await changesIn(code, 3);
              listed.set(
                code,
                changes.map(({ fallback: _, ...change }) => change),
              );
            }
            const { data: release } = await tenant.client.i18n.releases.create({
              projectId,
              environment: environmentId,
            });
            for (const { code, added, changed, removed } of locales) {
              const at = { projectId, releaseId: release.id, locale: code };
              const { data: changes } = await tenant.client.i18n.releases.diff(at);
              expect([code, listed.get(code)]).toEqual([code, changes]);
              expect(added + changed + removed).toBe(changes.length);
            }
          }
        },
      ),
      { numRuns: testRuns(5) },
    );
  });

  it('stores no bundles', async () => {
    await file({ a: 'Apple' });
    await publish();
    const blobs = () =>
      app.db
        .selectFrom('bundle_blob')
        .where('project_id', '=', projectId)
        .select('sha256')
        .execute();
    const before = await blobs();
    await file({ b: 'Bread' });
    await pending('en');
    expect(await blobs()).toEqual(before);
  });

  it('does not read the messages of an unchanged locale', async () => {
    await file({ a: 'Apple' });
    await publish();
    await app.db
      .updateTable('bundle_blob')
      .set({ content: Buffer.from('{}') })
      .where('project_id', '=', projectId)
      .execute();
    expect((await pending('en')).changes).toEqual([]);
  });

  it('refuses archived and unknown environments, other tenants and keys without the scope', async () => {
    await file({ a: 'Apple' });
    const at = { projectId, environmentId };
    const stranger = await createTenant(app);
    const writer = await createApiKeyFor(tenant.user, ['i18n:read', 'i18n:write']);
    expect(await codeOf(stranger.client.i18n.environments.pending(at))).toBe('not_found');
    expect(await codeOf(writer.client.i18n.environments.pending(at))).toBe('insufficient_scope');
    expect(await codeOf(pending('fr'))).toBe('not_found');
    const unknown = { projectId, environmentId: projectId };
    expect(await codeOf(tenant.client.i18n.environments.pending(unknown))).toBe('not_found');
    await tenant.client.i18n.environments.delete(at);
    expect(await codeOf(pending())).toBe('archived');
  });
});
