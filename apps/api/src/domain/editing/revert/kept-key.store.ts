import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { lookUpKey, lookUpValue } from '../../../db/look-ups.ts';
import { FIELDS_AS_JSON } from '../../content/index.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { partsOf, type RevertedChange } from './reverted-change.store.ts';

async function findKeys(
  tx: Db,
  { project_id: projectId }: RevertedChange,
  keyIds: readonly string[],
  condition: RawBuilder<unknown>,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select k.id
    from unnest(${keyIds}::uuid[]) u(id)
    cross join ${lookUpKey(projectId, sql`u.id`)} k
    where ${condition}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

const hasValue = (projectId: ProjectRef, condition: RawBuilder<unknown>) => sql`exists (
  select from locale l
  cross join ${lookUpValue(projectId, sql`l.id`, sql`k.id`)} v
  where l.project_id = ${projectId}::uuid and ${condition})`;

/** SQL condition that a field of the key was changed after the creation of the key. */
const hasOtherFields = sql`exists (
  select from (
    select distinct on (f.name) f.name, f.value
    from key_history h cross join lateral jsonb_each(h.before) f(name, value)
    where h.project_id = k.project_id and h.key_id = k.id
    order by f.name, h.at, h.change_id) first
  where first.value is distinct from ${FIELDS_AS_JSON} -> first.name)`;

/**
 * Returns the keys that are in use: keys that have values, and keys whose fields were edited after
 * the creation.
 */
export const findUsedKeys = (
  tx: Db,
  change: RevertedChange,
  keyIds: readonly string[],
): Promise<Set<string>> =>
  findKeys(
    tx,
    change,
    keyIds,
    sql`(${hasValue(change.project_id, sql`true`)} or ${hasOtherFields})`,
  );

/** Returns the keys whose values were written after the reverted change. */
export const findRewrittenKeys = (
  tx: Db,
  change: RevertedChange,
  keyIds: readonly string[],
): Promise<Set<string>> => {
  const isWritten = sql`
    v.restored_version is null and v.updated_at > ${change.at}::timestamptz
    and v.change_id not in ${partsOf(change)}`;
  return findKeys(tx, change, keyIds, hasValue(change.project_id, isWritten));
};

/**
 * Returns the change that archived each key. If a revert has archived a key again, returns the
 * change that archived it first.
 */
export async function findArchivedBy(
  tx: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ id: string; archived_by: string | null }>`
    select k.id, coalesce(k.first_archived_change_id, k.archived_change_id) as archived_by
    from unnest(${keyIds}::uuid[]) u(id)
    cross join ${lookUpKey(projectId, sql`u.id`)} k
    where k.archived_at is not null`.execute(tx);
  return new Map(rows.map((row) => [row.id, row.archived_by]));
}
