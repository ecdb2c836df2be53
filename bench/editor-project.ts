import type { Project } from '@parlance/contracts';
import pg from 'pg';

export const EDITOR_KEYS = 100_000;

/** Locales of the project. The first one is the source locale. */
export const EDITOR_LOCALES =
  'en de fr es it pt-BR nl pl cs ru uk ar he ja zh-Hans ko tr sv fi hi'.split(' ');

/** The bit of `placeholder_missing` in the check mask of a value. */
const PLACEHOLDER_MISSING = 1;

/**
 * Fills an empty project with `keys` keys in the locales above, in the state that the service's writers leave:
 * 60 % of the translations are present, 3 % of the keys belong to plural families, 1 % are ICU messages,
 * and 5 % of the values lack a placeholder of their source. Every statement is a set operation.
 */
export async function fillEditorProject(
  databaseUrl: string,
  project: Project,
  keys = EDITOR_KEYS,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    // Ids grow with `n`, as in an import, and differ from the ids of other projects.
    await client.query(
      `create function pg_temp.bench_id(n bigint) returns uuid language sql immutable as $$
         select (lpad(to_hex((1700000000000 + n)::bigint), 12, '0') || '7' || '000' || '8'
                 || substring(md5('${project.id}' || n) for 11) || '0000')::uuid $$`,
    );
    await insertContent(client, project, keys);
    await insertChangeAndCounts(client, project);
    await client.query('commit');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

async function insertContent(client: pg.Client, project: Project, keys: number): Promise<void> {
  await client.query(
    `insert into locale (project_id, id, code, name, created_at, updated_at)
     select $1, l.id, l.code, l.code, now(), now()
     from unnest($2::text[]) with ordinality l(code, id) where l.id > 1`,
    [project.id, EDITOR_LOCALES],
  );
  // Of 200 consecutive keys, six form three plural families of two forms each.
  await client.query(
    `insert into translation_key (project_id, id, organization_id, name, name_hash, description, tags,
                                  plural_family, plural_style, plural_category, created_at, updated_at)
     select $1, pg_temp.bench_id(k), $2, n.name, name_hash($1, n.name),
            case when k % 10 = 0 then 'Shown on screen ' || k / 100 else '' end,
            case when k % 7 = 0 then '{web}' when k % 11 = 0 then '{legacy,mobile}' else '{}' end::text[],
            f.family, case when f.family is not null then '_' end,
            case when f.family is not null then f.category end, now(), now()
     from generate_series(0, $3::int - 1) k,
          lateral (select case when k % 200 < 6
                            then 'area' || k / 5000 || '.screen' || k / 100 || '.items' || k / 2
                          end as family,
                          case when k % 2 = 0 then 'one' else 'other' end as category) f,
          lateral (select coalesce(f.family || '_' || f.category,
                            'area' || k / 5000 || '.screen' || k / 100 || '.label' || k) as name) n`,
    [project.id, project.organizationId, keys],
  );
  await client.query(
    `insert into translation_value (project_id, locale_id, key_id, text, state, origin,
                                    source_version, change_id, checks, updated_at)
     select $1, l.id, pg_temp.bench_id(k),
            case when l.id = 1 then s.text else l.code || ': ' || t.text end,
            case when l.id = 1 or k % 3 = 0 then 'reviewed'
                 when k % 3 = 1 then 'translated' else 'needs_review' end::value_state,
            case when l.id > 1 and k % 3 = 2 then 'machine' else 'import' end::value_origin,
            0, pg_temp.bench_id(-1), case when b.is_broken then $4::bigint else 0 end,
            now() - make_interval(mins => k)
     from unnest($3::text[]) with ordinality l(code, id), generate_series(0, $2::int - 1) k,
          lateral (select case
                     when k % 100 = 50
                       then '{count, plural, one {# file in ' || k || '} other {# files in ' || k || '}}'
                     when k % 4 = 3 then 'Save {name} in folder ' || k
                     else 'Some text of a common length ' || k end as text) s,
          lateral (select l.id > 1 and k % 4 = 3 and (k / 4 + l.id) % 5 = 0 as is_broken) b,
          lateral (select case when b.is_broken then replace(s.text, '{name} ', '')
                            else s.text end as text) t
     where l.id = 1 or (k * 7 + l.id * 3) % 10 < 6`,
    [project.id, keys, EDITOR_LOCALES, PLACEHOLDER_MISSING],
  );
}

async function insertChangeAndCounts(client: pg.Client, project: Project): Promise<void> {
  await client.query(
    `insert into change (project_id, id, kind, actor_type, actor_id, actor_name, details, at)
     values ($1, pg_temp.bench_id(-1), 'import', 'user', $2, 'Bench', '{}', now())`,
    [project.id, project.organizationId],
  );
  await client.query(
    `insert into value_count (project_id, locale_id, state, origin, values_count)
     select project_id, locale_id, state, origin, count(*) from translation_value
     where project_id = $1 group by 1, 2, 3, 4`,
    [project.id],
  );
  await client.query(
    `insert into key_count (project_id, plain_keys, cardinal_families, family_members)
     select $1, count(*) filter (where plural_family is null), count(distinct plural_family),
            count(plural_family)
     from translation_key where project_id = $1
     on conflict (project_id) do update
     set plain_keys = excluded.plain_keys, cardinal_families = excluded.cardinal_families,
         family_members = excluded.family_members`,
    [project.id],
  );
}
