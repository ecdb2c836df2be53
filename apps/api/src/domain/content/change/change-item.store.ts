import { LIMITS } from '@parlance/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { NIL_ID } from '../../../db/ids/uuid.ts';
import { lookUpKey } from '../../../db/look-ups.ts';
import type { ValueOrigin, ValueState } from '../../../db/schema.generated.ts';
import { decodeCursor, encodeCursor } from '../../../lib/cursor.ts';
import type { Page, ProjectRef } from '../../kernel/index.ts';
import type { SomeKeyFields } from '../key/key.record.ts';
import { ROW_IDS } from './change.store.ts';

export interface ChangedTextRow {
  text: string;
  isTruncated: boolean;
  state: ValueState;
  origin: ValueOrigin;
  version: number;
}

export interface ChangeItemRow {
  kind: 'created' | 'archived' | 'restored' | 'edited' | 'value';
  key_id: string;
  key: string;
  locale: string | null;
  before: ChangedTextRow | null;
  after: ChangedTextRow | null;
  /** True if the value's versions were deleted together with their locale. */
  is_purged: boolean;
  key_before: SomeKeyFields | null;
  key_after: SomeKeyFields | null;
  /** Id of the change that wrote the item. The change may be a child of a larger change. */
  change_id: string;
  slot: number;
  first_key_id: string;
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const CURSOR = new RegExp(`^(${UUID}) (\\d{1,6}) (${UUID}) (${UUID})$`);
const FIRST_LOCALE_SLOT = 10;

interface ChangeItemCursor {
  changeId: string;
  slot: number;
  firstKeyId: string;
  keyId: string;
}

/**
 * Lists the keys and values that a change wrote. The list is ordered by child change, with keys
 * before values.
 */
export async function listChangeItems(
  db: Db,
  projectId: ProjectRef,
  changeId: string,
  query: { limit?: number; cursor?: string },
): Promise<Page<ChangeItemRow>> {
  const limit = query.limit ?? LIMITS.defaultPageSize;
  const cursorParts = decodeCursor(query.cursor, CURSOR);
  const after: ChangeItemCursor | null = cursorParts && {
    changeId: cursorParts[0]!,
    slot: Number(cursorParts[1]),
    firstKeyId: cursorParts[2]!,
    keyId: cursorParts[3]!,
  };
  const rows = await readItems(db, projectId, { changeId, after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    rows: page,
    nextCursor: last ? encodeCursor(cursorOf(last)) : null,
    limit,
  };
}

const cursorOf = (item: ChangeItemRow): string =>
  `${item.change_id} ${item.slot} ${item.first_key_id} ${item.key_id}`;

/** SQL for a version of a value as JSON. Null if the value did not exist. */
const versionOf = (version: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select jsonb_build_object(
    'text', left(h.text, ${sql.lit(LIMITS.rowTextLength)}),
    'isTruncated', char_length(h.text) > ${sql.lit(LIMITS.rowTextLength)},
    'state', h.state, 'origin', h.origin, 'version', h.version)
  from (
    select v.text, v.state, v.origin, v.version from translation_value v
    where v.project_id = ${sql.ref('k.project_id')} and v.locale_id = i.locale_id
      and v.key_id = i.key_id and v.version = ${version}
    union all
    select h.text, h.state, h.origin, h.version from value_history h
    where h.project_id = ${sql.ref('k.project_id')} and h.locale_id = i.locale_id
      and h.key_id = i.key_id and h.version = ${version} and h.text is not null
  ) h
  limit 1)`;

/**
 * SQL that is true if the version that a change wrote was deleted together with all values of its
 * locale.
 */
const isPurged = sql`not exists (
  select from translation_value v
  where v.project_id = k.project_id and v.locale_id = i.locale_id and v.key_id = i.key_id
    and v.version = i.version and v.change_id = i.change_id
  union all
  select from cleared_value c
  where c.project_id = k.project_id and c.locale_id = i.locale_id and c.key_id = i.key_id
    and c.version = i.version and c.change_id = i.change_id
  union all
  select from value_history h
  where h.project_id = k.project_id and h.locale_id = i.locale_id and h.key_id = i.key_id
    and h.version = i.version and h.change_id = i.change_id)`;

async function readItems(
  db: Db,
  projectId: ProjectRef,
  { changeId, after, limit }: { changeId: string; after: ChangeItemCursor | null; limit: number },
): Promise<ChangeItemRow[]> {
  const { rows } = await sql<ChangeItemRow>`${selectItems(projectId, {
    changeId: sql`${changeId}::uuid`,
    from: sql`${after?.changeId ?? changeId}::uuid`,
    slot: after?.slot ?? -1,
    firstKeyId: after?.firstKeyId ?? NIL_ID,
    keyId: after?.keyId ?? NIL_ID,
    limit,
  })}`.execute(db);
  return rows;
}

export async function listFirstItems(
  db: Db,
  projectId: ProjectRef,
  changeIds: readonly string[],
  limit: number,
): Promise<Map<string, ChangeItemRow[]>> {
  if (limit === 0 || changeIds.length === 0) return new Map();
  const items = selectItems(projectId, {
    changeId: sql`listed.id`,
    from: sql`listed.id`,
    limit,
    slot: -1,
    firstKeyId: NIL_ID,
    keyId: NIL_ID,
  });
  const { rows } = await sql<ChangeItemRow & { listed_id: string }>`
    select listed.id as listed_id, item.*
    from unnest(${[...changeIds]}::uuid[]) listed(id)
    cross join lateral (${items}) item
    order by listed.id, item.change_id, item.slot, item.first_key_id, item.key_id`.execute(db);
  return Map.groupBy(rows, ({ listed_id }) => listed_id);
}

interface ItemRange {
  readonly changeId: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
  readonly slot: number;
  readonly firstKeyId: string;
  readonly keyId: string;
  readonly limit: number;
}

interface StoredRows {
  readonly slotOf: RawBuilder<number>;
  readonly order: RawBuilder<unknown>;
  readonly key: RawBuilder<string>;
}

const KEYS_OF_CHANGE: StoredRows = {
  slotOf: sql`array_position(enum_range(null::key_action), stored.action)`,
  order: sql`stored.action`,
  key: sql`stored.first_key_id`,
};
const EDITS_OF_CHANGE: StoredRows = {
  slotOf: sql`${sql.lit(FIRST_LOCALE_SLOT - 1)}`,
  order: sql`stored.change_id`,
  key: sql`stored.key_id`,
};
const VALUES_OF_CHANGE: StoredRows = {
  slotOf: sql`${sql.lit(FIRST_LOCALE_SLOT)} + stored.locale_id`,
  order: sql`stored.locale_id`,
  key: sql`stored.first_key_id`,
};

function selectItems(
  projectId: ProjectRef,
  { changeId, from, slot, firstKeyId, keyId, limit }: ItemRange,
): RawBuilder<ChangeItemRow> {
  const project = sql`${projectId}::uuid`;
  const first = sql`(${from}, ${slot}::int, ${firstKeyId}::uuid)`;
  const rowsOf = (table: RawBuilder<unknown>, { slotOf, order, key }: StoredRows) => sql`
    lateral (
      select stored.*, ${slotOf} as slot from ${table} stored
      where stored.project_id = ${project} and stored.change_id = part.change_id
        and (part.change_id, ${slotOf}, ${key}) >= ${first}
      order by ${order}, ${key} limit ${limit + 1}
    ) t`;
  return sql<ChangeItemRow>`
    with part as (
      select c.id as change_id from change c
      where c.project_id = ${project} and c.id = ${changeId} and c.id >= ${from}
      union all
      (select c.id from change c
       where c.project_id = ${project} and c.parent_id = ${changeId} and c.id >= ${from}
       order by c.id limit ${limit + 1})
    ), touched as (
      select t.change_id, t.slot, t.action::text as kind, null::smallint as locale_id, t.first_key_id,
             t.keys_count as items, t.key_ids, null::int[] as versions, null::jsonb as before,
             null::jsonb as after
      from part
      join ${rowsOf(sql`change_keys`, KEYS_OF_CHANGE)} on t.action <> 'reworded'
      union all
      select t.change_id, t.slot, 'edited', null, t.key_id, 1, array[t.key_id], null, t.before, t.after
      from part
      cross join ${rowsOf(sql`key_history`, EDITS_OF_CHANGE)}
      union all
      select t.change_id, t.slot, 'value', t.locale_id, t.first_key_id, t.values_count, t.key_ids,
             t.versions, null, null
      from part
      cross join ${rowsOf(sql`change_values`, VALUES_OF_CHANGE)}
    ), counted as (
      -- The first row may be on the page before, up to its last id.
      select t.*, sum(t.items) over (order by t.change_id, t.slot, t.first_key_id) - t.items as passed
      from touched t
    ), item as (
      select t.change_id, t.slot, t.first_key_id, t.kind, t.locale_id, u.key_id, u.version, t.before,
             t.after
      from counted t
      cross join lateral unnest(t.key_ids, t.versions) u(key_id, version)
      where t.passed < ${limit + ROW_IDS}
        and ((t.change_id, t.slot, t.first_key_id)
               <> (${from}, ${slot}::int, ${firstKeyId}::uuid)
             or u.key_id > ${keyId}::uuid)
      order by t.change_id, t.slot, t.first_key_id, u.key_id
      limit ${limit}
    )
    select i.kind, i.key_id, k.name as key, l.code as locale, i.before as key_before,
           i.after as key_after, i.change_id, i.slot, i.first_key_id,
           coalesce(p.is_purged, false) as is_purged,
           case when not p.is_purged then ${versionOf(sql`i.version - 1`)} end as before,
           case when not p.is_purged then ${versionOf(sql`i.version`)} end as after
    from item i
    cross join ${lookUpKey(projectId, sql`i.key_id`)} k
    left join lateral (
      select ${isPurged} as is_purged where i.kind = 'value') p on true
    left join locale l on l.project_id = ${project} and l.id = i.locale_id
    order by i.change_id, i.slot, i.first_key_id, i.key_id`;
}
