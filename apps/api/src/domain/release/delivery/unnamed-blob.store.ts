import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';

/**
 * Prevents the deletion of blobs that a release is about to use. Waits for the end of a running
 * deletion.
 */
export async function keepBlobs(db: Db, sha256s: readonly Buffer[]): Promise<void> {
  if (sha256s.length === 0) return;
  await db.deleteFrom('unnamed_blob').where('sha256', 'in', sha256s).execute();
}

/**
 * Records since when each blob is unused. Deletes the record of a blob that a release uses. A
 * failed release does not count as use.
 */
export async function noteUnnamed(db: Db, sha256s: readonly Buffer[], now: Date): Promise<void> {
  await sql`
    with stored as (select unnest(${sha256s}::bytea[]) as sha256),
    unnamed as (
      select s.sha256 from stored s
      where not exists (select from release_locale l where l.sha256 = s.sha256)
        and not exists (
          select from release_locale l
          where l.nested_sha256 is not null and l.nested_sha256 = s.sha256)),
    named as (
      delete from unnamed_blob u using stored s
      where u.sha256 = s.sha256 and not exists (select from unnamed n where n.sha256 = u.sha256))
    insert into unnamed_blob (sha256, since)
    select sha256, ${now}::timestamptz from unnamed
    on conflict (sha256) do nothing`.execute(db);
}

export async function lockUnnamed(tx: Db, before: Date, limit: number): Promise<Buffer[]> {
  const rows = await tx
    .selectFrom('unnamed_blob as u')
    .where('u.since', '<', before)
    .where(
      sql<boolean>`not exists (
        select from release_locale l
        where l.sha256 = u.sha256 or (l.nested_sha256 is not null and l.nested_sha256 = u.sha256))`,
    )
    .select('u.sha256')
    .orderBy('u.sha256')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ sha256 }) => sha256);
}

export async function forgetUnnamed(tx: Db, sha256s: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('unnamed_blob').where('sha256', 'in', sha256s).execute();
}
