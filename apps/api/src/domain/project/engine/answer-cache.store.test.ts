import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app/app.ts';
import { createTenant } from '../../../../test/app/build.ts';
import type { Db } from '../../../db/client.ts';
import type { OwnerRef } from '../../kernel/tenant.ts';
import { ANSWER_KEPT_MS, type KeptAnswer, openAnswerCache } from './answer-cache.store.ts';

let app: TestApp;
let organizationId: OwnerRef;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  ({ organizationId } = await createTenant(app));
});
afterAll(() => app.close());

const now = new Date('2026-03-01T12:00:00Z');
const hashOf = (text: string): string => hash('sha256', text, 'hex').slice(0, 32);

const answerTo = (text: string): KeptAnswer => ({
  body: text.toUpperCase(),
  warnings: text.startsWith('t') ? [{ code: 'unknown_words', detail: text }] : [],
});

async function keep(tx: Db, texts: readonly string[], owner = organizationId) {
  const cache = openAnswerCache(tx, owner, now);
  for (const text of texts) cache.add(hashOf(text), answerTo(text));
  await cache.write(tx, now);
}

const read = (db: Db, texts: readonly string[], at = now) =>
  openAnswerCache(db, organizationId, at).read(texts.map(hashOf));

describe('the cache of answers', () => {
  test('returns the stored answers of the organization, in the order of the requests', async () => {
    const other = await createTenant(app);
    await keep(app.db, ['one', 'two']);
    await keep(app.db, ['three'], other.organizationId);
    expect(await read(app.db, ['two', 'three', 'one', 'two'])).toEqual([
      answerTo('two'),
      undefined,
      answerTo('one'),
      answerTo('two'),
    ]);
  });

  test('deletes an answer when it is old', async () => {
    await keep(app.db, ['old']);
    const later = (ms: number) => new Date(now.getTime() + ANSWER_KEPT_MS + ms);
    expect(await read(app.db, ['old'], later(-1))).toEqual([answerTo('old')]);
    expect(await read(app.db, ['old'], later(0))).toEqual([undefined]);
  });

  test('reads at most two rows for each requested answer, regardless of the number of stored rows', async () => {
    const texts = Array.from({ length: 20_000 }, (_, index) => `text ${index}`);
    const asked = texts.slice(500, 700);
    await app.db.transaction().execute(async (tx) => {
      await keep(tx, texts);
      expect(await read(tx, asked)).toEqual(asked.map(answerTo));
      const { rows } = await sql<{ count: number }>`
        select seq_tup_read + coalesce(idx_tup_fetch, 0) as count from pg_stat_xact_user_tables
        where relid = 'engine_answer'::regclass`.execute(tx);
      expect(rows[0]!.count).toBeLessThanOrEqual(2 * asked.length);
    });
  });
});
