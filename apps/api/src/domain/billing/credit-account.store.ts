import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { newId } from '../../db/ids/uuid.ts';
import type { CreditKind, LedgerType } from '../../db/schema.generated.ts';
import { type OwnerRef, trustedOwner } from '../kernel/index.ts';

export interface CreditAccount {
  readonly organizationId: OwnerRef;
  balance: number;
  /** Number of credits in the balance that are reserved for running work. */
  reserved: number;
  sequence: number;
  /** Last month, such as `2026-03`, for which the included credits were granted or refused. */
  period: string | null;
  /** Time when the next credits or the next reservation expires. Null if nothing expires. */
  dueAt: Date | null;
}

export interface Reference {
  readonly type: string;
  readonly id: string;
}

/** Locks the row with the credits of an organization until the transaction ends. Creates the row if it is missing. */
export async function lockAccount(tx: Db, organizationId: OwnerRef): Promise<CreditAccount> {
  const lock = () => selectAccount(tx, organizationId).forNoKeyUpdate().executeTakeFirst();
  const row = await lock();
  if (row) return toAccount(row);
  await tx
    .insertInto('credit_balance')
    .values({ organization_id: organizationId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return toAccount((await lock())!);
}

const selectAccount = (db: Db, organizationId: OwnerRef) =>
  db
    .selectFrom('credit_balance')
    .where('organization_id', '=', organizationId)
    .select(['organization_id', 'balance', 'reserved', 'ledger_sequence', 'period', 'due_at']);

const toAccount = (row: {
  organization_id: string;
  balance: number;
  reserved: number;
  ledger_sequence: number;
  period: string | null;
  due_at: Date | null;
}): CreditAccount => ({
  organizationId: trustedOwner(row.organization_id),
  balance: row.balance,
  reserved: row.reserved,
  sequence: row.ledger_sequence,
  period: row.period,
  dueAt: row.due_at,
});

export async function saveAccount(tx: Db, account: CreditAccount, now: Date): Promise<void> {
  const { organizationId, balance, reserved, sequence, period } = account;
  await sql`
    update credit_balance b
    set balance = ${balance}, reserved = ${reserved}, ledger_sequence = ${sequence},
        period = ${period},
        due_at = least(
          (select min(expires_at) from credit_bucket
           where organization_id = b.organization_id and credits_left > 0
             and expires_at > ${now}),
          (select min(expires_at) from credit_reservation
           where organization_id = b.organization_id))
    where organization_id = ${organizationId}`.execute(tx);
}

export interface LedgerEntry {
  type: LedgerType;
  credits: number;
  units?: number;
  reference: Reference;
  description: string;
  now: Date;
}

/**
 * Adds a row to the ledger, and adds the credits of this row to the balance. The caller updates the
 * buckets, which hold the remaining credits of each grant.
 */
export async function postEntry(tx: Db, account: CreditAccount, entry: LedgerEntry): Promise<void> {
  account.balance += entry.credits;
  account.sequence++;
  await tx
    .insertInto('ledger')
    .values({
      organization_id: account.organizationId,
      sequence: account.sequence,
      id: newId(),
      at: entry.now,
      type: entry.type,
      credits: entry.credits,
      units: entry.units ?? 0,
      balance_after: account.balance,
      reference_type: entry.reference.type,
      reference_id: entry.reference.id,
      description: entry.description,
    })
    .execute();
}

export async function insertBucket(
  tx: Db,
  bucket: {
    organizationId: OwnerRef;
    kind: CreditKind;
    credits: number;
    period?: string;
    orderId?: string;
    expiresAt: Date | null;
    now: Date;
  },
): Promise<void> {
  await tx
    .insertInto('credit_bucket')
    .values({
      organization_id: bucket.organizationId,
      id: newId(),
      kind: bucket.kind,
      credits_granted: bucket.credits,
      credits_left: bucket.credits,
      period: bucket.period ?? null,
      order_id: bucket.orderId ?? null,
      created_at: bucket.now,
      expires_at: bucket.expiresAt,
    })
    .execute();
}

/**
 * Takes credits from the buckets, which hold the remaining credits of each grant. The bucket of the
 * order `orderId` comes first, then the bucket that expires first. The caller has locked the
 * account and checked the balance.
 */
export async function takeFromBuckets(
  tx: Db,
  organizationId: OwnerRef,
  credits: number,
  orderId: string | null = null,
): Promise<void> {
  if (credits === 0) return;
  await sql`
    update credit_bucket b
    set credits_left = b.credits_left - least(b.credits_left, ${credits}::bigint - o.before)
    from (
      select id, sum(credits_left) over (
               order by coalesce(order_id = ${orderId}::uuid, false) desc, expires_at nulls last, id)::bigint - credits_left as before
      from credit_bucket
      where organization_id = ${organizationId} and credits_left > 0
    ) o
    where b.organization_id = ${organizationId} and b.id = o.id and o.before < ${credits}::bigint`.execute(
    tx,
  );
}

export async function listExpiredBuckets(
  tx: Db,
  organizationId: OwnerRef,
  now: Date,
): Promise<{ id: string; kind: CreditKind; credits_left: number }[]> {
  return tx
    .selectFrom('credit_bucket')
    .where('organization_id', '=', organizationId)
    .where('credits_left', '>', 0)
    .where('expires_at', '<=', now)
    .select(['id', 'kind', 'credits_left'])
    .orderBy('expires_at')
    .orderBy('id')
    .execute();
}

export async function takeFromBucket(
  tx: Db,
  organizationId: OwnerRef,
  bucketId: string,
  credits: number,
): Promise<void> {
  await tx
    .updateTable('credit_bucket')
    .set((eb) => ({ credits_left: eb('credits_left', '-', credits) }))
    .where('organization_id', '=', organizationId)
    .where('id', '=', bucketId)
    .execute();
}

export interface AccountView extends CreditAccount, Readonly<Record<CreditKind, number>> {}

/** Returns the credits of an organization without a lock, or null if it has never had credits. */
export async function viewAccount(db: Db, organizationId: OwnerRef): Promise<AccountView | null> {
  const leftOf = (kind: CreditKind) => sql<number>`(
    select coalesce(sum(credits_left), 0)::bigint from credit_bucket
    where organization_id = ${organizationId} and kind = ${kind} and credits_left > 0)`;
  const row = await selectAccount(db, organizationId)
    .select([leftOf('included').as('included'), leftOf('purchased').as('purchased')])
    .executeTakeFirst();
  return row ? { ...toAccount(row), included: row.included, purchased: row.purchased } : null;
}

export async function findEntitlement(
  db: Db,
  organizationId: OwnerRef,
): Promise<'personal' | 'unverified' | 'shared'> {
  const row = await db
    .selectFrom('organization as o')
    .leftJoin('app_user as u', 'u.id', 'o.personal_user_id')
    .where('o.id', '=', organizationId)
    .select(['o.personal_user_id', 'o.archived_at', 'u.email_verified_at', 'u.deactivated_at'])
    .executeTakeFirstOrThrow();
  if (row.personal_user_id === null) return 'shared';
  const isVerified = row.email_verified_at !== null && row.deactivated_at === null;
  return isVerified && row.archived_at === null ? 'personal' : 'unverified';
}
