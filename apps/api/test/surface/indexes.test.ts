import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DbClient, openDb } from '../../src/db/client.ts';
import { createTestDatabase, type TestDatabase } from '../servers/postgres.ts';

const SRC = new URL('../../src/', import.meta.url);
/** Tables with a row for each key, value or source text. */
const LARGE = [
  'translation_key',
  'translation_value',
  'value_history',
  'cleared_value',
  'key_alias',
  'memory_text',
];
const TENANTS = ['project_id', 'organization_id'];
/**
 * Indexes that begin with the tenant in addition to another index of their table, and that are not partial. They serve
 * ranges of times and numbers, and lists of few rows.
 */
const RANGES = [
  'audit_log_noun',
  'audit_log_time',
  'comment_event',
  'credit_bucket_organization_id_period_key',
  'credit_reservation_expiry',
  'environment_project_id_slug_key',
  'locale_project_id_code_key',
  'membership_role',
  'membership_seniority',
  'proposal_event',
  'staged_import_chunk_file',
];

interface Index {
  name: string;
  table: string;
  columns: string[];
  isPartial: boolean;
}

let database: TestDatabase;
let client: DbClient;
let indexes: Index[];

beforeAll(async () => {
  database = await createTestDatabase();
  client = openDb(database.connectionString, { maxConnections: 1, onIdleError() {} });
  const { rows } = await sql<Index>`
    select i.relname as name, t.relname as table, x.indpred is not null as "isPartial",
           array(select a.attname::text from unnest(x.indkey) with ordinality k(attnum, at)
                 join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum
                 where k.at <= x.indnkeyatts order by k.at) as columns
    from pg_index x
    join pg_class i on i.oid = x.indexrelid
    join pg_class t on t.oid = x.indrelid
    where t.relnamespace = 'public'::regnamespace
    order by i.relname`.execute(client.db);
  indexes = rows;
});
afterAll(async () => {
  await client.close();
  await database.drop();
});

const listed = readFileSync(new URL('db/indexes.md', SRC), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const found = /^\| (\w+) \| (\w+) in (\S+\.ts) \| (.+) \|$/.exec(line);
    return found ? [{ name: found[1]!, func: found[2]!, file: found[3]! }] : [];
  });

describe('the indexes of the schema', () => {
  it('have an entry in the list of this test if their table has many rows', () => {
    const large = indexes.filter(({ table }) => LARGE.includes(table)).map(({ name }) => name);
    expect(listed.map(({ name }) => name).sort()).toEqual(large.sort());
  });

  it.each(listed)('include $name, which an existing function needs', ({ func, file }) => {
    const source = readFileSync(new URL(file, SRC), 'utf8');
    expect(source).toMatch(new RegExp(`(?:function\\*? |const )${func}\\b`));
  });

  it('include at most one multi-column index per table that begins with the tenant, apart from partial and listed indexes', () => {
    const tenantOf = new Map(
      indexes.filter(isKey).map(({ table, columns }) => [table, columns.find(isTenant)]),
    );
    const leading = indexes.filter(
      ({ table, columns, isPartial }) =>
        !isPartial && columns.length > 1 && columns[0] === tenantOf.get(table),
    );
    const others = [...Map.groupBy(leading, ({ table }) => table).values()].flatMap((own) => {
      const [first] = own.toSorted((a, b) => Number(isKey(b)) - Number(isKey(a)));
      return own.filter((index) => index !== first).map(({ name }) => name);
    });
    expect(others.sort()).toEqual(RANGES);
  });

  it('contain the tenant if their table is a large table of tenants', () => {
    const tenants = new Set(
      indexes.filter(({ columns }) => isTenant(columns[0]!)).map(({ table }) => table),
    );
    const without = indexes.filter(
      ({ table, columns, isPartial }) =>
        LARGE.includes(table) && tenants.has(table) && !isPartial && !columns.some(isTenant),
    );
    expect(without.map(({ name }) => name)).toEqual([]);
  });
});

const isTenant = (column: string): boolean => TENANTS.includes(column);
const isKey = ({ name }: Index): boolean => name.endsWith('_pkey');
