import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app/app.ts';
import { createProject, createTenant, type Tenant } from '../../../../test/app/build.ts';
import { type ProjectRef, trustedProject } from '../../kernel/tenant.ts';
import { hasRechecks } from '../recheck/recheck.store.ts';
import { readCheckInputs } from './check.store.ts';
import { CheckerSource } from './checker.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: ProjectRef;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await createTenant(app);
});
afterAll(() => app.close());

beforeEach(async () => {
  projectId = trustedProject((await createProject(tenant.client)).id);
});

const importTexts = (locale: string, content: Record<string, unknown>) =>
  tenant.client.i18n.projects.import({ projectId, locale, content });

const list = async (query: Record<string, unknown>) =>
  (await tenant.client.i18n.values.list({ projectId, ...query })).data;

const complained = async (check: string): Promise<string[]> =>
  (await list({ check })).map(({ locale, key }) => `${locale}:${key}`);

async function valueId(locale: string, key: string): Promise<string> {
  const rows = await list({ locale, limit: 500 });
  return rows.find((row) => row.key === key)!.id!;
}

async function keyId(name: string): Promise<string> {
  const { data } = await tenant.client.i18n.keys.list({ projectId, limit: 500 });
  return data.find((row) => row.name === name)!.id;
}

const edit = async (locale: string, key: string, text: string) =>
  tenant.client.i18n.values.update({ projectId, valueId: await valueId(locale, key), text });

const allChecked = () => expect.poll(() => hasRechecks(app.db, projectId)).toBe(false);

async function expectTruth(): Promise<void> {
  await allChecked();
  const { rows } = await sql<{ localeId: number; keyId: string; checks: string }>`
    select locale_id as "localeId", key_id as "keyId", checks::text as checks from translation_value
    where project_id = ${projectId}::uuid order by locale_id, key_id`.execute(app.db);
  const checker = await new CheckerSource(projectId).open(
    app.db,
    rows.map(({ localeId }) => localeId),
  );
  const inputs = await readCheckInputs(app.db, projectId, checker.settings.sourceLocaleId, rows);
  const masks = await checker.masksOf(inputs);
  expect(rows.map(({ checks }) => BigInt(checks))).toEqual(masks);
}

