import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import {
  auditActions,
  codeOf,
  createApiKeyFor,
  createProject,
  createTenant,
  type Tenant,
} from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;
describeProject((given) => {
  ({ app, tenant, projectId } = given);
});

type Patch = Omit<Parameters<Tenant['client']['i18n']['projects']['update']>[0], 'projectId'>;
const update = (patch: Patch) => tenant.client.i18n.projects.update({ projectId, ...patch });

const importTexts = (locale: string, content: Record<string, string>) =>
  tenant.client.i18n.projects.import({ projectId, locale, content });

async function localeOf(code: string) {
  const { data } = await tenant.client.i18n.locales.list({ projectId });
  return data.find((locale) => locale.code === code)!;
}

describe('i18n.projects.update', () => {
  it('changes the name and the given settings, and keeps the other settings', async () => {
    app.clock.advance(1000);
    const { data } = await update({ name: 'Renamed', settings: { requireReview: true } });
    expect(data).toMatchObject({
      name: 'Renamed',
      settings: { messageFormat: 'auto', keySeparator: '.', engine: null, requireReview: true },
    });
    expect(data.updatedAt > data.createdAt).toBe(true);
    expect((await tenant.client.i18n.projects.get({ projectId })).data).toEqual(data);
  });

  it('writes nothing if nothing changes', async () => {
    const { data: before } = await tenant.client.i18n.projects.get({ projectId });
    app.clock.advance(1000);
    const same = { name: before.name, settings: before.settings, archived: false };
    expect((await update(same)).data).toEqual(before);
  });

  it('keeps both of two settings that are changed concurrently', async () => {
    await Promise.all([
      update({ settings: { requireReview: true } }),
      update({ settings: { keySeparator: '/' } }),
    ]);
    const { data } = await tenant.client.i18n.projects.get({ projectId });
    expect(data.settings).toMatchObject({ requireReview: true, keySeparator: '/' });
  });

  it('accepts only engines of the server, but keeps a configured engine that was removed', async () => {
    const typo = update({ settings: { engine: 'deppl' } });
    await expect(typo).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ path: '/settings/engine', message: expect.stringContaining('pseudo') }],
    });
    const created = tenant.client.i18n.projects.create({
      name: 'Other',
      sourceLocale: 'en',
      settings: { engine: 'deppl' },
    });
    expect(await codeOf(created)).toBe('validation_failed');
    expect((await update({ settings: { engine: 'pseudo' } })).data.settings.engine).toBe('pseudo');

    const { data: before } = await tenant.client.i18n.projects.get({ projectId });
    await app.db
      .updateTable('project')
      .set({ settings: JSON.stringify({ ...before.settings, engine: 'gone' }) })
      .where('id', '=', projectId)
      .execute();
    const settings = { ...before.settings, engine: 'gone', requireReview: true };
    expect((await update({ settings })).data.settings).toEqual(settings);
    expect((await update({ settings: { engine: null } })).data.settings.engine).toBeNull();
  });

  it('accepts only an enabled locale of the project as the source locale', async () => {
    expect(await codeOf(update({ sourceLocale: 'de' }))).toBe('validation_failed');
    expect(await codeOf(update({ sourceLocale: '!!' }))).toBe('validation_failed');
    await tenant.client.i18n.locales.create({ projectId, code: 'de' });
    await tenant.client.i18n.locales.delete({ projectId, localeCode: 'de' });
    expect(await codeOf(update({ sourceLocale: 'de' }))).toBe('conflict');
    await tenant.client.i18n.locales.create({ projectId, code: 'de' });
    expect((await update({ sourceLocale: 'de' })).data.sourceLocale).toBe('de');
    const remove = tenant.client.i18n.locales.delete({ projectId, localeCode: 'de' });
    expect(await codeOf(remove)).toBe('source_locale');
    expect((await localeOf('en')).isSource).toBe(false);
  });

  it('outdates translations when a text of the new source locale changes', async () => {
    await importTexts('en', { greeting: 'Hello' });
    await importTexts('de', { greeting: 'Hallo' });
    await importTexts('fr', { greeting: 'Bonjour' });
    await update({ sourceLocale: 'de' });
    const outdated = async () => {
      const { data } = await tenant.client.i18n.values.list({ projectId, outdated: true });
      return data.map(({ locale }) => locale);
    };
    expect(await outdated()).toEqual([]);
    await importTexts('en', { greeting: 'Hi' });
    expect(await outdated()).toEqual([]);
    await importTexts('de', { greeting: 'Servus' });
    expect(await outdated()).toEqual(['en', 'fr']);
  });

  it('forms the plural families again when the source language changes', async () => {
    const texts = { a_one: 'x', a_few: 'f', a_many: 'm', a_other: 'y' };
    await importTexts('en', { ...texts, plain: 'z' });
    await importTexts('pl', texts);
    expect((await localeOf('pl')).counts).toEqual({ translated: 4, needsReview: 0, missing: 1 });
    expect((await localeOf('en')).counts).toEqual({ translated: 5, needsReview: 0, missing: 0 });
    await update({ sourceLocale: 'pl' });
    expect((await localeOf('pl')).counts).toEqual({ translated: 4, needsReview: 0, missing: 1 });
    expect((await localeOf('en')).counts).toEqual({ translated: 3, needsReview: 0, missing: 0 });
    const { data } = await tenant.client.i18n.keys.list({ projectId });
    expect(data.map(({ name, pluralFamily }) => [name, pluralFamily])).toEqual([
      ['a_one', 'a'],
      ['a_few', 'a'],
      ['a_many', 'a'],
      ['a_other', 'a'],
      ['plain', null],
    ]);
  });

  it('forms the plural families again when the message format changes, back and forth', async () => {
    await importTexts('en', { a_one: 'x', a_other: 'y', 'b.one': 'x', 'b.other': 'y' });
    await importTexts('ja', { a_one: 'x', 'b.other': 'y' });
    const counts = async () => (await localeOf('ja')).counts;
    expect(await counts()).toEqual({ translated: 1, needsReview: 0, missing: 1 });
    await update({ settings: { messageFormat: 'icu' } });
    expect(await counts()).toEqual({ translated: 2, needsReview: 0, missing: 2 });
    await update({ settings: { messageFormat: 'ruby' } });
    expect(await counts()).toEqual({ translated: 2, needsReview: 0, missing: 1 });
    await update({ settings: { messageFormat: 'auto' } });
    expect(await counts()).toEqual({ translated: 1, needsReview: 0, missing: 1 });
  });

  it('keeps 1,500 plural families apart when the message format changes', async () => {
    const count = 1500;
    const texts = Array.from({ length: count }, (_, index) => [
      [`n${index}_one`, 'x'],
      [`n${index}_other`, 'y'],
    ]).flat();
    await importTexts('en', Object.fromEntries(texts));
    await tenant.client.i18n.locales.create({ projectId, code: 'ja' });
    const missing = async () => (await localeOf('ja')).counts.missing;
    expect(await missing()).toBe(count);
    await update({ settings: { messageFormat: 'icu' } });
    expect(await missing()).toBe(2 * count);
    await update({ settings: { messageFormat: 'i18next' } });
    expect(await missing()).toBe(count);
  });

  it('restores an archived project, and rejects other changes to it', async () => {
    await tenant.client.i18n.projects.delete({ projectId });
    expect(await codeOf(update({ name: 'New' }))).toBe('archived');
    const { data } = await update({ archived: false, name: 'New' });
    expect(data).toMatchObject({ archivedAt: null, name: 'New' });
    expect(await auditActions(app, projectId)).toEqual(['project.archive', 'project.restore']);
  });

  it('answers 404 for projects of other owners', async () => {
    const stranger = await createTenant(app);
    const call = stranger.client.i18n.projects.update({ projectId, name: 'Mine' });
    expect(await codeOf(call)).toBe('not_found');
    const bound = await createApiKeyFor(tenant.user, ['i18n:read', 'i18n:write'], {
      projectIds: [(await createProject(tenant.client)).id],
    });
    const other = bound.client.i18n.projects.update({ projectId, name: 'Mine' });
    expect(await codeOf(other)).toBe('not_found');
  });
});

