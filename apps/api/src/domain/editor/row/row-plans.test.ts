import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app/app.ts';
import { createProject, createTenant, type Tenant } from '../../../../test/app/build.ts';
import type { Db } from '../../../db/client.ts';
import { ownerOf, type Principal } from '../../kernel/principal.ts';
import { ContentReads } from '../../project/content-reads/content-reads.ts';
import { readRowState } from '../../project/content-reads/revision.ts';
import { countValues } from './count-values.ts';
import { pageKeyTree } from './page-key-tree.ts';
import { pageRows } from './page-rows.ts';
import { RowAnswers } from './row-answers.ts';
import { viewRowIndex } from './view-row-index.ts';

const KEYS = 20_000;
const OTHER_PROJECTS = 40;
const OTHER_KEYS = 2_000;
const TABLES = ['translation_key', 'translation_value', 'change'];

let app: TestApp;
let tenant: Tenant;
let projectId: string;
let principal: Principal;

const depsOn = (db: Db) => ({
  ...app.deps,
  contentReads: new ContentReads({ primary: db, standby: null, onRead() {} }),
  rowAnswers: new RowAnswers(),
});

async function fill(id: string, keys: number): Promise<void> {
  await sql`
    insert into translation_key (project_id, id, organization_id, name, name_hash, created_at,
                                 updated_at, plural_family, plural_style, plural_category)
    select p.id, lpad(to_hex(n::bigint << 16), 32, '0')::uuid, p.organization_id, k.name, name_hash(p.id, k.name), now(),
           now(), family, case when family is not null then '_' end, category
    from project p cross join generate_series(1, ${keys}::int) n
    cross join lateral (
      select case when n % 50 < 2 then 'item' || n / 50 end as family,
             case n % 50 when 0 then 'one' when 1 then 'other' end as category) f
    cross join lateral (select coalesce(family || '_' || category, 'key' || n) as name) k
    where p.id = ${id}::uuid`.execute(app.db);
  await sql`
    insert into translation_value (project_id, locale_id, key_id, text, state, origin,
                                   source_version, change_id, updated_at, checks)
    select k.project_id, l.id, k.id, 'Text of ' || k.name, 'translated',
           'import', 0, k.id, now(), case when random() < 0.01 then 64 else 0 end
    from translation_key k join locale l on l.project_id = k.project_id
    where k.project_id = ${id}::uuid and (l.id = 1 or random() < 0.5)`.execute(app.db);
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`
    insert into change (project_id, id, kind, actor_type, actor_id, actor_name, at)
    select project_id, id, 'import', 'user', id, 'Test Person', now()
    from translation_key where project_id = ${id}::uuid`.execute(tx);
  });
}

beforeAll(async () => {
  app = await startTestApp({ works: false });
  tenant = await createTenant(app);
  projectId = (await createProject(tenant.client)).id;
  principal = {
    type: 'api_key',
    id: tenant.apiKey.id,
    name: 'Test key',
    organizationId: tenant.organizationId,
    scopes: [],
    projectIds: null,
    membership: null,
    grants: [],
  };
  await tenant.client.i18n.locales.create({ projectId, code: 'de' });
  for (let other = 0; other < OTHER_PROJECTS; other++) {
    const { rows } = await sql<{ id: string }>`
      insert into project (id, organization_id, name, slug, source_locale_id, settings, created_at,
                           updated_at)
      select gen_random_uuid(), organization_id, name, gen_random_uuid()::text, 1, settings, now(), now()
      from project where id = ${projectId}::uuid returning id`.execute(app.db);
    const { id } = rows[0]!;
    await sql`
      insert into locale (project_id, id, code, name, created_at, updated_at)
      values (${id}::uuid, 1, 'en', 'English', now(), now())`.execute(app.db);
    await fill(id, OTHER_KEYS);
  }
  await sql`analyze`.execute(app.db);
  await fill(projectId, KEYS);
});
afterAll(() => app.close());

async function countRead(connection: Db): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(connection);
  const { rows } = await sql<{ rows: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as rows
    from pg_stat_user_tables
    where schemaname = 'public' and relname = any(${TABLES}::text[])`.execute(connection);
  return rows[0]!.rows;
}

const signal = new AbortController().signal;

describe.each(['unknown to', 'known to'])('the editor, in a project %s the statistics,', (kind) => {
  beforeAll(async () => {
    if (kind === 'known to') await sql`analyze`.execute(app.db);
  });

  it.each([
    ['rows of no filter', '', 20],
    ['rows of a filter on names', 'key:key19999', 5],
    ['rows of a filter on values', 'is:missing', 5],
    ['rows of a filter on everything', 'text -is:failing has:plural by:nobody', 10],
    ['an index without a filter', '', 3],
    ['an index by state', 'is:missing|needs-review', 7],
    ['an index by the state of a value', 'is:needs-review', 4],
    ['an index by finding', 'check:too_long', 3],
    ['an index by text', '"text of item" word:', 10],
    ['counts', '', 1],
    ['the key tree', '', 2],
  ])('answers a request for %s with few reads', async (what, query, most) => {
    await app.db.connection().execute(async (db) => {
      const deps = depsOn(db);
      const state = await readRowState(db, ownerOf(principal), projectId);
      const asked = { locales: ['de'], query };
      const before = await countRead(db);
      if (what.startsWith('rows')) await pageRows(deps, principal, state, asked, signal);
      if (what.startsWith('an index')) {
        await viewRowIndex(deps, principal, state, asked, { signal });
      }
      if (what === 'counts') await countValues(deps, principal, state, undefined);
      if (what === 'the key tree') await pageKeyTree(deps, principal, state, {});
      expect((await countRead(db)) - before).toBeLessThan(most * KEYS);
    });
  });

  it('reads the revision with one statement, and answers a repeated request without a statement', async () => {
    let statements = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements++;
        return result;
      },
    };
    const db = app.db.withPlugin(counting);
    const deps = depsOn(db);
    const state = await readRowState(db, ownerOf(principal), projectId);
    expect(statements).toBe(1);
    const read = () =>
      Promise.all([
        viewRowIndex(deps, principal, state, { locales: ['de'], query: 'key:key1*' }, { signal }),
        countValues(deps, principal, state, undefined),
        pageKeyTree(deps, principal, state, {}),
      ]);
    const first = await read();
    const gone = AbortSignal.abort();
    const asked = { locales: ['de'], query: 'key:key2*' };
    const cut = await viewRowIndex(deps, principal, state, asked, { signal: gone });
    expect(cut.nextCursor).not.toBeNull();
    const whole = await viewRowIndex(deps, principal, state, asked, { signal });
    expect(whole.total).toBeGreaterThan(cut.total);
    statements = 0;
    expect(await read()).toEqual(first);
    expect(statements).toBe(0);
  });
});
