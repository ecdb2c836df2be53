import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../../scripts/tests/test-runs.ts';
import type { TestApp } from '../../../../test/app/app.ts';
import { codeOf, createProject, type Tenant } from '../../../../test/app/build.ts';
import { describeTenant } from '../../../../test/app/describe-project.ts';
import { bulkStep, performBulk } from '../../../../test/content/bulk-step.ts';
import { createScriptedEngine, directoryOf } from '../../../../test/engines/scripted-engine.ts';
import { valueIdOf } from '../../../db/ids/value-id.ts';

let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { overrides: { engines: directoryOf(createScriptedEngine()) } },
);

const i18n = () => tenant.client.i18n;
const NAMES = ['a', 'b', 'item_one', 'item_other', 'item_few'];
const LOCALES = ['en', 'de', 'pl'];

async function stateOf(projectId: string): Promise<unknown> {
  const { rows } = await sql<{ state: unknown }>`
    select json_build_object(
      'keys', (select json_agg(json_build_array(name, description, tags, max_length, plural_family) order by name)
               from translation_key where project_id = ${projectId}::uuid and archived_at is null),
      'values', (select json_agg(json_build_array(k.name, l.code, v.text, v.state, v.origin, v.unknown_words,
                                                  v.source_version <> k.source_version) order by k.name, l.id)
                 from translation_value v
                 join translation_key k on k.project_id = v.project_id and k.id = v.key_id
                   and k.archived_at is null
                 join locale l on l.project_id = v.project_id and l.id = v.locale_id
                 where v.project_id = ${projectId}::uuid),
      'counts', (select json_agg(c order by c) from (
        select json_build_array(locale_id, state, origin, sum(n))::text as c from (
          select locale_id, state, origin, values_count as n from value_count
          where project_id = ${projectId}::uuid
          union all
          select locale_id, state, origin, values_count from value_count_delta
          where project_id = ${projectId}::uuid) x
        group by locale_id, state, origin having sum(n) <> 0) c),
      'outdated', (select json_agg(c order by c) from (
        select json_build_array(locale_id, sum(n))::text as c from (
          select locale_id, values_count as n from outdated_value_count
          where project_id = ${projectId}::uuid
          union all
          select locale_id, values_count from outdated_value_delta
          where project_id = ${projectId}::uuid) x
        group by locale_id having sum(n) <> 0) c),
      'keyCounts', (select json_build_array(plain_keys, cardinal_families, ordinal_families, family_members,
                                            zero_forms)
                    from key_count where project_id = ${projectId}::uuid
                      and plain_keys + family_members > 0)) as state`.execute(app.db);
  return rows[0]!.state;
}

const newestChange = async (projectId: string): Promise<string | undefined> =>
  (await i18n().changes.list({ projectId, limit: 1 })).data[0]?.id;

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('import' as const),
      locale: fc.constantFrom(...LOCALES),
      names: fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 }),
      text: fc.constantFrom('one', 'two', 'three'),
      prune: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('put' as const),
      name: fc.nat(9),
      locale: fc.constantFrom(...LOCALES),
      text: fc.constantFrom('four', 'five', 'six'),
      state: fc.constantFrom('translated' as const, 'needs_review' as const),
    }),
  },
  fc.record({ do: fc.constant('clear' as const), value: fc.nat(20) }),
  fc.record({
    do: fc.constant('edit' as const),
    name: fc.nat(9),
    field: fc.constantFrom(
      { description: 'said' },
      { tags: ['t'] as string[] },
      { maxLength: 40 },
      { archived: true },
      { archived: false },
      { name: 'renamed' },
    ),
  }),
  { weight: 3, arbitrary: bulkStep(LOCALES) },
  fc.record({ do: fc.constant('translate' as const), outdated: fc.boolean() }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('revert' as const), change: fc.nat(9) }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

