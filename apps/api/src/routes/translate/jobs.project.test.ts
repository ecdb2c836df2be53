import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { codeOf, createProject, createTenant, type Tenant } from '../../../test/app/build.ts';
import {
  createGate,
  createScriptedEngine,
  directoryOf,
  shout,
} from '../../../test/engines/scripted-engine.ts';

const engine = createScriptedEngine();

let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp({ overrides: { engines: directoryOf(engine) } });
});
afterAll(() => app.close());
beforeEach(async () => {
  engine.script = {};
  engine.calls.length = 0;
  tenant = await createTenant(app);
});

const jobs = () => tenant.client.translate.jobs;
const wait = { waitSeconds: 30 };

describe('a job for missing values of a project', () => {
  const setUp = async (content: Record<string, unknown>, locales = ['es']) => {
    const { id: projectId } = await createProject(tenant.client);
    for (const code of locales) await tenant.client.i18n.locales.create({ projectId, code });
    await tenant.client.i18n.projects.import({
      projectId,
      locale: 'en',
      content: content as never,
    });
    return projectId;
  };
  const valuesOf = async (projectId: string, locale = 'es') =>
    (await tenant.client.i18n.values.list({ projectId, locale, limit: 500 })).data;

  test('ends immediately if nothing is missing', async () => {
    const projectId = await setUp({});
    const { data } = await jobs().create({ projectId });
    expect(data).toMatchObject({ kind: 'missing', status: 'completed', progress: { total: 0 } });
  });

  test('translates only the named keys and the families of named forms', async () => {
    const projectId = await setUp({
      a: 'One',
      b: 'Two',
      n_one: '{{count}} file',
      n_other: '{{count}} files',
    });
    const { data: keys } = await tenant.client.i18n.keys.list({ projectId });
    const idOf = (name: string) => keys.find((key) => key.name === name)!.id;
    const keyIds = [idOf('b'), idOf('n_other'), idOf('b')];
    const work = { projectId, targetLocales: ['es'], keyIds };
    const { data: estimate } = await tenant.client.translate.estimate(work);
    expect(estimate.perLocale.es!.strings).toBe(4);
    await jobs().create(work, wait);
    expect((await valuesOf(projectId)).map(({ key }) => key).sort()).toEqual([
      'b',
      'n_many',
      'n_one',
      'n_other',
    ]);
    const { data: again } = await jobs().create({ ...work, keyIds: [idOf('b'), idOf('a')] }, wait);
    expect(again.progress.total).toBe(1);
    const foreign = '0190b5d5-0000-7000-8000-000000000000';
    expect(await codeOf(jobs().create({ ...work, keyIds: [foreign] }))).toBe('not_found');
    expect(await codeOf(tenant.client.translate.estimate({ ...work, keyIds: [foreign] }))).toBe(
      'not_found',
    );
    expect(await codeOf(jobs().create({ ...work, keyIds: [] }))).toBe('validation_failed');
  });

  test('translates only the named locales, which must be enabled in the project', async () => {
    const projectId = await setUp({ a: 'One' }, ['es', 'de']);
    const { data } = await jobs().create({ projectId, targetLocales: ['de', 'en'] }, wait);
    expect(data.progress.total).toBe(1);
    expect(await valuesOf(projectId, 'es')).toEqual([]);
    const call = (tag: string) => jobs().create({ projectId, targetLocales: [tag] });
    expect(await codeOf(call('fr'))).toBe('validation_failed');
    await tenant.client.i18n.locales.update({ projectId, localeCode: 'de', enabled: false });
    expect(await codeOf(call('de'))).toBe('validation_failed');
  });

  test('stores nothing for a string whose translation is broken', async () => {
    engine.script = { say: (body) => (body.includes('bad') ? '' : shout(body)) };
    const projectId = await setUp({ a: 'A bad {x}', b: 'Good' });
    const { data } = await jobs().create({ projectId }, wait);
    expect(data.progress).toEqual({ total: 2, done: 1, failed: 1 });
    expect((await valuesOf(projectId)).map(({ key }) => key)).toEqual(['b']);
  });

  test('keeps a value that a person wrote while the job ran, and counts the value correctly', async () => {
    const gate = createGate();
    engine.script = { answer: gate.answer };
    const projectId = await setUp({ a: 'One', b: 'Two' });
    const { data: job } = await jobs().create({ projectId });
    await eventually(() => expect(engine.calls).not.toEqual([]));
    const { data: keys } = await tenant.client.i18n.keys.list({ projectId });
    await tenant.client.i18n.values.put({
      projectId,
      keyId: keys[0]!.id,
      localeCode: 'es',
      text: 'Uno',
    });
    gate.open();
    await jobs().get({ jobId: job.id }, wait);
    expect(await valuesOf(projectId)).toMatchObject([
      { key: 'a', text: 'Uno', origin: 'manual' },
      { key: 'b', text: 'TWO', origin: 'machine' },
    ]);
    const { data: locales } = await tenant.client.i18n.locales.list({ projectId });
    expect(locales.find(({ code }) => code === 'es')!.counts).toEqual({
      translated: 1,
      needsReview: 1,
      missing: 0,
    });
  });

  test('marks a value as outdated if its source string changed while the job ran', async () => {
    const gate = createGate();
    engine.script = { answer: gate.answer };
    const projectId = await setUp({ a: 'One' });
    const { data: job } = await jobs().create({ projectId });
    await eventually(() => expect(engine.calls).not.toEqual([]));
    await tenant.client.i18n.projects.import({ projectId, locale: 'en', content: { a: 'Won' } });
    gate.open();
    await jobs().get({ jobId: job.id }, wait);
    expect(await valuesOf(projectId)).toMatchObject([{ text: 'ONE', outdated: true }]);
  });

  test.each(['import', 'edit'])(
    'creates plural forms that an %s of the source form `other` outdates',
    async (how) => {
      const { client } = tenant;
      const content = { item_one: '{{count}} item', item_other: '{{count}} items', a: 'One' };
      const projectId = await setUp(content);
      await jobs().create({ projectId }, wait);
      const { data: source } = await client.i18n.values.list({ projectId, locale: 'en' });
      const other = source.find(({ key }) => key === 'item_other')!;
      const text = '{{count}} things';
      if (how === 'edit') await client.i18n.values.update({ projectId, valueId: other.id!, text });
      else {
        await client.i18n.projects.import({
          projectId,
          locale: 'en',
          content: { ...content, item_other: text },
        });
      }
      const { data: values } = await client.i18n.values.list({ projectId, locale: 'es' });
      expect(values.map(({ key, outdated }) => [key, outdated]).sort()).toEqual([
        ['a', false],
        ['item_many', true],
        ['item_one', false],
        ['item_other', true],
      ]);
    },
  );

  describe('with outdated values', () => {
    const include = ['missing' as const, 'outdated' as const];
    const importSource = (projectId: string, content: Record<string, string>) =>
      tenant.client.i18n.projects.import({ projectId, locale: 'en', content });
    const byKey = async (projectId: string) =>
      Object.fromEntries((await valuesOf(projectId)).map((value) => [value.key, value]));

    test('translates machine and memory values again, including reviewed values, as its estimate predicted', async () => {
      const projectId = await setUp({ a: 'One', b: 'Two', c: 'Old', d: 'Old', e: 'Five' });
      await jobs().create({ projectId }, wait);
      const before = await byKey(projectId);
      const { values } = tenant.client.i18n;
      await values.update({ projectId, valueId: before.a!.id!, state: 'reviewed' });
      await values.update({ projectId, valueId: before.b!.id!, text: 'Dos' });
      await values.update({ projectId, valueId: before.e!.id!, text: 'Cinco', state: 'reviewed' });
      await importSource(projectId, {
        a: 'One more',
        b: 'Two more',
        c: 'Five',
        d: 'New',
        f: 'Six',
      });
      const { data: plain } = await tenant.client.translate.estimate({ projectId });
      expect(plain.perLocale.es!.strings).toBe(1);
      const { data: estimate } = await tenant.client.translate.estimate({ projectId, include });
      const { data: job } = await jobs().create({ projectId, include }, wait);
      expect(job).toMatchObject({ include, status: 'completed', progress: { total: 4, done: 4 } });
      expect(estimate.perLocale.es!.strings).toBe(4);
      expect(estimate).toMatchObject({
        units: job.usage.units,
        billableUnits: job.usage.billedUnits,
        memoryHits: 1,
      });
      const after = await byKey(projectId);
      const whole = { state: 'needs_review', outdated: false };
      expect(after).toMatchObject({
        a: { ...whole, text: 'ONE MORE', origin: 'machine', version: 3 },
        b: { text: 'Dos', origin: 'manual', state: 'translated', outdated: true },
        c: { ...whole, text: 'Cinco', origin: 'memory' },
        d: { ...whole, text: 'NEW', origin: 'machine', version: 2 },
        e: { text: 'Cinco', outdated: false },
        f: { ...whole, text: 'SIX', version: 1 },
      });
      const { data: locales } = await tenant.client.i18n.locales.list({ projectId });
      expect(locales.find(({ code }) => code === 'es')!.counts).toEqual({
        translated: 2,
        needsReview: 4,
        missing: 0,
      });
      const { data: again } = await jobs().create({ projectId, include }, wait);
      expect(again).toMatchObject({ status: 'completed', progress: { total: 0 } });
    });

    test('translates again only the plural forms that depend on the reworded string', async () => {
      const content = { item_one: '{{count}} item', item_other: '{{count}} items' };
      const projectId = await setUp(content);
      await jobs().create({ projectId }, wait);
      await importSource(projectId, { item_other: '{{count}} things', file_one: '{{count}} file' });
      await importSource(projectId, { file_other: '{{count}} files' });
      const call = { projectId, include: ['outdated' as const] };
      const { data: job } = await jobs().create(call, wait);
      expect(job).toMatchObject({ include: ['outdated'], progress: { total: 2, done: 2 } });
      const values = await valuesOf(projectId);
      expect(values.map(({ key, text, outdated }) => [key, text, outdated]).sort()).toEqual([
        ['item_many', '{{count}} THINGS', false],
        ['item_one', '{{count}} ITEM', false],
        ['item_other', '{{count}} THINGS', false],
      ]);
      const { data: keys } = await tenant.client.i18n.keys.list({ projectId });
      expect(keys.map(({ name }) => name)).not.toContain('file_many');
    });

    test('never replaces a value that a person wrote while the job ran', async () => {
      const projectId = await setUp({ a: 'One', b: 'Two' });
      await jobs().create({ projectId }, wait);
      await importSource(projectId, { a: 'One more', b: 'Two more' });
      const gate = createGate();
      engine.script = { answer: gate.answer };
      engine.calls.length = 0;
      const { data: job } = await jobs().create({ projectId, include });
      await eventually(() => expect(engine.calls).not.toEqual([]));
      const { a } = await byKey(projectId);
      const valueId = a!.id!;
      await tenant.client.i18n.values.update({ projectId, valueId, text: 'Uno' });
      gate.open();
      expect((await jobs().get({ jobId: job.id }, wait)).data.progress.done).toBe(2);
      expect(await byKey(projectId)).toMatchObject({
        a: { text: 'Uno', origin: 'manual', outdated: false },
        b: { text: 'TWO MORE', origin: 'machine', outdated: false },
      });
    });

    test('cannot contain strings of the caller or an unknown value of `include`', async () => {
      const projectId = await setUp({ a: 'One' });
      const calls = [
        jobs().create({
          strings: ['One'],
          sourceLocale: 'en',
          targetLocales: ['es'],
          include,
        } as never),
        jobs().create({ projectId, include: ['everything'] } as never),
        jobs().create({ projectId, include: [] }),
        jobs().create({ projectId, include: ['missing', 'missing'] }),
      ];
      const codes = await Promise.all(calls.map(codeOf));
      expect(codes).toEqual(calls.map(() => 'validation_failed'));
    });
  });

  test.each([
    ['the locale was disabled', 'locale'],
    ['the project was archived', 'project'],
  ])('stores nothing if %s while the job ran', async (_, what) => {
    const gate = createGate();
    engine.script = { answer: gate.answer };
    const projectId = await setUp({ a: 'One' });
    const { data: job } = await jobs().create({ projectId });
    await eventually(() => expect(engine.calls).not.toEqual([]));
    if (what === 'project') await tenant.client.i18n.projects.delete({ projectId });
    else await tenant.client.i18n.locales.delete({ projectId, localeCode: 'es' });
    gate.open();
    const { data: ended } = await jobs().get({ jobId: job.id }, wait);
    expect(ended).toMatchObject({ status: 'failed', error: { code: 'archived' } });
    expect(ended.usage.billedUnits).toBe(0);
    const rows = await app.db
      .selectFrom('translation_value')
      .where('project_id', '=', projectId)
      .where('origin', '=', 'machine')
      .select('key_id')
      .execute();
    expect(rows).toEqual([]);
  });

  test('fails for an archived project', async () => {
    const projectId = await setUp({ a: 'One' });
    await tenant.client.i18n.projects.delete({ projectId });
    expect(await codeOf(jobs().create({ projectId }))).toBe('archived');
  });

  test('ignores archived keys', async () => {
    const projectId = await setUp({ a: 'One', b: 'Two' });
    const { data: keys } = await tenant.client.i18n.keys.list({ projectId });
    await tenant.client.i18n.keys.delete({ projectId, keyId: keys[0]!.id });
    const { data } = await jobs().create({ projectId }, wait);
    expect(data.progress.total).toBe(1);
  });
});
