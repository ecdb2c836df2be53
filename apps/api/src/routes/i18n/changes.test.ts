import { paginate } from '@parlance/sdk';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import { codeOf, createProject, type Tenant } from '../../../test/app/build.ts';
import { describeTenant } from '../../../test/app/describe-project.ts';
import { createScriptedEngine, directoryOf } from '../../../test/engines/scripted-engine.ts';
import { firstIdAt } from '../../db/ids/uuid.ts';
import { insertChange } from '../../domain/content/change/change.store.ts';
import { numberChanges } from '../../domain/content/change/change-number.store.ts';
import { trustedProject } from '../../domain/kernel/tenant.ts';

let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { overrides: { engines: directoryOf(createScriptedEngine()) } },
);

const i18n = () => tenant.client.i18n;

describe('i18n.changes', () => {
  it('lists and shows imports, edits and jobs with the keys and values that they changed', async () => {
    const projectId = (await createProject(tenant.client)).id;
    const content = { a: 'A', b: 'B' };
    const { data: imported } = await i18n().projects.import({ projectId, locale: 'en', content });
    const { data: made } = await i18n().keys.list({ projectId });
    const keyId = made[0]!.id;
    await i18n().values.put({ projectId, keyId, localeCode: 'en', text: 'x'.repeat(1_001) });
    await i18n().locales.create({ projectId, code: 'de' });
    const { data: job } = await tenant.client.translate.jobs.create(
      { projectId },
      { waitSeconds: 30 },
    );
    await i18n().keys.update({ projectId, keyId, name: 'renamed', tags: ['t'] });
    const { data: changes } = await i18n().changes.list({ projectId });
    expect(changes.map(({ kind }) => kind)).toEqual(['edit', 'job', 'edit', 'import']);
    expect(changes.map(({ counts }) => counts.values)).toEqual([0, 2, 1, 2]);
    expect(changes[1]).toMatchObject({ id: job.id, state: 'completed', by: { type: 'job' } });
    expect(changes[3]).toMatchObject({ id: imported.changeId, counts: { keysCreated: 2 } });
    const { data: got } = await i18n().changes.get({ projectId, changeId: changes[0]!.id });
    expect(got).toMatchObject({ id: changes[0]!.id, counts: { keysEdited: 1 } });
    const items = async (at: number) =>
      (await i18n().changes.values({ projectId, changeId: changes[at]!.id })).data;
    expect(await items(0)).toMatchObject([
      {
        kind: 'edited',
        key: 'renamed',
        keyBefore: { name: 'a', tags: [] },
        keyAfter: { name: 'renamed', tags: ['t'] },
      },
    ]);
    expect(await items(2)).toMatchObject([
      {
        kind: 'value',
        locale: 'en',
        before: { text: 'A', version: 1, isTruncated: false },
        after: { text: 'x'.repeat(1_000), version: 2, isTruncated: true },
      },
    ]);
    expect((await items(1)).map(({ locale, before }) => [locale, before])).toEqual([
      ['de', null],
      ['de', null],
    ]);
    expect(changes.flatMap((change) => change.items)).toEqual([]);
    const { data: shown } = await i18n().changes.list({ projectId, items: 2 });
    expect(shown.map(({ id }) => id)).toEqual(changes.map(({ id }) => id));
    for (const [at, change] of shown.entries()) {
      expect(change.items, change.kind).toEqual((await items(at)).slice(0, 2));
    }
    expect(shown.map((change) => change.items.length)).toEqual([1, 2, 1, 2]);
    const { data: newest } = await i18n().changes.list({ projectId, limit: 1, kind: 'import' });
    expect(newest).toMatchObject([{ id: imported.changeId }]);
    const { data: german } = await i18n().changes.list({ projectId, locale: 'de' });
    expect(german).toMatchObject([{ id: job.id }]);
    const byKey = await i18n().changes.list({ projectId, by: tenant.apiKey.id });
    expect(byKey.data).toHaveLength(3);
    const rows = await i18n().rows.list({ projectId, locales: ['de'], query: `change:${job.id}` });
    expect(rows.data).toHaveLength(2);
  });

  it('pages through the changes of one author, newest first', async () => {
    const projectId = (await createProject(tenant.client)).id;
    const made: string[] = [];
    for (let index = 0; index < 5; index++) {
      const content = { [`k${index}`]: 'text' };
      const { data } = await i18n().projects.import({ projectId, locale: 'en', content });
      made.unshift(data.changeId!);
    }
    const list = async (by: string) => {
      const found = paginate(i18n().changes.list, { projectId, by, limit: 2 });
      return (await Array.fromAsync(found)).map(({ id }) => id);
    };
    expect(await list(tenant.apiKey.id)).toEqual(made);
    expect(await list('TEST KEY')).toEqual(made);
    expect(await list('nobody')).toEqual([]);
  });

  it('lists changes in the order in which they were made even if a clock was set back', async () => {
    const projectId = (await createProject(tenant.client)).id;
    const at = (days: number): number => app.clock.now().getTime() + days * 24 * 60 * 60_000;
    const made: string[] = [];
    for (const days of [0, 40, -40, 3, -1]) {
      const id = firstIdAt(at(days));
      const now = new Date(at(days));
      const actor = { type: 'user', id: tenant.apiKey.id, name: 'Ada' } as const;
      await insertChange(app.db, {
        projectId: trustedProject(projectId),
        id,
        kind: 'import',
        actor,
        details: {},
        now,
      });
      await numberChanges(app.db, trustedProject(projectId));
      made.unshift(id);
    }
    for (const filter of [{}, { kind: 'import' as const }, { by: 'Ada' }]) {
      const listed = paginate(i18n().changes.list, { projectId, limit: 2, ...filter });
      expect((await Array.fromAsync(listed)).map(({ id }) => id)).toEqual(made);
    }
  });

  it('lists the changes of a range of days, including the first and the last', async () => {
    const projectId = (await createProject(tenant.client)).id;
    const days = ['2026-01-09', '2026-01-10', '2026-01-11'];
    for (const day of days) {
      const at = new Date(`${day}T12:00:00Z`);
      await insertChange(app.db, {
        projectId: trustedProject(projectId),
        id: firstIdAt(at.getTime()),
        kind: 'edit',
        actor: { type: 'user', id: tenant.apiKey.id, name: 'Ada' },
        details: {},
        now: at,
      });
    }
    const list = async (range: { from?: string; to?: string }) =>
      (await i18n().changes.list({ projectId, ...range })).data.map(({ at }) => at.slice(0, 10));
    expect(await list({ from: '2026-01-10' })).toEqual(['2026-01-11', '2026-01-10']);
    expect(await list({ to: '2026-01-10' })).toEqual(['2026-01-10', '2026-01-09']);
    expect(await list({ from: '2026-01-10', to: '2026-01-10' })).toEqual(['2026-01-10']);
    expect(await list({ to: '2026-01-09T11:59:59Z' })).toEqual([]);
    expect(await codeOf(list({ from: '2026-01-11', to: '2026-01-10' }))).toBe('validation_failed');
  });

  it('pages through the items of a change, each item once', async () => {
    const projectId = (await createProject(tenant.client)).id;
    const content = Object.fromEntries(
      Array.from({ length: 7 }, (_, index) => [`k${index}`, 'text']),
    );
    const { data } = await i18n().projects.import({ projectId, locale: 'en', content });
    const changeId = data.changeId!;
    const { data: all } = await i18n().changes.values({ projectId, changeId });
    expect(all).toHaveLength(14);
    const paged: typeof all = [];
    let cursor: string | undefined;
    do {
      const page = await i18n().changes.values({ projectId, changeId, limit: 3, cursor });
      paged.push(...page.data);
      cursor = page.meta.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(paged).toEqual(all);
  });

  it('pages through thousands of items in several stored rows, each item once', async () => {
    const projectId = (await createProject(tenant.client)).id;
    const texts = (from: number, count: number, text: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${from + index}`, text]));
    const bring = (content: Record<string, string>) =>
      i18n().projects.import({ projectId, locale: 'en', content });
    await bring(texts(0, 1_500, 'old'));
    const { data } = await bring({ ...texts(1_000, 1_500, 'new'), ...texts(0, 100, 'new') });
    const seen = new Map<string, number>();
    let cursor: string | undefined;
    do {
      const page = await i18n().changes.values({
        projectId,
        changeId: data.changeId!,
        limit: 499,
        cursor,
      });
      for (const { kind, keyId } of page.data) {
        const item = `${kind} ${keyId}`;
        seen.set(item, (seen.get(item) ?? 0) + 1);
      }
      cursor = page.meta.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen.size).toBe(2_600);
    expect(new Set(seen.values())).toEqual(new Set([1]));
  });

  it('reports deleted values, even if other values now have their versions', async () => {
    const projectId = (await createProject(tenant.client)).id;
    const bring = (locale: string, content: Record<string, string>) =>
      i18n().projects.import({ projectId, locale, content });
    await bring('en', { a: 'A', b: 'B' });
    const { data } = await bring('de', { a: 'alt', b: 'alt' });
    const changeId = data.changeId!;
    await i18n().locales.delete({ projectId, localeCode: 'de', deleteValues: true });
    await i18n().locales.update({ projectId, localeCode: 'de', enabled: true });
    await bring('de', { a: 'neu' });
    const { data: items } = await i18n().changes.values({ projectId, changeId });
    const gone = { before: null, after: null, isPurged: true };
    expect(items).toMatchObject([gone, gone]);
    const { data: reverted } = await i18n().changes.revert({ projectId, changeId });
    expect(reverted.counts).toMatchObject({ values: 0, conflicts: 2 });
    const { data: values } = await i18n().values.list({ projectId, locale: 'de' });
    expect(values.map(({ text }) => text)).toEqual(['neu']);
  });

  it('answers 404 for a change of another project', async () => {
    const [one, two] = [await createProject(tenant.client), await createProject(tenant.client)];
    const { data } = await i18n().projects.import({
      projectId: one.id,
      locale: 'en',
      content: { a: 'A' },
    });
    const foreign = { projectId: two.id, changeId: data.changeId! };
    expect(await codeOf(i18n().changes.get(foreign))).toBe('not_found');
    expect(await codeOf(i18n().changes.values(foreign))).toBe('not_found');
    expect((await i18n().changes.list({ projectId: two.id })).data).toEqual([]);
  });
});
