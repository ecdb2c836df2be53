import type { Project } from '@parlance/contracts';
import pg from 'pg';

export type RunSql = (text: string, values?: unknown[]) => Promise<unknown>;

/**
 * Fills an empty project with SQL in one transaction, in the state that the service's writers leave: the locales (the
 * source locale first), the keys and values that `write` inserts, the change that created them, and the counts. `write`
 * derives ids from numbers with `pg_temp.bench_id`. The change has the id of `-1`.
 */
export async function fillProject(
  databaseUrl: string,
  project: Project,
  locales: readonly string[],
  write: (run: RunSql) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const run: RunSql = (text, values = []) => client.query(text, values);
  try {
    await run('begin');
    // Ids grow with `n`, as in an import, and differ from the ids of other projects.
    await run(
      `create function pg_temp.bench_id(n bigint) returns uuid language sql immutable as $$
         select (lpad(to_hex((1700000000000 + n)::bigint), 12, '0') || '7' || '000' || '8'
                 || substring(md5('${project.id}' || n) for 11) || '0000')::uuid $$`,
    );
    await run(
      `insert into locale (project_id, id, code, name, created_at, updated_at)
       select $1, l.id, l.code, l.code, now(), now()
       from unnest($2::text[]) with ordinality l(code, id) where l.id > 1`,
      [project.id, locales],
    );
    await write(run);
    await run(
      `insert into change (project_id, id, kind, actor_type, actor_id, actor_name, details, at)
       values ($1, pg_temp.bench_id(-1), 'import', 'user', $2, 'Bench', '{}', now())`,
      [project.id, project.organizationId],
    );
    await run(
      `insert into value_count (project_id, locale_id, state, origin, values_count)
       select project_id, locale_id, state, origin, count(*) from translation_value
       where project_id = $1 group by 1, 2, 3, 4`,
      [project.id],
    );
    await run(
      `insert into key_count (project_id, plain_keys, cardinal_families, family_members)
       select $1, count(*) filter (where plural_family is null), count(distinct plural_family),
              count(plural_family)
       from translation_key where project_id = $1
       on conflict (project_id) do update
       set plain_keys = excluded.plain_keys, cardinal_families = excluded.cardinal_families,
           family_members = excluded.family_members`,
      [project.id],
    );
    await run('commit');
    await run('vacuum analyze');
  } finally {
    await client.end();
  }
}
