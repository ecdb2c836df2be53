import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { createPace } from '../../lib/pace.ts';
import type { Engine } from '../../providers/mt/engine.ts';
import { rangesOf } from '../batches.ts';
import type { OwnerRef } from '../tenant.ts';
import type { AnswerCache, AnswerRequest, KeptAnswer } from './phrase.ts';

/** Time that an answer is used: a provider's models change without a new version. */
export const ANSWER_KEPT_MS = 60 * 24 * 60 * 60_000;
/** Length of a digest of 16 bytes in hexadecimal digits. */
const HASH_LENGTH = 32;

/** The cache of one organization, for one call or chunk. */
export interface PendingAnswers extends AnswerCache {
  /** Keeps the answers that were added, in the transaction that keeps what was made of them. */
  write(tx: Db, now: Date): Promise<void>;
}

/** Answers of engines to this organization: nothing of one shows in another, not even that it was asked. */
export function openAnswerCache(db: Db, organizationId: OwnerRef, now: Date): PendingAnswers {
  const hashOf = hasher();
  const added = new Map<string, KeptAnswer>();
  const oldest = new Date(now.getTime() - ANSWER_KEPT_MS);
  return {
    async read(requests) {
      if (requests.length === 0) return [];
      const hashes: string[] = [];
      const distinct = new Set<string>();
      const pace = createPace(null);
      for (const request of requests) {
        const hash = hashOf(request);
        hashes.push(hash);
        distinct.add(hash);
        await pace();
      }
      const answers = new Map<string, KeptAnswer>();
      const wanted = [...distinct];
      for (const range of rangesOf(wanted.length)) {
        const batch = wanted.slice(...range);
        // Each hash is looked up by itself: of a cache that has just grown PostgreSQL believes that to
        // read all of it by its age is as quick.
        const { rows } = await sql<KeptAnswer & { hash: string }>`
          select encode(u.hash, 'hex') as hash, a.body, a.unknown_words as "unknownWords"
          from unnest(${batch.map(asBytea)}::bytea[]) u(hash)
          cross join lateral (
            select * from engine_answer a
            where a.organization_id = ${organizationId}::uuid and a.request_hash = u.hash
            limit 1) a
          where a.created_at > ${oldest}::timestamptz`.execute(db);
        for (const { hash, ...answer } of rows) answers.set(hash, answer);
      }
      return hashes.map((hash) => answers.get(hash));
    },
    add(request, answer) {
      added.set(hashOf(request), answer);
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
                      ${batch.map(([, { unknownWords }]) => unknownWords)}::text[])
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

/** Hashes everything that an answer depends on, each request once, an engine's version as it was at first. */
function hasher(): (request: AnswerRequest) => string {
  const versions = new Map<Engine, string>();
  const hashes = new WeakMap<AnswerRequest, string>();
  return (request) => {
    const known = hashes.get(request);
    if (known) return known;
    const { engine, sourceLocale, targetLocale, body, context, note, terms, formality } = request;
    const version = versions.get(engine) ?? engine.version;
    versions.set(engine, version);
    const parts = [engine.id, version, sourceLocale, targetLocale, body, context, note, terms];
    // Left out where there is none, so that answers from before there was one are still found.
    const all = formality === null ? parts : [...parts, formality];
    const made = hash('sha256', JSON.stringify(all), 'hex').slice(0, HASH_LENGTH);
    hashes.set(request, made);
    return made;
  };
}
