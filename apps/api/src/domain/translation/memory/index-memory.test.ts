import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app/app.ts';
import { createProject, createTenant, type Tenant } from '../../../../test/app/build.ts';
import type { Db } from '../../../db/client.ts';
import { indexMemory } from './index-memory.ts';

const KEYS = 6_000;

let app: TestApp;
let tenant: Tenant;
let projectId: string;

beforeAll(async () => {
  app = await startTestApp({ works: false });
});
afterAll(() => app.close());

beforeEach(async () => {
  tenant = await createTenant(app);
  projectId = (await createProject(tenant.client)).id;
  // The second change replaces every second text and adds keys, so that its rows overlap.
  await bring((number) => number % 2 === 0, 'first');
  await bring(() => true, 'second');
});

const bring = (isIn: (number: number) => boolean, edition: string) =>
  tenant.client.i18n.projects.import({
    projectId,
    locale: 'en',
    content: Object.fromEntries(
      Array.from({ length: KEYS }, (_, number) => number)
        .filter(isIn)
        .map((number) => [`key${number}`, `The ${edition} text with number ${number}`]),
    ),
  });

const index = (db: Db) => indexMemory({ db }, new AbortController().signal);

async function countIndexed(): Promise<{ texts: number; open: number }> {
  const { rows } = await sql<{ texts: number; open: number }>`
    select count(*) filter (where exists (
             select from translation_key k
             where k.source_hash = t.source_hash and k.project_id = ${projectId}::uuid)) as texts,
           (select count(*) from memory_change where project_id = ${projectId}::uuid) as open
    from memory_text t where t.organization_id = ${tenant.organizationId}::uuid`.execute(app.db);
  return rows[0]!;
}

async function countRead(db: Db): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ rows: number }>`
    select seq_tup_read + coalesce(idx_tup_fetch, 0) as rows
    from pg_stat_user_tables where relname = 'change_values'`.execute(db);
  return rows[0]!.rows;
}

describe('indexMemory', () => {
  it('indexes every text of changes whose rows overlap, and reads each row only a few times', async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from change_values where project_id = ${projectId}::uuid`.execute(app.db);
    await app.db.connection().execute(async (db) => {
      const before = await countRead(db);
      await index(db);
      expect((await countRead(db)) - before).toBeLessThanOrEqual(5 * rows[0]!.count);
    });
    expect(rows[0]!.count).toBeGreaterThan(8);
    expect(await countIndexed()).toEqual({ texts: KEYS, open: 0 });
  });

  it('restarts a change if an earlier version of the service stopped in the middle of a row', async () => {
    await sql`
      update memory_change m set after_key_id = (
        select c.key_ids[2] from change_values c
        where c.project_id = m.project_id and c.change_id = m.id
        order by c.first_key_id desc limit 1)
      where project_id = ${projectId}::uuid`.execute(app.db);
    await index(app.db);
    expect(await countIndexed()).toEqual({ texts: KEYS, open: 0 });
  });
});
