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
import { noteDailyProgress } from '../../domain/editor/dashboard/note-daily-progress.ts';
import { sweepEnded } from '../../domain/release/retention/sweep-ended.ts';

let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp({ works: false });
});
beforeEach(async () => {
  tenant = await createTenant(app);
});
afterAll(() => app.close());

const i18n = () => tenant.client.i18n;
const dashboard = () => tenant.client.dashboard;
const createFilled = () => createShop(tenant.client);
const imported = (projectId: string, locale: string, content: Record<string, unknown>) =>
  i18n().projects.import({ projectId, locale, content });

const DAY_MS = 24 * 60 * 60_000;
const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * DAY_MS);
const dayOf = (days: number) => daysAgo(days).toISOString().slice(0, 10);
const noteAsOf = (days: number) =>
  noteDailyProgress(
    { db: app.db, clock: { now: () => daysAgo(days) } },
    new AbortController().signal,
  );

describe('dashboard.progress', () => {
  it('returns one point for each day on which the figures of a project changed, and one point for today', async () => {
    const { id: projectId } = await createFilled();
    await noteAsOf(9);
    await noteAsOf(8);
    await imported(projectId, 'de', { c: 'Drei' });
    await noteAsOf(5);
    await imported(projectId, 'de', { d: 'Vier' });
    await noteAsOf(5);
    const { data, meta } = await dashboard().progress();
    expect(meta).toEqual({ nextCursor: null, limit: 50 });
    const figures = (translated: number) => ({
      translated,
      needsReview: 0,
      missing: 6 - translated,
    });
    expect(data).toEqual([
      {
        projectId,
        points: [
          { day: dayOf(9), ...figures(3) },
          { day: dayOf(5), ...figures(5) },
          { day: dayOf(0), ...figures(5) },
        ],
      },
    ]);
    const { data: week } = await dashboard().progress({ days: 7 });
    expect(week[0]!.points).toEqual([
      { day: dayOf(6), ...figures(3) },
      { day: dayOf(5), ...figures(5) },
      { day: dayOf(0), ...figures(5) },
    ]);
  });

  it('goes back 180 days, and starts with the figures of the first day', async () => {
    const { id: projectId } = await createFilled();
    await noteAsOf(300);
    await imported(projectId, 'de', { c: 'Drei' });
    await noteAsOf(200);
    await imported(projectId, 'de', { d: 'Vier' });
    await noteAsOf(100);
    const read = async () =>
      (await dashboard().progress({ days: 180 })).data[0]!.points.map(
        ({ day, translated }) => `${day} ${translated}`,
      );
    const points = [`${dayOf(179)} 4`, `${dayOf(100)} 5`, `${dayOf(0)} 5`];
    expect(await read()).toEqual(points);
    const swept = await sweepEnded(app.deps, new AbortController().signal);
    expect(swept.progressDays).toBe(2);
    expect(await read()).toEqual(points);
  });

  it('returns pages, and covers the projects that the caller can access', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 3; index++) ids.push((await createProject(tenant.client)).id);
    const rows = await Array.fromAsync(paginate(dashboard().progress, { limit: 2 }));
    expect(rows.map((row) => row.projectId)).toEqual(ids);
    const bound = await createApiKeyFor(tenant.user, ['i18n:read'], { projectIds: [ids[1]!] });
    const { data } = await bound.client.dashboard.progress();
    expect(data.map((row) => row.projectId)).toEqual([ids[1]]);
  });
});

describe('i18n.progress.get', () => {
  it('returns each enabled locale, and returns nothing of a removed locale whose number is reused', async () => {
    const { id: projectId } = await createFilled();
    await i18n().locales.create({ projectId, code: 'pl' });
    await noteAsOf(3);
    const read = async () =>
      (await i18n().progress.get({ projectId, days: 30 })).data.map(({ locale, points }) => [
        locale,
        points.map(({ day, translated, missing }) => `${day} ${translated} ${missing}`),
      ]);
    expect(await read()).toEqual([
      ['en', [`${dayOf(3)} 6 0`, `${dayOf(0)} 6 0`]],
      ['de', [`${dayOf(3)} 3 3`, `${dayOf(0)} 3 3`]],
      ['pl', [`${dayOf(3)} 0 8`, `${dayOf(0)} 0 8`]],
    ]);
    await i18n().locales.delete({ projectId, localeCode: 'pl', purge: true });
    await i18n().locales.create({ projectId, code: 'ja' });
    expect((await read()).at(-1)).toEqual(['ja', [`${dayOf(0)} 0 5`]]);
    const other = await createTenant(app);
    expect(await codeOf(other.client.i18n.progress.get({ projectId }))).toBe('not_found');
  });
});
