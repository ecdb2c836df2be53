import { LIMITS } from '@parlance/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { NIL_ID } from '../../../db/ids/uuid.ts';
import { lookUpAll } from '../../../db/statements/plan-hints.ts';
import { decodeCursor, encodeCursor } from '../../../lib/cursor.ts';
import type { Page, ProjectRef } from '../../kernel/index.ts';
import { readSlots, type Slot, stepOf } from './slot.store.ts';
import type { SyncState } from './sync-token.ts';

/** A difference from an earlier state: a changed value or a renamed key. */
export type SinceRow =
  | { kind: 'value'; slot: Slot }
  | { kind: 'renamed'; key: string; previousKey: string };

/** A stored row of a change, with the ids of up to a thousand keys that the change wrote. */
interface TouchedRow {
  number: number;
  slot: number;
  change_id: string;
  first_key_id: string;
  locale_id: number | null;
  key_ids: string[];
  versions: number[] | null;
  key: string | null;
  previous_key: string | null;
}

const CURSOR = /^(\d{1,15}) (\d{1,6}) ([0-9a-f-]{36})$/;
const RENAMED = 1;
const ARCHIVED = 2;
const RESTORED = 3;
const FIRST_LOCALE_SLOT = 10;

/**
 * Lists the differences from an earlier state. Each value is listed once, with the last change that
 * has written it. A page contains whole stored rows, so its length may differ from the requested
 * length.
 */
export async function listSince(
  db: Db,
  projectId: ProjectRef,
  seen: SyncState,
  query: { localeIds: readonly number[]; states?: boolean; limit?: number; cursor?: string },
): Promise<Page<SinceRow>> {
  const limit = query.limit ?? LIMITS.defaultPageSize;
  const cursorParts = decodeCursor(query.cursor, CURSOR) ?? [String(seen.number + 1), '0', NIL_ID];
  const after = {
    number: Number(cursorParts[0]),
    slot: Number(cursorParts[1]),
    firstKeyId: cursorParts[2]!,
  };
  const changes = await readChanges(db, projectId, seen, after.number, limit + 1);
  const page = changes.slice(0, limit);
  const touched = page.length === 0 ? [] : await readTouched(db, projectId, page, after, limit);
  const taken = touched.slice(0, rowsWithin(touched, limit));
  const rows = await readRows(db, projectId, seen, { ...query, touched: taken });
  const end = taken.length < touched.length ? taken.at(-1)! : null;
  const next = end
    ? cursorOf(end.number, end.slot, end.first_key_id)
    : changes.length > limit
      ? cursorOf(page.at(-1)!.number + 1, 0, NIL_ID)
      : null;
  return { rows, nextCursor: next, limit };
}

/**
 * Returns how many rows are needed to get at least `limit` keys. If all rows have fewer keys,
 * returns the number of all rows.
 */
function rowsWithin(touched: readonly TouchedRow[], limit: number): number {
  let keys = 0;
  for (const [at, { key_ids }] of touched.entries()) {
    keys += key_ids.length;
    if (keys >= limit) return at + 1;
  }
  return touched.length;
}

const cursorOf = (number: number, slot: number, firstKeyId: string): string =>
  encodeCursor(`${number} ${slot} ${firstKeyId}`);

async function readChanges(
  db: Db,
  projectId: ProjectRef,
  { seen }: SyncState,
  from: number,
  limit: number,
): Promise<{ id: string; number: number }[]> {
  const { rows } = await sql<{ id: string; number: number }>`
    select c.id, c.number from change c
    where c.project_id = ${projectId}::uuid and c.number >= ${from}::bigint
      and c.id <> all(${seen}::uuid[])
    order by c.number
    limit ${limit}`.execute(db);
  return rows;
}

