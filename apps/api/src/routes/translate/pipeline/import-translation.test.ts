import { pluralCategories } from '@parlance/messages';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { TestApp } from '../../../../test/app/app.ts';
import { codeOf, createProject, type Tenant } from '../../../../test/app/build.ts';
import { describeTenant } from '../../../../test/app/describe-project.ts';
import { refusalIn, refusalOf, sendRaw } from '../../../../test/app/refusal.ts';
import {
  createGate,
  createScriptedEngine,
  directoryOf,
} from '../../../../test/engines/scripted-engine.ts';

const engine = createScriptedEngine({
  readiness: async (_source, target) =>
    target === 'tlh'
      ? { status: 'unsupported', reason: 'no Klingon; install parlance-tlh' }
      : { status: 'ready' },
});
let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { overrides: { engines: directoryOf(engine) } },
);

const valuesOf = async (projectId: string, locale: string) => {
  const { data } = await tenant.client.i18n.values.list({ projectId, locale, limit: 500 });
  return Object.fromEntries(data.map(({ checks: _, ...value }) => [value.key, value]));
};

describe('an import with translateMissing', () => {
  test('responds with the finished job, and its values are ready for review', async () => {
    const { id: projectId } = await createProject(tenant.client);
    const { data } = await tenant.client.i18n.projects.import({
      projectId,
      locale: 'en',
      targetLocales: ['es', 'de'],
      translateMissing: true,
      content: { greeting: 'Hello {name}', menu: { open: 'Open', again: 'Open' }, empty: '' },
    });
    expect(data.translation).toMatchObject({
      kind: 'missing',
      status: 'completed',
      progress: { total: 8, done: 8, failed: 0 },
      usage: { units: 40, billedUnits: 32, memoryHits: 0, engine: 'scripted' },
    });
    const values = await valuesOf(projectId, 'es');
    expect(values.greeting).toMatchObject({
      text: 'HELLO {name}',
      state: 'needs_review',
      origin: 'machine',
      outdated: false,
      updatedBy: { type: 'job', id: data.translation!.id },
    });
    expect(values['menu.again']!.text).toBe('OPEN');
    const { data: locales } = await tenant.client.i18n.locales.list({ projectId });
    expect(locales.find(({ code }) => code === 'es')!.counts).toEqual({
      translated: 0,
      needsReview: 4,
      missing: 0,
    });
  });

  test('does not change existing values, even when it is repeated', async () => {
    const { id: projectId } = await createProject(tenant.client);
    const content = { a: 'First', b: 'Second' };
    const ask = { projectId, targetLocales: ['es'], translateMissing: true };
    await tenant.client.i18n.projects.import({ projectId, locale: 'es', content: { a: 'Mío' } });
    await tenant.client.i18n.projects.import({ ...ask, locale: 'en', content });
    const values = await valuesOf(projectId, 'es');
    expect(values.a).toMatchObject({ text: 'Mío', origin: 'import' });
    expect(values.b).toMatchObject({ text: 'SECOND' });
    const { data } = await tenant.client.i18n.projects.import({ ...ask, locale: 'en', content });
    expect(data.translation).toMatchObject({ status: 'completed', progress: { total: 0 } });
    expect(await valuesOf(projectId, 'es')).toEqual(values);
  });

  test('creates no plural form for several numbers from a source string without the number', async () => {
    const { id: projectId } = await createProject(tenant.client);
    await tenant.client.i18n.projects.import({
      projectId,
      locale: 'en',
      targetLocales: ['fr', 'de'],
      translateMissing: true,
      content: { item_one: 'An item', item_other: '{{count}} items' },
    });
    // In French, the category `one` also contains 0 and 1.5. In German, it contains only 1.
    expect((await valuesOf(projectId, 'fr')).item_one!.text).toBe('{{count}} ITEMS');
    expect((await valuesOf(projectId, 'de')).item_one!.text).toBe('AN ITEM');
  });

  test.each(['es', 'pl', 'ru', 'ar', 'ja', 'cy'])(
    'creates exactly the plural forms of %s',
    async (locale) => {
      const { id: projectId } = await createProject(tenant.client);
      const { data } = await tenant.client.i18n.projects.import({
        projectId,
        locale: 'en',
        targetLocales: [locale],
        translateMissing: true,
        content: { item_one: '{{count}} item', item_other: '{{count}} items', plain: 'Plain' },
      });
      expect(data.translation!.progress.failed).toBe(0);
      const values = await valuesOf(projectId, locale);
      const expected = [...pluralCategories(locale).map((category) => `item_${category}`), 'plain'];
      expect(Object.keys(values).sort()).toEqual(expected.sort());
      expect(
        Object.values(values).every(
          ({ key, text }) => key === 'plain' || text?.includes('{{count}}'),
        ),
      ).toBe(true);
      const { data: locales } = await tenant.client.i18n.locales.list({ projectId });
      expect(locales.find(({ code }) => code === locale)!.counts.missing).toBe(0);
      expect(locales.find(({ code }) => code === 'en')!.counts.missing).toBe(0);
    },
  );

  test('imports nothing if no engine supports the language', async () => {
    const { id: projectId } = await createProject(tenant.client);
    const call = tenant.client.i18n.projects.import({
      projectId,
      locale: 'en',
      targetLocales: ['tlh'],
      translateMissing: true,
      content: { a: 'One' },
    });
    expect(await codeOf(call)).toBe('unsupported_pair');
    await expect(call).rejects.toThrow(/scripted: no Klingon; install parlance-tlh/);
    const { data } = await tenant.client.i18n.keys.list({ projectId });
    expect(data).toEqual([]);
  });

  test('translates into the supported languages and reports the unsupported language', async () => {
    const { id: projectId } = await createProject(tenant.client);
    const { data } = await tenant.client.i18n.projects.import({
      projectId,
      locale: 'en',
      targetLocales: ['tlh', 'es'],
      translateMissing: true,
      content: { a: 'One' },
    });
    expect(data.translation).toMatchObject({
      status: 'completed',
      progress: { total: 2, done: 1, failed: 1 },
      error: null,
      localeErrors: {
        tlh: { code: 'unsupported_pair', detail: expect.stringContaining('no Klingon') },
      },
    });
    const result = await tenant.client.translate.jobs.result({ jobId: data.translation!.id });
    expect(result.data.locales.tlh!.items).toMatchObject([
      { key: 'a', text: null, status: 'failed', error: { code: 'unsupported_pair' } },
    ]);
  });

  test('reports every enabled locale that no engine can translate, even if other locales have missing values', async () => {
    const { id: projectId } = await createProject(tenant.client);
    const bring = async (content: Record<string, string>) => {
      const input = { projectId, locale: 'en', translateMissing: true, content };
      return (await tenant.client.i18n.projects.import(input)).data.translation!;
    };
    await tenant.client.i18n.locales.create({ projectId, code: 'tlh' });
    const params = { sourceLocale: 'en', targetLocale: 'tlh' };
    const localeErrors = { tlh: { code: 'unsupported_pair', detail: expect.any(String), params } };
    const onlyUnknown = await bring({ a: 'One' });
    expect(onlyUnknown).toMatchObject({
      status: 'failed',
      progress: { total: 1, done: 0, failed: 1 },
      error: { code: 'unsupported_pair' },
      localeErrors,
    });
    await tenant.client.i18n.locales.create({ projectId, code: 'es' });
    const both = await bring({ a: 'One' });
    expect(both).toMatchObject({ status: 'completed', progress: { done: 1, failed: 1 } });
    expect(both.localeErrors).toEqual(localeErrors);
    const onlyGap = await bring({ a: 'One' });
    expect(onlyGap).toMatchObject({ status: 'failed', progress: { total: 1, failed: 1 } });
    expect(onlyGap.localeErrors).toEqual(localeErrors);
    await tenant.client.i18n.projects.import({ projectId, locale: 'tlh', content: { a: 'wa’' } });
    expect(await bring({ a: 'One' })).toMatchObject({
      status: 'completed',
      progress: { total: 0, failed: 0 },
      localeErrors: {},
    });
  });

  test('counts values from the translation memory as translated, even if no engine supports the language', async () => {
    const { id: projectId } = await createProject(tenant.client);
    await tenant.client.i18n.projects.import({ projectId, locale: 'en', content: { a: 'One' } });
    await tenant.client.i18n.projects.import({ projectId, locale: 'tlh', content: { a: 'wa’' } });
    const input = { projectId, locale: 'en', translateMissing: true };
    const content = { a: 'One', b: 'One', c: 'Two' };
    const { data } = await tenant.client.i18n.projects.import({ ...input, content });
    expect(data.translation).toMatchObject({
      status: 'completed',
      progress: { total: 2, done: 1, failed: 1 },
      usage: { memoryHits: 1 },
      localeErrors: { tlh: { code: 'unsupported_pair' } },
    });
  });

  test('translates outdated machine translations again on request', async () => {
    const { id: projectId } = await createProject(tenant.client);
    const ask = { projectId, locale: 'en', translateMissing: true };
    const bring = async (content: Record<string, string>, include?: ('missing' | 'outdated')[]) => {
      const input = { ...ask, targetLocales: ['es'], content, include };
      return (await tenant.client.i18n.projects.import(input)).data.translation!;
    };
    await bring({ a: 'Remember me', b: 'Person', c: 'Same' });
    const before = await valuesOf(projectId, 'es');
    await tenant.client.i18n.values.update({ projectId, valueId: before.b!.id!, text: 'Persona' });
    const content = { a: 'Keep me signed in', b: 'Human', c: 'Same', d: 'New' };
    const missing = await bring(content);
    expect(missing).toMatchObject({ include: ['missing'], progress: { total: 1 } });
    expect((await valuesOf(projectId, 'es')).a).toMatchObject({ outdated: true });
    const other = await bring({ d: 'New' }, ['outdated']);
    expect(other.progress.total).toBe(0);
    const refreshed = await bring(content, ['missing', 'outdated']);
    expect(refreshed).toMatchObject({
      include: ['missing', 'outdated'],
      status: 'completed',
      progress: { total: 1, done: 1 },
    });
    const after = await valuesOf(projectId, 'es');
    expect(after.a).toMatchObject({
      id: before.a!.id,
      text: 'KEEP ME SIGNED IN',
      state: 'needs_review',
      origin: 'machine',
      outdated: false,
      version: 2,
    });
    expect(after.b).toMatchObject({ text: 'Persona', origin: 'manual', outdated: true });
    expect(after.c).toEqual(before.c);
    const history = { projectId, valueId: before.a!.id! };
    const { data: versions } = await tenant.client.i18n.history.list(history);
    expect(versions.map(({ text }) => text)).toEqual(['KEEP ME SIGNED IN', 'REMEMBER ME']);
  });

  test('requires translateMissing if `include` is set', async () => {
    const { id: projectId } = await createProject(tenant.client);
    const input = { projectId, locale: 'en', content: { a: 'One' } };
    const { errors } = await refusalOf(
      tenant.client.i18n.projects.import({ ...input, include: ['outdated'] }),
    );
    expect(errors).toMatchObject([{ path: '/include' }]);
    const path = `/v1/i18n/projects/${projectId}/import?locale=en&include=missing,outdated`;
    const type = { 'Content-Type': 'application/json' };
    const body = '{"a":"One"}';
    const refusal = await refusalIn(await sendRaw(app, tenant, path, body, type));
    expect(refusal.errors).toMatchObject([{ path: 'query/include' }]);
    const whole = await sendRaw(app, tenant, `${path}&translateMissing=true`, body, type);
    expect(whole.status).toBe(200);
  });

  test('starts no job in a dry run', async () => {
    const { id: projectId } = await createProject(tenant.client);
    const { data } = await tenant.client.i18n.projects.import({
      projectId,
      locale: 'en',
      targetLocales: ['es'],
      translateMissing: true,
      dryRun: true,
      content: { a: 'One' },
    });
    expect(data.translation).toBeNull();
  });

  test('translates the texts of an uploaded file', async () => {
    const { id: projectId } = await createProject(tenant.client);
    const { data } = await tenant.client.i18n.files.jsonImport({
      projectId,
      file: new Blob([JSON.stringify({ a: 'One' })], { type: 'application/json' }),
      targetLocales: ['es'],
      translateMissing: true,
    });
    expect(data.translation).toMatchObject({ status: 'completed', progress: { done: 1 } });
    expect((await valuesOf(projectId, 'es')).a!.text).toBe('ONE');
  });

  test('responds immediately with the running job if the caller does not wait', async () => {
    const { id: projectId } = await createProject(tenant.client);
    const gate = createGate();
    const { script } = engine;
    engine.script = { ...script, answer: gate.answer };
    onTestFinished(() => {
      engine.script = script;
    });
    const response = await fetch(`${app.url}/v1/i18n/projects/${projectId}/import`, {
      method: 'POST',
      headers: {
        Authorization: `ApiKey ${tenant.apiKey.token}`,
        'Content-Type': 'application/json',
        Prefer: 'wait=0',
      },
      body: JSON.stringify({
        locale: 'en',
        targetLocales: ['es'],
        translateMissing: true,
        content: { a: 'Quite another text' },
      }),
    });
    expect(response.status).toBe(202);
    gate.open();
    const { data } = (await response.json()) as { data: { translation: { id: string } } };
    const job = await tenant.client.translate.jobs.get(
      { jobId: data.translation.id },
      { waitSeconds: 30 },
    );
    expect(job.data.status).toBe('completed');
  });
});
