import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { lookUp } from '../../../db/statements/plan-hints.ts';
import type { SegmentResult } from '../../../providers/mt/engine.ts';
import { type OwnerRef, rangesOf } from '../../kernel/index.ts';

/** Maximum age of a cached answer in milliseconds. A provider may change a model without changing its version. */
export const ANSWER_KEPT_MS = 60 * 24 * 60 * 60_000;

export type KeptAnswer = Omit<SegmentResult, 'id'>;

export interface AnswerCache {
  /**
   * Returns the cached answer for each request, in the order of the requests. An answer is
   * undefined if it is not cached.
   */
  read(requestHashes: readonly string[]): Promise<(KeptAnswer | undefined)[]>;
  /** Adds an answer, which `write` stores later. */
  add(requestHash: string, answer: KeptAnswer): void;
  /** Stores the added answers in the same transaction as the results. */
  write(tx: Db, now: Date): Promise<void>;
}

/**
 * Opens the cache of an organization. Organizations do not share a cache, because a shared cache
 * would reveal which texts another organization has translated.
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
      // All transactions insert rows in the order of the hashes, which avoids deadlocks.
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

const asBytea = (hash: string): string => `\\x${hash}`;
