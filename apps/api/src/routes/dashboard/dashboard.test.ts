import { paginate } from '@parlance/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import {
  codeOf,
  createApiKeyFor,
  createProject,
  createTenant,
  type Tenant,
} from '../../../test/app/build.ts';
import { createShop } from '../../../test/content/shop.ts';

let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp({ env: { MT_ENGINES: 'pseudo' } });
});
beforeEach(async () => {
  tenant = await createTenant(app);
});
afterAll(() => app.close());

const i18n = () => tenant.client.i18n;
const dashboard = (of: Tenant = tenant) => of.client.dashboard;

const imported = async (
  projectId: string,
  locale: string,
  content: Record<string, unknown>,
  options: object = {},
): Promise<void> => {
  await i18n().projects.import({ projectId, locale, content, ...options });
};

const createFilled = () => createShop(tenant.client);

describe('dashboard.summary', () => {
  it('returns zeros for an empty workspace', async () => {
    expect((await dashboard().summary()).data).toEqual({
      projects: 0,
      keys: 0,
      locales: 0,
      values: { translated: 0, needsReview: 0, missing: 0, outdated: 0 },
      releases: 0,
      jobs: { queued: 0, running: 0, failed: 0 },
      usage: { units30d: 0 },
      credits: { balance: null, reserved: 0, included: 0, purchased: 0, resetsAt: null },
    });
  });

  it('counts keys, locales, values and releases of active projects', async () => {
    const { id } = await createFilled();
    const gone = await createFilled();
    await imported(gone.id, 'cs', { a: 'Jedna' });
    await i18n().releases.create({ projectId: gone.id, environment: 'production' });
    await i18n().releases.create({ projectId: id, environment: 'production' });
    await i18n().releases.create({ projectId: id, environment: 'production' });
    await i18n().locales.create({ projectId: id, code: 'pl' });
    expect((await dashboard().summary()).data).toMatchObject({ projects: 2, locales: 4 });
    await i18n().projects.delete({ projectId: gone.id });
    const { data } = await dashboard().summary();
    expect(data).toMatchObject({
      projects: 1,
      keys: 6,
      locales: 3,
      values: { translated: 9, needsReview: 0, missing: 3 + 8, outdated: 0 },
      releases: 2,
    });
    const { data: locales } = await i18n().locales.list({ projectId: id });
    const sum = (of: (counts: (typeof locales)[number]['counts']) => number): number =>
      locales.reduce((total, { counts }) => total + of(counts), 0);
    expect(data.values.translated).toBe(sum(({ translated }) => translated));
    expect(data.values.missing).toBe(sum(({ missing }) => missing));
    await i18n().locales.delete({ projectId: id, localeCode: 'pl' });
    expect((await dashboard().summary()).data).toMatchObject({
      locales: 2,
      values: { missing: 3 },
    });
  });

  it('counts keys correctly when single keys are created, archived and restored', async () => {
    const { id: projectId } = await createFilled();
    const keysNow = async () => (await dashboard().summary()).data.keys;
    const { data: key } = await i18n().keys.create({ projectId, name: 'e', value: 'Five' });
    expect(await keysNow()).toBe(7);
    await i18n().keys.delete({ projectId, keyId: key.id });
    expect(await keysNow()).toBe(6);
    const { data: keys } = await i18n().keys.list({ projectId });
    const form = keys.find(({ name }) => name === 'item_one')!;
    await i18n().keys.delete({ projectId, keyId: form.id });
    expect(await keysNow()).toBe(5);
    await i18n().keys.update({ projectId, keyId: form.id, archived: false });
    expect(await keysNow()).toBe(6);
    await imported(
      projectId,
      'en',
      { a: 'One', x_one: '{{count}}', x_other: '{{count}}' },
      {
        prune: true,
      },
    );
    expect(await keysNow()).toBe(3);
  });

  it('counts the same values as outdated as the list of values', async () => {
    const { id: projectId } = await createFilled();
    const outdatedNow = async () => (await dashboard().summary()).data.values.outdated;
    await imported(projectId, 'en', { a: 'Uno', c: 'Tres' });
    expect(await outdatedNow()).toBe(1);
    await imported(projectId, 'en', { b: 'Dos' });
    expect(await outdatedNow()).toBe(2);
    const { data } = await i18n().values.list({ projectId, outdated: true });
    expect(data).toHaveLength(2);
    await i18n().values.update({ projectId, valueId: data[0]!.id!, text: 'Neu' });
    expect(await outdatedNow()).toBe(1);
    const { data: keys } = await i18n().keys.list({ projectId });
    await i18n().keys.delete({ projectId, keyId: keys.find(({ name }) => name === 'b')!.id });
    expect(await outdatedNow()).toBe(0);
  });

  it('counts outdated values correctly during concurrent changes', async () => {
    const { id: projectId } = await createProject(tenant.client);
    const names = Array.from({ length: 40 }, (_, index) => `k${index}`);
    const texts = (by: string) => Object.fromEntries(names.map((name) => [name, `${name} ${by}`]));
    await imported(projectId, 'en', texts('0'));
    await imported(projectId, 'de', texts('0'));
    const { data: values } = await i18n().values.list({ projectId, limit: 500 });
    const random = <Item>(items: readonly Item[]): Item =>
      items[Math.floor(Math.random() * items.length)]!;
    for (let round = 1; round <= 4; round++) {
      const edits = Array.from({ length: 24 }, async (_, index) => {
        const text = `text ${round} ${index}`;
        if (index === 0) return imported(projectId, 'en', { [random(names)]: text, k0: text });
        if (index % 4 === 0) return dashboard().summary();
        return i18n().values.update({ projectId, valueId: random(values).id!, text });
      });
      await Promise.all(edits);
      const { data: outdated } = await i18n().values.list({
        projectId,
        outdated: true,
        limit: 500,
      });
      expect((await dashboard().summary()).data.values.outdated).toBe(outdated.length);
    }
  });

  it('counts jobs by state, values to review, and the units of the last 30 days', async () => {
    const { id: projectId } = await createFilled();
    const { data: job } = await tenant.client.translate.jobs.create(
      { projectId, targetLocales: ['de'] },
      { waitSeconds: 30 },
    );
    expect(job.status).toBe('completed');
    await app.db
      .insertInto('translation_job')
      .values(
        (['queued', 'running', 'running', 'failed', 'cancelled'] as const).map((status, index) => ({
          organization_id: tenant.organizationId,
          id: `0198c0de-0000-7000-8000-00000000000${index}`,
          kind: 'strings' as const,
          source_locale: 'en',
          options: '{}',
          status,
          strings_total: 1,
          created_by_type: 'user' as const,
          created_by_id: tenant.user.id,
          created_by_name: 'Test Person',
          created_at: app.clock.now(),
        })),
      )
      .execute();
    const { data } = await dashboard().summary();
    expect(data).toMatchObject({
      jobs: { queued: 1, running: 2, failed: 1 },
      values: { translated: 9, needsReview: 3, missing: 0 },
      usage: { units30d: job.usage.units },
    });
    expect(job.usage.units).toBeGreaterThan(0);
  });

  it('covers only data of the owner, and covers only the projects of a bound key', async () => {
    const { id } = await createFilled();
    await createFilled();
    const other = await createTenant(app);
    expect((await dashboard(other).summary()).data).toMatchObject({ projects: 0, keys: 0 });
    const bound = await createApiKeyFor(tenant.user, ['usage:read', 'i18n:read'], {
      projectIds: [id],
    });
    await tenant.client.translate.jobs.create({
      strings: ['Hidden'],
      sourceLocale: 'en',
      targetLocales: ['de'],
    });
    expect((await bound.client.dashboard.summary()).data).toMatchObject({
      projects: 1,
      keys: 6,
      jobs: { queued: 0, running: 0, failed: 0 },
      credits: null,
    });
    expect((await bound.client.dashboard.projects()).data.map((row) => row.id)).toEqual([id]);
    const { data: rows } = await bound.client.dashboard.activity();
    expect(new Set(rows.map((row) => row.projectId))).toEqual(new Set([id]));
  });
});

