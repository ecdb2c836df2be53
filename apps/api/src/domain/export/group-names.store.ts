import type { FilePlural } from '@parlance/formats';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { lookUpValue } from '../../db/look-ups.ts';
import type { ValueState } from '../../db/schema.generated.ts';
import { BULK_ROWS } from '../batches.ts';
import type { ProjectRef } from '../tenant.ts';
import { pluralOf } from './export.store.ts';

/** A key that is an element of an array or a form of a plural. */
export interface GroupName {
  name: string;
  /** Set for a form of a plural whose name ends in `.` and the category. */
  plural?: FilePlural;
  hasSource: boolean;
  hasText: boolean;
}

interface GroupQuery {
  projectId: ProjectRef;
  sourceId: number;
  localeId: number;
  keyPrefix: string | null;
  states: readonly ValueState[] | null;
  withForms: boolean;
}

/**
 * Returns the active keys that are elements of arrays or forms of plurals. Most projects have few
 * of them.
 */
export async function readGroupNames(
  db: Db,
  { projectId, sourceId, localeId, keyPrefix, states, withForms }: GroupQuery,
): Promise<GroupName[]> {
  const { rows } = await sql<GroupRow>`
    select k.name, s.key_id is not null as "hasSource", v.key_id is not null as "hasText",
      case when k.plural_style = '.' then k.plural_family end as family,
      k.plural_category as category,
      case when k.plural_ordinal then 'ordinal' else k.plural_said end as kind
    from translation_key k
    left join ${lookUpValue(projectId, sourceId, sql`k.id`)} s on true
    left join ${lookUpValue(projectId, localeId, sql`k.id`)} v
      on ${states}::value_state[] is null or v.state = any(${states}::value_state[])
    where k.project_id = ${projectId}::uuid and k.archived_at is null
      and (${keyPrefix}::text is null or starts_with(k.name, ${keyPrefix}::text))
      and (k.name ~ '[[][0-9]+[]]' or ${withForms} and k.plural_category is not null)`.execute(db);
  return rows.map(({ family, category, kind, ...row }) =>
    family === null ? row : { ...row, plural: pluralOf(family, category, kind) },
  );
}

interface GroupRow extends Omit<GroupName, 'plural'> {
  family: string | null;
  category: FilePlural['category'];
  kind: string | null;
}

/** Yields the names of the active keys that have a source text, in batches. */
export async function* readSourceNames(
  db: Db,
  { projectId, sourceId, keyPrefix }: Pick<GroupQuery, 'projectId' | 'sourceId' | 'keyPrefix'>,
): AsyncGenerator<{ name: string }[], void> {
  for (let after: string | null = null; ; ) {
    const { rows }: { rows: { id: string; name: string }[] } = await sql<{
      id: string;
      name: string;
    }>`
      select k.id, k.name
      from translation_key k
      join ${lookUpValue(projectId, sourceId, sql`k.id`)} s on true
      where k.project_id = ${projectId}::uuid and k.archived_at is null
        and (${after}::uuid is null or k.id > ${after}::uuid)
        and (${keyPrefix}::text is null or starts_with(k.name, ${keyPrefix}::text))
      order by k.id limit ${BULK_ROWS}`.execute(db);
    yield rows;
    if (rows.length < BULK_ROWS) return;
    after = rows.at(-1)!.id;
  }
}
