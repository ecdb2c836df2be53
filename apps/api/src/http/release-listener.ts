import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { RELEASE_CHANNEL } from '../domain/release/publish-release.ts';
import type { BundleCache } from './bundle-cache.ts';

/** A connection that says nothing for this long is dead. */
const PROBE_INTERVAL_MS = 1_000;
const RECONNECT_MS = 250;

/**
 * Tells the cache of new releases, over a connection of its own. While that connection is not there
 * the cache trusts its answers for half a second only, so a release is seen within one second either
 * way.
 */
export function listenForReleases(
  connectionString: string,
  cache: BundleCache,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const listen = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString,
      application_name: 'parlance-releases',
      query_timeout: PROBE_INTERVAL_MS,
      connectionTimeoutMillis: 5 * PROBE_INTERVAL_MS,
      keepAlive: true,
    });
    client.on('error', () => {});
    client.on('notification', ({ payload }) => cache.expire(payload ?? null));
    try {
      await client.connect();
      await client.query(`listen ${RELEASE_CHANNEL}`);
      // What was released before the connection stood is not told of.
      cache.expire(null);
      cache.isNotified = true;
      while (!stopping.signal.aborted) {
        await client.query('select 1');
        await sleep(PROBE_INTERVAL_MS, undefined, { signal: stopping.signal });
      }
    } finally {
      cache.isNotified = false;
      await client.end().catch(() => {});
    }
  };
  const running = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await listen();
      } catch {
        // The database is away, or a probe was not answered: try again until told to stop.
        if (!stopping.signal.aborted) await sleep(RECONNECT_MS);
      }
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
