import { canonicalLocaleTag, LIMITS } from '@parlance/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import { auditActions, codeOf, createTenant, type Tenant } from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { refusalOf } from '../../../test/app/refusal.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;
describeProject((given) => {
  ({ app, tenant, projectId } = given);
});

const create = (code: string, name?: string) =>
  tenant.client.i18n.locales.create({ projectId, code, name });
const remove = (localeCode: string, deleteValues?: boolean, purge?: boolean) =>
  tenant.client.i18n.locales.delete({ projectId, localeCode, deleteValues, purge });
const list = async () => (await tenant.client.i18n.locales.list({ projectId })).data;
const importTexts = (locale: string, content: Record<string, string>) =>
  tenant.client.i18n.projects.import({ projectId, locale, content });

describe('i18n.locales.list', () => {
  it('lists the source locale first, then the other locales in the order of creation, including disabled locales', async () => {
    await create('de');
    await create('ar');
    await remove('de');
    await tenant.client.i18n.projects.update({ projectId, sourceLocale: 'ar' });
    const locales = await list();
    expect(locales.map(({ code, isSource, enabled }) => [code, isSource, enabled])).toEqual([
      ['ar', true, true],
      ['en', false, true],
      ['de', false, false],
    ]);
  });

  it('returns the CLDR data: the English name, the direction and the plural categories', async () => {
    await create('ar');
    await create('zh-Hant');
    expect(await list()).toMatchObject([
      { code: 'en', name: 'English', direction: 'ltr', pluralCategories: ['one', 'other'] },
      {
        code: 'ar',
        name: 'Arabic',
        direction: 'rtl',
        pluralCategories: ['zero', 'one', 'two', 'few', 'many', 'other'],
      },
      { code: 'zh-Hant', direction: 'ltr', pluralCategories: ['other'] },
    ]);
  });

  it('counts translated, unreviewed and missing values, and counts only the plural forms that the locale needs', async () => {
    await importTexts('en', { plain: 'P', a_one: 'one', a_other: 'other' });
    await importTexts('ja', { a_other: 'その他', plain: 'P' });
    const { data } = await tenant.client.i18n.values.list({ projectId, locale: 'ja', q: 'P' });
    const valueId = data[0]!.id!;
    await tenant.client.i18n.values.update({ projectId, valueId, state: 'needs_review' });
    const counts = new Map((await list()).map((locale) => [locale.code, locale.counts]));
    expect(counts.get('en')).toEqual({ translated: 3, needsReview: 0, missing: 0 });
    expect(counts.get('ja')).toEqual({ translated: 1, needsReview: 1, missing: 0 });
  });

  it('returns every locale once across pages, and returns the total number', async () => {
    for (const code of ['de', 'fr', 'it', 'pt']) await create(code);
    await tenant.client.i18n.projects.update({ projectId, sourceLocale: 'it' });
    const codes: string[] = [];
    for await (const { code } of tenant.client.i18n.locales.listAll({ projectId, limit: 2 })) {
      codes.push(code);
    }
    expect(codes).toEqual(['it', 'en', 'de', 'fr', 'pt']);
    const { meta } = await tenant.client.i18n.locales.list({ projectId, limit: 2 });
    expect(meta.total).toBe(5);
    const foreign = tenant.client.i18n.locales.list({ projectId, cursor: 'bm9uZQ' });
    expect(await codeOf(foreign)).toBe('validation_failed');
  });
});

