import { afterEach, describe, expect, it } from 'vitest';
import { answerJson, startServer } from '../test/local-server.ts';
import { createClient } from './client.ts';
import { paginate, paginatePages } from './paginate.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

/** Serves the pages of a list. A cursor is the number of its page. */
async function servePages(pages: unknown[]) {
  const server = await startServer(({ url }, response) => {
    const page = Number(new URL(url, 'http://localhost').searchParams.get('cursor') ?? 0);
    const nextCursor = page + 1 < pages.length ? `${page + 1}` : null;
    answerJson(response, { data: pages[page], meta: { nextCursor, limit: 2 } });
  });
  cleanups.push(server.close);
  return { ...server, client: createClient({ baseUrl: server.baseUrl }) };
}

describe('the pagination of the client', () => {
  it('yields the rows of all pages in order, and sends the filters with every call', async () => {
    const { client, requests } = await servePages([[{ id: 1 }, { id: 2 }], [], [{ id: 3 }]]);
    const ids: unknown[] = [];
    for await (const key of client.i18n.keys.listAll({ projectId: 'p', q: 'x', limit: 2 }))
      ids.push(key.id);
    expect(ids).toEqual([1, 2, 3]);
    expect(requests.map(({ url }) => url)).toEqual([
      '/v1/i18n/projects/p/keys?q=x&limit=2',
      '/v1/i18n/projects/p/keys?q=x&limit=2&cursor=1',
      '/v1/i18n/projects/p/keys?q=x&limit=2&cursor=2',
    ]);
  });

  it('yields rows or pages, from a list method or from its "All" variant', async () => {
    const { client } = await servePages([[{ credits: 1 }], [{ credits: 2 }]]);
    const credits: number[] = [];
    for await (const row of paginate(client.billing.ledger, {})) credits.push(row.credits);
    for await (const row of client.billing.ledgerAll()) credits.push(row.credits);
    for await (const rows of paginatePages(client.billing.ledger, {})) credits.push(rows.length);
    expect(credits).toEqual([1, 2, 1, 2, 1, 1]);
  });

  it('continues from a given cursor', async () => {
    const { client, requests } = await servePages([[{ id: 1 }], [{ id: 2 }]]);
    const ids: unknown[] = [];
    for await (const row of client.organizations.listAll({ cursor: '1' })) ids.push(row.id);
    expect(ids).toEqual([2]);
    expect(requests).toHaveLength(1);
  });

  it('requests a page only when its rows are read', async () => {
    const { client, requests } = await servePages([[{ id: 1 }, { id: 2 }], [{ id: 3 }]]);
    for await (const row of client.organizations.listAll()) {
      expect(row.id).toBe(1);
      break;
    }
    expect(requests).toHaveLength(1);
  });

  it('throws if the server returns the same cursor twice', async () => {
    const page = async () => ({ data: [1], meta: { nextCursor: 'same' } });
    const rows: number[] = [];
    await expect(async () => {
      for await (const row of paginate(page, {})) rows.push(row);
    }).rejects.toThrow('same cursor');
    expect(rows).toEqual([1, 1]);
  });
});
