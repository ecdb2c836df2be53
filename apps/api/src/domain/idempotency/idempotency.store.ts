import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { unsynced } from '../../db/standby.ts';
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

/** Time that an answer is kept. */
export const IDEMPOTENCY_KEPT_MS = 24 * 60 * 60_000;
/** Time after which a call without a sign of life counts as ended: its process may be dead. */
const LOCK_MS = 2 * 60_000;
/** Time between two signs of life of a running call. */
export const RENEW_MS = LOCK_MS / 4;

const isOf = (key: IdempotencyKey) => sql<boolean>`
  organization_id = ${key.organizationId}::uuid and principal_id = ${key.principalId}::uuid
  and operation = ${key.operation} and key_hash = ${key.keyHash}`;

/**
 * Takes the key for a first call. Null: it is taken now, go on. Else what the earlier call answered,
 * or `'running'`.
 */
export async function takeKey(
  db: Db,
  key: IdempotencyKey,
  now: Date,
): Promise<StoredAnswer | 'running' | null> {
  const lockedUntil = new Date(now.getTime() + LOCK_MS);
  const oldest = new Date(now.getTime() - IDEMPOTENCY_KEPT_MS);
  const { rows } = await sql<{ is_new: boolean }>`
    insert into idempotency_record as r
      (organization_id, principal_id, operation, key_hash, created_at, locked_until)
    values (${key.organizationId}::uuid, ${key.principalId}::uuid, ${key.operation}, ${key.keyHash},
            ${now}::timestamptz, ${lockedUntil}::timestamptz)
    on conflict (organization_id, principal_id, operation, key_hash) do update
      set created_at = excluded.created_at, locked_until = excluded.locked_until,
          status = null, answer = null, body_hash = null
      where r.created_at < ${oldest}::timestamptz
         or (r.status is null and r.locked_until < ${now}::timestamptz)
    returning true as is_new`.execute(db);
  if (rows.length > 0) return null;
  const row = await db
    .selectFrom('idempotency_record')
    .where(isOf(key))
    .select(['body_hash', 'status', 'answer'])
    .executeTakeFirst();
  if (!row || row.status === null || row.body_hash === null) return 'running';
  return { bodyHash: row.body_hash, status: row.status, answer: row.answer };
}

/** Says that the call is still running. */
export async function renewKey(db: Db, key: IdempotencyKey, now: Date): Promise<void> {
  await db
    .updateTable('idempotency_record')
    .set({ locked_until: new Date(now.getTime() + LOCK_MS) })
    .where(isOf(key))
    .where('status', 'is', null)
    .execute();
}

export async function storeAnswer(
  db: Db,
  key: IdempotencyKey,
  { bodyHash, status, answer }: StoredAnswer,
): Promise<void> {
  await db
    .updateTable('idempotency_record')
    .set({ body_hash: bodyHash, status, answer: JSON.stringify(answer) })
    .where(isOf(key))
    .execute();
}

/**
 * Gives the key free: the call failed in a way that is not to be remembered. Waits for no standby, whose loss
 * may be the reason: a key that is not given free can be taken again after {@link LOCK_MS}.
 */
export async function releaseKey(db: Db, key: IdempotencyKey): Promise<void> {
  await db.deleteFrom('idempotency_record').using(unsynced).where(isOf(key)).execute();
}
