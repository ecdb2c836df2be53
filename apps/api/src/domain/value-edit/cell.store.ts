import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { unplanned } from '../../db/plan.ts';
import { placeOfValue } from '../../db/value-id.ts';
import { KEY_COLUMNS, KEY_LOCKS } from '../key/key.store.ts';
import type { KeyRef } from '../key/key-ref.ts';
import type { ProjectRef } from '../tenant.ts';
import { type LockedValue, lockedColumns } from '../value/value.store.ts';

/** A key in a locale: the place of a value, which never moves. */
export interface Cell {
  keyId: string;
  /** The name of the key when it was read. */
  keyName: string;
  localeId: number;
  localeTag: string;
  isSource: boolean;
  /** True if there was a value when it was read. */
  hasValue: boolean;
}

const CELL_COLUMNS = sql`
  k.id as "keyId", k.name as "keyName", l.id as "localeId", l.code as "localeTag",
  p.source_locale_id = l.id as "isSource", v.key_id is not null as "hasValue"`;

/** The cell of a value; null if there is no such value. */
export async function findCellOfValue(
  db: Db,
  projectId: ProjectRef,
  valueId: string,
): Promise<Cell | null> {
  const place = placeOfValue(valueId);
  if (!place) return null;
  const { rows } = await sql<Cell>`
    select ${CELL_COLUMNS}
    from translation_value v
    join project p on p.id = v.project_id
    join locale l on l.project_id = v.project_id and l.id = v.locale_id
    join translation_key k on k.project_id = v.project_id and k.id = v.key_id
    where v.project_id = ${projectId}::uuid and v.locale_id = ${place.localeId}::smallint
      and v.key_id = ${place.keyId}::uuid`.execute(db);
  return rows[0] ?? null;
}

/** The cell of a key in a locale; null if the project lacks one of them. `localeTag` is canonical. */
export async function findCell(
  db: Db,
  projectId: ProjectRef,
  { keyId, localeTag }: { keyId: string; localeTag: string },
): Promise<Cell | null> {
  const { rows } = await sql<Cell>`
    select ${CELL_COLUMNS}
    from project p
    join locale l on l.project_id = p.id and l.code = ${localeTag}
    join translation_key k on k.project_id = p.id and k.id = ${keyId}::uuid
    left join translation_value v
      on v.project_id = p.id and v.locale_id = l.id and v.key_id = k.id
    where p.id = ${projectId}::uuid`.execute(db);
  return rows[0] ?? null;
}

/**
 * Locks a key, as `lockKeys` does, then its value for a change; null for the value if it is missing. The look-up of
 * the value waits for that of the key, so the order of the locks is certain.
 */
export async function lockCell(
  tx: Db,
  projectId: ProjectRef,
  { keyId, localeId }: Pick<Cell, 'keyId' | 'localeId'>,
  keyLock: keyof typeof KEY_LOCKS,
): Promise<{ key: KeyRef; value: LockedValue | null }> {
  const { rows } = await sql<LockedValue & { key: KeyRef }>`
    with key as (
      select ${KEY_COLUMNS} from translation_key k
      where k.project_id = ${unplanned(projectId)} and k.id = ${keyId}::uuid
      ${KEY_LOCKS[keyLock]}
    )
    select to_json(key) as key, v.* from key left join lateral (
      select ${lockedColumns} from translation_value v
      where v.project_id = ${unplanned(projectId)} and v.locale_id = ${localeId}::smallint
        and v.key_id = key.id
      for no key update) v on true`.execute(tx);
  const { key, ...value } = rows[0]!;
  return { key, value: value.key_id === null ? null : value };
}
