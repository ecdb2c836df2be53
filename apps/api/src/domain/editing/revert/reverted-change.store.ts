import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { lookUpKey } from '../../../db/look-ups.ts';
import type { KeyAction } from '../../../db/schema.generated.ts';
import { lookUpAll } from '../../../db/statements/plan-hints.ts';
import { readInParts } from '../../../db/statements/read-in-parts.ts';
import { KEY_COLUMNS, type KeyRef, type SomeKeyFields } from '../../content/index.ts';
import type { ProjectRef } from '../../kernel/index.ts';

/** Number of stored rows that are reverted in one batch. */
const ROWS_AT_ONCE = 2_000;

export interface RevertedChange {
  project_id: ProjectRef;
  id: string;
  at: Date;
  /**
   * False for a change from an earlier version of the service, which did not record keys and
   * values.
   */
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

export const partsOf = ({ project_id: projectId, id }: RevertedChange): RawBuilder<unknown> => sql`(
  select ${id}::uuid as id
  union all
  select c.id from change c
  where c.project_id = ${projectId}::uuid and c.parent_id = ${id}::uuid)`;

const ofPart = <Table extends 'change_keys' | 'change_values' | 'key_history'>(
  { project_id: projectId }: RevertedChange,
  table: Table,
) => lookUpAll(table, { project_id: projectId, change_id: sql`part.id` });

export interface TouchedKey {
  key_id: string;
  change_id: string;
  /**
   * Id of the change that archived the key before the reverted change. Null if the key was not
   * archived then.
   */
  archived_by: string | null;
  /** `before` and `after` are the source versions of the key before and after the change. */
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
      from ${partsOf(change)} part
      cross join ${ofPart(change, 'change_keys')} t
      cross join lateral unnest(t.key_ids, t.archived_by, t.versions_before, t.versions_after)
        u(key_id, archived_by, before, after)
      where t.action = ${action}::key_action
      order by u.key_id`,
    ROWS_AT_ONCE,
  );

/**
 * A value that the reverted change wrote. `first` and `last` are the first and the last version
 * that the change wrote.
 */
export interface TouchedValue {
  locale_id: number;
  key_id: string;
  first: number;
  last: number;
}

/** Yields the values that the reverted change wrote, by locale. The source locale comes first. */
export async function* readTouchedValues(
  tx: Db,
  change: RevertedChange,
  sourceLocaleId: number,
): AsyncGenerator<{ localeId: number; values: TouchedValue[] }, void> {
  const query = sql<TouchedValue>`
    select t.locale_id, u.key_id, min(u.version) as first, max(u.version) as last
    from ${partsOf(change)} part
    cross join ${ofPart(change, 'change_values')} t
    cross join lateral unnest(t.key_ids, t.versions) u(key_id, version)
    group by t.locale_id, u.key_id
    order by t.locale_id <> ${sourceLocaleId}::smallint, t.locale_id, u.key_id`;
  for await (const rows of readInParts(tx, 'touched_values', query, ROWS_AT_ONCE)) {
    for (const [localeId, values] of Map.groupBy(rows, (row) => row.locale_id)) {
      yield { localeId, values };
    }
  }
}

export interface TouchedFields {
  before: SomeKeyFields;
  after: SomeKeyFields;
  key: KeyRef;
}

export async function* readTouchedFields(
  tx: Db,
  change: RevertedChange,
): AsyncGenerator<TouchedFields[], void> {
  const query = sql<KeyRef & { before: SomeKeyFields; after: SomeKeyFields }>`
    select h.before, h.after, ${KEY_COLUMNS}
    from ${partsOf(change)} part
    cross join ${ofPart(change, 'key_history')} h
    cross join ${lookUpKey(change.project_id, sql`h.key_id`)} k
    order by h.key_id`;
  for await (const rows of readInParts(tx, 'touched_fields', query, ROWS_AT_ONCE)) {
    yield rows.map(({ before, after, ...key }) => ({ before, after, key }));
  }
}
