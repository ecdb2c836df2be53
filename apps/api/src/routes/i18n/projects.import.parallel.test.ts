import type { ImportResult, Project } from '@parlance/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { createProject, createTenant, type Tenant } from '../../../test/app/build.ts';
import { storedTexts, storedValues } from '../../../test/content/import.ts';
import { awaitLockWait } from '../../../test/measure/lock-waits.ts';
import { lockContent } from '../../domain/kernel/project-lock.store.ts';
import { trustedProject } from '../../domain/kernel/tenant.ts';

let app: TestApp;
let other: TestApp;
let tenant: Tenant;
let project: Project;

beforeAll(async () => {
  app = await startTestApp();
  // This second app on the same database acts as another process of the service.
  other = await startTestApp({ connectionString: app.connectionString, works: false });
  tenant = await createTenant(app);
});
afterAll(async () => {
  await other.close();
  await app.close();
});
beforeEach(async () => {
  project = await createProject(tenant.client);
});

type Content = Record<string, string>;

async function bring(content: Content, locale = 'en', by: TestApp = app): Promise<ImportResult> {
  const { data } = await by.client(tenant.apiKey.token).i18n.projects.import({
    projectId: project.id,
    locale,
    content,
  });
  return data;
}

const fileOf = (from: number, to: number, text: string): Content =>
  Object.fromEntries(Array.from({ length: to - from }, (_, index) => [`k${from + index}`, text]));

describe('concurrent imports into one project', () => {
  it('store all texts of different locales', async () => {
    const locales = ['en', 'de', 'fr', 'es', 'it', 'pt'];
    const results = await Promise.all(
      locales.map((locale, index) =>
        bring(fileOf(0, 500, locale), locale, index % 2 === 0 ? app : other),
      ),
    );
    expect(results.reduce((sum, { keys }) => sum + keys.created, 0)).toBe(500);
    for (const locale of locales) {
      const texts = await storedTexts(app, project.id, locale);
      expect(texts).toHaveLength(500);
      expect(new Set(texts.map(([, text]) => text))).toEqual(new Set([locale]));
    }
  });

  it('run one after the other, each as a whole, if their keys overlap', async () => {
    const files = Array.from({ length: 8 }, (_, index) =>
      fileOf(index * 100, index * 100 + 400, `file ${index}`),
    );
    const results = await Promise.all(
      files.map((file, index) => bring(file, 'en', index % 2 === 0 ? app : other)),
    );
    const values = await storedValues(app, project.id);
    expect(values).toHaveLength(1100);
    expect(results.reduce((sum, { keys }) => sum + keys.created, 0)).toBe(1100);
    const sum = (of: 'created' | 'updated') =>
      results.reduce((total, { values: tally }) => total + tally[of], 0);
    expect(sum('created')).toBe(1100);
    expect(sum('updated')).toBe(values.reduce((total, { version }) => total + version - 1, 0));
    const isWhole = files.some((file) =>
      Object.entries(file).every(
        ([name, text]) => values.find(({ key }) => key === name)?.text === text,
      ),
    );
    expect(isWhole).toBe(true);
  });

  it('create each key of the same file once', async () => {
    const file = fileOf(0, 1000, 'same');
    const results = await Promise.all([app, other, app, other].map((by) => bring(file, 'en', by)));
    expect(results.map(({ keys }) => keys.created).sort()).toEqual([0, 0, 0, 1000]);
    expect(results.filter(({ values }) => values.unchanged === 1000)).toHaveLength(3);
    expect((await storedValues(app, project.id)).every(({ version }) => version === 1)).toBe(true);
  });

  it('wait for a lock of the project, even if the project id has another spelling', async () => {
    let isHeld = true;
    let importing: Promise<boolean> | undefined;
    await app.db.transaction().execute(async (tx) => {
      await lockContent(tx, trustedProject(project.id), 'exclusive');
      importing = tenant.client.i18n.projects
        .import({ projectId: project.id.toUpperCase(), locale: 'en', content: { a: 'x' } })
        .then(() => isHeld);
      await awaitLockWait(app);
      isHeld = false;
    });
    expect(await importing).toBe(false);
    expect(await storedTexts(app, project.id, 'en')).toEqual([['a', 'x']]);
  });

  it('number new locales without a gap', async () => {
    const codes = ['aa', 'bg', 'cs', 'da', 'el', 'fi', 'hu'];
    await Promise.all(
      codes.map((code, index) => bring({ a: code }, code, index % 2 === 0 ? app : other)),
    );
    const rows = await app.db
      .selectFrom('locale')
      .where('project_id', '=', project.id)
      .select(['id', 'code'])
      .orderBy('id')
      .execute();
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(rows.map(({ code }) => code).sort()).toEqual([...codes, 'en'].sort());
  });

  it('neither deadlock with edits nor lose edits', async () => {
    await bring(fileOf(0, 300, 'source'));
    await bring(fileOf(0, 300, 'start'), 'de');
    const { data: rows } = await tenant.client.i18n.values.list({
      projectId: project.id,
      locale: 'de',
      limit: 300,
    });
    const edits = rows.slice(0, 60).map(({ id }, index) =>
      tenant.client.i18n.values.update({
        projectId: project.id,
        valueId: id!,
        text: `edit ${index}`,
      }),
    );
    const { data: sources } = await tenant.client.i18n.values.list({
      projectId: project.id,
      locale: 'en',
      limit: 30,
    });
    const sourceEdits = sources.map(({ id }) =>
      tenant.client.i18n.values.update({ projectId: project.id, valueId: id!, text: 'new source' }),
    );
    const imports = [1, 2, 3].map((round) => bring(fileOf(0, 300, `import ${round}`), 'de'));
    const done = await Promise.allSettled([...edits, ...imports, ...sourceEdits]);
    expect(done.filter(({ status }) => status === 'rejected')).toEqual([]);
    const values = await storedValues(app, project.id);
    const history = await app.db
      .selectFrom('value_history')
      .where('project_id', '=', project.id)
      .select(['key_id', 'locale_id', 'version', 'text'])
      .execute();
    const versions = values.reduce((sum, { version }) => sum + version, 0);
    expect(history.length + values.length).toBe(versions);
    const edited = new Set([...history.map(({ text }) => text), ...values.map(({ text }) => text)]);
    for (let index = 0; index < 60; index++) expect(edited.has(`edit ${index}`)).toBe(true);
    const german = values.filter(({ locale }) => locale === 'de').slice(60);
    expect(german.every(({ text }) => /^import \d$/.test(text))).toBe(true);
  });

  it('treat a concurrently written value as an existing value', async () => {
    await bring({ a: 'source', b: 'source' });
    await bring({ x: 'x' }, 'de');
    const { data: keys } = await tenant.client.i18n.keys.list({ projectId: project.id });
    const puts = keys.slice(0, 2).map(({ id }) =>
      tenant.client.i18n.values.put({
        projectId: project.id,
        keyId: id,
        localeCode: 'de',
        text: 'by hand',
      }),
    );
    await Promise.all([bring({ a: 'import', b: 'import' }, 'de'), ...puts]);
    const german = (await storedValues(app, project.id)).filter(
      ({ locale, key }) => locale === 'de' && key !== 'x',
    );
    expect(german.map(({ version }) => version)).toEqual([2, 2]);
    expect(german.every(({ text }) => text === 'by hand' || text === 'import')).toBe(true);
  });
});
