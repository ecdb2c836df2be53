import type { Db } from '../../../db/client.ts';

/** Returns the fingerprint of the key that encrypts the secrets. Null if no fingerprint is stored yet. */
export async function findFingerprint(db: Db): Promise<Buffer | null> {
  const row = await db.selectFrom('secret_key').select('fingerprint').executeTakeFirst();
  return row?.fingerprint ?? null;
}

/**
 * Returns the fingerprint of the key that encrypts the secrets. If no fingerprint is stored yet,
 * stores the given one. The key cannot be rotated until the transaction ends.
 */
export async function claimFingerprint(tx: Db, fingerprint: Buffer): Promise<Buffer> {
  await tx
    .insertInto('secret_key')
    .values({ fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await tx
    .selectFrom('secret_key')
    .select('fingerprint')
    .forShare()
    .executeTakeFirstOrThrow();
  return row.fingerprint;
}

/** Stores the fingerprint of a new key. Waits until all transactions that encrypt secrets have ended. */
export async function replaceFingerprint(tx: Db, fingerprint: Buffer): Promise<void> {
  await tx
    .insertInto('secret_key')
    .values({ fingerprint })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ fingerprint }))
    .execute();
}
