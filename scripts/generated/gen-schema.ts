import pg from 'pg';

const TYPES: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  jsonb: 'unknown',
  numeric: 'string',
  text: 'string',
  date: 'string',
  timestamptz: 'Date',
  uuid: 'string',
};

interface Column {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  optional: boolean;
}

const pascal = (name: string): string =>
  name.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());

/** Returns a module with Kysely's types for the tables of a migrated database. */
export async function describeSchema(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const enums = await client.query<{ name: string; labels: string[] }>(
    `select t.typname as name, array_agg(e.enumlabel::text order by e.enumsortorder) as labels
     from pg_type t join pg_enum e on e.enumtypid = t.oid
     join pg_namespace n on n.oid = t.typnamespace where n.nspname = 'public'
     group by t.typname order by t.typname`,
  );
  const columns = await client.query<Column>(
    `select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as nullable,
            (a.atthasdef or a.attidentity <> '' or not a.attnotnull) as optional
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     join pg_type t on t.oid = a.atttypid
     where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname <> 'migration'
     order by c.relname, a.attnum`,
  );
  await client.end();

  const enumTypes = new Map(enums.rows.map((row) => [row.name, pascal(row.name)]));
  const typeOf = (column: Column): string => {
    const element = column.type.replace(/^_/, '');
    const base = TYPES[element] ?? enumTypes.get(element);
    if (base === undefined) throw new Error(`${column.table}.${column.column}: ${column.type}?`);
    const type = column.type.startsWith('_') ? `${base}[]` : base;
    return column.nullable ? `${type} | null` : type;
  };

  const lines = [
    '// Generated from the migrated database by `npm run gen`. Do not edit.',
    "import type { Generated } from 'kysely';",
    '',
  ];
  for (const { name, labels } of enums.rows) {
    lines.push(`export type ${pascal(name)} = ${labels.map((label) => `'${label}'`).join(' | ')};`);
  }
  const tables = new Map<string, Column[]>();
  for (const column of columns.rows) {
    const list = tables.get(column.table) ?? [];
    list.push(column);
    tables.set(column.table, list);
  }
  for (const [table, list] of tables) {
    lines.push('', `export interface ${pascal(table)}Table {`);
    for (const column of list) {
      const type = typeOf(column);
      lines.push(`  ${column.column}: ${column.optional ? `Generated<${type}>` : type};`);
    }
    lines.push('}');
  }
  lines.push('', 'export interface Database {');
  for (const table of tables.keys()) lines.push(`  ${table}: ${pascal(table)}Table;`);
  lines.push('}', '');
  return lines.join('\n');
}
