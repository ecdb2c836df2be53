import { isParlanceError } from '@parlance/sdk';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import { codeOf, type Tenant } from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;
describeProject(
  (given) => {
    ({ app, tenant, projectId } = given);
  },
  { works: false },
);
beforeEach(async () => {
  await importTexts('en', { a: 'A', b: 'B' });
  await importTexts('de', { a: 'Ä' });
});

const importTexts = (locale: string, content: Record<string, string>) =>
  tenant.client.i18n.projects.import({ projectId, locale, content });
const read = async (locale: string, key: string) => {
  const { data } = await tenant.client.i18n.values.list({ projectId, locale });
  return data.find((value) => value.key === key);
};
const keyIdOf = async (name: string) => {
  const { data } = await tenant.client.i18n.keys.list({ projectId });
  return data.find((key) => key.name === name)!.id;
};
const remove = async (valueId: string, version?: number) =>
  (await tenant.client.i18n.values.delete({ projectId, valueId, version })).data;
const put = async (localeCode: string, key: string, text: string, version?: number) => {
  const keyId = await keyIdOf(key);
  const { data } = await tenant.client.i18n.values.put({
    projectId,
    keyId,
    localeCode,
    text,
    version,
  });
  return data;
};
const historyOf = async (valueId: string) =>
  (await tenant.client.i18n.history.list({ projectId, valueId })).data;
const versionsOf = async (valueId: string) =>
  (await historyOf(valueId)).map(({ version, text }) => [version, text]);
const countsOf = async (code: string) => {
  const { data } = await tenant.client.i18n.locales.list({ projectId });
  return data.find((locale) => locale.code === code)?.counts;
};

describe('i18n.values.delete', () => {
  it('makes a value missing and keeps its history, which the next text continues', async () => {
    const { id, keyId } = (await read('de', 'a'))!;
    expect(await countsOf('de')).toMatchObject({ translated: 1, missing: 1 });
    expect(await remove(id!)).toEqual({
      id: null,
      keyId,
      key: 'a',
      locale: 'de',
      text: null,
      state: null,
      version: 0,
    });
    expect(await read('de', 'a')).toBeUndefined();
    expect(await countsOf('de')).toMatchObject({ translated: 0, missing: 2 });
    expect(await versionsOf(id!)).toEqual([
      [2, null],
      [1, 'Ä'],
    ]);
    expect(await put('de', 'a', 'Neu')).toMatchObject({ id, version: 3 });
    await remove(id!, 3);
    await importTexts('de', { a: 'Import' });
    expect(await versionsOf(id!)).toEqual([
      [5, 'Import'],
      [4, null],
      [3, 'Neu'],
      [2, null],
      [1, 'Ä'],
    ]);
    expect(await read('de', 'a')).toMatchObject({ id, version: 5 });
  });

  it('refuses a stale version and returns the current value, and refuses a missing value', async () => {
    const value = (await read('de', 'a'))!;
    await put('de', 'a', 'Neu');
    const error = await remove(value.id!, 1).catch((caught) => caught);
    expect(isParlanceError(error, 'version_conflict') && error.current).toMatchObject({
      id: value.id,
      text: 'Neu',
      version: 2,
    });
    await remove(value.id!, 2);
    expect(await codeOf(remove(value.id!))).toBe('not_found');
  });

  it('lets only one of many concurrent edits and deletions with the same version succeed', async () => {
    const { id } = (await read('de', 'a'))!;
    const { i18n } = tenant.client;
    const calls = Array.from({ length: 8 }, (_, index) =>
      codeOf(
        index % 2 === 0
          ? remove(id!, 1)
          : i18n.values.update({ projectId, valueId: id!, text: `${index}`, version: 1 }),
      ),
    );
    const codes = await Promise.all(calls);
    expect(codes.filter((code) => code === 'no error')).toHaveLength(1);
    expect(await historyOf(id!)).toHaveLength(2);
  });

  it('outdates translations if another source text follows a deleted text, but not if the same text returns', async () => {
    const { id } = (await read('en', 'a'))!;
    await remove(id!);
    expect((await read('de', 'a'))!.outdated).toBe(false);
    await put('en', 'a', 'A');
    expect((await read('de', 'a'))!.outdated).toBe(false);
    await remove(id!);
    await put('en', 'a', 'Other');
    expect((await read('de', 'a'))!.outdated).toBe(true);
    await remove(id!);
    await importTexts('de', { a: 'Ä' });
    await tenant.client.i18n.values.update({
      projectId,
      valueId: (await read('de', 'a'))!.id!,
      state: 'reviewed',
    });
    expect((await read('de', 'a'))!.outdated).toBe(false);
    const keyId = (await read('de', 'a'))!.keyId;
    await importTexts('en', { a: 'Third' });
    expect((await read('en', 'a'))!.keyId).toBe(keyId);
    expect((await read('de', 'a'))!.outdated).toBe(true);
  });

  it('leaves a history that a purge of the locale removes', async () => {
    const { id } = (await read('de', 'a'))!;
    await remove(id!);
    await tenant.client.i18n.locales.delete({
      projectId,
      localeCode: 'de',
      deleteValues: true,
      purge: true,
    });
    expect(await codeOf(historyOf(id!))).toBe('not_found');
  });
});

