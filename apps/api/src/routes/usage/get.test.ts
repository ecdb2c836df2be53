import { paginatePages } from '@parlance/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import {
  codeOf,
  createApiKeyFor,
  createProject,
  createTenant,
  type Tenant,
} from '../../../test/app/build.ts';
import { meterUsage } from '../../domain/billing/usage/meter-usage.ts';
import type { UsageAmounts } from '../../domain/billing/usage/usage.store.ts';
import { trustedProject } from '../../domain/kernel/tenant.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;
let otherProjectId: string;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  tenant = await createTenant(app);
  projectId = (await createProject(tenant.client, { name: 'Shop' })).id;
  otherProjectId = (await createProject(tenant.client, { name: 'Site' })).id;
  await meter('2026-03-01T00:00:00Z', projectId, 'de', pseudo(3, 30, 20), memory(2, 10));
  await meter('2026-03-01T23:59:59Z', projectId, 'fr', pseudo(1, 5, 5));
  await meter('2026-03-02T10:00:00Z', otherProjectId, 'de', deepl(4, 100, 100));
  await meter('2026-03-02T11:00:00Z', null, 'de', deepl(1, 7, 7), memory(1, 3));
  await meter('2026-03-05T12:00:00Z', projectId, 'de', pseudo(1, 1, 1));
});
afterAll(() => app.close());

const amounts =
  (engine: string) =>
  (strings: number, units: number, billedUnits: number): UsageAmounts => ({
    engine,
    strings,
    units,
    billedUnits,
  });
const pseudo = amounts('pseudo');
const deepl = amounts('deepl');
const memory = (strings: number, units: number): UsageAmounts =>
  amounts('memory')(strings, units, 0);

const meter = (
  at: string,
  project: string | null,
  targetLocale: string,
  ...given: UsageAmounts[]
): Promise<void> =>
  meterUsage(app.db, {
    organizationId: tenant.organizationId,
    projectId: project === null ? null : trustedProject(project),
    sourceLocale: 'en',
    targetLocale,
    amounts: given,
    now: new Date(at),
  });

const march = { from: '2026-03-01', to: '2026-03-31' };
const get = async (query: Parameters<Tenant['client']['usage']['get']>[0]) =>
  (await tenant.client.usage.get(query)).data;

