import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { NIL_ID } from '../../../db/ids/uuid.ts';
import { lookUpKey } from '../../../db/look-ups.ts';
import { atMostOne } from '../../../db/statements/plan-hints.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { countedFindingMask, readMask } from '../value/value.store.ts';
import { selectWithForms } from './check.store.ts';

/** Maximum number of values that are read at once. It is small, because texts may be long. */
const RECHECKED_AT_ONCE = 250;

export interface PublishedValues {
  projectId: ProjectRef;
  localeId: number;
  onlyReviewed: boolean;
}

const selectPublished = ({ projectId, localeId, onlyReviewed }: PublishedValues) => sql`
  from translation_value v
  cross join ${lookUpKey(projectId, sql`v.key_id`)} k
  where k.archived_at is null and v.project_id = ${projectId}::uuid and v.locale_id = ${localeId}::smallint
    and (not ${onlyReviewed}::boolean or v.state = 'reviewed')`;

export interface MaskCount {
  localeId: number;
  /** Bit mask as a decimal number. */
  mask: string;
  count: number;
}

/**
 * Counts values with findings, by locale and by bit mask of findings. Includes only values of
 * active keys.
 */
export async function countMasks(
  db: Db,
  projectId: ProjectRef,
  localeIds: readonly number[],
  onlyReviewed = false,
): Promise<MaskCount[]> {
  const { rows } = await sql<MaskCount>`
    select v.locale_id as "localeId", ${readMask(countedFindingMask())} as mask, count(*) as count
    from translation_value v
    -- Few keys are archived: this look-up costs less than one of the active key.
    left join ${atMostOne(sql`
      select id from translation_key k
      where k.project_id = ${projectId}::uuid and k.id = v.key_id and k.archived_at is not null`)} archived
      on true
    where v.project_id = ${projectId}::uuid and v.locale_id = any(${localeIds}::smallint[])
      and v.checks <> 0 and ${countedFindingMask()} <> 0
      and (not ${onlyReviewed}::boolean or v.state = 'reviewed')
      and archived.id is null
    group by 1, 2`.execute(db);
  return rows;
}

export async function listComplaints(
  db: Db,
  values: PublishedValues,
  mask: bigint,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ key_id: string }>`
    select v.key_id ${selectPublished(values)}
      and ${countedFindingMask()} & ${mask}::bigint <> 0
    order by v.key_id limit ${limit}`.execute(db);
  return rows.map((row) => row.key_id);
}

/** The stored findings of a value, without dismissed findings. */
export interface StoredFindings {
  keyId: string;
  /** Bit mask as a decimal number. */
  mask: string;
}

export async function* listRechecked(
  db: Db,
  values: PublishedValues,
): AsyncGenerator<StoredFindings[]> {
  const { projectId } = values;
  const { rows } = await sql<{ all: boolean | null }>`
    select bool_or(key_ids is null) as all from recheck where project_id = ${projectId}::uuid`.execute(
    db,
  );
  if (rows[0]!.all === null) return;
  const isNamed = rows[0]!.all
    ? sql`true`
    : sql`v.key_id = any(array(${selectWithForms(
        projectId,
        sql`(
        select array_agg(named.id) from recheck r cross join unnest(r.key_ids) named(id)
        where r.project_id = ${projectId}::uuid)`,
      )}))`;
  let after = NIL_ID;
  for (;;) {
    const { rows } = await sql<StoredFindings>`
      select v.key_id as "keyId", ${readMask(countedFindingMask())} as mask ${selectPublished(values)}
        and ${isNamed} and v.key_id > ${after}::uuid
      order by v.key_id limit ${RECHECKED_AT_ONCE}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.keyId;
  }
}