async function perform(projectId: string, one: Step): Promise<unknown> {
  if (one.do === 'import') {
    const content = Object.fromEntries(one.names.map((name) => [name, `${name} ${one.text}`]));
    return i18n().projects.import({ projectId, locale: one.locale, content, prune: one.prune });
  }
  if (one.do === 'translate') {
    const include = one.outdated ? (['missing', 'outdated'] as const) : (['missing'] as const);
    const job = { projectId, targetLocales: ['de'], include: [...include] };
    return tenant.client.translate.jobs.create(job, { waitSeconds: 30 });
  }
  if (one.do === 'revert') {
    const { data } = await i18n().changes.list({ projectId });
    const change = data[one.change % data.length];
    return change && i18n().changes.revert({ projectId, changeId: change.id });
  }
  if (one.do === 'clear') {
    const { data } = await i18n().values.list({ projectId });
    const value = data[one.value % data.length];
    return value && i18n().values.delete({ projectId, valueId: value.id! });
  }
  const { data: keys } = await i18n().keys.list({ projectId, archived: true });
  if (one.do === 'bulk') {
    return performBulk(
      tenant,
      projectId,
      one,
      keys.map(({ id }) => id),
    );
  }
  const keyId = keys[one.name % keys.length]?.id;
  if (keyId === undefined) return undefined;
  if (one.do === 'edit') return i18n().keys.update({ projectId, keyId, ...one.field });
  const { locale: localeCode, text, state } = one;
  return i18n().values.put({ projectId, keyId, localeCode, text, state });
}

const REFUSALS = ['no error', 'not_found', 'archived', 'conflict', 'content_invalid'];

const newProject = async (): Promise<string> => {
  const { id: projectId } = await createProject(tenant.client);
  for (const code of ['de', 'pl']) await i18n().locales.create({ projectId, code });
  return projectId;
};

describe('a revert', () => {
  it('restores the original state if all changes are reverted, newest first, after any writes and reverts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        const projectId = await newProject();
        const states = new Map<string, unknown>();
        let last: string | undefined;
        let before = await stateOf(projectId);
        for (const one of steps) {
          expect(REFUSALS).toContain(await codeOf(perform(projectId, one)));
          const changeId = await newestChange(projectId);
          if (changeId === undefined || changeId === last) continue;
          states.set(changeId, before);
          last = changeId;
          before = await stateOf(projectId);
        }
        for (const [changeId, state] of [...states].reverse()) {
          const { data } = await i18n().changes.revert({ projectId, changeId, conflicts: 'fail' });
          expect(data.counts.conflicts).toBe(0);
          expect(await stateOf(projectId)).toEqual(state);
        }
      }),
      { numRuns: testRuns(6), endOnFailure: true },
    );
  });

  it('leaves each value as a reference model predicts, in any order and during other writes and reverts', async () => {
    const action = fc.record({
      do: fc.constantFrom('put', 'put', 'clear', 'revert'),
      locale: fc.constantFrom('en', 'de'),
      text: fc.constantFrom('x', 'y', 'z'),
      change: fc.nat(9),
    });
    const writers = fc.array(fc.array(action, { maxLength: 8 }), { minLength: 3, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(writers, fc.array(fc.nat(30), { maxLength: 8 }), async (lists, last) => {
        const projectId = await newProject();
        const model = new Model();
        const content = { k0: 'first', k1: 'first', k2: 'first' };
        for (const locale of ['en', 'de']) {
          const { data } = await i18n().projects.import({ projectId, locale, content });
          for (const key of Object.keys(content)) {
            model.write(data.changeId!, `${key} ${locale}`, 'first');
          }
        }
        const { data: keys } = await i18n().keys.list({ projectId });
        await Promise.all(
          lists.map(async (actions, index) => {
            const { id: keyId, name } = keys[index]!;
            const own: string[] = [];
            for (const one of actions) {
              const place = { projectId, keyId, name, locale: one.locale };
              own.push(...(await act(model, place, one, own)));
            }
          }),
        );
        expect(await textsOf(projectId)).toEqual(model.texts());
        for (const at of last) {
          const ids = [...model.changes.keys()];
          await revertBoth(model, projectId, ids[at % ids.length]!);
          expect(await textsOf(projectId)).toEqual(model.texts());
        }
      }),
      { numRuns: testRuns(5), endOnFailure: true },
    );
  });
});

/**
 * A number that identifies the content of a value. Versions with equal content have the same
 * number. 0 means that the value never existed.
 */
type Name = number;