describe('i18n.locales.create', () => {
  it('converts tags to canonical case and rejects invalid tags', async () => {
    expect((await create('pt_br')).data.code).toBe('pt-BR');
    expect((await create('sr-latn', 'Srpski')).data).toMatchObject({
      code: 'sr-Latn',
      name: 'Srpski',
    });
    for (const tag of ['nonsense-', 'x-private', 'toString!', '__proto__']) {
      expect(await codeOf(create(tag))).toBe('validation_failed');
    }
  });

  it('refuses an unregistered language, and suggests the intended language', async () => {
    const refusal = await refusalOf(create('english'));
    expect(refusal).toMatchObject({ status: 422, code: 'validation_failed' });
    expect(refusal.errors).toMatchObject([
      { path: '/code', message: expect.stringMatching(/did you mean en\?/) },
    ]);
    expect((await refusalOf(create('jp-JP'))).detail).toContain('ja-JP');
    expect((await refusalOf(create('zz'))).detail).toContain('iana.org');
    const { projects, children } = tenant.client.i18n;
    const others = [
      () => projects.create({ name: 'A', sourceLocale: 'gr' }),
      () => children.create({ projectId, name: 'B', sourceLocale: 'gr' }),
    ];
    for (const call of others) {
      expect((await refusalOf(call())).errors).toMatchObject([{ path: '/sourceLocale' }]);
    }
    expect(await list()).toHaveLength(1);
  });

  it('accepts private-use languages, several languages, and pseudo-locales', async () => {
    for (const tag of ['qaa', 'mul', 'en-XA', 'bfi']) {
      expect((await create(tag)).data.code).toBe(tag);
    }
  });

  it('derives the name of a tag from the part before extensions and private use', async () => {
    const tags = ['de-u-co-phonebk', 'en-x-pirate', 'sl-rozaj-1994-t-en'];
    const names = await Promise.all(tags.map(async (tag) => (await create(tag)).data.name));
    expect(names[0]).toBe('German [u-co-phonebk]');
    expect(names[1]).toBe('English [x-pirate]');
    expect(names[2]).toMatch(/^Slovenian \(.+\) \[t-en\]$/);
    const sourceLocale = 'fr-x-slang';
    const project = await tenant.client.i18n.projects.create({ name: 'Slang', sourceLocale });
    expect(project.data.sourceLocale).toBe(sourceLocale);
  });

  it('refuses an existing locale, and enables a disabled locale with its values', async () => {
    await importTexts('de', { a: 'A' });
    expect(await codeOf(create('de'))).toBe('conflict');
    await remove('de');
    const { data } = await create('DE', 'Deutsch');
    expect(data).toMatchObject({ code: 'de', name: 'Deutsch', enabled: true });
    expect(data.counts.translated).toBe(1);
  });

  it('creates one locale for many concurrent requests', async () => {
    const codes = await Promise.all(Array.from({ length: 4 }, () => codeOf(create('de'))));
    expect(codes.sort()).toEqual(['conflict', 'conflict', 'conflict', 'no error']);
    const others = ['fr', 'it', 'es', 'nl'];
    await Promise.all(others.map((code) => create(code)));
    expect((await list()).map(({ code }) => code)).toEqual(
      expect.arrayContaining(['en', 'de', ...others]),
    );
  });

  it('limits the number of locales of a project', async () => {
    const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
    const tags = new Set(
      letters.flatMap((a) => letters.map((b) => canonicalLocaleTag(`en-${a}${b}`)!)),
    );
    const targetLocales = [...tags].slice(0, LIMITS.localesPerProject - 1);
    await tenant.client.i18n.projects.import({
      projectId,
      locale: 'en',
      content: { a: 'A' },
      targetLocales,
    });
    expect(await list()).toHaveLength(100);
    expect(await codeOf(create('de'))).toBe('limit_exceeded');
  });
});

describe('i18n.locales.update', () => {
  it('renames and disables a locale, in any spelling of its tag', async () => {
    await create('pt-BR');
    const update = (patch: { name?: string; enabled?: boolean }) =>
      tenant.client.i18n.locales.update({ projectId, localeCode: 'PT_br', ...patch });
    expect((await update({ name: 'Brasil' })).data).toMatchObject({
      name: 'Brasil',
      enabled: true,
    });
    expect((await update({ enabled: false })).data).toMatchObject({
      name: 'Brasil',
      enabled: false,
    });
    expect((await update({ enabled: true })).data.enabled).toBe(true);
  });

  it('refuses to disable the source locale, but changes its name', async () => {
    const update = (patch: { name?: string; enabled?: boolean }) =>
      tenant.client.i18n.locales.update({ projectId, localeCode: 'en', ...patch });
    expect(await codeOf(update({ enabled: false }))).toBe('source_locale');
    expect((await update({ name: 'Inglés', enabled: true })).data.name).toBe('Inglés');
  });

  it('answers 404 for a missing locale and 422 for an invalid tag', async () => {
    const update = (localeCode: string) =>
      codeOf(tenant.client.i18n.locales.update({ projectId, localeCode, name: 'X' }));
    expect(await update('de')).toBe('not_found');
    expect(await update('!!')).toBe('validation_failed');
  });
});

