import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ReleaseOrder } from '../../src/deps.ts';
import { publishRelease } from '../../src/domain/release/publish-release.ts';
import type { TestApp } from '../app/app.ts';

const BETWEEN_LOOKS_MS = 20;

/** Returns the orders of the releases that an app requested, oldest first. */
export async function releaseOrders({ db }: TestApp): Promise<ReleaseOrder[]> {
  const { rows } = await sql<{ data: ReleaseOrder }>`
    select data from pgboss.job where name = 'publish-release' order by created_on, id`.execute(db);
  return rows.map(({ data }) => data);
}

/** Publishes the requested releases of an app that runs no tasks, until `call` has its response. */
export async function whilePublishing<T>(app: TestApp, call: Promise<T>): Promise<T> {
  const published = new Set<string>();
  const signal = new AbortController().signal;
  let isOver = false;
  const answer = call.finally(() => {
    isOver = true;
  });
  const publishing = (async () => {
    while (!isOver) {
      for (const order of await releaseOrders(app)) {
        if (published.has(order.releaseId)) continue;
        published.add(order.releaseId);
        await publishRelease(app.deps, order, signal);
      }
      await delay(BETWEEN_LOOKS_MS);
    }
  })();
  const [result] = await Promise.all([answer, publishing]);
  return result;
}
