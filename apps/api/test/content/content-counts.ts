import { type DeclaredPlural, findPluralFamilies } from '@parlance/messages';
import { sql } from 'kysely';
import { needsKey } from '../../src/domain/content/value/needed-values.ts';
import { outdatedCounts } from '../../src/domain/content/value/outdated-count.store.ts';
import { valueCounts } from '../../src/domain/content/value/value-delta.store.ts';
import type { TestApp } from '../app/app.ts';
import type { Tenant } from '../app/build.ts';

/** Counts the rows directly, and derives the families from the names of the keys. */
export async function readTruth(app: TestApp, tenant: Tenant, projectId: string) {
  const { data: project } = await tenant.client.i18n.projects.get({ projectId });
  const { rows } = await sql<{
    id: string;
    name: string;
    plural_family: string | null;
    plural_category: string | null;
    plural_ordinal: boolean;
    plural_said: DeclaredPlural | null;
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
  const declared = new Map(rows.map((row) => [row.name, row.plural_said]));
  const families = findPluralFamilies(
    rows.map((row) => row.name),
    {
      format: project.settings.messageFormat,
      sourceLocale: project.sourceLocale,
      isInSource: (name) => sourceNames.has(name),
      declaredOf: (name) => declared.get(name) ?? null,
    },
  );
  const groups = {
    cardinal: new Set<string>(),
    integer: new Set<string>(),
    ordinal: new Set<string>(),
  };
  const locked = new Set(rows.filter((row) => !row.translatable).map((row) => row.name));
  for (const [name, { family, style, ordinal, declared }] of families) {
    if (locked.has(name)) continue;
    const cardinal = declared === 'integer' ? 'integer' : 'cardinal';
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
          plural_said: member?.declared ?? null,
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
    if (key?.translatable && row.outdated) outdated.set(code, (outdated.get(code) ?? 0) + 1);
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

export async function readCounted(app: TestApp, projectId: string) {
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
