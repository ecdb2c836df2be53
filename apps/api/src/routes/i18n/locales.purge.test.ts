import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import type { TestApp } from '../../../test/app/app.ts';
import { codeOf } from '../../../test/app/build.ts';
import {
  type DescribedComments,
  describeComments,
} from '../../../test/content/describe-comments.ts';

let app: TestApp;
let given: DescribedComments;
const { comment, threads } = describeComments((described) => {
  given = described;
  ({ app } = described);
});

const propose = (text: string) => {
  const { owner, projectId, keyId } = given;
  return owner.i18n.proposals.create({ projectId, keyId, localeCode: 'fr', text });
};

/** Starts `write`, which stops before its rows are written, and then removes the locale `fr`. */
async function whileRemoving(rule: 'comments' | 'proposals', write: () => Promise<unknown>) {
  const { owner, projectId } = given;
  const subject = createHash('sha256').update(`${rule}\n${owner.id}`).digest();
  const calls = await app.db.transaction().execute(async (tx) => {
    await sql`select from rate_window where subject = ${subject} for update`.execute(tx);
    const waits = (count: number) =>
      eventually(async () => {
        const { rows } = await sql<{ waiting: number }>`
          select count(*) as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
        const locales = await owner.i18n.locales.list({ projectId });
        const isGone = locales.data.every(({ code }) => code !== 'fr');
        expect(isGone || Number(rows[0]!.waiting) >= count).toBe(true);
      });
    const written = codeOf(write());
    await waits(1);
    const purge = { projectId, localeCode: 'fr', deleteValues: true, purge: true };
    const removed = codeOf(owner.i18n.locales.delete(purge));
    await waits(2);
    return { written, removed };
  });
  return [await calls.written, await calls.removed];
}

describe('i18n.locales.delete', () => {
  it('waits for a comment on a value of the locale, and deletes the comment', async () => {
    await comment(given.owner, 'First');
    const write = () => comment(given.owner, 'Late', { localeCode: 'fr' });
    expect(await whileRemoving('comments', write)).toEqual(['no error', 'no error']);
    expect((await threads()).map(({ text }) => text)).toEqual(['First']);
  });

  it('waits for a proposal for a value of the locale, and deletes the proposal', async () => {
    await propose('First');
    expect(await whileRemoving('proposals', () => propose('Late'))).toEqual([
      'no error',
      'no error',
    ]);
    const { owner, projectId } = given;
    expect((await owner.i18n.proposals.list({ projectId })).data).toEqual([]);
  });
});
