import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { unplanned } from '../../db/plan.ts';
import { fail } from '../../errors.ts';
import { KEY_COLUMNS, KEY_LOCKS, type KeyRef } from '../key/key.store.ts';
import type { ProjectRef } from '../tenant.ts';
import { type LockedValue, lockedColumns } from '../value/value-writes.store.ts';

/** Place of a value: it never moves. */
export interface EditedPlace {
  key_id: string;
  /** The name of the key when it was read. */
  key: string;
  locale_id: number;
  locale: string;
}

/** @throws `not_found` */
export async function getPlace(
  db: Db,
  projectId: ProjectRef,
  valueId: string,
): Promise<EditedPlace> {
  const row = await db
    .selectFrom('translation_value as v')
    .innerJoin('locale as l', (join) =>
      join.onRef('l.project_id', '=', 'v.project_id').onRef('l.id', '=', 'v.locale_id'),
    )
    .innerJoin('translation_key as k', (join) =>
      join.onRef('k.project_id', '=', 'v.project_id').onRef('k.id', '=', 'v.key_id'),
    )
    .where('v.project_id', '=', projectId)
    .where('v.id', '=', valueId)
    .select(['v.key_id', 'k.name as key', 'v.locale_id', 'l.code as locale'])
    .executeTakeFirst();
  return row ?? fail('not_found', 'The value does not exist.');
}

/** A key and its value in a locale, as they stand once both are locked. */
export interface LockedPair {
  key: KeyRef;
  value: LockedValue;
}

/**
 * Locks a key, as `lockKeys` does, then its value for a change. The look-up of the value waits for that of the
 * key, so the order of the locks is certain. Undefined if the value is missing.
 */
export async function lockKeyAndValue(
  tx: Db,
  projectId: ProjectRef,
  place: { localeId: number; keyId: string },
  keyLock: keyof typeof KEY_LOCKS,
): Promise<LockedPair | undefined> {
  const { rows } = await sql<LockedValue & { key: KeyRef }>`
    with key as (
      select ${KEY_COLUMNS} from translation_key k
      where k.project_id = ${unplanned(projectId)} and k.id = ${place.keyId}::uuid
      ${KEY_LOCKS[keyLock]}
    )
    select to_json(key) as key, v.* from key cross join lateral (
      select ${lockedColumns} from translation_value v
      where v.project_id = ${unplanned(projectId)} and v.locale_id = ${place.localeId}::smallint
        and v.key_id = key.id
      for no key update) v`.execute(tx);
  if (!rows[0]) return undefined;
  const { key, ...value } = rows[0];
  return { key, value };
}
