import type { ImportConflict } from '@parlance/contracts';
import { isParlanceError } from '@parlance/sdk';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import { createProject, type Tenant } from '../../../test/app/build.ts';
import { describeTenant } from '../../../test/app/describe-project.ts';
import { refusalOf } from '../../../test/app/refusal.ts';
import { bring, type ContentInput, countRows, storedTexts } from '../../../test/content/import.ts';

let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { works: false },
);

type Texts = Record<string, string>;

/** A working copy of a project: its files, and the sync token of the last sync. */
interface Checkout {
  projectId: string;
  token: string;
}

const projectWith = async (content: Texts): Promise<Checkout> => {
  const { id: projectId } = await createProject(tenant.client);
  await bring(tenant, { id: projectId }, content);
  return { projectId, token: await currentToken(projectId) };
};

async function currentToken(projectId: string): Promise<string> {
  const input = { projectId, locale: 'en', format: 'json' } as const;
  const { meta } = await tenant.client.i18n.projects.export(input);
  return meta.syncToken!;
}

const merge = (
  { projectId, token }: { projectId: string; token?: string },
  content: Texts,
  more: Partial<ContentInput> = {},
) =>
  tenant.client.i18n.projects.import({
    projectId,
    locale: 'en',
    content,
    mode: 'merge',
    base: token,
    ...more,
  });

const texts = async (projectId: string, locale = 'en'): Promise<Texts> =>
  Object.fromEntries(await storedTexts(app, projectId, locale));

const conflictsOf = async (calling: Promise<unknown>): Promise<readonly ImportConflict[]> => {
  try {
    await calling;
  } catch (error) {
    if (isParlanceError(error, 'import_conflict')) return error.conflicts!;
    throw error;
  }
  throw new Error('the merge succeeded');
};

async function keyIdOf(projectId: string, name: string): Promise<string> {
  const { data } = await tenant.client.i18n.keys.list({ projectId, archived: true });
  return data.find((key) => key.name === name)!.id;
}

const archive = async (projectId: string, name: string) =>
  tenant.client.i18n.keys.delete({ projectId, keyId: await keyIdOf(projectId, name) });

const codes = (warnings: { path: string; code: string }[]) =>
  warnings.map(({ path, code }) => [path, code]);