describe('i18n.values.put with a version', () => {
  it('fills a missing value with version 0, in only one of many concurrent calls', async () => {
    const calls = Array.from({ length: 6 }, (_, index) => codeOf(put('de', 'b', `${index}`, 0)));
    const codes = await Promise.all(calls);
    expect(codes.filter((code) => code === 'no error')).toHaveLength(1);
    expect(codes.filter((code) => code === 'version_conflict')).toHaveLength(5);
    expect(await read('de', 'b')).toMatchObject({ version: 1 });
  });

  it('refuses a stale version and returns the current value, or null if the value is missing', async () => {
    const stale = await put('de', 'a', 'Neu', 0).catch((caught) => caught);
    expect(stale).toMatchObject({ code: 'version_conflict', current: { text: 'Ä', version: 1 } });
    expect(await put('de', 'a', 'Neu', 1)).toMatchObject({ version: 2 });
    await remove((await read('de', 'a'))!.id!);
    const gone = await put('de', 'a', 'Noch', 2).catch((caught) => caught);
    expect(gone).toMatchObject({ code: 'version_conflict', current: null });
    expect(await put('de', 'a', 'Noch', 0)).toMatchObject({ version: 4 });
  });
});

describe('i18n.history.list', () => {
  it('returns the source text at the time of each version', async () => {
    const { id } = (await read('de', 'a'))!;
    const { id: sourceId } = (await read('en', 'a'))!;
    await put('en', 'a', 'A2');
    await put('de', 'a', 'Ä2');
    await importTexts('en', { a: 'A3' });
    await tenant.client.i18n.values.update({ projectId, valueId: id!, state: 'needs_review' });
    await put('de', 'a', 'Ä3');
    await remove(id!);
    const said = async (valueId: string) =>
      (await historyOf(valueId)).map(({ text, sourceText }) => [text, sourceText]);
    expect(await said(id!)).toEqual([
      [null, null],
      ['Ä3', 'A3'],
      ['Ä2', 'A2'],
      ['Ä2', 'A2'],
      ['Ä', 'A'],
    ]);
    expect(await said(sourceId!)).toEqual([
      ['A3', 'A3'],
      ['A2', 'A2'],
      ['A', 'A'],
    ]);
  });

  it('omits the source text of versions that are older than the current source locale', async () => {
    const { id } = (await read('de', 'a'))!;
    await tenant.client.i18n.projects.update({ projectId, sourceLocale: 'de' });
    expect((await historyOf(id!)).map(({ sourceText }) => sourceText)).toEqual([null]);
    app.clock.advance(1_000);
    await put('en', 'a', 'New');
    const [newest] = await historyOf((await read('en', 'a'))!.id!);
    expect(newest).toMatchObject({ text: 'New', sourceText: 'Ä' });
  });
});
