import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, isParlanceError, paginate } from '@parlance/sdk';
import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findFreePort } from '../../../../scripts/find-free-port.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { startTestApp, type TestApp } from '../app/app.ts';
import { createProject, createTenant } from '../app/build.ts';
import { storedTexts } from '../content/import.ts';
import { createDebianServer, type DebianServer, debianBinDir } from '../servers/debian.ts';

const WRITERS = 4;
const KEYS = 12;
/** Time of writing before the primary dies, and again after its standby has taken over. */
const WRITING_MS = 4_000;
const PAUSE_MS = 20;
const NAMES = Array.from({ length: KEYS }, (_, index) => `k${index}`);

/** Edits keys in turn until the signal aborts. Returns the number of confirmed edits. */
async function writeEdits(
  client: Client,
  projectId: string,
  keyIds: string[],
  signal: AbortSignal,
) {
  let answered = 0;
  for (let edit = 0; !signal.aborted; edit++) {
    const keyId = keyIds[edit % keyIds.length]!;
    try {
      await client.i18n.values.put({
        projectId,
        keyId,
        localeCode: 'en',
        text: `${edit} ${keyId}`,
      });
      answered++;
    } catch (error) {
      if (!isParlanceError(error) || error.status !== 503) throw error;
    }
    await sleep(PAUSE_MS);
  }
  return answered;
}

/** Creates a copy of the texts that reads the project only through sync tokens. */
function createFollower(client: Client, projectId: string) {
  let texts = new Map<string, string>();
  let token: string | null = null;
  let restarts = 0;
  const readAll = async (): Promise<void> => {
    const { data, meta } = await client.i18n.projects.export({
      projectId,
      locale: 'en',
      format: 'json',
    });
    if ('files' in data) throw new TypeError('the export has several files');
    texts = new Map(Object.entries(data.content as Record<string, string>));
    token = meta.syncToken!;
  };
  const readChanges = async (): Promise<void> => {
    // The later token is fetched first, so that a change that is committed between the two calls is read twice and
    // never missed.
    const { meta } = await client.i18n.projects.export({ projectId, locale: 'en', format: 'json' });
    for await (const { key, after } of paginate(client.i18n.changes.since, {
      projectId,
      token: token!,
    })) {
      if (after === null) texts.delete(key);
      else texts.set(key, after);
    }
    token = meta.syncToken!;
  };
  return {
    texts: () => [...texts].sort(),
    restarts: () => restarts,
    async read(): Promise<void> {
      try {
        await (token === null ? readAll() : readChanges());
      } catch (error) {
        if (!isParlanceError(error)) throw error;
        if (error.code === 'unknown_sync_token') {
          restarts++;
          token = null;
        } else if (error.status !== 503) throw error;
      }
    },
  };
}

describe.skipIf(debianBinDir === null)('the change sequence (package postgresql)', () => {
  const servers: DebianServer[] = [];
  let app: TestApp | undefined;
  afterEach(async () => {
    await app?.close();
    for (const server of servers.splice(0)) server.remove();
  });

  it.each([
    ['synchronous', '*'],
    ['asynchronous', ''],
  ])(
    'skips no committed change when a %s standby takes over in the middle of edits',
    async (_, names) => {
      const port = await findFreePort();
      const primary = createDebianServer({ port });
      const standby = ((): DebianServer => {
        servers.push(primary);
        primary.start({ listen_addresses: '127.0.0.1', port, synchronous_standby_names: names });
        return createDebianServer({ port, standbyOf: primary });
      })();
      servers.push(standby);
      standby.start();
      const connectionString = `postgresql://parlance@127.0.0.1:${port}/postgres`;
      await migrateDatabase(connectionString);
      app = await startTestApp({ connectionString });
      const { client } = await createTenant(app);
      const { id: projectId } = await createProject(client);
      const content = Object.fromEntries(NAMES.map((name) => [name, 'first']));
      await client.i18n.projects.import({ projectId, locale: 'en', content });
      const { data: keys } = await client.i18n.keys.list({ projectId });
      const over = new AbortController();
      const writing = Array.from({ length: WRITERS }, (_one, writer) => {
        const own = keys.filter((_key, index) => index % WRITERS === writer).map(({ id }) => id);
        return writeEdits(client, projectId, own, over.signal);
      });
      const follower = createFollower(client, projectId);
      const following = (async () => {
        while (!over.signal.aborted) await follower.read();
      })();

      await sleep(WRITING_MS);
      primary.stop();
      standby.stop();
      standby.start({ listen_addresses: '127.0.0.1', port, synchronous_standby_names: '' });
      standby.promote();
      await vi.waitFor(
        async () => expect((await fetch(`${app!.url}/health/ready`)).status).toBe(200),
        60_000,
      );
      await sleep(WRITING_MS);
      over.abort();
      const answered = await Promise.all(writing);
      await following;
      await follower.read();
      if (follower.restarts() > 0) await follower.read();

      expect(answered.every((count) => count > 10)).toBe(true);
      expect(follower.texts()).toEqual((await storedTexts(app, projectId, 'en')).sort());
      if (names === '*') expect(follower.restarts()).toBe(0);
      const { rows } = await sql`
      select from (
        select number, row_number() over (order by number) as place
        from change where project_id = ${projectId}::uuid and number is not null) n
      where number <> place`.execute(app.db);
      expect(rows).toEqual([]);
    },
  );
});
