import { findPluralFamilies, type SaidPlural } from '@parlance/messages';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import { testRuns } from '../../../../../scripts/test-runs.ts';
import type { TestApp } from '../../../test/app.ts';
import { codeOf, createProject, type Tenant } from '../../../test/build.ts';
import { bulkStep, performBulk } from '../../../test/bulk-step.ts';
import { describeTenant } from '../../../test/describe-project.ts';
import { newId } from '../../db/uuid.ts';
import { inContent } from '../content/transaction.ts';
import { fillTexts } from '../content/writer.ts';
import { lockKeys } from '../key/key.store.ts';
import { getProject } from '../project/project.store.ts';
import { lockContent } from '../project-lock.store.ts';
import { trustedOwner, trustedProject } from '../tenant.ts';
import { needsKey } from '../value/needed-values.ts';
import { foldOutdatedDeltas, outdatedCounts } from '../value/outdated-count.store.ts';
import { foldMarks, readRevisions } from '../value/revision.store.ts';
import { foldValueDeltas, valueCounts } from '../value/value-delta.store.ts';

let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { env: { MT_ENGINES: 'pseudo' } },
);

const NAMES = [
  'a_one',
  'a_few',
  'a_many',
  'a_other',
  'a_zero',
  'b.one',
  'b.other',
  'n_ordinal_one',
  'n_ordinal_two',
  'n_ordinal_few',
  'n_ordinal_other',
  'plain',
  '__proto__',
];
const LOCALES = ['en', 'de', 'pl', 'ja'];

/** Answers that the service may give to a change that came too late, or does not fit. */
const REFUSALS = [
  'archived',
  'conflict',
  'content_invalid',
  'not_found',
  'source_locale',
  'validation_failed',
];