async function readTouched(
  db: Db,
  projectId: ProjectRef,
  changes: readonly { id: string; number: number }[],
  after: { number: number; slot: number; firstKeyId: string },
  limit: number,
): Promise<TouchedRow[]> {
  const from = (table: 'key_history' | 'change_keys' | 'change_values'): RawBuilder<unknown> => sql`
    from part
    cross join ${lookUpAll(table, { project_id: projectId, change_id: sql`part.id` })} t`;
  const { rows } = await sql<TouchedRow>`
    with part as (
      select * from unnest(${changes.map(({ id }) => id)}::uuid[],
                           ${changes.map(({ number }) => number)}::bigint[]) u(id, number)
    ), touched as (
      select part.number, ${sql.lit(RENAMED)} as slot, part.id as change_id, t.key_id as first_key_id,
             null::smallint as locale_id, array[t.key_id] as key_ids, null::int[] as versions,
             t.after ->> 'name' as key, t.before ->> 'name' as previous_key
      ${from('key_history')} where t.before ? 'name'
      union all
      select part.number,
             case t.action when 'archived' then ${sql.lit(ARCHIVED)} else ${sql.lit(RESTORED)} end,
             part.id, t.first_key_id, null, t.key_ids, null, null, null
      ${from('change_keys')} where t.action in ('archived', 'restored')
      union all
      select part.number, ${sql.lit(FIRST_LOCALE_SLOT)} + t.locale_id, part.id, t.first_key_id,
             t.locale_id, t.key_ids, t.versions, null, null
      ${from('change_values')}
    )
    select * from touched
    where (number, slot, first_key_id)
            > (${after.number}::bigint, ${after.slot}::int, ${after.firstKeyId}::uuid)
    order by number, slot, first_key_id
    limit ${limit + 1}`.execute(db);
  return rows;
}

const placeOf = (keyId: string, localeId: number | null): string => `${keyId} ${localeId}`;

/** Returns the last step of each key, and of each value, in stored rows. */
function stepsOf(touched: readonly TouchedRow[]): Map<string, number> {
  const steps = new Map<string, number>();
  for (const { number, slot, locale_id, key_ids } of touched) {
    const kind = slot === ARCHIVED ? 'archived' : slot === RESTORED ? 'restored' : 'written';
    for (const id of key_ids) steps.set(placeOf(id, locale_id), stepOf(number, kind));
  }
  return steps;
}

async function readRows(
  db: Db,
  projectId: ProjectRef,
  seen: SyncState,
  {
    touched,
    localeIds,
    states = false,
  }: { touched: readonly TouchedRow[]; localeIds: readonly number[]; states?: boolean },
): Promise<SinceRow[]> {
  const rows: SinceRow[] = touched
    .filter(({ slot }) => slot === RENAMED)
    .map(({ key, previous_key }) => ({ kind: 'renamed', key: key!, previousKey: previous_key! }));
  const others = touched.filter(({ slot }) => slot !== RENAMED);
  const steps = stepsOf(others);
  for (const [localeId, localeRows] of Map.groupBy(others, ({ locale_id }) => locale_id)) {
    if (localeId !== null && !localeIds.includes(localeId)) continue;
    const slots = await readSlots(db, projectId, seen, {
      keyIds: [...new Set(localeRows.flatMap(({ key_ids }) => key_ids))],
      localeIds: localeId === null ? localeIds : [localeId],
    });
    const written = new Set(
      localeRows.flatMap(({ key_ids, versions }) =>
        key_ids.map((id, index) => `${id} ${versions?.[index]}`),
      ),
    );
    for (const slot of slots) {
      const { keyId, version, text, base, state, baseState, writtenAt, archivedAt } = slot;
      const isWritten = localeId === null || written.has(`${keyId} ${version}`);
      const isSame = text === base && (!states || state === baseState);
      if (!isWritten || isSame) continue;
      // If a later step exists, on this page or on another, that step lists the value.
      const last = Math.max(writtenAt ?? 0, archivedAt ?? 0);
      if (steps.get(placeOf(keyId, localeId))! >= last) rows.push({ kind: 'value', slot });
    }
  }
  return rows;
}
