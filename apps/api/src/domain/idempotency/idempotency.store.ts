import { sql } from 'kysely';
import { unsynced } from '../../db/availability/standby.ts';
import type { Db } from '../../db/client.ts';
import type { OwnerRef } from '../tenant.ts';

/** The caller and the key of a call. */
export interface IdempotencyKey {
  organizationId: OwnerRef;
  principalId: string;
  operation: string;
  keyHash: Buffer;
}

export interface StoredAnswer {
  bodyHash: Buffer;
  status: number;
  answer: unknown;
}

/** Time for which an answer is kept. */
export const IDEMPOTENCY_KEPT_MS = 24 * 60 * 60_000;
/**
 * Time after which a call without a heartbeat counts as ended, because its process may have died. It is measured by the
 * clock of the database, because the clocks of two processes may differ by more.
 */
const LOCK = sql`interval '8 seconds'`;
/** Interval of the heartbeats of a running call. */
export const RENEW_MS = 2_000;

/** A call that holds its key, identified by the time at which it took the key. */
export interface HeldKey extends IdempotencyKey {
  readonly takenAt: Date;
}

/** True for the record of a call that nobody else has taken over. */
const isHeld = (key: HeldKey) =>
  sql<boolean>`${isOf(key)} and created_at = ${key.takenAt}::timestamptz`;

const isOf = (key: IdempotencyKey) => sql<boolean>`
  organization_id = ${key.organizationId}::uuid and principal_id = ${key.principalId}::uuid
  and operation = ${key.operation} and key_hash = ${key.keyHash}`;

/**
 * Takes the key for a first call, and returns the time of taking it. For a later call, returns the answer of the first
 * call, or `'running'`.
 */
export async function takeKey(
  db: Db,
  key: IdempotencyKey,
  now: Date,
): Promise<StoredAnswer | 'running' | HeldKey> {
  const oldest = new Date(now.getTime() - IDEMPOTENCY_KEPT_MS);
  const { rows } = await sql<{ created_at: Date }>`
    insert into idempotency_record as r
      (organization_id, principal_id, operation, key_hash, created_at, locked_until)
    values (${key.organizationId}::uuid, ${key.principalId}::uuid, ${key.operation}, ${key.keyHash},
            ${now}::timestamptz, clock_timestamp() + ${LOCK})
    on conflict (organization_id, principal_id, operation, key_hash) do update
      set created_at = excluded.created_at, locked_until = excluded.locked_until,
          status = null, answer = null, body_hash = null
      where r.created_at < ${oldest}::timestamptz
         or (r.status is null and r.locked_until < clock_timestamp())
    returning created_at`.execute(db);
  if (rows[0]) return { ...key, takenAt: rows[0].created_at };
  const row = await db
    .selectFrom('idempotency_record')
    .where(isOf(key))
    .select(['body_hash', 'status', 'answer'])
    .executeTakeFirst();
  if (!row || row.status === null || row.body_hash === null) return 'running';
  return { bodyHash: row.body_hash, status: row.status, answer: row.answer };
}

/** Renews the heartbeat of the call. */
export async function renewKey(db: Db, key: HeldKey): Promise<void> {
  await db
    .updateTable('idempotency_record')
    .set({ locked_until: sql<Date>`clock_timestamp() + ${LOCK}` })
    .where(isHeld(key))
    .where('status', 'is', null)
    .execute();
}

export async function storeAnswer(
  db: Db,
  key: HeldKey,
  { bodyHash, status, answer }: StoredAnswer,
): Promise<void> {
  await db
    .updateTable('idempotency_record')
    .set({ body_hash: bodyHash, status, answer: JSON.stringify(answer) })
    .where(isHeld(key))
    .execute();
}

/**
 * Releases the key of a call that failed in a way that must not be remembered. Does not wait for a standby, whose loss
 * may be the reason: a key that is not released can be taken again after {@link LOCK}.
 */
export async function releaseKey(db: Db, key: HeldKey): Promise<void> {
  await db.deleteFrom('idempotency_record').using(unsynced).where(isHeld(key)).execute();
}

/** Releases a key as {@link releaseKey} does, if taking it was not confirmed. */
export async function dropUnconfirmed(db: Db, key: IdempotencyKey): Promise<void> {
  await db
    .deleteFrom('idempotency_record')
    .using(unsynced)
    .where(isOf(key))
    .where('status', 'is', null)
    .execute();
}
