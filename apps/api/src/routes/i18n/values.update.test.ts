import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import { codeOf, createProject, createTenant, type Tenant } from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { awaitLockWait } from '../../../test/measure/lock-waits.ts';
import { lockContent } from '../../domain/kernel/project-lock.store.ts';
import { trustedProject } from '../../domain/kernel/tenant.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;
describeProject(
  (given) => {
    ({ app, tenant, projectId } = given);
  },
  { works: false },
);

type Filter = Omit<Parameters<Tenant['client']['i18n']['values']['list']>[0], 'projectId'>;
type Patch = Omit<
  Parameters<Tenant['client']['i18n']['values']['update']>[0],
  'projectId' | 'valueId'
>;

const importTexts = (locale: string, content: Record<string, string>) =>
  tenant.client.i18n.projects.import({ projectId, locale, content });
const list = async (filter: Filter = {}) =>
  (await tenant.client.i18n.values.list({ projectId, ...filter })).data;
const read = async (locale: string, key: string) =>
  (await list({ locale })).find((value) => value.key === key)!;
const update = async (valueId: string, patch: Patch) =>
  (await tenant.client.i18n.values.update({ projectId, valueId, ...patch })).data;
const put = async (keyId: string, localeCode: string, text: string, state?: 'needs_review') =>
  (await tenant.client.i18n.values.put({ projectId, keyId, localeCode, text, state })).data;
const historyOf = async (valueId: string) =>
  (await tenant.client.i18n.history.list({ projectId, valueId })).data;
const countsOf = async (code: string) => {
  const { data } = await tenant.client.i18n.locales.list({ projectId });
  return data.find((locale) => locale.code === code)?.counts;
};

