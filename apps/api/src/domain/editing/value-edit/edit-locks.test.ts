import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app/app.ts';
import { createProject, createTenant, type Tenant } from '../../../../test/app/build.ts';
import { namedByText } from '../../../db/statements/statement-names.ts';
import { readRevisions } from '../../content/value/revision.store.ts';
import type { Principal } from '../../kernel/principal.ts';
import { lockContent } from '../../kernel/project-lock.store.ts';
import { trustedOwner } from '../../kernel/tenant.ts';
import { type CellEdit, editCell } from './edit-cell.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;
const keyIds = new Map<string, string>();
const valueIds = new Map<string, string>();

beforeAll(async () => {
  app = await startTestApp({ works: false });
  tenant = await createTenant(app);
});
afterAll(() => app.close());

beforeEach(async () => {
  projectId = (await createProject(tenant.client)).id;
  const texts = { a: 'A', b: 'B', c: 'C', d: 'D' };
  await tenant.client.i18n.projects.import({ projectId, locale: 'en', content: texts });
  const { c: _, d: __, ...some } = texts;
  await tenant.client.i18n.projects.import({ projectId, locale: 'de', content: some });
  const { data } = await tenant.client.i18n.values.list({ projectId });
  for (const { id, key, keyId, locale } of data) {
    keyIds.set(key, keyId);
    valueIds.set(`${locale}:${key}`, id!);
  }
});

const i18n = () => tenant.client.i18n;

const EDITS: Record<string, (locale: string) => Promise<unknown>> = {
  'PATCH of a value': (locale) =>
    i18n().values.update({ projectId, valueId: valueIds.get(`${locale}:b`)!, text: 'new' }),
  'PUT of a value that is there': (localeCode) =>
    i18n().values.put({ projectId, keyId: keyIds.get('b')!, localeCode, text: 'new' }),
  'PUT of a missing value': (localeCode) =>
    i18n().values.put({ projectId, keyId: keyIds.get('d')!, localeCode, text: 'new' }),
  'DELETE of a value': (locale) =>
    i18n().values.delete({ projectId, valueId: valueIds.get(`${locale}:b`)! }),
};

type Held = [key: string, edit: CellEdit];

/** Edits of the keys `a` and `c` in a transaction that stays open. */
const HELD: Record<string, Held> = {
  'PATCH of another value': ['a', { text: 'x' }],
  'PUT of another value': ['a', { text: 'x', fills: true }],
  'PUT of another missing value': ['c', { text: 'x', fills: true }],
  'DELETE of another value': ['a', { clears: true }],
};

/** Runs `work` while the transaction of another edit is still open. */
async function whileHeld(
  localeTag: string,
  [key, edit]: Held,
  work: () => Promise<void>,
): Promise<void> {
  const principal: Principal = {
    type: 'api_key',
    id: crypto.randomUUID(),
    name: 'Test',
    scopes: [],
    organizationId: trustedOwner(tenant.organizationId),
    projectIds: null,
    membership: null,
    grants: [],
  };
  const settle = vi.fn(work);
  await editCell(app, {
    principal,
    projectId,
    address: '',
    edit,
    name: { keyId: keyIds.get(key)!, localeTag },
    failMissing: () => Promise.reject(new Error('There is no such value.')),
    settle,
  });
  expect(settle).toHaveBeenCalledTimes(1);
}

describe('an edit of one value', () => {
  for (const [holder, held] of Object.entries(HELD)) {
    for (const [waiter, edit] of Object.entries(EDITS)) {
      it(`completes as a ${waiter} while a transaction with a ${holder} of the locale is open`, async () => {
        await whileHeld('de', held, async () => {
          await edit('de');
        });
      });
    }
  }

  it('completes in the source locale while a transaction with another source text is open', async () => {
    for (const edit of ['PATCH of a value', 'DELETE of a value']) {
      await whileHeld('en', HELD['PATCH of another value']!, async () => {
        await EDITS[edit]!('en');
      });
    }
  });

  it('completes in another locale than the source locale while an import of the project is open', async () => {
    await app.db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = '1s'`.execute(tx);
      await lockContent(tx, projectId as Parameters<typeof lockContent>[1], 'exclusive');
      for (const edit of Object.values(EDITS)) await edit('de').catch(ignoreGone);
    });
  });

  it('changes the revision of the locale for any order of commits', async () => {
    const seen = new Set<string | null>();
    const note = async (): Promise<void> => {
      const revisionOf = await readRevisions(app.db, projectId as never);
      seen.add(revisionOf(2));
    };
    await note();
    await whileHeld('de', HELD['PATCH of another value']!, async () => {
      await EDITS['PATCH of a value']!('de');
      await note();
    });
    await note();
    expect(seen.size).toBe(3);
  });
});

function ignoreGone(error: unknown): void {
  if ((error as { code?: unknown }).code !== 'not_found') throw error;
}

describe('the transaction of an edit', () => {
  /**
   * Runs the edit five times. Returns the smallest number of statements and the smallest number of awaited results.
   * Other parts of the process may also send statements.
   */
  async function countStatements(edit: (text: string) => Promise<unknown>) {
    await edit('first');
    const query = vi.spyOn(pg.Client.prototype, 'query');
    try {
      const counts: { all: number; awaited: number }[] = [];
      for (const text of ['second', 'third', 'fourth', 'fifth', 'sixth']) {
        query.mockClear();
        await edit(text);
        const texts = query.mock.calls
          .map(([sent]): string =>
            typeof sent === 'string' ? sent : (sent as { text: string }).text,
          )
          .filter((sent) => !sent.includes('api_key_token'));
        const awaited = texts.filter((sent) => sent !== 'begin' && !namedByText(sent)?.isSentAhead);
        counts.push({ all: texts.length, awaited: awaited.length });
      }
      return counts.reduce((least, count) => (count.all < least.all ? count : least));
    } finally {
      query.mockRestore();
    }
  }

  it('takes 6 statements in 2 round trips for a translation, by value id or by key and locale', async () => {
    const valueId = valueIds.get('de:b')!;
    const keyId = keyIds.get('b')!;
    const patch = (text: string) => i18n().values.update({ projectId, valueId, text });
    const put = (text: string) =>
      i18n().values.put({ projectId, keyId, localeCode: 'de', text: `${text} again` });
    expect(await countStatements(patch)).toEqual({ all: 6, awaited: 2 });
    expect(await countStatements(put)).toEqual({ all: 6, awaited: 2 });
  });

  it('takes 9 statements in 5 round trips for a source text with translations', async () => {
    const keyId = keyIds.get('b')!;
    const put = (text: string) => i18n().values.put({ projectId, keyId, localeCode: 'en', text });
    expect(await countStatements(put)).toEqual({ all: 9, awaited: 5 });
  });
});
