import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app/app.ts';
import { codeOf, createProject, createTenant, type Tenant } from '../../../../test/app/build.ts';
import { bring } from '../../../../test/content/import.ts';
import { createScriptedEngine, directoryOf } from '../../../../test/engines/scripted-engine.ts';
import type { Payments } from '../../../deps.ts';

let app: TestApp;
let tenant: Tenant;
let asked: (readonly [locale: string, transactions: number])[];
const engine = createScriptedEngine({
  readiness: async (_source, target) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(app.db);
    asked.push([target, rows[0]!.count]);
    return { status: 'ready' };
  },
});

beforeAll(async () => {
  app = await startTestApp({
    works: false,
    overrides: {
      engines: directoryOf(engine),
      payments: { packs: [], monthlyCredits: 0, returnUrl: '' } as unknown as Payments,
    },
  });
  tenant = await createTenant(app);
});
afterAll(() => app.close());
beforeEach(() => {
  asked = [];
});

describe('createJob', () => {
  it('checks the engine once for each locale, before its transaction, if a paid job has strings of the caller', async () => {
    const call = tenant.client.translate.jobs.create({
      strings: ['Some text'],
      sourceLocale: 'en',
      targetLocales: ['de', 'fr'],
    });
    expect(await codeOf(call)).toBe('insufficient_credits');
    // Locales are checked concurrently.
    expect(asked.toSorted()).toEqual([
      ['de', 0],
      ['fr', 0],
    ]);
  });

  it('checks the engine once, before its transaction, if a paid job has missing values of a project or a file', async () => {
    const project = await createProject(tenant.client);
    const projectId = project.id;
    await bring(tenant, project, { a: 'Some text' });
    await tenant.client.i18n.locales.create({ projectId, code: 'de' });
    expect(await codeOf(tenant.client.translate.jobs.create({ projectId }))).toBe(
      'insufficient_credits',
    );
    expect(asked).toEqual([['de', 0]]);
    const file = { locale: 'en', content: { b: 'Another text' }, translateMissing: true };
    expect(await codeOf(tenant.client.i18n.projects.import({ projectId, ...file }))).toBe(
      'insufficient_credits',
    );
    expect(asked).toEqual([
      ['de', 0],
      ['de', 0],
    ]);
  });
});
