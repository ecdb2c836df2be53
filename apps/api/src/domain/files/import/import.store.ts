import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { formName } from '../../../db/key-name.ts';
import { lookUpKey, lookUpName, lookUpValue, lookUpValues } from '../../../db/look-ups.ts';
import type { ValueOrigin, ValueState } from '../../../db/schema.generated.ts';
import type { ProjectRef } from '../../kernel/index.ts';

export interface ComparedText {
  readonly key: { readonly id: string };
  readonly text: string;
  readonly state: ValueState | null;
}

export interface DifferingValue {
  index: number;
  version: number;
  state: ValueState;
  origin: ValueOrigin;
}

/**
 * Returns the texts that differ from the values of a locale. A missing value has the `version` 0. A
 * reviewed value with the same text does not differ, because most formats cannot express the state
 * `reviewed`.
 */
export async function findDifferences(
  db: Db,
  projectId: ProjectRef,
  localeId: number,
  { texts, lowersTo }: { texts: readonly ComparedText[]; lowersTo: readonly ValueState[] },
): Promise<DifferingValue[]> {
  const { rows } = await sql<DifferingValue>`
    select u.ord::int - 1 as index, coalesce(v.version, 0) as version, v.state, v.origin
    from unnest(${texts.map(({ key }) => key.id)}::uuid[],
                ${texts.map(({ text }) => text)}::text[],
                ${texts.map(({ state }) => state)}::value_state[])
      with ordinality u(key_id, text, state, ord)
    left join ${lookUpValue(projectId, localeId, sql`u.key_id`)} v on true
    where v.text is distinct from u.text
      or v.state <> u.state
        and (v.state <> 'reviewed' or u.state = any(${lowersTo}::value_state[]))`.execute(db);
  return rows;
}

/** Returns the given keys that have no source text, in the given order. */
export async function findKeysWithoutValue(
  db: Db,
  project: { id: ProjectRef; source_locale_id: number },
  keyIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ key_id: string }>`
    select key_id from ${lookUpValues(project.id, project.source_locale_id, sql`${keyIds}`)} v`.execute(
    db,
  );
  const withText = new Set(rows.map((row) => row.key_id));
  return keyIds.filter((id) => !withText.has(id));
}

/**
 * Returns the names of these keys in the given order. Leaves out plural forms of a family whose
 * form `other` has a source text.
 */
export async function findNamesWithoutOther(
  db: Db,
  project: { id: ProjectRef; source_locale_id: number },
  keyIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select k.name
    from unnest(${keyIds}::uuid[]) with ordinality u(id, ord)
    cross join ${lookUpKey(project.id, sql`u.id`)} k
    left join ${lookUpName('translation_key', project.id, formName('k', sql`'other'`))} o
      on k.plural_family is not null and o.archived_at is null
    left join ${lookUpValue(project.id, project.source_locale_id, sql`o.id`)} v on true
    where v.key_id is null
    order by u.ord`.execute(db);
  return rows.map((row) => row.name);
}
