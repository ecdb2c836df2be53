import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { formName } from '../../db/key-name.ts';
import { lookUpKey, lookUpName, lookUpValue } from '../../db/look-ups.ts';
import type { ValueOrigin, ValueState } from '../../db/schema.generated.ts';
import type { ProjectRef } from '../tenant.ts';

/** A text of a file to compare with the project. `state` is null if the file states none. */
export interface ComparedText {
  readonly key: { readonly id: string };
  readonly text: string;
  readonly state: ValueState | null;
}

/** A value of the project that differs from the text in the file. */
export interface DifferingValue {
  /** Index of the text in the list of compared texts. */
  index: number;
  version: number;
  state: ValueState;
  origin: ValueOrigin;
}

/**
 * Returns which of `texts` differ from the values of a locale. A missing value has the `version` 0. A value does not
 * differ if the file repeats its text in the state `translated` and the value is reviewed, because most formats cannot
 * express that a text is reviewed.
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

/** Returns which of these keys have no source text, in the given order. */
export async function findKeysWithoutValue(
  db: Db,
  project: { id: ProjectRef; source_locale_id: number },
  keyIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id
    from unnest(${keyIds}::uuid[]) with ordinality u(id, ord)
    left join ${lookUpValue(project.id, project.source_locale_id, sql`u.id`)} v on true
    where v.key_id is null
    order by u.ord`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Returns the names of these keys in the given order. Omits plural forms if the form `other` of the same family has a
 * source text.
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
