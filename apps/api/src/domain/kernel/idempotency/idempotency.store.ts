import { sql } from 'kysely';
import { unsynced } from '../../../db/availability/standby.ts';
import type { Db } from '../../../db/client.ts';
import type { OwnerRef } from '../tenant.ts';

/** Identifies a request by its caller and its idempotency key. */
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

export const IDEMPOTENCY_KEPT_MS = 24 * 60 * 60_000;
/**
 * Time without a heartbeat after which a running request counts as ended. The database measures
 * this time, because the clocks of processes may differ.
 */
const LOCK = sql`interval '8 seconds'`;
/** Interval in milliseconds between the heartbeats of a running request. */
export const RENEW_MS = 2_000;

/**
 * A running request that holds an idempotency key. `takenAt` shows whether another request has
 * taken over the key since then.
 */
export interface HeldKey extends IdempotencyKey {
  readonly takenAt: Date;
}

const isHeld = (key: HeldKey) =>
  sql<boolean>`${isOf(key)} and created_at = ${key.takenAt}::timestamptz`;

const isOf = (key: IdempotencyKey) => sql<boolean>`
  organization_id = ${key.organizationId}::uuid and principal_id = ${key.principalId}::uuid
  and operation = ${key.operation} and key_hash = ${key.keyHash}`;

/**
 * Takes an idempotency key for a request. Returns the held key for the first request, the stored
 * response for a repeated request, or `'running'` if the first request is still running.
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

/** Records that a request is still running, so that its idempotency key stays reserved. */
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
 * Releases the idempotency key of a failed request whose response must not be stored. Does not wait
 * for a standby, because a missing standby may be the reason for the failure.
 */
export async function releaseKey(db: Db, key: HeldKey): Promise<void> {
  await db.deleteFrom('idempotency_record').using(unsynced).where(isHeld(key)).execute();
}

/**
 * Releases an idempotency key after the database failed to confirm that the request holds the key.
 */
export async function dropUnconfirmed(db: Db, key: IdempotencyKey): Promise<void> {
  await db
    .deleteFrom('idempotency_record')
    .using(unsynced)
    .where(isOf(key))
    .where('status', 'is', null)
    .execute();
}