describe('usage.get', () => {
  it('sums usage by day by default, without days that have no usage', async () => {
    expect(await get(march)).toEqual({
      totals: { units: 156, billedUnits: 133, memoryHits: 3 },
      series: [
        { day: '2026-03-01', units: 45, billedUnits: 25, memoryHits: 2 },
        { day: '2026-03-02', units: 110, billedUnits: 107, memoryHits: 1 },
        { day: '2026-03-05', units: 1, billedUnits: 1, memoryHits: 0 },
      ],
    });
  });

  it('sums usage by engine', async () => {
    expect((await get({ ...march, groupBy: 'engine' })).series).toEqual([
      { engine: 'deepl', units: 107, billedUnits: 107, memoryHits: 0 },
      { engine: 'pseudo', units: 36, billedUnits: 26, memoryHits: 0 },
      { engine: 'memory', units: 13, billedUnits: 0, memoryHits: 3 },
    ]);
  });

  it('sums usage by target locale', async () => {
    expect((await get({ ...march, groupBy: 'locale' })).series).toEqual([
      { locale: 'de', units: 151, billedUnits: 128, memoryHits: 3 },
      { locale: 'fr', units: 5, billedUnits: 5, memoryHits: 0 },
    ]);
  });

  it('sums usage by project, most units first', async () => {
    const { series } = await get({ ...march, groupBy: 'project' });
    expect(series).toEqual([
      {
        projectId: otherProjectId,
        projectName: 'Site',
        units: 100,
        billedUnits: 100,
        memoryHits: 0,
      },
      { projectId, projectName: 'Shop', units: 46, billedUnits: 26, memoryHits: 2 },
      { projectId: null, projectName: null, units: 10, billedUnits: 7, memoryHits: 1 },
    ]);
  });

  it('returns each grouping in pages without a gap or a repeat, with the totals of all pages', async () => {
    const equal = await createTenant(app);
    const trusted = trustedProject((await createProject(equal.client)).id);
    for (const [day, project, engine] of [
      ['2026-03-01', trusted, 'pseudo'],
      ['2026-03-02', null, null],
      ['2026-03-03', null, 'deepl'],
      ['2026-03-03', trusted, null],
    ] as const) {
      await meterUsage(app.db, {
        organizationId: equal.user.organizationId,
        projectId: project,
        sourceLocale: 'en',
        targetLocale: 'de',
        amounts: [{ engine, strings: 1, units: 4, billedUnits: 3 }],
        now: new Date(`${day}T12:00:00Z`),
      });
    }
    for (const [groupBy, count] of [
      ['day', 3],
      ['engine', 3],
      ['locale', 1],
      ['project', 2],
    ] as const) {
      const { data: whole, meta } = await equal.client.usage.get({ ...march, groupBy });
      expect([whole.series.length, meta.nextCursor]).toEqual([count, null]);
      const input = { ...march, groupBy, limit: 1 };
      const pages = await Array.fromAsync(paginatePages(equal.client.usage.get, input));
      expect(pages.flatMap(({ series }) => series)).toEqual(whole.series);
      for (const { totals } of pages) expect(totals).toEqual(whole.totals);
      expect(pages).toHaveLength(count);
    }
    expect(await codeOf(equal.client.usage.get({ cursor: 'bm90IG9uZQ' }))).toBe(
      'validation_failed',
    );
  });

  it('covers the requested days, including the first and the last', async () => {
    const unitsOf = async (from: string, to: string) => (await get({ from, to })).totals.units;
    expect(await unitsOf('2026-03-01', '2026-03-01')).toBe(45);
    expect(await unitsOf('2026-03-02', '2026-03-05')).toBe(111);
    expect(await unitsOf('2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z')).toBe(45);
    expect(await unitsOf('2026-03-01T00:00:00+02:00', '2026-03-01T12:00:00Z')).toBe(45);
    expect(await unitsOf('2026-03-03', '2026-03-04')).toBe(0);
  });

  it('covers the last 30 days by default', async () => {
    const now = app.clock.now().getTime();
    const day = 24 * 60 * 60_000;
    for (const [ago, units] of [
      [0, 1],
      [29, 10],
      [30, 100],
    ] as const) {
      await meter(new Date(now - ago * day).toISOString(), null, 'it', pseudo(1, units, units));
    }
    expect((await get({})).totals.units).toBe(11);
    const today = new Date(now).toISOString().slice(0, 10);
    expect((await get({ from: today })).totals.units).toBe(1);
  });

  it('refuses an invalid range and an unknown grouping', async () => {
    for (const query of [
      { from: '2026-03-02', to: '2026-03-01' },
      { from: '2026-02-30' },
      { to: 'yesterday' },
      { groupBy: 'hour' as 'day' },
    ]) {
      expect(await codeOf(get(query))).toBe('validation_failed');
    }
  });

  it('shows usage only to its owner', async () => {
    const other = await createTenant(app);
    const { data } = await other.client.usage.get(march);
    expect(data).toEqual({ totals: { units: 0, billedUnits: 0, memoryHits: 0 }, series: [] });
  });

  it('covers only the projects of a bound key', async () => {
    const { client } = await createApiKeyFor(tenant.user, ['usage:read'], {
      projectIds: [projectId],
    });
    const { data } = await client.usage.get({ ...march, groupBy: 'project' });
    expect(data.series.map((row) => row.projectId)).toEqual([projectId]);
  });

  it('needs the scope usage:read', async () => {
    const { client } = await createApiKeyFor(tenant.user, ['i18n:read']);
    expect(await codeOf(client.usage.get())).toBe('insufficient_scope');
  });
});
