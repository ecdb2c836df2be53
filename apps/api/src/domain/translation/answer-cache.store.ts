import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { AnswerCache, AnswerRequest } from './phrase.ts';

/** How long an answer is used: a provider's models change without a new version. */
const MAX_AGE_DAYS = 60;
/** Old answers that one write removes: more than it adds, so that the table does not grow with age. */
const REMOVED_PER_WRITE = 500;
const HASH_BYTES = 16;

/** The cache of one organization, for one call or chunk. */
export interface PendingAnswers extends AnswerCache {
  /** Keeps the answers that were added, in the transaction that keeps what was made of them. */
  write(tx: Db, now: Date): Promise<void>;
}

/** Answers of engines to this organization: nothing of one shows in another, not even that it was asked. */
export function openAnswerCache(db: Db, organizationId: string, now: Date): PendingAnswers {
  const added = new Map<string, { hash: Buffer; body: string }>();
  const oldest = new Date(now.getTime() - MAX_AGE_DAYS * 24 * 60 * 60_000);
  return {
    async read(requests) {
      if (requests.length === 0) return [];
      const hashes = requests.map(hashOf);
      const { rows } = await sql<{ request_hash: Buffer; body: string }>`
        select request_hash, body from engine_answer
        where organization_id = ${organizationId}::uuid
          and request_hash = any(${hashes}::bytea[]) and created_at > ${oldest}::timestamptz`.execute(
        db,
      );
      const bodies = new Map(rows.map((row) => [row.request_hash.toString('hex'), row.body]));
      return hashes.map((hash) => bodies.get(hash.toString('hex')));
    },
    add(request, body) {
      const hash = hashOf(request);
      added.set(hash.toString('hex'), { hash, body });
    },
    async write(tx, writtenAt) {
      // In one order, as every writer of many rows does it.
      const rows = [...added].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
      if (rows.length === 0) return;
      await sql`
        insert into engine_answer (organization_id, request_hash, body, created_at)
        select ${organizationId}::uuid, u.hash, u.body, ${writtenAt}::timestamptz
        from unnest(${rows.map(({ hash }) => hash)}::bytea[], ${rows.map(({ body }) => body)}::text[])
          u(hash, body)
        on conflict (organization_id, request_hash)
        do update set body = excluded.body, created_at = excluded.created_at`.execute(tx);
      await sql`
        delete from engine_answer a
        using (select request_hash from engine_answer
               where organization_id = ${organizationId}::uuid and created_at <= ${oldest}::timestamptz
               order by request_hash limit ${REMOVED_PER_WRITE} for update skip locked) old
        where a.organization_id = ${organizationId}::uuid
          and a.request_hash = old.request_hash`.execute(tx);
    },
  };
}

/** Everything that an answer depends on. */
function hashOf(request: AnswerRequest): Buffer {
  const { engine, sourceLocale, targetLocale, body, context, note, terms } = request;
  const parts = [engine.id, engine.version, sourceLocale, targetLocale, body, context, note, terms];
  return createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, HASH_BYTES);
}