describe('i18n.projects.import with mode merge', () => {
  it('writes the changes of the file and keeps the changes of the project', async () => {
    const checkout = await projectWith({ a: 'A', b: 'B', c: 'C' });
    await bring(tenant, { id: checkout.projectId }, { b: 'B there' });
    const { data } = await merge(checkout, { a: 'A here', b: 'B', c: 'C', d: 'D' });
    expect(data.values).toEqual({ created: 1, updated: 1, unchanged: 1, skipped: 1 });
    expect(data.keys).toMatchObject({ created: 1, total: 4 });
    expect(await texts(checkout.projectId)).toEqual({ a: 'A here', b: 'B there', c: 'C', d: 'D' });
  });

  it('refuses a text that both sides changed, names both texts and writes nothing', async () => {
    const checkout = await projectWith({ a: 'A', b: 'B' });
    await bring(tenant, { id: checkout.projectId }, { a: 'A there' });
    const before = await countRows(app);
    const conflicts = await conflictsOf(merge(checkout, { a: 'A here', b: 'B here' }));
    expect(conflicts).toEqual([
      {
        key: 'a',
        locale: 'en',
        base: 'A',
        file: 'A here',
        project: 'A there',
        state: 'translated',
        by: expect.objectContaining({ type: 'api_key' }),
      },
    ]);
    expect(await countRows(app)).toEqual(before);
  });

  it('does not report the same text on both sides as a conflict', async () => {
    const checkout = await projectWith({ a: 'A' });
    await bring(tenant, { id: checkout.projectId }, { a: 'new' });
    const { data } = await merge(checkout, { a: 'new' });
    expect(data.values).toMatchObject({ unchanged: 1, updated: 0 });
  });

  it.each([
    ['ours', 'A here'],
    ['theirs', 'A there'],
  ] as const)(
    'resolves conflicts in favor of the side that %s names',
    async (conflicts, expected) => {
      const checkout = await projectWith({ a: 'A' });
      await bring(tenant, { id: checkout.projectId }, { a: 'A there' });
      await merge(checkout, { a: 'A here' }, { conflicts });
      expect(await texts(checkout.projectId)).toEqual({ a: expected });
    },
  );

  it('reports every different text as a conflict if there is no base, and writes new texts', async () => {
    const { projectId } = await projectWith({ a: 'A', b: 'B' });
    const conflicts = await conflictsOf(merge({ projectId }, { a: 'A', b: 'other', c: 'C' }));
    expect(conflicts).toMatchObject([{ key: 'b', base: null, project: 'B', file: 'other' }]);
    await merge({ projectId }, { a: 'A', c: 'C' });
    expect(await texts(projectId)).toEqual({ a: 'A', b: 'B', c: 'C' });
  });

  it('returns a token for the next merge, which covers the project and the imported texts', async () => {
    const checkout = await projectWith({ a: 'A', b: 'B' });
    await bring(tenant, { id: checkout.projectId }, { b: 'B there' });
    const { meta } = await merge(checkout, { a: 'A 2', b: 'B' });
    const next = { ...checkout, token: meta.syncToken! };
    await merge(next, { a: 'A 3', b: 'B' });
    expect(await texts(checkout.projectId)).toEqual({ a: 'A 3', b: 'B there' });
    const conflicts = await conflictsOf(merge(next, { b: 'B here' }));
    expect(conflicts).toMatchObject([{ key: 'b', base: 'B', project: 'B there' }]);
  });

  it('keeps reviewed texts and texts that an empty text would replace, and returns warnings', async () => {
    const checkout = await projectWith({ a: 'A', b: 'B' });
    const { data: values } = await tenant.client.i18n.values.list({
      projectId: checkout.projectId,
      locale: 'en',
    });
    const { id: valueId, version } = values.find(({ key }) => key === 'a')!;
    await tenant.client.i18n.values.update({
      projectId: checkout.projectId,
      valueId: valueId!,
      version: version!,
      state: 'reviewed',
    });
    const token = await currentToken(checkout.projectId);
    const { data } = await merge({ ...checkout, token }, { a: 'A here', b: '' });
    expect(codes(data.warnings)).toEqual([
      ['a', 'reviewed_text'],
      ['b', 'empty_text'],
    ]);
    expect(await texts(checkout.projectId)).toEqual({ a: 'A', b: 'B' });
    const forced = { replaceReviewed: true, allowEmpty: true };
    await merge({ ...checkout, token }, { a: 'A here', b: '' }, forced);
    expect(await texts(checkout.projectId)).toEqual({ a: 'A here', b: '' });
  });

  it('writes the states of equal texts with `states`, unless the project changed them since the base', async () => {
    const entry = (key: string, fuzzy: boolean) =>
      `${fuzzy ? '#, fuzzy\n' : ''}msgid "${key}"\nmsgstr "${key} de"\n\n`;
    const po = (...fuzzy: string[]) =>
      ['a', 'b', 'c'].map((key) => entry(key, fuzzy.includes(key))).join('');
    const { projectId } = await projectWith({ a: 'A', b: 'B', c: 'C' });
    const send = (content: string, more: Partial<ContentInput>) =>
      tenant.client.i18n.projects.import({
        projectId,
        locale: 'de',
        format: 'po',
        poKind: 'ids',
        content,
        ...more,
      });
    const states = async () => {
      const { data } = await tenant.client.i18n.values.list({ projectId, locale: 'de' });
      return data.map(({ state }) => state).join(' ');
    };
    await send(po('a', 'b'), {});
    const base = await currentToken(projectId);
    const { data } = await tenant.client.i18n.values.list({ projectId, locale: 'de' });
    for (const { id } of data.slice(1)) {
      await tenant.client.i18n.values.update({ projectId, valueId: id!, state: 'reviewed' });
    }
    const now = await currentToken(projectId);
    const merging = { mode: 'merge', base, states: true } as const;
    await send(po('a', 'b', 'c'), { ...merging, states: false });
    await send(po('c'), merging);
    expect(await states()).toBe('translated reviewed reviewed');
    await send(po('c'), { ...merging, base: now });
    expect(await states()).toBe('translated reviewed reviewed');
    await send(po('c'), { ...merging, base: now, replaceReviewed: true });
    expect(await states()).toBe('translated reviewed needs_review');
  });

  it('does not restore archived keys and cleared values by default', async () => {
    const checkout = await projectWith({ a: 'A', b: 'B', c: 'C' });
    const { projectId } = checkout;
    await archive(projectId, 'a');
    const { data: values } = await tenant.client.i18n.values.list({ projectId, locale: 'en' });
    const { id: valueId, version } = values.find(({ key }) => key === 'b')!;
    await tenant.client.i18n.values.delete({ projectId, valueId: valueId!, version: version! });
    const file = { a: 'A', b: 'B', c: 'C' };
    for (const token of [checkout.token, await currentToken(projectId)]) {
      const { data } = await merge({ projectId, token }, file);
      expect(codes(data.warnings)).toEqual(
        expect.arrayContaining([
          ['a', 'archived_key'],
          ['b', 'cleared_text'],
        ]),
      );
      expect(await texts(projectId)).toEqual({ c: 'C' });
    }
    const conflicts = await conflictsOf(merge(checkout, { a: 'A here', b: 'B', c: 'C' }));
    expect(conflicts).toMatchObject([
      { key: 'a', base: 'A', project: null, state: null, by: null },
    ]);
    await merge(checkout, file, { restore: true });
    expect(await texts(projectId)).toEqual(file);
  });

  it('tags only the keys that it creates', async () => {
    const checkout = await projectWith({ a: 'A' });
    await merge(checkout, { a: 'A here', b: 'B' }, { tags: ['cli', 'new'] });
    const { data } = await tenant.client.i18n.keys.list({ projectId: checkout.projectId });
    expect(data.map(({ name, tags }) => [name, tags])).toEqual([
      ['a', []],
      ['b', ['cli', 'new']],
    ]);
    const blank = await refusalOf(merge(checkout, { c: 'C' }, { tags: [' '] }));
    expect(blank).toMatchObject({ errors: [{ path: '/tags/0' }] });
  });

  it('archives the named keys in the same import, unless the project changed them since the base', async () => {
    const checkout = await projectWith({ a: 'A', b: 'B', c: 'C' });
    await bring(tenant, { id: checkout.projectId }, { b: 'B there' });
    const conflicts = await conflictsOf(merge(checkout, { c: 'C' }, { archive: ['a', 'b'] }));
    expect(conflicts).toMatchObject([{ key: 'b', base: 'B', file: null, project: 'B there' }]);
    const { data } = await merge(checkout, { c: 'C here' }, { archive: ['a'] });
    expect(data.keys).toMatchObject({ archived: 1 });
    expect(await texts(checkout.projectId)).toEqual({ b: 'B there', c: 'C here' });
    const both = await refusalOf(merge(checkout, { c: 'C here' }, { archive: ['c'] }));
    expect(both).toMatchObject({ code: 'validation_failed', errors: [{ path: '/archive/0' }] });
  });

  it('finds a renamed key by the name that the file still has', async () => {
    const checkout = await projectWith({ old: 'A' });
    const { projectId } = checkout;
    const keyId = await keyIdOf(projectId, 'old');
    await tenant.client.i18n.keys.update({ projectId, keyId, name: 'new' });
    await merge(checkout, { old: 'A here' });
    expect(await texts(projectId)).toEqual({ new: 'A here' });
  });

  it.each([
    ['a base without the mode', { base: 't1.x', mode: undefined }, '/base'],
    ['a token that is none', { base: 'nonsense' }, '/base'],
    ['prune', { prune: true }, '/prune'],
    ['states in another mode', { mode: 'keep', base: undefined, states: true }, '/states'],
    [
      'replaceReviewed in a mode that replaces nothing',
      { mode: 'keep', base: undefined, replaceReviewed: true },
      '/replaceReviewed',
    ],
  ] as const)('refuses %s', async (_, more, path) => {
    const checkout = await projectWith({ a: 'A' });
    const refusal = await refusalOf(merge(checkout, { a: 'A' }, more));
    expect(refusal).toMatchObject({ code: 'validation_failed', errors: [{ path }] });
  });

  it('refuses a token of another project and a token of changes that the project does not have', async () => {
    const [one, other] = [await projectWith({ a: 'A' }), await projectWith({ a: 'A' })];
    const foreign = await refusalOf(merge({ ...one, token: other.token }, { a: 'A' }));
    expect(foreign).toMatchObject({ status: 409, code: 'unknown_sync_token' });
    await app.db
      .updateTable('change')
      .set({ number: 7 })
      .where('project_id', '=', one.projectId)
      .execute();
    const restored = await refusalOf(merge(one, { a: 'A' }));
    expect(restored).toMatchObject({ status: 409, code: 'unknown_sync_token' });
  });
});
