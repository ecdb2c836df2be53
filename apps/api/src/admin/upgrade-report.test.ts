import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app/app.ts';
import { createProject, createTenant } from '../../test/app/build.ts';
import { adminOf } from '../../test/flows/admin.ts';
import { hasRechecks } from '../domain/content/recheck/recheck.store.ts';
import { trustedProject } from '../domain/kernel/tenant.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
const admin = (args: string[]) => adminOf(app, args);

describe('npm run admin -- upgrade-report', () => {
  it('lists the changes of this version in each project, and stores nothing', async () => {
    const tenant = await createTenant(app);
    const { i18n } = tenant.client;
    const { id: projectId, slug } = await createProject(tenant.client, { name: 'Old shop' });
    const importTexts = (locale: string, content: Record<string, string>) =>
      i18n.projects.import({ projectId, locale, content });
    await importTexts('en', { a: 'Hello {name}', b: 'Hi {name}' });
    await importTexts('de', { a: 'Hallo', b: 'Hi {name}' });
    await expect.poll(() => hasRechecks(app.db, trustedProject(projectId))).toBe(false);
    const reported = async () => {
      const { code, out, said } = await admin(['upgrade-report']);
      expect([code, said]).toEqual([0, '']);
      const lines = out.split('\n');
      const from = lines.findIndex((line) => line.endsWith(`/${slug}: 4 values`));
      const until = lines.findIndex((line, index) => index > from && !line.startsWith('  '));
      return lines.slice(from + 1, until).map((line) => line.trim());
    };
    expect(await reported()).toEqual(['no changes']);
    const project = sql`project_id = ${projectId}::uuid`;
    await executeAll([
      sql`update translation_value set checks = 1 - checks where ${project}
            and locale_id <> (select source_locale_id from project where id = ${projectId}::uuid)`,
      sql`update translation_key set source_hash = '\\x00' where ${project} and name = 'a'`,
      sql`update project set settings = settings - 'runtimes' - 'whoReviews' where id = ${projectId}::uuid`,
    ]);
    expect(await reported()).toEqual([
      '+1 placeholder_missing',
      '-1 placeholder_missing',
      'runtimes: null (default)',
      'whoReviews: "anyone" (default)',
      '1 source texts with another look-up in the memory',
    ]);
    expect(await reported()).toHaveLength(5);
  });

  it('lists changed bundles of apps, and missing strings that get another fallback text', async () => {
    const tenant = await createTenant(app);
    const { i18n } = tenant.client;
    const { id: projectId, slug } = await createProject(tenant.client, { name: 'Shop of regions' });
    for (const locale of ['en', 'zh-Hans', 'no', 'nb', 'es', 'es-419']) {
      await i18n.projects.import({ projectId, locale, content: { a: 'A' } });
    }
    const published = { locales: ['en', 'zh-Hans', 'no', 'es', 'es-419'] };
    await i18n.releases.create({ projectId, environment: 'production', ...published });
    await expect.poll(() => hasRechecks(app.db, trustedProject(projectId))).toBe(false);
    const reported = async () => {
      const { out } = await admin(['upgrade-report']);
      const [, part = ''] = out.split(`/${slug}: `);
      return part
        .split(/\n(?! )/, 1)[0]!
        .split('\n')
        .slice(1);
    };
    expect(await reported()).toEqual(['  no changes']);
    const project = sql`project_id = ${projectId}::uuid`;
    await executeAll([
      sql`update locale set created_at = created_at - interval '1 year' where ${project}`,
    ]);
    await i18n.locales.create({ projectId, code: 'en-US' });
    const lines = await reported();
    expect(lines.map((line) => line.trim().replace(/\d+ more/, 'more')).sort()).toEqual([
      'bundles of production: es-AR, es-BO, es-BR, es-BZ, es-CL and more: es-419 (before: es)',
      'bundles of production: nb, nb-NO, nb-Latn, nb-Latn-NO, nb-AC and more: no (before: none)',
      'bundles of production: zh, zh-CN, zh-AC, zh-AD, zh-AE and more: zh-Hans (before: none)',
      'missing strings of nb: no (before: none)',
      'missing strings of no: nb (before: none)',
    ]);
  });
});

async function executeAll(statements: readonly RawBuilder<unknown>[]): Promise<void> {
  for (const statement of statements) await statement.execute(app.db);
}