describe('dashboard.projects', () => {
  it('returns the progress of each enabled locale and the time of the last activity', async () => {
    const filled = await createFilled();
    const empty = await createProject(tenant.client, { name: 'Empty', sourceLocale: 'fr' });
    await i18n().locales.create({ projectId: filled.id, code: 'pl' });
    await i18n().locales.create({ projectId: filled.id, code: 'it' });
    await i18n().locales.update({ projectId: filled.id, localeCode: 'it', enabled: false });
    await i18n().releases.create({ projectId: filled.id, environment: 'production' });
    const { data, meta } = await dashboard().projects();
    expect(meta).toEqual({ nextCursor: null, limit: 100 });
    expect(data).toEqual([
      {
        id: filled.id,
        name: 'Shop',
        sourceLocale: 'en',
        keys: 6,
        locales: [
          { code: 'en', percent: 100, reviewedPercent: 0, missing: 0, needsReview: 0, outdated: 0 },
          { code: 'de', percent: 50, reviewedPercent: 0, missing: 3, needsReview: 0, outdated: 0 },
          { code: 'pl', percent: 0, reviewedPercent: 0, missing: 8, needsReview: 0, outdated: 0 },
        ],
        values: { translated: 3, needsReview: 0, missing: 3 + 8, outdated: 0 },
        lastJob: null,
        lastChangeAt: expect.any(String),
        lastReleaseAt: expect.any(String),
        lastImportAt: expect.any(String),
      },
      {
        id: empty.id,
        name: 'Empty',
        sourceLocale: 'fr',
        keys: 0,
        locales: [
          { code: 'fr', percent: 0, reviewedPercent: 0, missing: 0, needsReview: 0, outdated: 0 },
        ],
        values: { translated: 0, needsReview: 0, missing: 0, outdated: 0 },
        lastJob: null,
        lastChangeAt: null,
        lastReleaseAt: null,
        lastImportAt: null,
      },
    ]);
    const { data: activity } = await dashboard().activity();
    expect(data[0]!.lastReleaseAt).toBe(activity.find(({ type }) => type === 'release')!.at);
    expect(data[0]!.lastImportAt).toBe(activity.find(({ type }) => type === 'import')!.at);
  });

  it('returns the open work: outdated values, the last job, and changes since the last release', async () => {
    const { id: projectId } = await createFilled();
    await i18n().releases.create({ projectId, environment: 'production' });
    const read = async () => (await dashboard().projects()).data[0]!;
    const { lastChangeAt, lastReleaseAt } = await read();
    expect(Date.parse(lastChangeAt!)).toBeLessThanOrEqual(Date.parse(lastReleaseAt!));
    await imported(projectId, 'en', { a: 'Uno' });
    const { data: job } = await tenant.client.translate.jobs.create(
      { projectId, targetLocales: ['de'] },
      { waitSeconds: 30 },
    );
    const now = await read();
    expect(now).toMatchObject({
      values: { translated: 3, needsReview: 3, missing: 0, outdated: 1 },
      locales: [{ code: 'en' }, { code: 'de', missing: 0, needsReview: 3, outdated: 1 }],
      lastJob: { id: job.id, status: 'completed', failed: 0 },
    });
    expect(Date.parse(now.lastChangeAt!)).toBeGreaterThan(Date.parse(now.lastReleaseAt!));
  });

  it('returns 100 percent only if no value is missing', async () => {
    const { id } = await createProject(tenant.client);
    const keys = Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`k${index}`, 'x']));
    await imported(id, 'en', keys);
    const { k0: _, ...others } = keys;
    await imported(id, 'de', others);
    const { data } = await dashboard().projects();
    expect(data[0]!.locales[1]).toMatchObject({ percent: 99.9, reviewedPercent: 0, missing: 1 });
    const { data: values } = await i18n().values.list({ projectId: id, locale: 'de', limit: 200 });
    const keyIds = values.slice(0, 150).map(({ keyId }) => keyId);
    const action = { setState: { state: 'reviewed' } } as const;
    await i18n().values.bulk({ projectId: id, select: { keyIds, locales: ['de'] }, action });
    const [now] = (await dashboard().projects()).data;
    expect(now!.locales[1]).toMatchObject({ percent: 99.9, reviewedPercent: 10, missing: 1 });
  });

  it('returns pages, oldest project first, without archived projects', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) ids.push((await createProject(tenant.client)).id);
    await i18n().projects.delete({ projectId: ids[2]! });
    const rows = await Array.fromAsync(paginate(dashboard().projects, { limit: 2 }));
    expect(rows.map((row) => row.id)).toEqual(ids.filter((id) => id !== ids[2]));
  });
});

