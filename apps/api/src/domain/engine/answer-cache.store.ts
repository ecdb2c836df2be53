import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { lookUp } from '../../db/statements/plan-hints.ts';
import type { SegmentResult } from '../../providers/mt/engine.ts';
import { rangesOf } from '../batches.ts';
import type { OwnerRef } from '../tenant.ts';

/** Maximum age of a stored answer, because a provider's models change without a new version. */
export const ANSWER_KEPT_MS = 60 * 24 * 60 * 60_000;

/** A usable answer to a request. */
export type KeptAnswer = Omit<SegmentResult, 'id'>;

/** Stored answers of engines for one organization, during one call or chunk. */
export interface AnswerCache {
  /** Returns the answers in the order of the requests, or undefined for a request without an answer. */
  read(requestHashes: readonly string[]): Promise<(KeptAnswer | undefined)[]>;
  /** Adds an answer. It is stored with the results of the caller's work. */
  add(requestHash: string, answer: KeptAnswer): void;
  /** Stores the added answers, in the transaction that stores the results made from them. */
  write(tx: Db, now: Date): Promise<void>;
}

/**
 * Opens the engines' answers to this organization. No organization sees answers of another, or learns what another
 * asked.
 */
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
      // Every writer of many rows uses the same order, which avoids deadlocks.
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

/** PostgreSQL's hex format of binary data, in which an array of buffers would be written as well. */
const asBytea = (hash: string): string => `\\x${hash}`;
