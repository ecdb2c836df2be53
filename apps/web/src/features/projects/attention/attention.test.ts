import type { DashboardProject } from '@parlance/contracts';
import { expect, it } from 'vitest';
import { lowCredits, workOf } from './attention.ts';

const project = (name: string, given: Partial<DashboardProject>): DashboardProject => ({
  id: name,
  name,
  sourceLocale: 'en',
  keys: 1,
  locales: [],
  values: { translated: 1, needsReview: 0, missing: 0, outdated: 0 },
  lastJob: null,
  lastChangeAt: null,
  lastReleaseAt: null,
  lastImportAt: null,
  ...given,
});

it('the attention list has the most urgent work of all projects first, and has nothing from finished projects', () => {
  const values = { translated: 1, needsReview: 2, missing: 3, outdated: 4 };
  const items = workOf([
    project('done', {
      lastChangeAt: '2026-03-01T00:00:00.000Z',
      lastReleaseAt: '2026-03-02T00:00:00.000Z',
      lastJob: { id: 'a', status: 'completed', failed: 0 },
    }),
    project('new', { lastChangeAt: '2026-03-01T00:00:00.000Z' }),
    project('worse', { values, lastJob: { id: 'c', status: 'failed', failed: 7 } }),
    project('busy', { values, lastJob: { id: 'b', status: 'failed', failed: 5 } }),
    project('live', {
      values: { ...values, missing: 30 },
      lastChangeAt: '2026-03-02T00:00:00.000Z',
      lastReleaseAt: '2026-03-01T00:00:00.000Z',
    }),
  ]);
  expect(items.map(({ project, work, count }) => `${work} ${project.name} ${count}`)).toEqual([
    'failedJob worse 7',
    'failedJob busy 5',
    'unreleased live 0',
  ]);
});

it('the credit warning appears when a tenth of the monthly credits is left, and never appears without a limit', () => {
  const credits = (balance: number | null, reserved: number) =>
    lowCredits({
      plan: {
        id: 'free',
        name: 'Free',
        monthlyCredits: balance === null ? null : 1000,
        features: [],
      },
      credits: { balance, reserved, included: 0, purchased: 0, resetsAt: null },
    });
  expect(credits(150, 0)).toBeNull();
  expect(credits(150, 50)).toEqual({ left: 100, all: 1000 });
  expect(credits(0, 50)).toEqual({ left: 0, all: 1000 });
  expect(credits(null, 0)).toBeNull();
});