describe('i18n.values.update', () => {
  beforeEach(async () => {
    await importTexts('en', { a: 'A' });
    await importTexts('de', { a: 'Ä' });
  });

  it('changes the text to a new version of manual origin, with the previous version in the history', async () => {
    const value = await read('de', 'a');
    app.clock.advance(1000);
    const changed = await update(value.id!, { text: ' Neu\u200f\n' });
    expect(changed).toMatchObject({
      id: value.id,
      text: ' Neu\u200f\n',
      state: 'translated',
      origin: 'manual',
      version: 2,
    });
    expect(changed.updatedAt > value.updatedAt!).toBe(true);
    expect(await historyOf(value.id!)).toMatchObject([
      { version: 2, text: ' Neu\u200f\n', origin: 'manual', at: changed.updatedAt },
      { version: 1, text: 'Ä', origin: 'import', at: value.updatedAt },
    ]);
  });

  it('changes only the state, keeps the origin, and updates the counts', async () => {
    const { id } = await read('de', 'a');
    const review = await update(id!, { state: 'needs_review' });
    expect(review).toMatchObject({ state: 'needs_review', origin: 'import', version: 2 });
    expect(await countsOf('de')).toEqual({ translated: 0, needsReview: 1, missing: 0 });
    await update(id!, { state: 'reviewed' });
    expect(await countsOf('de')).toEqual({ translated: 1, needsReview: 0, missing: 0 });
    expect((await update(id!, { text: 'B' })).state).toBe('translated');
    expect((await update(id!, { text: 'C', state: 'reviewed' })).state).toBe('reviewed');
  });

  it('writes nothing if nothing changes', async () => {
    const value = await read('de', 'a');
    app.clock.advance(1000);
    for (const patch of [{ text: 'Ä' }, { state: 'translated' as const }, { version: 1 }]) {
      expect(await update(value.id!, patch)).toMatchObject(value);
    }
    expect(await historyOf(value.id!)).toHaveLength(1);
  });

  it('refuses a stale version, and lets exactly one of many concurrent edits succeed', async () => {
    const { id } = await read('de', 'a');
    const edits = Array.from({ length: 8 }, (_, index) =>
      codeOf(update(id!, { text: `text ${index}`, version: 1 })),
    );
    const codes = await Promise.all(edits);
    expect(codes.filter((code) => code === 'no error')).toHaveLength(1);
    expect(codes.filter((code) => code === 'version_conflict')).toHaveLength(7);
    expect((await read('de', 'a')).version).toBe(2);
    expect(await historyOf(id!)).toHaveLength(2);
  });

  it('keeps each of many concurrent edits without a version', async () => {
    const { id } = await read('en', 'a');
    await Promise.all(Array.from({ length: 8 }, (_, index) => update(id!, { text: `t${index}` })));
    const versions = (await historyOf(id!)).map(({ version }) => version);
    expect(versions).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  it('outdates translations by a new source text, until a person writes or confirms them', async () => {
    const source = await read('en', 'a');
    const { id } = await read('de', 'a');
    const isOutdated = async () => (await read('de', 'a')).outdated;
    await update(source.id!, { state: 'reviewed' });
    expect(await isOutdated()).toBe(false);
    await update(source.id!, { text: 'B' });
    expect(await isOutdated()).toBe(true);
    expect((await read('en', 'a')).outdated).toBe(false);
    expect((await update(id!, { state: 'needs_review' })).outdated).toBe(true);
    expect((await update(id!, { text: 'Ö' })).outdated).toBe(false);
    await update(source.id!, { text: 'C' });
    expect((await update(id!, { text: 'Ö' })).outdated).toBe(false);
    await update(source.id!, { text: 'D' });
    expect((await update(id!, { state: 'reviewed' })).outdated).toBe(false);
  });

  it('records the author of each version', async () => {
    const { id } = await read('de', 'a');
    const { data } = await tenant.user.client.i18n.values.update({
      projectId,
      valueId: id!,
      text: 'X',
    });
    expect(data.updatedBy).toEqual({ type: 'user', id: tenant.user.id, name: tenant.user.name });
    expect((await historyOf(id!)).map(({ by }) => by.type)).toEqual(['user', 'api_key']);
  });

  it('refuses changes to values of an archived key', async () => {
    const { id, keyId } = await read('de', 'a');
    await tenant.client.i18n.keys.delete({ projectId, keyId });
    expect(await codeOf(update(id!, { text: 'X' }))).toBe('archived');
    expect(await codeOf(put(keyId, 'de', 'X'))).toBe('archived');
    expect(await codeOf(put(keyId, 'en', 'X'))).toBe('archived');
  });

  it('changes a translation without waiting for an import, and changes a source text after the import', async () => {
    const { id } = await read('en', 'a');
    const target = await read('de', 'a');
    let changing: ReturnType<typeof update> | undefined;
    await app.db.transaction().execute(async (tx) => {
      await lockContent(tx, trustedProject(projectId), 'exclusive');
      expect((await update(target.id!, { text: 'X' })).text).toBe('X');
      changing = update(id!, { text: 'X' });
      await awaitLockWait(app);
    });
    expect((await changing!).text).toBe('X');
  });
});

describe('i18n.values.put', () => {
  it('writes a missing value, and changes an existing value', async () => {
    await importTexts('en', { a: 'A', b: 'B' });
    await tenant.client.i18n.locales.create({ projectId, code: 'pt-BR' });
    const { keyId } = await read('en', 'a');
    const value = await put(keyId, 'PT_br', 'Á', 'needs_review');
    expect(value).toMatchObject({
      keyId,
      key: 'a',
      locale: 'pt-BR',
      text: 'Á',
      state: 'needs_review',
      origin: 'manual',
      outdated: false,
      version: 1,
    });
    expect(await countsOf('pt-BR')).toEqual({ translated: 0, needsReview: 1, missing: 1 });
    expect(await put(keyId, 'pt-BR', 'Á')).toEqual(value);
    expect(await put(keyId, 'pt-BR', 'É')).toMatchObject({
      id: value.id,
      version: 2,
      state: 'translated',
    });
    expect(await countsOf('pt-BR')).toEqual({ translated: 1, needsReview: 0, missing: 1 });
  });

  it('outdates translations with a changed source text, but not with the first source text', async () => {
    const { data: key } = await tenant.client.i18n.keys.create({ projectId, name: 'a' });
    await tenant.client.i18n.locales.create({ projectId, code: 'de' });
    await put(key.id, 'de', 'Ä');
    await put(key.id, 'en', 'A');
    expect((await read('de', 'a')).outdated).toBe(false);
    await put(key.id, 'en', 'B');
    expect((await read('de', 'a')).outdated).toBe(true);
    await put(key.id, 'de', 'Ä');
    expect((await read('de', 'a')).outdated).toBe(false);
  });

  it('outdates plural forms that only translations have when the text of `other` changes, and not otherwise', async () => {
    await importTexts('en', { a_one: '1', a_other: '2', b_few: 'x' });
    await importTexts('pl', { a_one: '1', a_few: '2', a_other: '3', b_few: 'y' });
    const isOutdated = async () => {
      const rows = await list({ locale: 'pl', outdated: true });
      return rows.map(({ key }) => key).sort();
    };
    const { keyId: oneId } = await read('en', 'a_one');
    await put(oneId, 'en', 'new 1');
    expect(await isOutdated()).toEqual(['a_one']);
    const { keyId: otherId } = await read('en', 'a_other');
    await put(otherId, 'en', 'new 2');
    expect(await isOutdated()).toEqual(['a_few', 'a_one', 'a_other']);
    const { id } = await read('pl', 'a_few');
    await update(id!, { state: 'reviewed' });
    expect(await isOutdated()).toEqual(['a_one', 'a_other']);
  });

  it('ends a plural family with a source text for a form that the source language lacks', async () => {
    const { i18n } = tenant.client;
    await importTexts('en', { a_one: '1', a_other: '2' });
    await i18n.locales.create({ projectId, code: 'pl' });
    const { data: few } = await i18n.keys.create({ projectId, name: 'a_few' });
    expect(few.pluralFamily).toBe('a');
    expect(await countsOf('pl')).toEqual({ translated: 0, needsReview: 0, missing: 4 });
    expect(await countsOf('en')).toEqual({ translated: 2, needsReview: 0, missing: 0 });
    await put(few.id, 'en', 'few');
    const { data: keys } = await i18n.keys.list({ projectId });
    expect(keys.map(({ pluralFamily }) => pluralFamily)).toEqual([null, null, null]);
    expect(await countsOf('pl')).toEqual({ translated: 0, needsReview: 0, missing: 3 });
    expect(await countsOf('en')).toEqual({ translated: 3, needsReview: 0, missing: 0 });
  });

  it('creates one value from many concurrent writes, and loses no write', async () => {
    const { data: key } = await tenant.client.i18n.keys.create({ projectId, name: 'a' });
    await tenant.client.i18n.locales.create({ projectId, code: 'de' });
    for (const locale of ['de', 'en']) {
      await Promise.all(
        Array.from({ length: 6 }, (_, index) => put(key.id, locale, `text ${index}`)),
      );
      const value = await read(locale, 'a');
      expect(value.version).toBe(6);
      expect(new Set((await historyOf(value.id!)).map(({ text }) => text)).size).toBe(6);
      expect(await countsOf(locale)).toEqual({ translated: 1, needsReview: 0, missing: 0 });
    }
  });

  it('accepts an empty text and a text of 100,000 characters, and refuses a longer text', async () => {
    const { data: key } = await tenant.client.i18n.keys.create({ projectId, name: 'a' });
    expect((await put(key.id, 'en', '')).text).toBe('');
    const long = '🙂'.repeat(100_000);
    expect((await put(key.id, 'en', long)).text).toBe(long);
    expect(await codeOf(put(key.id, 'en', `${long}x`))).toBe('validation_failed');
  });

  it('answers not_found for an unknown locale or a key of another project, and rejects an invalid locale tag', async () => {
    const { data: key } = await tenant.client.i18n.keys.create({ projectId, name: 'a' });
    expect(await codeOf(put(key.id, 'de', 'X'))).toBe('not_found');
    expect(await codeOf(put(key.id, '!!', 'X'))).toBe('validation_failed');
    const foreign = await createProject(tenant.client);
    const { data: other } = await tenant.client.i18n.keys.create({
      projectId: foreign.id,
      name: 'k',
    });
    expect(await codeOf(put(other.id, 'en', 'X'))).toBe('not_found');
  });
});

describe('i18n.history.list', () => {
  it('pages from the current version to the first', async () => {
    await importTexts('en', { a: '1' });
    const { id } = await read('en', 'a');
    for (const text of ['2', '3', '4', '5']) await update(id!, { text });
    for (const limit of [1, 2, 4, 5, 500]) {
      const texts: (string | null)[] = [];
      const rows = tenant.client.i18n.history.listAll({ projectId, valueId: id!, limit });
      for await (const { text } of rows) texts.push(text);
      expect(texts).toEqual(['5', '4', '3', '2', '1']);
    }
    const cursor = Buffer.from('x').toString('base64url');
    const call = tenant.client.i18n.history.list({ projectId, valueId: id!, cursor });
    expect(await codeOf(call)).toBe('validation_failed');
  });

  it('answers 404 on every route for values of other owners', async () => {
    await importTexts('en', { a: '1' });
    const { id: valueId, keyId } = await read('en', 'a');
    const { i18n } = (await createTenant(app)).client;
    const other = (await createProject(tenant.client)).id;
    const calls = [
      i18n.values.list({ projectId }),
      i18n.values.update({ projectId, valueId: valueId!, text: 'X' }),
      i18n.values.put({ projectId, keyId, localeCode: 'en', text: 'X' }),
      i18n.history.list({ projectId, valueId: valueId! }),
      tenant.client.i18n.values.update({ projectId: other, valueId: valueId!, text: 'X' }),
      tenant.client.i18n.history.list({ projectId: other, valueId: valueId! }),
    ];
    expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => 'not_found'));
    expect((await read('en', 'a')).text).toBe('1');
  });
});