describe('i18n.projects.delete', () => {
  it('archives a project, which leaves the lists, stays readable and keeps its values', async () => {
    await importTexts('en', { a: 'A' });
    const { data } = await tenant.client.i18n.projects.delete({ projectId });
    expect(data.archivedAt).not.toBeNull();
    const listed = async (archived: boolean) => {
      const { data: rows } = await tenant.client.i18n.projects.list({ archived, limit: 500 });
      return rows.some(({ id }) => id === projectId);
    };
    expect([await listed(false), await listed(true)]).toEqual([false, true]);
    expect((await tenant.client.i18n.projects.get({ projectId })).data).toEqual(data);
    expect((await tenant.client.i18n.values.list({ projectId })).data).toHaveLength(1);
  });

  it('does nothing the second time, and is logged once', async () => {
    const { data } = await tenant.client.i18n.projects.delete({ projectId });
    app.clock.advance(1000);
    expect((await tenant.client.i18n.projects.delete({ projectId })).data).toEqual(data);
    expect(await auditActions(app, projectId)).toEqual(['project.archive']);
  });

  it('makes the content of the project read-only', async () => {
    const { i18n } = tenant.client;
    await importTexts('en', { a: 'A' });
    const { data: keys } = await i18n.keys.list({ projectId });
    const { data: values } = await i18n.values.list({ projectId });
    const { data: environments } = await i18n.environments.list({ projectId });
    const term = (await i18n.glossary.create({ projectId, term: 'Acme' })).data;
    await i18n.locales.create({ projectId, code: 'de' });
    await i18n.projects.delete({ projectId });
    const keyId = keys[0]!.id;
    const environmentId = environments[0]!.id;
    const calls = [
      i18n.children.create({ projectId, name: 'Child' }),
      i18n.locales.create({ projectId, code: 'fr' }),
      i18n.locales.update({ projectId, localeCode: 'de', name: 'D' }),
      i18n.locales.delete({ projectId, localeCode: 'de' }),
      i18n.environments.create({ projectId, name: 'Staging' }),
      i18n.environments.update({ projectId, environmentId, name: 'Live' }),
      i18n.environments.delete({ projectId, environmentId }),
      i18n.keys.create({ projectId, name: 'b' }),
      i18n.keys.update({ projectId, keyId, name: 'b' }),
      i18n.keys.delete({ projectId, keyId }),
      i18n.values.update({ projectId, valueId: values[0]!.id!, text: 'B' }),
      i18n.values.put({ projectId, keyId, localeCode: 'de', text: 'B' }),
      i18n.glossary.create({ projectId, term: 'Beta' }),
      i18n.glossary.update({ projectId, termId: term.id, note: 'n' }),
      i18n.glossary.delete({ projectId, termId: term.id }),
      i18n.projects.import({ projectId, locale: 'en', content: { b: 'B' } }),
    ];
    const codes = await Promise.all(calls.map(codeOf));
    expect(codes).toEqual(calls.map(() => 'archived'));
  });

  it('keeps the last releases for apps, even after the project is restored', async () => {
    await importTexts('en', { a: 'A' });
    await tenant.client.i18n.releases.create({ projectId, environment: 'production' });
    const url = `${app.url}/v1/i18n/bundles/${projectId}/production/en`;
    const statusOf = async (address: string) => (await fetch(address)).status;
    const statuses = () =>
      Promise.all([url, `${url}?release=1`, `${url}?shape=flat`].map(statusOf));
    await tenant.client.i18n.projects.delete({ projectId });
    app.bundles.expire(null);
    expect(await statuses()).toEqual([200, 200, 200]);
    const { data: releases } = await tenant.client.i18n.releases.list({ projectId });
    expect(releases.map(({ version }) => version)).toEqual([1]);
    await update({ archived: false });
    app.bundles.expire(null);
    expect(await statuses()).toEqual([200, 200, 200]);
  });
});

describe('i18n.projects.create', () => {
  it('rejects API keys that are bound to projects', async () => {
    const bound = await createApiKeyFor(tenant.user, ['i18n:read', 'i18n:write'], {
      projectIds: [projectId],
    });
    const create = bound.client.i18n.projects.create({ name: 'Other', sourceLocale: 'en' });
    expect(await codeOf(create)).toBe('insufficient_scope');
    const child = bound.client.i18n.children.create({ projectId, name: 'Child' });
    expect(await codeOf(child)).toBe('insufficient_scope');
    const { data } = await bound.client.i18n.projects.list();
    expect(data.map(({ id }) => id)).toEqual([projectId]);
  });
});
