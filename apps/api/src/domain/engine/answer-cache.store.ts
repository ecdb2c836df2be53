import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { lookUp } from '../../db/plan-hints.ts';
import type { SegmentResult } from '../../providers/mt/engine.ts';
import { rangesOf } from '../batches.ts';
import type { OwnerRef } from '../tenant.ts';

/** Time that an answer is used: a provider's models change without a new version. */
export const ANSWER_KEPT_MS = 60 * 24 * 60 * 60_000;

/** A usable answer to a request. */
export type KeptAnswer = Omit<SegmentResult, 'id'>;

/** Usable answers of engines to one organization, for one call or chunk. */
export interface AnswerCache {
  /** The answers in the order of the requests; undefined for a request without one. */
  read(requestHashes: readonly string[]): Promise<(KeptAnswer | undefined)[]>;
  /** Takes an answer; it is kept when the caller's work is. */
  add(requestHash: string, answer: KeptAnswer): void;
  /** Keeps the answers that were added, in the transaction that keeps what was made of them. */
  write(tx: Db, now: Date): Promise<void>;
}

/** Answers of engines to this organization: nothing of one shows in another, not even that it was asked. */
export function openAnswerCache(db: Db, organizationId: OwnerRef, now: Date): AnswerCache {
  const added = new Map<string, KeptAnswer>();
  const oldest = new Date(now.getTime() - ANSWER_KEPT_MS);
  return {
    async read(hashes) {
      const answers = new Map<string, KeptAnswer>();
      const wanted = [...new Set(hashes)];
      for (const range of rangesOf(wanted.length)) {
        const batch = wanted.slice(...range);
        const { rows } = await sql<{ hash: string; body: string; unknownWords: string | null }>`
          select encode(u.hash, 'hex') as hash, a.body, a.unknown_words as "unknownWords"
          from unnest(${batch.map(asBytea)}::bytea[]) u(hash)
          cross join ${lookUp('engine_answer', {
            organization_id: organizationId,
            request_hash: sql`u.hash`,
          })} a
          where a.created_at > ${oldest}::timestamptz`.execute(db);
        for (const { hash, body, unknownWords: detail } of rows) {
          const warnings = detail === null ? [] : [{ code: 'unknown_words' as const, detail }];
          answers.set(hash, { body, warnings });
        }
      }
      return hashes.map((hash) => answers.get(hash));
    },
    add(hash, answer) {
      added.set(hash, answer);
    },
    async write(tx, writtenAt) {
      // In one order, as every writer of many rows does it.
      const rows = [...added].sort(([a], [b]) => (a < b ? -1 : 1));
      for (const range of rangesOf(rows.length)) {
        const batch = rows.slice(...range);
        await sql`
          insert into engine_answer (organization_id, request_hash, body, unknown_words, created_at)
          select ${organizationId}::uuid, u.hash, u.body, u.unknown_words, ${writtenAt}::timestamptz
          from unnest(${batch.map(([hash]) => asBytea(hash))}::bytea[],
                      ${batch.map(([, { body }]) => body)}::text[],
                      ${batch.map(([, { warnings }]) => warnings?.[0]?.detail ?? null)}::text[])
            u(hash, body, unknown_words)
          on conflict (organization_id, request_hash)
          do update set body = excluded.body, unknown_words = excluded.unknown_words,
                        created_at = excluded.created_at`.execute(tx);
      }
    },
  };
}

/** PostgreSQL's hex format of binary data, which an array of buffers would be written in too. */
const asBytea = (hash: string): string => `\\x${hash}`;
