import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import type { TestApp } from '../../../test/app/app.ts';
import { auditActions, codeOf, createProject, type Tenant } from '../../../test/app/build.ts';
import { describeBulkValues } from '../../../test/content/bulk-values.ts';
import { bring, storedValues } from '../../../test/content/import.ts';

let app: TestApp;
let tenant: Tenant;
const { i18n, newProject, bulk, texts, revert } = describeBulkValues((given) => {
  ({ app, tenant } = given);
});

describe('i18n.values.bulk', () => {
  it('sets the state of values, as one change that can be reverted', async () => {
    const projectId = await newProject();
    const before = await storedValues(app, projectId);
    const done = await bulk(projectId, { setState: { state: 'reviewed' } });
    expect(done).toMatchObject({
      id: null,
      status: 'completed',
      rows: 3,
      rowsDone: 3,
      changed: 2,
      skipped: 1,
      conflicts: 0,
    });
    expect(done.preview).toMatchObject([
      { key: 'a', locale: 'de', before: { state: 'translated' }, after: { state: 'reviewed' } },
      { key: 'b', locale: 'de', before: { version: 1 }, after: { version: 2, origin: 'import' } },
    ]);
    const { data: changes } = await i18n().changes.list({ projectId, limit: 1 });
    expect(changes).toMatchObject([{ id: done.changeId, kind: 'bulk', counts: { values: 2 } }]);
    expect(await auditActions(app, done.changeId!)).toEqual(['change.bulk']);
    await revert(projectId, done.changeId!);
    const versions = { version: expect.any(Number) };
    expect(await storedValues(app, projectId)).toEqual(
      before.map((value) => ({ ...value, ...versions })),
    );
  });

  it('makes values missing again, and a revert restores them', async () => {
    const projectId = await newProject();
    const { changeId } = await bulk(projectId, { clear: {} });
    expect(await texts(projectId)).toEqual({});
    await revert(projectId, changeId!);
    expect(await texts(projectId)).toEqual({ a: 'Datei sichern', b: 'Datei öffnen' });
  });

  it('sets one text for missing values or for all values, as one change that can be reverted', async () => {
    const projectId = await newProject();
    const filled = await bulk(projectId, { setText: { text: 'Text' } });
    expect(filled).toMatchObject({ changed: 1, skipped: 2 });
    expect(filled.preview).toMatchObject([
      { key: 'c', after: { text: 'Text', state: 'translated', origin: 'manual' } },
    ]);
    expect(await texts(projectId)).toMatchObject({ a: 'Datei sichern', c: 'Text' });
    const setText = { text: 'Alle', overwrite: true, state: 'needs_review' as const };
    const overwritten = await bulk(projectId, { setText });
    expect(await texts(projectId)).toEqual({ a: 'Alle', b: 'Alle', c: 'Alle' });
    await revert(projectId, overwritten.changeId!);
    await revert(projectId, filled.changeId!);
    expect(await texts(projectId)).toEqual({ a: 'Datei sichern', b: 'Datei öffnen' });
  });

  it('copies texts of another locale to missing values or to all values', async () => {
    const projectId = await newProject();
    await bulk(projectId, { copy: { from: 'en' } });
    expect(await texts(projectId)).toEqual({
      a: 'Datei sichern',
      b: 'Datei öffnen',
      c: 'Close',
    });
    const copied = await storedValues(app, projectId);
    expect(copied.find(({ key, locale }) => key === 'c' && locale === 'de')).toMatchObject({
      state: 'needs_review',
      origin: 'manual',
      outdated: false,
    });
    await bulk(projectId, { copy: { from: 'en', overwrite: true, state: 'translated' } });
    expect(await texts(projectId)).toEqual(await texts(projectId, 'en'));
  });

  it('copies the form `other` in place of forms that the copied locale lacks', async () => {
    const project = await createProject(tenant.client);
    await bring(tenant, project, { item_one: 'one item', item_other: '{{count}} items' });
    await bring(tenant, project, { item_few: 'x' }, { locale: 'pl' });
    const select = { query: '', locales: ['pl'] };
    await bulk(project.id, { copy: { from: 'en', overwrite: true } }, { select });
    expect(await texts(project.id, 'pl')).toEqual({
      item_one: 'one item',
      item_few: '{{count}} items',
      item_many: '{{count}} items',
      item_other: '{{count}} items',
    });
  });

  it('copies ICU plurals with the categories of the locale, for texts of any length', async () => {
    const text = '{n, plural, =0 {none} one {# item} other {# items}}';
    const inPolish =
      '{n, plural, =0 {none} one {# item} few {# items} many {# items} other {# items}}';
    const long = 'words '.repeat(2_000);
    const project = await createProject(tenant.client);
    await bring(tenant, project, { a: text, b: long + text, c: 'Plain {name}' });
    for (const code of ['pl', 'ja']) {
      await i18n().locales.create({ projectId: project.id, code });
    }
    const select = { query: '', locales: ['pl', 'ja'] };
    const dry = await bulk(project.id, { copy: { from: 'en' } }, { select, dryRun: true });
    expect(dry.preview.map(({ after }) => after?.text)).toContain(inPolish);
    await bulk(project.id, { copy: { from: 'en' } }, { select });
    const c = 'Plain {name}';
    expect(await texts(project.id, 'pl')).toEqual({ a: inPolish, b: long + inPolish, c });
    const inJapanese = '{n, plural, =0 {none} other {# items}}';
    expect(await texts(project.id, 'ja')).toEqual({ a: inJapanese, b: long + inJapanese, c });
  });

  it('creates the plural forms that a locale needs for copied texts, and a revert removes the forms', async () => {
    const project = await createProject(tenant.client);
    const projectId = project.id;
    await bring(tenant, project, { item_one: 'one item', item_other: '{{count}} items', a: 'A' });
    await bring(tenant, project, { a: 'A' }, { locale: 'pl' });
    const { data: rows } = await i18n().rows.list({ projectId, locales: ['pl'] });
    const item = rows.find(({ key }) => key === 'item')!;
    const select = { keyIds: [item.keyId], locales: ['pl'] };
    const names = async () =>
      (await i18n().keys.list({ projectId })).data.map(({ name }) => name).sort();
    const action = { copy: { from: 'en' } };
    const dry = await bulk(projectId, action, { select, dryRun: true });
    expect(await names()).toEqual(['a', 'item_one', 'item_other']);
    const except = [{ keyId: item.keyId, locale: 'pl' }];
    const none = await bulk(projectId, action, { select: { ...select, except } });
    expect(none).toMatchObject({ changed: 0, changeId: null });
    const done = await bulk(projectId, action, { select });
    expect([dry.changed, done.changed]).toEqual([4, 4]);
    expect(dry.preview.map(({ key }) => key).sort()).toEqual(['item_one', 'item_other']);
    expect(await texts(projectId, 'pl')).toEqual({
      a: 'A',
      item_one: 'one item',
      item_few: '{{count}} items',
      item_many: '{{count}} items',
      item_other: '{{count}} items',
    });
    const counts = async () => (await i18n().counts.get({ projectId, locales: ['pl'] })).data[0];
    expect(await counts()).toMatchObject({ missing: 0, needsReview: 4, outdated: 0 });
    await revert(projectId, done.changeId!);
    expect(await names()).toEqual(['a', 'item_one', 'item_other']);
    expect(await counts()).toMatchObject({ missing: 4, needsReview: 0 });
    const again = await bulk(projectId, action, { select });
    expect(again.changed).toBe(2);
  });

  it('fills in the translations of equal source strings from the translation memory', async () => {
    const other = await newProject({ z: 'Print page' }, { z: 'Seite drucken' });
    const [value] = (await i18n().values.list({ projectId: other, locale: 'de' })).data;
    await i18n().values.update({ projectId: other, valueId: value!.id!, state: 'reviewed' });
    const projectId = await newProject({ a: 'Print page', b: 'Unknown text' }, {});
    await i18n()
      .locales.create({ projectId, code: 'de' })
      .catch(() => {});
    await eventually(async () => {
      const done = await bulk(projectId, { fillFromMemory: {} });
      expect(done.changed).toBe(1);
    });
    expect(await texts(projectId)).toEqual({ a: 'Seite drucken' });
    expect((await storedValues(app, projectId)).at(-2)).toMatchObject({
      locale: 'de',
      origin: 'memory',
      state: 'needs_review',
    });
  });

  it('replaces texts and patterns, with case, whole words and groups', async () => {
    const projectId = await newProject({ a: 'A' }, {});
    const select = { query: '', locales: ['de'] };
    const replaced = async (text: string, find: string, replaceWith: string, more = {}) => {
      await bring(tenant, { id: projectId }, { a: text }, { locale: 'de' });
      await bulk(projectId, { replace: { find, replaceWith, ...more } }, { select });
      return (await texts(projectId)).a;
    };
    expect(await replaced('Datei, datei', 'DATEI', 'Akte')).toBe('Akte, Akte');
    expect(await replaced('Datei, datei', 'Datei', 'Akte', { matchesCase: true })).toBe(
      'Akte, datei',
    );
    expect(await replaced('Ei, Datei', 'ei', 'x', { wholeWords: true })).toBe('x, Datei');
    expect(await replaced('a.b $1', '.', '$&')).toBe('a$&b $1');
    const isPattern = true;
    expect(await replaced('10 km', '(\\d+) (?P<unit>km)', '$<unit> $1 $$ $9', { isPattern })).toBe(
      'km 10 $ $9',
    );
    expect(await replaced('aaa', 'a*', '<$&>', { isPattern })).toBe('<aaa><>');
    expect(await replaced('Größe größe', 'größe', 'Maß')).toBe('Maß Maß');
  });

  it('keeps the state of a value in which it replaces a text', async () => {
    const projectId = await newProject();
    await bulk(projectId, { setState: { state: 'needs_review' } });
    await bring(tenant, { id: projectId }, { a: 'Save the file' });
    await bulk(projectId, { replace: { find: 'Datei', replaceWith: 'Akte' } });
    const values = await storedValues(app, projectId);
    expect(values.filter(({ locale }) => locale === 'de')).toMatchObject([
      { text: 'Akte sichern', state: 'needs_review', outdated: true },
      { text: 'Akte öffnen', state: 'needs_review', outdated: false },
    ]);
  });

  it('outdates only translations that keep their text when source strings are replaced', async () => {
    const projectId = await newProject({ a: 'Open Foo', b: 'Foo' }, { a: 'Foo öffnen', b: 'Fuh' });
    await bulk(
      projectId,
      { replace: { find: 'Foo', replaceWith: 'Bar' } },
      { select: { query: '', locales: ['de', 'en'] } },
    );
    expect(await storedValues(app, projectId)).toMatchObject([
      { key: 'a', locale: 'en', text: 'Open Bar' },
      { key: 'a', locale: 'de', text: 'Bar öffnen', outdated: false },
      { key: 'b', locale: 'en', text: 'Bar' },
      { key: 'b', locale: 'de', text: 'Fuh', outdated: true },
    ]);
  });

  it('applies the fix of a check', async () => {
    const projectId = await newProject({ a: 'Save', b: 'Open' }, { a: ' Sichern ', b: 'Öffnen' });
    const done = await bulk(projectId, { applyFix: { check: 'edge_whitespace' } });
    expect(done).toMatchObject({ changed: 1, skipped: 1 });
    expect(await texts(projectId)).toEqual({ a: 'Sichern', b: 'Öffnen' });
  });

  it('changes only the values that keys or a query select, without the excluded values', async () => {
    const projectId = await newProject();
    const keys = (await i18n().keys.list({ projectId })).data;
    const [a, b] = keys.map(({ id }) => id);
    const action = { setState: { state: 'reviewed' } } as const;
    const locales = ['de'];
    expect(await bulk(projectId, action, { select: { keyIds: [a!], locales } })).toMatchObject({
      rows: 1,
      changed: 1,
    });
    const except = [{ keyId: b!, locale: 'de' }];
    const select = { query: 'is:translated', locales, except };
    expect(await bulk(projectId, action, { select })).toMatchObject({ rows: 1, changed: 0 });
    const rest = { query: 'is:translated', locales };
    expect(await bulk(projectId, action, { select: rest })).toMatchObject({ rows: 1, changed: 1 });
  });

  it('reports values that were written after `unchangedSince` as conflicts', async () => {
    const projectId = await newProject();
    const unchangedSince = new Date(Date.now() - 60_000).toISOString();
    const done = await bulk(projectId, { clear: {} }, { unchangedSince });
    expect(done).toMatchObject({ changed: 0, conflicts: 2, changeId: null });
  });

  it('finds conflicts by the sync token, even if a clock was set back', async () => {
    const projectId = await newProject();
    const days = 40 * 24 * 60 * 60_000;
    const action = (state: 'reviewed' | 'needs_review') => ({ setState: { state } });
    app.clock.advance(days);
    expect(await bulk(projectId, action('reviewed'))).toMatchObject({ changed: 2, conflicts: 0 });
    app.clock.advance(-days);
    const dry = await bulk(projectId, action('needs_review'), { dryRun: true });
    expect(dry).toMatchObject({ changed: 2, conflicts: 0 });
    app.clock.advance(-days);
    const [key] = (await i18n().keys.list({ projectId })).data;
    await i18n().values.put({ projectId, keyId: key!.id, localeCode: 'de', text: 'Neu' });
    app.clock.advance(days);
    const base = dry.syncToken!;
    const done = await bulk(projectId, action('needs_review'), { base });
    expect(done).toMatchObject({ changed: 1, conflicts: 1 });
    expect((await texts(projectId)).a).toBe('Neu');
    const foreign = await bulk(await newProject(), action('reviewed'), { dryRun: true });
    const other = bulk(projectId, action('reviewed'), { base: foreign.syncToken! });
    expect(await codeOf(other)).toBe('unknown_sync_token');
  });
});
