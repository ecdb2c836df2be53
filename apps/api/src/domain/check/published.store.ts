import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { unplanned } from '../../db/plan.ts';
import { NIL_ID } from '../../db/uuid.ts';
import type { ProjectRef } from '../tenant.ts';
import { countedChecks } from '../value/value.store.ts';

/** Texts may be long: few at a time. */
const UNCHECKED_AT_ONCE = 250;

/** The values of one locale that go into a release. */
export interface PublishedValues {
  projectId: ProjectRef;
  localeId: number;
  onlyReviewed: boolean;
}

const selectPublished = ({ projectId, localeId, onlyReviewed }: PublishedValues) => sql`
  from translation_value v
  cross join lateral (
    -- The limit keeps this one look-up a value, whatever PostgreSQL believes of the tables.
    select from translation_key k
    where k.project_id = ${unplanned(projectId)} and k.id = v.key_id and k.archived_at is null
    limit 1) k
  where v.project_id = ${unplanned(projectId)} and v.locale_id = ${localeId}::smallint
    and (not ${onlyReviewed}::boolean or v.state = 'reviewed')`;

/** Number of values of a locale that have the same findings. */
export interface MaskCount {
  localeId: number;
  mask: number;
  count: number;
}

/** Counts the values of active keys that have findings, by locale and findings. */
export async function countMasks(
  db: Db,
  projectId: ProjectRef,
  localeIds: readonly number[],
  onlyReviewed = false,
): Promise<MaskCount[]> {
  const { rows } = await sql<MaskCount>`
    select v.locale_id as "localeId", ${countedChecks()} as mask, count(*) as count
    from translation_value v
    left join lateral (
      -- Few keys are archived: this look-up costs less than one of the active key.
      select k.id from translation_key k
      where k.project_id = ${unplanned(projectId)} and k.id = v.key_id and k.archived_at is not null
      limit 1) archived on true
    where v.project_id = ${unplanned(projectId)} and v.locale_id = any(${localeIds}::smallint[])
      and v.checks <> 0 and ${countedChecks()} <> 0
      and (not ${onlyReviewed}::boolean or v.state = 'reviewed')
      and archived.id is null
    group by 1, 2`.execute(db);
  return rows;
}

/** The keys of the first values that one of the checks in `mask` complains of. */
export async function listComplaints(
  db: Db,
  values: PublishedValues,
  mask: number,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ key_id: string }>`
    select v.key_id ${selectPublished(values)}
      and ${countedChecks()} & ${mask}::bigint <> 0
    order by v.key_id limit ${limit}`.execute(db);
  return rows.map((row) => row.key_id);
}

/** The keys of values that are not checked, in batches. */
export async function* listUnchecked(db: Db, values: PublishedValues): AsyncGenerator<string[]> {
  let after = NIL_ID;
  for (;;) {
    const { rows } = await sql<{ key_id: string }>`
      select v.key_id ${selectPublished(values)}
        and v.checks is null and v.key_id > ${after}::uuid
      order by v.key_id limit ${UNCHECKED_AT_ONCE}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map((row) => row.key_id);
    after = last.key_id;
  }
}