describe('i18n.locales.delete', () => {
  beforeEach(async () => {
    await importTexts('en', { a: 'A', b: 'B' });
    await importTexts('de', { a: 'Ä', b: 'B' });
    await importTexts('de', { a: 'Ää' });
  });

  const stored = async () => {
    const count = (table: 'translation_value' | 'value_history') =>
      app.db
        .selectFrom(table)
        .where('project_id', '=', projectId)
        .where('locale_id', '=', 2)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
    return [(await count('translation_value')).count, (await count('value_history')).count];
  };

  it('disables the locale and keeps the values', async () => {
    const { data } = await remove('de');
    expect(data).toMatchObject({ enabled: false, counts: { translated: 2, missing: 0 } });
    expect(await stored()).toEqual([2, 1]);
  });

  it('purges values and history on request, even of a locale that was already disabled', async () => {
    await remove('de');
    const { data } = await remove('de', true);
    expect(data).toMatchObject({
      enabled: false,
      counts: { translated: 0, needsReview: 0, missing: 2 },
    });
    expect(await stored()).toEqual([0, 0]);
    expect(await auditActions(app, 'de')).toEqual(
      expect.arrayContaining(['locale.disable', 'locale.purge']),
    );
    await create('de');
    await importTexts('de', { a: 'Neu' });
    const { data: values } = await tenant.client.i18n.values.list({ projectId, locale: 'de' });
    expect(values.map(({ version }) => version)).toEqual([4]);
  });

  it('removes a locale without values, whose tag is then available', async () => {
    await create('fr', 'Francais');
    const { data } = await remove('fr', false, true);
    expect(data).toMatchObject({ code: 'fr', enabled: false, counts: { translated: 0 } });
    expect((await list()).map(({ code }) => code)).toEqual(['en', 'de']);
    expect(await auditActions(app, 'fr')).toContain('locale.remove');
    expect(await codeOf(remove('fr', false, true))).toBe('not_found');
    expect((await create('fr')).data).toMatchObject({ name: 'French', counts: { missing: 2 } });
  });

  it('keeps a locale with values or history, unless the request purges them', async () => {
    expect(await codeOf(remove('de', false, true))).toBe('conflict');
    expect((await list()).at(-1)).toMatchObject({ code: 'de', enabled: true });
    await tenant.client.i18n.releases.create({ projectId, environment: 'production' });
    expect((await remove('de', true, true)).data.code).toBe('de');
    expect(await stored()).toEqual([0, 0]);
    expect((await list()).map(({ code }) => code)).toEqual(['en']);
    const { data } = await create('it');
    expect(data.counts).toEqual({ translated: 0, needsReview: 0, missing: 2 });
    await importTexts('it', { a: 'Una' });
    const release = { projectId, environment: 'production' };
    const { locales } = (await tenant.client.i18n.releases.create(release)).data;
    expect(locales.map(({ code }) => code)).toEqual(['en', 'it']);
  });

  it('refuses the source locale', async () => {
    expect(await codeOf(remove('en'))).toBe('source_locale');
    expect(await codeOf(remove('en', true, true))).toBe('source_locale');
    expect(await codeOf(remove('en', true))).toBe('source_locale');
    expect((await list())[0]).toMatchObject({ enabled: true, counts: { translated: 2 } });
  });

  it('answers 404 for locales of other owners', async () => {
    const { locales } = (await createTenant(app)).client.i18n;
    const calls = [
      locales.list({ projectId }),
      locales.create({ projectId, code: 'fr' }),
      locales.update({ projectId, localeCode: 'de', name: 'X' }),
      locales.delete({ projectId, localeCode: 'de', deleteValues: true }),
    ];
    const codes = await Promise.all(calls.map(codeOf));
    expect(codes).toEqual(calls.map(() => 'not_found'));
    expect(await stored()).toEqual([2, 1]);
  });
});