describe('dashboard.usage', () => {
  it('returns the plan, the credits and the usage of the last 30 days', async () => {
    await tenant.client.translate.text({ text: 'Hello', sourceLocale: 'en', targetLocale: 'fr' });
    const { data } = await dashboard().usage();
    expect(data).toEqual({
      plan: (await tenant.client.billing.plan()).data,
      credits: (await tenant.client.billing.credits()).data,
      series: [
        {
          day: app.clock.now().toISOString().slice(0, 10),
          units: 5,
          billedUnits: 5,
          memoryHits: 0,
        },
      ],
    });
    expect(data.series).toEqual((await tenant.client.usage.get()).data.series);
  });
});

describe('the dashboard', () => {
  it('requires usage:read for figures and credits, and i18n:read for projects and activity', async () => {
    const usage = await createApiKeyFor(tenant.user, ['usage:read']);
    const content = await createApiKeyFor(tenant.user, ['i18n:read']);
    const codes = async (of: typeof usage) =>
      Promise.all(
        (['summary', 'usage', 'projects', 'activity'] as const).map((name) =>
          codeOf(of.client.dashboard[name]()),
        ),
      );
    const refused = 'insufficient_scope';
    expect(await codes(usage)).toEqual(['no error', 'no error', refused, refused]);
    expect(await codes(content)).toEqual([refused, refused, 'no error', 'no error']);
  });
});
