import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { lookUpKey } from '../../../db/look-ups.ts';
import type { ValueState } from '../../../db/schema.generated.ts';
import { lookUp, lookUpAll } from '../../../db/statements/plan-hints.ts';
import type { Actor, ProjectRef } from '../../kernel/index.ts';
import { isSeen } from './sync-state.store.ts';
import type { SyncState } from './sync-token.ts';

/**
 * A key in one locale. `text` is the current text, and `base` the text in an earlier state of the
 * project.
 */
export interface Slot {
  keyId: string;
  key: string;
  locale: string;
  isArchived: boolean;
  /** Current text. Null if the value is missing or the key is archived. */
  text: string | null;
  state: ValueState | null;
  by: Actor | null;
  /** Text in the earlier state. Null if the value was missing or the key was archived. */
  base: string | null;
  baseState: ValueState | null;
  /** The last text of a value that was deleted. Null for other values. */
  formerText: string | null;
  /** Version of the value, or of its deletion. 0 if the value never existed. */
  version: number;
  /** Step of the last write of the value. Null if the write has no number yet, or if there was none. */
  writtenAt: number | null;
  /** Step of the last archiving or restoring of the key since the earlier state. Null if there was none. */
  archivedAt: number | null;
}

/**
 * Order of the steps of one change: keys are archived first, then keys are restored, then values
 * are written. Changes are ordered by their numbers.
 */
const STEPS = { archived: 0, restored: 1, written: 2 } as const;
export const stepOf = (number: number, step: keyof typeof STEPS): number =>
  number * 4 + STEPS[step];

interface SlotRow {
  key_id: string;
  key: string;
  locale: string;
  is_archived: boolean;
  was_archived: boolean;
  text: string | null;
  cleared_text: string | null;
  state: ValueState | null;
  version: number | null;
  number: number | null;
  actor_type: Actor['type'] | null;
  actor_id: string | null;
  actor_name: string | null;
  base: string | null;
  base_state: ValueState | null;
}

/** Returns a row for each combination of key and locale, in no particular order. */
export async function readSlots(
  db: Db,
  projectId: ProjectRef,
  seen: SyncState,
  { keyIds, localeIds }: { keyIds: readonly string[]; localeIds: readonly number[] },
): Promise<Slot[]> {
  if (keyIds.length === 0 || localeIds.length === 0) return [];
  const project = sql`${projectId}::uuid`;
  const archivings = await findArchivings(db, projectId, seen, keyIds);
  const cell = { project_id: projectId, locale_id: sql`l.id`, key_id: sql`k.id` };
  const { rows } = await sql<SlotRow>`
    select k.id as key_id, k.name as key, l.code as locale, k.archived_at is not null as is_archived,
           k.archived_at is not null and (
             k.archived_change_id is null
             or ${isSeen(projectId, seen, sql`k.archived_change_id`)}) as was_archived,
           v.text, v.state, coalesce(v.version, c.version) as version,
           by.number, by.actor_type, by.actor_id, by.actor_name, base.text as base, base.state as base_state,
           case when c.version is not null then (
             select h.text from value_history h
             where h.project_id = ${project} and h.locale_id = l.id and h.key_id = k.id
               and h.version = c.version - 1) end as cleared_text
    from unnest(${keyIds}::uuid[]) u(id)
    cross join ${lookUpKey(projectId, sql`u.id`)} k
    join locale l on l.project_id = ${project} and l.id = any(${localeIds}::smallint[])
    left join ${lookUp('translation_value', cell)} v on true
    left join ${lookUp('cleared_value', cell)} c on true
    left join ${lookUp('change', { project_id: projectId, id: sql`coalesce(v.change_id, c.change_id)` })} by on true
    left join lateral (
      select x.text, x.state
      from (
        select v.version, v.text, v.state, v.change_id where v.version is not null
        union all
        select c.version, null, null, c.change_id where c.version is not null
        union all
        select h.version, h.text, h.state, h.change_id from value_history h
        where h.project_id = ${project} and h.locale_id = l.id and h.key_id = k.id) x
      where ${isSeen(projectId, seen, sql`x.change_id`)}
      order by x.version desc
      limit 1) base on true`.execute(db);
  return rows.map((row) => toSlot(row, archivings.get(row.key_id)));
}

function toSlot(row: SlotRow, archiving: Archiving | undefined): Slot {
  const wasArchived = archiving?.wasArchived ?? row.was_archived;
  const isPresent = row.text !== null && !row.is_archived;
  const { actor_type: type, actor_id: id, actor_name: name } = row;
  return {
    keyId: row.key_id,
    key: row.key,
    locale: row.locale,
    isArchived: row.is_archived,
    text: isPresent ? row.text : null,
    state: isPresent ? row.state : null,
    by: isPresent && type !== null ? { type, id: id!, name: name! } : null,
    base: wasArchived ? null : row.base,
    baseState: wasArchived ? null : row.base_state,
    formerText: isPresent ? null : (row.text ?? row.cleared_text),
    version: row.version ?? 0,
    writtenAt: row.number === null ? null : stepOf(row.number, 'written'),
    archivedAt: archiving?.last ?? null,
  };
}

interface Archiving {
  /** Step of the last archiving or restoring. */
  last: number;
  /** True if the key was archived before the first of the changes. Null if none of them restored it. */
  wasArchived: boolean | null;
}

/**
 * Returns how changes that the client has not seen archived or restored keys. The restoration of a key names the change
 * that had archived the key. After a revert, this can be an earlier change than the last one. If the client has not
 * seen that change either, the key was active in the client's state.
 */
async function findArchivings(
  db: Db,
  projectId: ProjectRef,
  seen: SyncState,
  keyIds: readonly string[],
): Promise<Map<string, Archiving>> {
  const { rows } = await sql<Archiving & { key_id: string }>`
    select u.key_id,
           max(c.number * 4 + case t.action when 'archived' then ${sql.lit(STEPS.archived)}
                                            else ${sql.lit(STEPS.restored)} end) as last,
           case when bool_or(t.action = 'restored') then
             (array_agg(t.action = 'restored' and (
                u.archived_by is null or ${isSeen(projectId, seen, sql`u.archived_by`)}
              ) order by c.number nulls last))[1] end as "wasArchived"
    from change c
    cross join ${lookUpAll('change_keys', { project_id: projectId, change_id: sql`c.id` })} t
    cross join lateral unnest(t.key_ids, t.archived_by) u(key_id, archived_by)
    where c.project_id = ${projectId}::uuid
      and (c.number > ${seen.number}::bigint or c.number is null)
      and c.id <> all(${seen.seen}::uuid[])
      and t.action in ('archived', 'restored')
      and u.key_id = any(${keyIds}::uuid[])
    group by u.key_id`.execute(db);
  return new Map(rows.map(({ key_id, ...archiving }) => [key_id, archiving]));
}
