import { LIMITS } from '@parlance/contracts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../../test/app/app.ts';
import { createProject, type Tenant } from '../../../../test/app/build.ts';
import { describeTenant } from '../../../../test/app/describe-project.ts';
import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import { countUnread, listNotifications, readNotifications } from './notification.store.ts';

const NOTIFICATIONS = 10_000;
const LIMIT = 50;

let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { works: false },
);

beforeAll(async () => {
  const { id: projectId } = await createProject(tenant.client);
  const { i18n } = tenant.client;
  const content = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [`key${index}`, 'Text']),
  );
  await i18n.projects.import({ projectId, locale: 'en', content });
  const keyIds = (await i18n.keys.list({ projectId, limit: 500 })).data.map(({ id }) => id);
  // The statistics of the first run describe a small inbox.
  await fill(projectId, keyIds, 100);
  await sql`analyze`.execute(app.db);
  await fill(projectId, keyIds, NOTIFICATIONS - 100);
});

/**
 * Notifies the tenant's user of many comments. After the first call, all are unread. Each later call leaves 200 unread.
 */
async function fill(projectId: string, keyIds: string[], rows: number): Promise<void> {
  const author = newId();
  await sql`
    with written as (
      insert into comment (project_id, id, thread_id, key_id, kind, text, author_id, created_at,
                           is_open, event_id, last_actor_id)
      select ${projectId}::uuid, u.id, u.id, (${keyIds}::uuid[])[1 + n % 100], 'comment', 'x',
             ${author}::uuid, now(), false, u.id, ${author}::uuid
      from generate_series(1, ${rows}::int) n
      cross join lateral (select gen_random_uuid() as id where n > 0) u
      returning id
    )
    insert into notification (user_id, id, kind, organization_id, project_id, thread_id, comment_id,
                              created_at, awaits_mail, read_at)
    select ${tenant.user.id}::uuid, gen_random_uuid(), 'mention', ${tenant.organizationId}::uuid,
           ${projectId}::uuid, id, id, now(), true,
           case when row_number() over (order by id) > 200 then now() end
    from written`.execute(app.db);
}

const TABLES = ['notification', 'comment', 'translation_key', 'project', 'organization'];

/** Returns the number of rows that a read takes from each table and its indexes. */
async function rowsRead(db: Db, read: () => Promise<unknown>): Promise<Record<string, number>> {
  const count = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<{ name: string; rows: number }>`
      select relname as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as rows
      from pg_stat_user_tables
      where schemaname = 'public' and relname = any(${TABLES}::text[])`.execute(db);
    return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]));
  };
  const before = await count();
  await read();
  const after = await count();
  return Object.fromEntries(TABLES.map((name) => [name, after[name]! - before[name]!]));
}

describe.each(['outdated', 'current'])('an inbox of 10,000 rows with %s statistics', (kind) => {
  beforeAll(async () => {
    if (kind === 'current') await sql`analyze`.execute(app.db);
  });
  const userId = () => tenant.user.id;

  it.each([false, true])(
    'reads at most 51 rows for a page of 50 (only unread: %s)',
    async (unread) => {
      await app.db.connection().execute(async (db) => {
        const list = (after: string | null) =>
          listNotifications(db, userId(), { unread }, { after, limit: LIMIT });
        const { rows } = await list(null);
        expect(rows).toHaveLength(LIMIT);
        for (const after of [null, rows.at(-1)!.id]) {
          const read = await rowsRead(db, () => list(after));
          // The service reads one extra row to find out whether another page follows.
          for (const [table, count] of Object.entries(read)) {
            expect(count, table).toBeLessThanOrEqual(LIMIT + 1);
          }
        }
      });
    },
  );

  it('counts unread rows up to the limit, and reads no row to mark a thread without notifications as read', async () => {
    await app.db.connection().execute(async (db) => {
      const counted = await rowsRead(db, async () => {
        const unread = await countUnread(db, [userId()]);
        expect(unread.get(userId())).toBe(LIMITS.unreadCounted);
      });
      expect(counted.notification).toBe(LIMITS.unreadCounted);
      const thread = await rowsRead(db, () =>
        readNotifications(db, userId(), { threadIds: [newId(), newId()] }, app.clock.now()),
      );
      expect(thread.notification).toBe(0);
    });
  });
});