class Model {
  readonly now = new Map<string, Name>();
  readonly changes = new Map<string, { cell: string; replaced: Name; written: Name }[]>();
  readonly #texts: (string | null)[] = [null];

  textOf(cell: string): string | null {
    return this.#texts[this.now.get(cell) ?? 0]!;
  }

  write(changeId: string, cell: string, text: string | null): void {
    const written = this.#texts.push(text) - 1;
    const replaced = this.now.get(cell) ?? 0;
    const writes = this.changes.get(changeId) ?? [];
    this.changes.set(changeId, [...writes, { cell, replaced, written }]);
    this.now.set(cell, written);
  }

  revert(changeId: string, by: string | null): { values: number; conflicts: number } {
    const writes: { cell: string; replaced: Name; written: Name }[] = [];
    let conflicts = 0;
    for (const { cell, replaced, written } of this.changes.get(changeId)!) {
      const now = this.now.get(cell) ?? 0;
      if (now === replaced) continue;
      if (now === written) {
        this.now.set(cell, replaced);
        writes.push({ cell, replaced: now, written: replaced });
      } else conflicts++;
    }
    if (by !== null) this.changes.set(by, writes);
    return { values: writes.length, conflicts };
  }

  texts(): [string, string][] {
    const texts = [...this.now.keys()].map((cell) => [cell, this.textOf(cell)]);
    return texts.filter((entry): entry is [string, string] => entry[1] !== null).sort();
  }
}

interface Cell {
  projectId: string;
  keyId: string;
  name: string;
  locale: string;
}

/**
 * Changes the project through the API, and makes the same change in the test's model of the
 * project.
 * @returns the ids of the recorded changes
 */
async function act(
  model: Model,
  { projectId, keyId, name, locale }: Cell,
  one: { do: string; text: string; change: number },
  own: readonly string[],
): Promise<string[]> {
  if (one.do === 'revert') {
    const changeId = own[one.change % own.length];
    return changeId === undefined ? [] : revertBoth(model, projectId, changeId);
  }
  const cell = `${name} ${locale}`;
  const text = one.do === 'put' ? one.text : null;
  if (model.textOf(cell) === text) return [];
  if (text === null) {
    const { locale_id: localeId } = await storedValueOf(projectId, keyId, locale);
    const valueId = valueIdOf(keyId, localeId);
    await i18n().values.delete({ projectId, valueId });
  } else {
    await i18n().values.put({ projectId, keyId, localeCode: locale, text, state: 'translated' });
  }
  const { change_id: changeId } = await storedValueOf(projectId, keyId, locale);
  model.write(changeId, cell, text);
  return [changeId];
}

async function revertBoth(model: Model, projectId: string, changeId: string): Promise<string[]> {
  const { data } = await i18n().changes.revert({ projectId, changeId });
  const conflicts = data.conflicts.filter(({ kind }) => kind === 'value').length;
  const { values } = data.counts;
  expect({ values, conflicts }).toEqual(model.revert(changeId, data.changeId));
  return data.changeId === null ? [] : [data.changeId];
}

async function storedValueOf(
  projectId: string,
  keyId: string,
  locale: string,
): Promise<{ locale_id: number; change_id: string }> {
  const { rows } = await sql<{ locale_id: number; change_id: string }>`
    select v.locale_id, v.change_id
    from (select project_id, locale_id, key_id, change_id from translation_value
          union all
          select project_id, locale_id, key_id, change_id from cleared_value) v
    join locale l on l.project_id = v.project_id and l.id = v.locale_id
    where v.project_id = ${projectId}::uuid and v.key_id = ${keyId}::uuid and l.code = ${locale}`.execute(
    app.db,
  );
  return rows[0]!;
}

async function textsOf(projectId: string): Promise<[string, string][]> {
  const { rows } = await sql<{ cell: string; text: string }>`
    select k.name || ' ' || l.code as cell, v.text
    from translation_value v
    join translation_key k on k.project_id = v.project_id and k.id = v.key_id
    join locale l on l.project_id = v.project_id and l.id = v.locale_id
    where v.project_id = ${projectId}::uuid`.execute(app.db);
  return rows.map(({ cell, text }): [string, string] => [cell, text]).sort();
}
