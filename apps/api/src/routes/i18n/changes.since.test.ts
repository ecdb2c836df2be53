import { paginate } from '@parlance/sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../scripts/tests/test-runs.ts';
import type { TestApp } from '../../../test/app/app.ts';
import { createProject, type Tenant } from '../../../test/app/build.ts';
import { describeTenant } from '../../../test/app/describe-project.ts';
import { bring, storedValues } from '../../../test/content/import.ts';

let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { works: false },
);

const NAMES = ['a', 'b', 'c'];
const LOCALES = ['en', 'de'];
const step = fc.oneof(
  fc.record({
    kind: fc.constant('import' as const),
    locale: fc.constantFrom(...LOCALES),
    texts: fc.dictionary(fc.constantFrom(...NAMES), fc.constantFrom('x', 'y', 'z'), { minKeys: 1 }),
  }),
  fc.record({ kind: fc.constant('archive' as const), name: fc.constantFrom(...NAMES) }),
  fc.record({ kind: fc.constant('restore' as const), name: fc.constantFrom(...NAMES) }),
  fc.record({
    kind: fc.constant('clear' as const),
    locale: fc.constantFrom(...LOCALES),
    name: fc.constantFrom(...NAMES),
  }),
);

async function keys(projectId: string) {
  const { data } = await tenant.client.i18n.keys.list({ projectId, archived: true });
  return new Map(data.map((key) => [key.name, key]));
}

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function run(projectId: string, one: Step): Promise<void> {
  const { i18n } = tenant.client;
  if (one.kind === 'import') {
    await bring(tenant, { id: projectId }, one.texts, { locale: one.locale });
    return;
  }
  const key = (await keys(projectId)).get(one.name);
  if (!key) return;
  const { id: keyId } = key;
  if (one.kind === 'archive') await i18n.keys.delete({ projectId, keyId });
  else if (one.kind === 'restore') await i18n.keys.update({ projectId, keyId, archived: false });
  else if (one.kind === 'clear' && !key.archivedAt) {
    const { data } = await i18n.values.list({ projectId, locale: one.locale });
    const value = data.find((row) => row.key === one.name && row.id !== null);
    if (value) {
      await i18n.values.delete({ projectId, valueId: value.id!, version: value.version! });
    }
  }
}

const snapshot = async (projectId: string): Promise<Map<string, string>> =>
  new Map(
    (await storedValues(app, projectId))
      .filter(({ archived }) => !archived)
      .map(({ locale, key, text }) => [`${locale} ${key}`, text]),
  );

async function tokenOf(projectId: string): Promise<string> {
  const input = { projectId, locale: 'en', format: 'json' } as const;
  return (await tenant.client.i18n.projects.export(input)).meta.syncToken!;
}

const since = (projectId: string, token: string, limit = 1) =>
  Array.fromAsync(paginate(tenant.client.i18n.changes.since, { projectId, token, limit }));

/** Archives or restores the key `a`, and returns the id of the change. */
async function newestChange(projectId: string, kind: 'archive' | 'restore'): Promise<string> {
  await run(projectId, { kind, name: 'a' });
  const { data } = await tenant.client.i18n.changes.list({ projectId, limit: 1 });
  return data[0]!.id;
}

describe('i18n.changes.since', () => {
  it('returns exactly the difference from the state of the token, after any history', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 6 }),
        fc.array(step, { maxLength: 8 }),
        async (before, after) => {
          const { id: projectId } = await createProject(tenant.client);
          await tenant.client.i18n.locales.create({ projectId, code: 'de' });
          for (const one of before) await run(projectId, one);
          const [then, token] = [await snapshot(projectId), await tokenOf(projectId)];
          for (const one of after) await run(projectId, one);
          const now = await snapshot(projectId);
          const listed = (await since(projectId, token)).map(
            (row) => [`${row.locale} ${row.key}`, row.before, row.after] as const,
          );
          const places = new Set([...then.keys(), ...now.keys()]);
          const expected = [...places]
            .map((place) => [place, then.get(place) ?? null, now.get(place) ?? null] as const)
            .filter(([, old, text]) => old !== text);
          expect(listed.sort()).toEqual(expected.sort());
        },
      ),
      { numRuns: testRuns(25) },
    );
  });

  it('lists values with another state and the same text on request', async () => {
    const { id: projectId } = await createProject(tenant.client);
    await bring(tenant, { id: projectId }, { a: 'A', b: 'B' });
    const { data: values } = await tenant.client.i18n.values.list({ projectId, locale: 'en' });
    const review = (at: number, state: 'needs_review' | 'reviewed') =>
      tenant.client.i18n.values.update({ projectId, valueId: values[at]!.id!, state });
    await review(0, 'needs_review');
    const token = await tokenOf(projectId);
    await review(0, 'reviewed');
    await review(1, 'reviewed');
    await review(1, 'needs_review');
    expect(await since(projectId, token)).toEqual([]);
    const { data } = await tenant.client.i18n.changes.since({ projectId, token, states: true });
    expect(data).toMatchObject([
      { key: 'a', before: 'A', after: 'A', stateBefore: 'needs_review', state: 'reviewed' },
      { key: 'b', before: 'B', after: 'B', stateBefore: 'translated', state: 'needs_review' },
    ]);
    await review(0, 'needs_review');
    const back = await tenant.client.i18n.changes.since({ projectId, token, states: true });
    expect(back.data.map(({ key }) => key)).toEqual(['b']);
  });

  it('returns the previous name of a renamed key', async () => {
    const { id: projectId } = await createProject(tenant.client);
    await bring(tenant, { id: projectId }, { a: 'A' });
    const token = await tokenOf(projectId);
    const { id: keyId } = (await keys(projectId)).get('a')!;
    await tenant.client.i18n.keys.update({ projectId, keyId, name: 'b' });
    expect(await since(projectId, token)).toMatchObject([
      { key: 'b', previousKey: 'a', locale: null, before: null, after: null },
    ]);
  });

  it('returns the text that a key had at the token, even if a revert archived the key and an import restored it', async () => {
    const { id: projectId } = await createProject(tenant.client);
    await bring(tenant, { id: projectId }, { a: 'A' });
    const archived = await newestChange(projectId, 'archive');
    const restored = await newestChange(projectId, 'restore');
    expect(archived).not.toBe(restored);
    const token = await tokenOf(projectId);
    await tenant.client.i18n.changes.revert({ projectId, changeId: restored });
    await bring(tenant, { id: projectId }, { a: 'A new' });
    expect(await since(projectId, token)).toContainEqual(
      expect.objectContaining({ key: 'a', before: 'A', after: 'A new' }),
    );
    const merge = {
      projectId,
      locale: 'en',
      content: { a: 'A' },
      mode: 'merge',
      base: token,
    } as const;
    const { data } = await tenant.client.i18n.projects.import(merge);
    expect(data.values).toMatchObject({ updated: 0 });
    expect(await snapshot(projectId)).toEqual(new Map([['en a', 'A new']]));
  });

  it('omits the caller’s own changes, and returns earlier changes of other callers', async () => {
    const { id: projectId } = await createProject(tenant.client);
    await bring(tenant, { id: projectId }, { a: 'A', b: 'B' });
    const base = await tokenOf(projectId);
    await bring(tenant, { id: projectId }, { b: 'B there' });
    const { meta } = await tenant.client.i18n.projects.import({
      projectId,
      locale: 'en',
      content: { a: 'A here' },
      mode: 'merge',
      base,
    });
    expect(await since(projectId, meta.syncToken!)).toMatchObject([
      { key: 'b', locale: 'en', before: 'B', after: 'B there' },
    ]);
  });
});
