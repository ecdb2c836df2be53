import type { DashboardProject } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import { workInLanguages } from './my-work.ts';

const locale = (code: string, missing: number, needsReview = 0, outdated = 0) => ({
  code,
  missing,
  needsReview,
  outdated,
  percent: 0,
  reviewedPercent: 0,
});

const project = (name: string, locales: ReturnType<typeof locale>[]): DashboardProject => ({
  id: name,
  name,
  sourceLocale: 'en',
  keys: 9,
  locales,
  values: { missing: 99, needsReview: 99, translated: 5, outdated: 99 },
  lastJob: null,
  lastChangeAt: null,
  lastReleaseAt: null,
  lastImportAt: null,
});

const shop = project('shop', [locale('en', 0), locale('de', 1, 2, 3), locale('pt-BR', 4)]);
const app = project('app', [locale('en', 5), locale('de', 40), locale('fr', 70)]);

describe('workInLanguages', () => {
  it('returns the languages of the user in each project, sorted by amount of work', () => {
    const found = workInLanguages([shop, app], ['pt', 'de', 'en']);
    expect(found.map(({ project: { name }, locale: { code } }) => [name, code])).toEqual([
      ['app', 'de'],
      ['shop', 'de'],
      ['shop', 'pt-BR'],
    ]);
    expect(workInLanguages([shop, app], ['p'])).toEqual([]);
  });
});
