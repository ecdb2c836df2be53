import type { Client } from '@parlance/sdk';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app/app.ts';
import { createProject, createTenant, type Tenant } from '../../../../test/app/build.ts';
import { whilePublishing } from '../../../../test/content/publisher.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/servers/postgres.ts';
import type { Db } from '../../../db/client.ts';
import type { Principal } from '../../kernel/principal.ts';
import { ContentReads } from '../../project/content-reads/content-reads.ts';
import { viewSummary } from './view-summary.ts';

const LOCALES = ['en', 'de', 'fr', 'es', 'pl'];
const KEYS = 600;
const OTHER_PROJECTS = 2_000;
/**
 * Maximum number of rows that the request may read. Reading the rows of other organizations would
 * exceed it.
 */
const MAX_ROWS = 300;

let database: TestDatabase;
let app: TestApp;
let client: Client;
let tenant: Tenant;
let otherId: string;
let projectIds: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  const { connectionString } = database;
  const worker = await startTestApp({ connectionString });
  tenant = await createTenant(worker);
  ({ organizationId: otherId } = await createTenant(worker));
  await worker.close();
  app = await startTestApp({ connectionString, works: false });
  client = app.client(tenant.apiKey.token);
  projectIds = [];
  for (let index = 0; index < 2; index++) {
    const { id: projectId } = await createProject(client);
    for (const locale of LOCALES) await importTexts(projectId, locale, 'first', KEYS);
    await whilePublishing(
      app,
      client.i18n.releases.create({ projectId, environment: 'production' }),
    );
    projectIds.push(projectId);
  }
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

async function importTexts(
  projectId: string,
  locale: string,
  text: string,
  count: number,
): Promise<void> {
  const entries = Array.from({ length: count }, (_, index) => [
    `key${index}`,
    `${locale} ${text} ${index}`,
  ]);
  const content = Object.fromEntries(entries);
  await client.i18n.projects.import({ projectId, locale, content });
}

async function copyToOthers(): Promise<void> {
  const tables = [
    'locale',
    'environment',
    'release',
    'key_count',
    'value_count',
    'value_count_delta',
  ];
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`
      insert into project (id, organization_id, name, slug, source_locale_id, settings, created_at,
                           updated_at)
      select gen_random_uuid(), ${otherId}::uuid, name, gen_random_uuid()::text, source_locale_id, settings, created_at,
             updated_at
      from project cross join generate_series(1, ${OTHER_PROJECTS}::int)
      where id = ${projectIds[0]!}::uuid`.execute(tx);
    for (const table of [...tables, 'outdated_value_count', 'outdated_value_delta']) {
      await sql`
        insert into ${sql.table(table)}
        select (jsonb_populate_record(t, jsonb_build_object('project_id', p.id))).*
        from ${sql.table(table)} t cross join project p
        where t.project_id = ${projectIds[0]!}::uuid and p.organization_id = ${otherId}::uuid`.execute(
        tx,
      );
    }
  });
}

async function rowsRead(connection: Db): Promise<Map<string, number>> {
  await sql`select pg_stat_force_next_flush()`.execute(connection);
  const { rows } = await sql<{ table: string; count: number }>`
    select relname as table, seq_tup_read + coalesce(idx_tup_fetch, 0) as count
    from pg_stat_user_tables where schemaname = 'public'`.execute(connection);
  return new Map(rows.map(({ table, count }) => [table, count]));
}

async function readSummary(): Promise<{ outdated: number; read: Record<string, number> }> {
  const principal: Principal = {
    type: 'api_key',
    id: tenant.apiKey.id,
    name: 'Test key',
    organizationId: tenant.organizationId,
    scopes: [],
    projectIds: null,
    membership: null,
    grants: [],
  };
  return app.db.connection().execute(async (connection) => {
    const before = await rowsRead(connection);
    const { values } = await viewSummary(
      {
        ...app.deps,
        db: connection,
        contentReads: new ContentReads({ primary: connection, standby: null, onRead() {} }),
      },
      principal,
    );
    const after = await rowsRead(connection);
    const read = [...after].map(([table, count]) => [table, count - (before.get(table) ?? 0)]);
    return {
      outdated: values.outdated,
      read: Object.fromEntries(read.filter(([, count]) => count !== 0)),
    };
  });
}

describe('viewSummary', () => {
  it.each(['unknown to', 'known to'])(
    'reads no key and no value, and few other rows, after a change of source texts that is %s the statistics',
    async (kind) => {
      if (kind === 'unknown to') {
        await importTexts(projectIds[0]!, 'en', 'second', 200);
        await copyToOthers();
      } else {
        await sql`analyze`.execute(app.db);
        await importTexts(projectIds[1]!, 'en', 'second', 100);
      }
      const expected = kind === 'unknown to' ? 200 * 4 : 300 * 4;
      for (let turn = 0; turn < 7; turn++) {
        const { outdated, read } = await readSummary();
        expect(outdated).toBe(expected);
        expect(Object.keys(read)).not.toContain('translation_key');
        expect(Object.keys(read)).not.toContain('translation_value');
        for (const [table, count] of Object.entries(read)) {
          expect([table, count <= MAX_ROWS ? 'few' : count]).toEqual([table, 'few']);
        }
      }
    },
  );
});
