import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { readInParts } from '../../db/read-in-parts.ts';
import type { KeyAction } from '../../db/schema.generated.ts';
import type { KeyChangeColumns } from '../change/change-item.store.ts';
import { KEY_COLUMNS } from '../key/key.store.ts';
import type { KeyRef } from '../key/key-ref.ts';
import type { ProjectRef } from '../tenant.ts';

/** Rows that are reverted at once: many enough to spare round trips. */
const ROWS_AT_ONCE = 2_000;

/** A change that is to be reverted. */
export interface RevertedChange {
  project_id: ProjectRef;
  id: string;
  at: Date;
  /** False if it was made by a version that did not record what it touched. */
  is_recorded: boolean;
}

export async function readReverted(
  tx: Db,
  projectId: ProjectRef,
  changeId: string,
): Promise<RevertedChange> {
  return tx
    .selectFrom('change')
    .where('project_id', '=', projectId)
    .where('id', '=', changeId)
    .select(['id', 'at', 'is_recorded'])
    .executeTakeFirstOrThrow()
    .then((row) => ({ ...row, project_id: projectId }));
}

/** The ids of the change and of its parts. */
export const partsOf = ({ project_id: projectId, id }: RevertedChange): RawBuilder<unknown> => sql`(
  select c.id from change c
  where c.project_id = ${projectId}::uuid
    and (c.id = ${id}::uuid or c.parent_id = ${id}::uuid))`;

/** A key that the change created, archived, restored or gave another source version. */
export interface TouchedKey {
  key_id: string;
  /** The change, or its part, that touched it. */
  change_id: string;
  /**
   * The change that had archived the key: of a restored key, and of one that a revert archived again. Null
   * where that is not recorded.
   */
  archived_by: string | null;
  /** Only for a key with another source version: the one that the change ended, and the one that it began. */
  before: number;
  after: number;
}

export const readTouchedKeys = (
  tx: Db,
  change: RevertedChange,
  action: KeyAction,
): AsyncGenerator<TouchedKey[], void> =>
  readInParts(
    tx,
    `touched_${action}`,
    sql<TouchedKey>`
      select t.change_id, u.key_id, u.archived_by, u.before, u.after
      from change_keys t
      cross join lateral unnest(t.key_ids, t.archived_by, t.versions_before, t.versions_after)
        u(key_id, archived_by, before, after)
      where t.project_id = ${change.project_id}::uuid and t.action = ${action}::key_action
        and t.change_id in ${partsOf(change)}
      order by u.key_id`,
    ROWS_AT_ONCE,
  );

/** A value that the change wrote, with the first and the last version that it gave it. */
export interface TouchedValue {
  locale_id: number;
  key_id: string;
  first: number;
  last: number;
}

/** The values that the change wrote, by locale, the source locale first. */
export async function* readTouchedValues(
  tx: Db,
  change: RevertedChange,
  sourceLocaleId: number,
): AsyncGenerator<{ localeId: number; values: TouchedValue[] }, void> {
  const query = sql<TouchedValue>`
    select t.locale_id, u.key_id, min(u.version) as first, max(u.version) as last
    from change_values t
    cross join lateral unnest(t.key_ids, t.versions) u(key_id, version)
    where t.project_id = ${change.project_id}::uuid and t.change_id in ${partsOf(change)}
    group by t.locale_id, u.key_id
    order by t.locale_id <> ${sourceLocaleId}::smallint, t.locale_id, u.key_id`;
  for await (const rows of readInParts(tx, 'touched_values', query, ROWS_AT_ONCE)) {
    for (const [localeId, values] of Map.groupBy(rows, (row) => row.locale_id)) {
      yield { localeId, values };
    }
  }
}

/** An edit of a key's fields, with the key as it is now. */
export interface TouchedFields {
  before: KeyChangeColumns;
  after: KeyChangeColumns;
  key: KeyRef;
}

export async function* readTouchedFields(
  tx: Db,
  change: RevertedChange,
): AsyncGenerator<TouchedFields[], void> {
  const query = sql<KeyRef & { before: KeyChangeColumns; after: KeyChangeColumns }>`
    select h.before, h.after, ${KEY_COLUMNS}
    from key_history h
    join translation_key k on k.project_id = h.project_id and k.id = h.key_id
    where h.project_id = ${change.project_id}::uuid and h.change_id in ${partsOf(change)}
    order by h.key_id`;
  for await (const rows of readInParts(tx, 'touched_fields', query, ROWS_AT_ONCE)) {
    yield rows.map(({ before, after, ...key }) => ({ before, after, key }));
  }
}