const name = fc.constantFrom(...NAMES);
const locale = fc.constantFrom(...LOCALES);
const state = fc.constantFrom('translated' as const, 'needs_review' as const, 'reviewed' as const);
const text = fc.constantFrom('x', 'y', 'z');
/** Picks one of what there is. */
const pick = fc.nat(1000);

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('import' as const),
      locale,
      names: fc.uniqueArray(name, { minLength: 1 }),
      text,
      prune: fc.boolean(),
      mode: fc.constantFrom('overwrite' as const, 'keep' as const),
    }),
  },
  fc.record({
    do: fc.constant('say' as const),
    locale,
    family: fc.constantFrom('b', 'c'),
    categories: fc.uniqueArray(fc.constantFrom('one', 'few', 'many', 'other'), { minLength: 1 }),
    text,
  }),
  fc.record({ do: fc.constant('create' as const), name, value: fc.option(text) }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('rename' as const), pick, name }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('archive' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restore' as const), pick, name }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('put' as const), pick, locale, text, state }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('edit' as const), pick, text, state }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('clear' as const), pick }) },
  fc.record({ do: fc.constant('translate' as const), locale, outdated: fc.boolean() }),
  fc.record({ do: fc.constant('purge' as const), locale, removes: fc.boolean() }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('lock' as const),
      pick,
      translatable: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: bulkStep(LOCALES) },
  fc.record({ do: fc.constant('enable' as const), locale }),
  fc.record({ do: fc.constant('source' as const), locale }),
  fc.record({
    do: fc.constant('format' as const),
    format: fc.constantFrom('auto' as const, 'i18next' as const, 'ruby' as const, 'icu' as const),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

interface Known {
  keyIds: string[];
  valueIds: string[];
}

async function known(projectId: string): Promise<Known> {
  const { data: keys } = await tenant.client.i18n.keys.list({ projectId, archived: true });
  const { data: values } = await tenant.client.i18n.values.list({ projectId, limit: 500 });
  return { keyIds: keys.map(({ id }) => id), valueIds: values.map(({ id }) => id!) };
}

function perform(projectId: string, step: Step, { keyIds, valueIds }: Known): Promise<unknown> {
  const { i18n } = tenant.client;
  const at = (ids: readonly string[], index: number): string | undefined => ids[index % ids.length];
  switch (step.do) {
    case 'import': {
      const content = Object.fromEntries(step.names.map((key) => [key, step.text]));
      const { locale, prune, mode } = step;
      return i18n.projects.import({ projectId, locale, content, prune, mode });
    }
    case 'say': {
      const { locale, family, categories, text } = step;
      const items = categories.map((one) => `<item quantity="${one}">${text}</item>`).join('');
      const content = `<resources><plurals name="${family}">${items}</plurals></resources>`;
      return i18n.projects.import({ projectId, locale, format: 'android', content });
    }
    case 'create':
      return i18n.keys.create({ projectId, name: step.name, value: step.value ?? undefined });
    case 'translate':
      return tenant.client.translate.jobs.create(
        {
          projectId,
          targetLocales: [step.locale],
          include: step.outdated ? ['missing', 'outdated'] : ['missing'],
        },
        { waitSeconds: 30 },
      );
    case 'purge':
      return i18n.locales.delete({
        projectId,
        localeCode: step.locale,
        deleteValues: true,
        purge: step.removes,
      });
    case 'enable':
      return i18n.locales.create({ projectId, code: step.locale });
    case 'source':
      return i18n.projects.update({ projectId, sourceLocale: step.locale });
    case 'format':
      return i18n.projects.update({ projectId, settings: { messageFormat: step.format } });
    case 'clear': {
      const valueId = at(valueIds, step.pick);
      if (valueId === undefined) return Promise.resolve();
      return i18n.values.delete({ projectId, valueId });
    }
    case 'edit': {
      const valueId = at(valueIds, step.pick);
      if (valueId === undefined) return Promise.resolve();
      return i18n.values.update({ projectId, valueId, text: step.text, state: step.state });
    }
    case 'bulk':
      return performBulk(tenant, projectId, step, keyIds);
    default: {
      const keyId = at(keyIds, step.pick);
      if (keyId === undefined) return Promise.resolve();
      if (step.do === 'archive') return i18n.keys.delete({ projectId, keyId });
      if (step.do === 'lock') {
        return i18n.keys.update({ projectId, keyId, translatable: step.translatable });
      }
      if (step.do === 'rename') return i18n.keys.update({ projectId, keyId, name: step.name });
      if (step.do === 'restore') {
        return i18n.keys.update({ projectId, keyId, name: step.name, archived: false });
      }
      const { locale: localeCode, text, state } = step;
      return i18n.values.put({ projectId, keyId, localeCode, text, state });
    }
  }
}

/** The counts as the rows themselves have them, and the families as their names have them. */
async function truth(projectId: string) {
  const { data: project } = await tenant.client.i18n.projects.get({ projectId });
  const { rows } = await sql<{
    id: string;
    name: string;
    plural_family: string | null;
    plural_category: string | null;
    plural_ordinal: boolean;
    plural_said: SaidPlural | null;
    translatable: boolean;
  }>`select * from translation_key where project_id = ${projectId} and archived_at is null`.execute(
    app.db,
  );
  const inSource = await sql<{ name: string }>`
    select k.name from translation_value v
    join project p on p.id = v.project_id and p.source_locale_id = v.locale_id
    join translation_key k on k.project_id = v.project_id and k.id = v.key_id
    where v.project_id = ${projectId}`.execute(app.db);
  const sourceNames = new Set(inSource.rows.map((row) => row.name));
  const said = new Map(rows.map((row) => [row.name, row.plural_said]));
  const families = findPluralFamilies(
    rows.map((row) => row.name),
    {
      format: project.settings.messageFormat,
      sourceLocale: project.sourceLocale,
      isInSource: (name) => sourceNames.has(name),
      saidOf: (name) => said.get(name) ?? null,
    },
  );
  const groups = {
    cardinal: new Set<string>(),
    integer: new Set<string>(),
    ordinal: new Set<string>(),
  };
  const locked = new Set(rows.filter((row) => !row.translatable).map((row) => row.name));
  for (const [name, { family, style, ordinal, said }] of families) {
    if (locked.has(name)) continue;
    const cardinal = said === 'integer' ? 'integer' : 'cardinal';
    groups[ordinal ? 'ordinal' : cardinal].add(style + family);
  }
  const keys = {
    plain: rows.filter(({ name }) => !families.has(name) && !locked.has(name)).length,
    cardinal: groups.cardinal.size,
    integer: groups.integer.size,
    ordinal: groups.ordinal.size,
    members: families.size,
    zeroForms: [...families].filter(([name, { everywhere }]) => everywhere && !locked.has(name))
      .length,
    untranslatable: [...locked].filter((name) => !families.has(name)).length,
  };
  const flags = new Map(
    rows.map((row) => {
      const member = families.get(row.name);
      return [
        row.id,
        {
          plural_category: member?.category ?? null,
          plural_ordinal: member?.ordinal ?? false,
          plural_everywhere: member?.everywhere ?? false,
          plural_said: member?.said ?? null,
          translatable: row.translatable,
        },
      ];
    }),
  );
  const familyOf = ({ name }: { name: string }) => families.get(name)?.family ?? null;
  const marked = rows.every((row) => {
    const other = rows.find(
      (one) => one.plural_category === 'other' && familyOf(one) === familyOf(row),
    );
    const agrees = familyOf(row) === null || row.translatable === other!.translatable;
    return row.plural_family === familyOf(row) && agrees;
  });
  const values = await sql<{
    key_id: string;
    code: string;
    state: string;
    origin: string;
    outdated: boolean;
  }>`
    select v.key_id, l.code, v.state, v.origin, v.source_version <> k.source_version as outdated
    from translation_value v
    join translation_key k on k.project_id = v.project_id and k.id = v.key_id
    join locale l on l.project_id = v.project_id and l.id = v.locale_id
    where v.project_id = ${projectId}`.execute(app.db);
  const counts = new Map<string, number>();
  const outdated = new Map<string, number>();
  for (const row of values.rows) {
    const { key_id, code, state, origin } = row;
    const key = flags.get(key_id);
    if (key && row.outdated) outdated.set(code, (outdated.get(code) ?? 0) + 1);
    if (!key || !needsKey(code, key)) continue;
    const slot = `${code} ${state} ${origin}`;
    counts.set(slot, (counts.get(slot) ?? 0) + 1);
  }
  return {
    keys,
    marked,
    values: Object.fromEntries([...counts].sort()),
    outdated: Object.fromEntries([...outdated].sort()),
  };
}

async function counted(projectId: string) {
  const keys = await sql<{
    plain: number;
    cardinal: number;
    integer: number;
    ordinal: number;
    members: number;
    zeroForms: number;
    untranslatable: number;
  }>`
    select plain_keys as plain, cardinal_families as cardinal, integer_families as integer,
           ordinal_families as ordinal, family_members as members, zero_forms as "zeroForms",
           untranslatable_keys as untranslatable
    from key_count where project_id = ${projectId}`.execute(app.db);
  const values = await sql<{ slot: string; count: number }>`
    select l.code || ' ' || c.state || ' ' || c.origin as slot, sum(c.values_count)::bigint as count
    from ${valueCounts(sql`${projectId}::uuid`)} c
    join locale l on l.project_id = ${projectId}::uuid and l.id = c.locale_id
    group by 1 having sum(c.values_count) <> 0`.execute(app.db);
  const outdated = await sql<{ code: string; count: number }>`
    select l.code, sum(o.values_count)::bigint as count
    from ${outdatedCounts(sql`${projectId}::uuid`)} o
    join locale l on l.project_id = ${projectId}::uuid and l.id = o.locale_id
    group by l.code having sum(o.values_count) <> 0 order by l.code`.execute(app.db);
  return {
    keys: keys.rows[0] ?? {
      plain: 0,
      cardinal: 0,
      integer: 0,
      ordinal: 0,
      members: 0,
      zeroForms: 0,
      untranslatable: 0,
    },
    marked: true,
    values: Object.fromEntries(values.rows.map(({ slot, count }) => [slot, count] as const).sort()),
    outdated: Object.fromEntries(outdated.rows.map(({ code, count }) => [code, count] as const)),
  };
}

/** Folds a few of each kind of what writers appended. @returns how many */
const foldSome = async (limit: number): Promise<number> => {
  const folded = [foldOutdatedDeltas, foldValueDeltas, foldMarks].map((fold) =>
    fold(app.db, limit),
  );
  return (await Promise.all(folded)).reduce((sum, count) => sum + count, 0);
};

const revisionsOf = async (id: string): Promise<unknown> => {
  const revisionOf = await readRevisions(app.db, trustedProject(id));
  return [0, 1, 2, 3, 4].map(revisionOf);
};

const refusals = async (calls: Promise<unknown>[]): Promise<string[]> =>
  (await Promise.all(calls.map(codeOf))).filter(
    (code) => code !== 'no error' && !REFUSALS.includes(code),
  );

describe('the counts of keys and values', () => {
  it('equal the truth after any sequence of changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
        const { id } = await createProject(tenant.client);
        for (const one of steps) {
          expect(await refusals([perform(id, one, await known(id))])).toEqual([]);
          expect(await counted(id)).toEqual(await truth(id));
        }
      }),
      { numRuns: testRuns(4), endOnFailure: true },
    );
  });

  it('are the same before and after what was appended is folded, while others append', async () => {
    const { id } = await createProject(tenant.client);
    const texts = (by: string) => Object.fromEntries(NAMES.map((key) => [key, by]));
    for (const code of LOCALES) {
      const content = texts('old');
      await tenant.client.i18n.projects.import({ projectId: id, locale: code, content });
    }
    for (let round = 0; round < 3; round++) {
      await tenant.client.i18n.projects.import({
        projectId: id,
        locale: 'en',
        content: texts(`new ${round}`),
      });
      const { valueIds } = await known(id);
      await Promise.all([
        ...valueIds
          .slice(round * 4, round * 4 + 12)
          .map((valueId) =>
            tenant.client.i18n.values.update({ projectId: id, valueId, text: `mine ${round}` }),
          ),
        ...Array.from({ length: 4 }, () => foldSome(2)),
      ]);
      expect(await counted(id)).toEqual(await truth(id));
      const revisions = await revisionsOf(id);
      while ((await foldSome(2)) > 0);
      expect(await counted(id)).toEqual(await truth(id));
      expect(await revisionsOf(id)).toEqual(revisions);
    }
    for (const table of ['outdated_value_delta', 'value_count_delta', 'revision_mark']) {
      // The task that checks values marks findings as changed when it comes to it.
      await eventually(async () => {
        while ((await foldSome(2)) > 0);
        const left = await sql`select from ${sql.table(table)} where project_id = ${id}`.execute(
          app.db,
        );
        expect([table, left.rows.length]).toEqual([table, 0]);
      });
    }
  });

  it('have a value as outdated that a job adds while its source text is edited', async () => {
    const { i18n } = tenant.client;
    const projectId = trustedProject((await createProject(tenant.client)).id);
    await i18n.projects.import({ projectId, locale: 'en', content: { a: 'old' } });
    await i18n.locales.create({ projectId, code: 'de' });
    const { keyIds, valueIds } = await known(projectId);
    const locale = await app.db
      .selectFrom('locale')
      .where('project_id', '=', projectId)
      .where('code', '=', 'de')
      .select('id')
      .executeTakeFirstOrThrow();
    const owner = {
      organizationId: trustedOwner(tenant.organizationId),
      projectIds: null,
      principalId: tenant.user.id,
    };
    const project = await getProject(app.db, owner, projectId);
    const edit = await app.db.transaction().execute(async (tx) => {
      await lockContent(tx, projectId, 'shared');
      const [key] = await lockKeys(tx, projectId, keyIds, 'shared');
      const begun = i18n.values.update({ projectId, valueId: valueIds[0]!, text: 'new' });
      await eventually(async () => {
        const { rows } = await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
        expect(rows).toHaveLength(1);
      });
      const write = { key: key!, text: 'neu', origin: 'machine', state: 'needs_review' } as const;
      const by = { changeId: newId(), now: app.clock.now() };
      await inContent(tx, project, by, (writing) =>
        fillTexts(writing, { id: locale.id, code: 'de' }, [write]),
      );
      return { begun };
    });
    await edit.begun;
    expect(await counted(projectId)).toMatchObject({ outdated: { de: 1 } });
    expect(await counted(projectId)).toEqual(await truth(projectId));
  });

  it('equal the truth when changes run at the same time, and none of these fails', async () => {
    const burst = fc.array(step, { minLength: 4, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.array(burst, { minLength: 2, maxLength: 6 }), async (bursts) => {
        const { id } = await createProject(tenant.client);
        const content = Object.fromEntries(NAMES.map((key) => [key, 'start']));
        for (const code of LOCALES) {
          await tenant.client.i18n.projects.import({ projectId: id, locale: code, content });
        }
        for (const steps of bursts) {
          const there = await known(id);
          const [refused] = await Promise.all([
            refusals(steps.map((one) => perform(id, one, there))),
            foldSome(2),
          ]);
          expect(refused).toEqual([]);
          expect(await counted(id)).toEqual(await truth(id));
        }
      }),
      { numRuns: testRuns(4), endOnFailure: true },
    );
  });
});