describe('the checks of values', () => {
  it('use the severity that the project sets: off, warning or error', async () => {
    const { i18n } = tenant.client;
    const check = 'placeholder_missing';
    const set = (checks: Record<string, 'off' | 'warning' | 'error'>) =>
      i18n.projects.update({ projectId, settings: { checks } });
    const seen = async () => {
      await allChecked();
      const rows = await i18n.rows.list({ projectId, locales: ['de'], query: 'is:failing' });
      const { data: counts } = await i18n.counts.get({ projectId, locales: ['de'] });
      const { data: found } = await i18n.findings.get({
        projectId,
        valueId: await valueId('de', 'hello'),
      });
      return {
        failing: rows.data.length,
        counts: counts[0]!.checks,
        findings: found.findings.map(({ code, severity }) => `${code} ${severity}`),
      };
    };
    const publish = async (failOn: 'error' | 'warning') => {
      const release = i18n.releases.create({ projectId, environment: 'production', failOn });
      const { data } = await release.catch((error) => ({ data: error }));
      return data.code ?? [data.checks.errors, data.checks.warnings];
    };
    await importTexts('en', { hello: 'Hi {name}!' });
    await importTexts('de', { hello: 'Hallo!' });
    expect(await seen()).toEqual({
      failing: 1,
      counts: { [check]: 1 },
      findings: [`${check} error`],
    });
    expect(await publish('error')).toBe('checks_failed');

    await set({ [check]: 'warning' });
    const weighed = { failing: 0, counts: { [check]: 1 }, findings: [`${check} warning`] };
    expect(await seen()).toEqual(weighed);
    expect(await publish('error')).toEqual([0, 1]);
    expect(await publish('warning')).toBe('checks_failed');

    await set({ [check]: 'off' });
    expect(await seen()).toEqual({ failing: 0, counts: {}, findings: [] });
    expect(await publish('warning')).toEqual([0, 0]);
    const { data: releases } = await i18n.releases.list({ projectId });
    const { data: first } = await i18n.releases.get({ projectId, releaseId: releases.at(-1)!.id });
    expect(first.checks).toMatchObject({ errors: 0, warnings: 1 });

    await set({});
    expect(await seen()).toMatchObject({ failing: 1, findings: [`${check} error`] });
    await expect(set({ no_such_check: 'off' })).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ path: '/settings/checks/no_such_check' }],
    });
  });

  it('cover every value, including values with long texts', async () => {
    const content = (text: string) =>
      Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => [`k${index}`, text.repeat(6_000)]),
      );
    await importTexts('en', content('Open {name}. '));
    await importTexts('de', content('Öffne {nam}. '));
    await expectTruth();
    expect(await complained('placeholder_missing')).toHaveLength(30);
  });

  it('find a broken placeholder after an import, and clear the finding immediately after an edit', async () => {
    await importTexts('en', { hi: 'Hello {name}', bye: 'Goodbye' });
    await importTexts('de', { hi: 'Hallo {nmae}', bye: 'Tschüss' });
    await allChecked();
    expect(await complained('placeholder_missing')).toEqual(['de:hi']);
    expect(await complained('placeholder_unknown')).toEqual(['de:hi']);
    await edit('de', 'hi', 'Hallo {name}');
    expect(await complained('placeholder_missing')).toEqual([]);
    expect(await hasRechecks(app.db, projectId)).toBe(false);
    await edit('de', 'bye', 'Tschüss <b>du</b>');
    expect(await complained('tag_extra')).toEqual(['de:bye']);
  });

  it('run immediately when a missing value gets a text', async () => {
    await importTexts('en', { hi: 'Hello {name}' });
    await importTexts('fr', {});
    await tenant.client.i18n.values.put({
      projectId,
      keyId: await keyId('hi'),
      localeCode: 'fr',
      text: 'Bonjour',
    });
    expect(await complained('placeholder_missing')).toEqual(['fr:hi']);
  });

  it('run again when the source string changes, by an edit or by an import', async () => {
    await importTexts('en', { hi: 'Hello', a: 'Plain' });
    await importTexts('de', { hi: 'Hallo', a: 'Schlicht' });
    await importTexts('fr', { hi: 'Salut' });
    await expectTruth();
    await edit('en', 'hi', 'Hello {name}');
    await expectTruth();
    expect(await complained('placeholder_missing')).toEqual(['de:hi', 'fr:hi']);
    await importTexts('en', { hi: 'Hello', a: 'Plain %s' });
    await expectTruth();
    expect(await complained('placeholder_missing')).toEqual(['de:a']);
  });

  it('run when a source string is added after its translation', async () => {
    await importTexts('de', { late: 'Hallo', later: 'Hallo' });
    await expectTruth();
    await importTexts('en', { late: 'Hello {name}' });
    await expectTruth();
    expect(await complained('placeholder_missing')).toEqual(['de:late']);
    await tenant.client.i18n.values.put({
      projectId,
      keyId: await keyId('later'),
      localeCode: 'en',
      text: 'Hello {name}',
    });
    await expectTruth();
    expect(await complained('placeholder_missing')).toEqual(['de:late', 'de:later']);
  });

  it('report a source string that is not a valid message', async () => {
    await tenant.client.i18n.projects.update({ projectId, settings: { messageFormat: 'icu' } });
    await importTexts('en', { bad: 'Hello {name', good: 'Hello {name}' });
    await allChecked();
    expect(await complained('icu_invalid')).toEqual(['en:bad']);
  });

  it('require the plural categories of the target language', async () => {
    await importTexts('en', { n: '{n, plural, one {# file} other {# files}}' });
    await importTexts('pl', { n: '{n, plural, one {# plik} other {# pliku}}' });
    await expectTruth();
    expect(await complained('plural_category_missing')).toEqual(['pl:n']);
    const whole = '{n, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}';
    await edit('pl', 'n', whole);
    expect(await complained('plural_category_missing')).toEqual([]);
  });

  it('find outdated values, including plural forms that only the target has, and find none in a new source locale', async () => {
    await importTexts('en', { a: 'Open', item_one: 'One item', item_other: '{{count}} items' });
    await importTexts('pl', { a: 'Otwórz', item_few: '{{count}} rzeczy', item_other: '{{count}}' });
    await importTexts('en', { a: 'Open it', item_other: '{{count}} things' });
    await expectTruth();
    expect(await complained('outdated')).toEqual(['pl:a', 'pl:item_other', 'pl:item_few']);
    await edit('pl', 'a', 'Otwórz to');
    await importTexts('pl', { item_few: '{{count}} przedmioty' });
    await expectTruth();
    expect(await complained('outdated')).toEqual(['pl:item_other']);
    await edit('en', 'a', 'Open that');
    await expectTruth();
    expect(await complained('outdated')).toEqual(['pl:a', 'pl:item_other']);
    await tenant.client.i18n.projects.update({ projectId, sourceLocale: 'pl' });
    await expectTruth();
    expect((await complained('outdated')).filter((place) => place.startsWith('pl'))).toEqual([]);
  });

  it('compare a form that only the target has with the `other` form of its family', async () => {
    await importTexts('en', { item_one: 'One item', item_other: '{{count}} items' });
    await importTexts('pl', { item_few: 'rzeczy', item_many: '{{count}} rzeczy' });
    await expectTruth();
    expect(await complained('placeholder_missing')).toEqual(['pl:item_few']);
    await edit('en', 'item_other', 'Items');
    await expectTruth();
    expect(await complained('placeholder_missing')).toEqual([]);
    expect(await complained('placeholder_unknown')).toEqual(['pl:item_many']);
  });

  it('require the number that `other` shows in a plural form that stands for more numbers than its source form', async () => {
    await importTexts('en', { item_one: 'One item', item_other: '{{count}} items' });
    await importTexts('ru', { item_one: 'Предмет', item_few: '{{count}} предмета' });
    await importTexts('de', { item_one: 'Ein Ding' });
    await expectTruth();
    expect(await complained('placeholder_missing')).toEqual(['ru:item_one']);
    await edit('en', 'item_other', 'Items');
    await expectTruth();
    expect(await complained('placeholder_missing')).toEqual([]);
  });

  it('recognize a plural family as soon as it is complete', async () => {
    await importTexts('en', { item_one: '{{count}} item' });
    await importTexts('de', { item_one: 'ein Ding' });
    await expectTruth();
    expect(await complained('placeholder_missing')).toEqual(['de:item_one']);
    await importTexts('en', { item_other: '{{count}} items' });
    await expectTruth();
    expect(await complained('placeholder_missing')).toEqual([]);
  });

  it('use the current maximum length of a key', async () => {
    await importTexts('en', { t: 'Open' });
    await importTexts('de', { t: 'Öffnen' });
    await expectTruth();
    const id = await keyId('t');
    await tenant.client.i18n.keys.update({ projectId, keyId: id, maxLength: 5 });
    await expectTruth();
    expect(await complained('too_long')).toEqual(['de:t']);
    await tenant.client.i18n.keys.update({ projectId, keyId: id, maxLength: null });
    await expectTruth();
    expect(await complained('too_long')).toEqual([]);
  });

  it('use the current glossary, including the glossary of the parent project', async () => {
    const { data: child } = await tenant.client.i18n.children.create({ projectId, name: 'Child' });
    const parentId = projectId;
    projectId = trustedProject(child.id);
    await importTexts('en', { a: 'Your categories', b: 'Nothing' });
    await importTexts('de', { a: 'Ihre Gruppen', b: 'Nichts' });
    await expectTruth();
    const { data: term } = await tenant.client.i18n.glossary.create({
      projectId: parentId,
      term: 'Category',
      translations: { de: 'Kategorie' },
    });
    await expectTruth();
    expect(await complained('glossary_term')).toEqual(['de:a']);
    await tenant.client.i18n.glossary.update({
      projectId: parentId,
      termId: term.id,
      translations: { de: 'Gruppe' },
    });
    await expectTruth();
    expect(await complained('glossary_term')).toEqual([]);
    await tenant.client.i18n.glossary.create({ projectId, term: 'Nothing', doNotTranslate: true });
    await expectTruth();
    expect(await complained('glossary_term')).toEqual(['de:b']);
  });

  it('use the current message format and source language', async () => {
    await importTexts('en', { a: 'Hello %s', b: 'Hello {name}' });
    await importTexts('de', { a: 'Hallo', b: 'Hallo' });
    await expectTruth();
    expect(await complained('placeholder_missing')).toEqual(['de:a', 'de:b']);
    await tenant.client.i18n.projects.update({ projectId, settings: { messageFormat: 'plain' } });
    await expectTruth();
    expect(await complained('placeholder_missing')).toEqual([]);
    await tenant.client.i18n.projects.update({ projectId, settings: { messageFormat: 'auto' } });
    await tenant.client.i18n.projects.update({ projectId, sourceLocale: 'de' });
    await expectTruth();
    expect(await complained('placeholder_unknown')).toEqual(['en:a', 'en:b']);
  });

  it('leave the correct findings after concurrent edits, glossary changes and tasks', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `k${index}`);
    const texts = (text: string) => Object.fromEntries(names.map((name) => [name, text]));
    await importTexts('en', texts('Open {name}'));
    await importTexts('de', texts('Öffne {name}'));
    await importTexts('fr', texts('Ouvre'));
    const calls = names.flatMap((name, index) => [
      edit('en', name, index % 2 === 0 ? 'Open {name} of {place}' : 'Open'),
      edit('de', name, index % 3 === 0 ? 'Öffne' : 'Öffne {place} von {name}'),
    ]);
    const { i18n } = tenant.client;
    calls.push(
      i18n.glossary.create({ projectId, term: 'open', translations: { de: 'auf' } }) as never,
    );
    await Promise.all(calls);
    await expectTruth();
  });
});
