import pg from 'pg';
import { type BenchServer, startServer } from '../servers/server.ts';
import { type Suite, timed } from '../suite.ts';

const PROJECTS = 1_000;
const KEYS_A_PROJECT = 200;
const LOCALES = ['en', 'de', 'fr', 'pl', 'ja'];
/** Number of days with progress of every project. */
const PROGRESS_DAYS = 180;
/** Number of days with usage. Some projects, engines and locales are used on each day. */
const DAYS = 60;
const ACTIVE_PROJECTS_A_DAY = 100;
const WARM_UP_RUNS = 5;
const RUNS = 30;
const BUDGET_MS = 50;

export const dashboard: Suite = {
  name: 'dashboard',
  title: 'Dashboard',
  about:
    'An organization with 1,000 projects and 1,000,000 values in 5 locales, 20 releases, changes and ' +
    'jobs per project, 60 days of usage, and progress that changed on each of 180 days.',
  async *rows() {
    const server = await startServer({ env: { RATE_LIMITS: 'off' } });
    try {
      await fill(server);
      const { dashboard } = server.client;
      const routes = {
        summary: () => dashboard.summary(),
        projects: () => dashboard.projects(),
        progress: () => dashboard.progress({ days: 180 }),
        activity: () => dashboard.activity(),
        usage: () => dashboard.usage(),
      };
      for (const [name, call] of Object.entries(routes)) {
        for (let run = 0; run < WARM_UP_RUNS; run++) await call();
        const ours: number[] = [];
        for (let run = 0; run < RUNS; run++) ours.push(await timed(call));
        yield { name: `dashboard ${name}`, unit: 'ms', ours, goal: { atMost: BUDGET_MS } };
      }
    } finally {
      await server.stop();
    }
  },
};

/**
 * Fills a workspace with 1,000 projects and 1,000,000 values, in the state that the service's writers leave: with
 * counts, gapless versions, and a twentieth of the source texts changed later.
 */
async function fill(server: BenchServer): Promise<void> {
  const { data: project } = await server.client.i18n.projects.create({
    name: 'Bench',
    sourceLocale: 'en',
  });
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const run = (text: string, values: unknown[] = []) => client.query(text, values);
  try {
    await run('begin');
    await run(
      `create function bench_id(n bigint) returns uuid language sql immutable as $$
         select (lpad(to_hex((1700000000000 + n)::bigint), 12, '0') || '7' || '000' || '8'
                 || substring(md5(n::text) for 11) || '0000')::uuid $$`,
    );
    await run(
      `insert into project (id, organization_id, name, slug, source_locale_id, settings, created_at, updated_at)
       select bench_id(p), organization_id, 'Project ' || p, 'project-' || p, 1, settings, now(), now()
       from project, generate_series(1, $2::int) p where id = $1`,
      [project.id, PROJECTS],
    );
    await run(
      `insert into locale (project_id, id, code, name, created_at, updated_at)
       select bench_id(p), l.id, l.code, l.code, now(), now()
       from generate_series(1, $1::int) p, unnest($2::text[]) with ordinality l(code, id)`,
      [PROJECTS, LOCALES],
    );
    await run(
      `insert into translation_key (project_id, id, organization_id, name, name_hash, source_version,
                                    created_at, updated_at)
       select bench_id(p), bench_id(p * 1000 + k), $1, n.name, name_hash(bench_id(p), n.name),
              (k % 20 = 0)::int, now(), now()
       from generate_series(1, $2::int) p, generate_series(1, $3::int) k,
            lateral (select 'screen.' || p || '.label_' || k as name) n`,
      [project.organizationId, PROJECTS, KEYS_A_PROJECT],
    );
    // Each target locale has 90 % of the translations. Half of the changed keys were translated again.
    await run(
      `insert into translation_value (project_id, locale_id, key_id, text, state, origin,
                                      source_version, change_id, updated_at)
       select bench_id(p), l, bench_id(p * 1000 + k),
              'Some text of a common length ' || k,
              case when l = 3 then 'needs_review' else 'translated' end::value_state, 'import',
              (k % 20 = 0 and (l = 1 or k % 40 = 0))::int, bench_id(p), now()
       from generate_series(1, $1::int) p, generate_series(1, $3::int) l,
            generate_series(1, $2::int) k
       where l = 1 or k % 10 <> 9`,
      [PROJECTS, KEYS_A_PROJECT, LOCALES.length],
    );
    await run(
      `insert into value_count (project_id, locale_id, state, origin, values_count)
       select project_id, locale_id, state, origin, count(*) from translation_value group by 1, 2, 3, 4`,
    );
    await run(
      `insert into key_count (project_id, plain_keys)
       select bench_id(p), $2 from generate_series(1, $1::int) p`,
      [PROJECTS, KEYS_A_PROJECT],
    );
    await run(
      `insert into environment (project_id, id, name, slug, fallback, created_at, updated_at)
       select bench_id(p), bench_id(p), 'Production', 'production', 'source', now(), now()
       from generate_series(1, $1::int) p`,
      [PROJECTS],
    );
    await run(
      `insert into release (project_id, id, environment_id, version, actor_type, actor_id, actor_name, status,
                            created_at, published_at)
       select bench_id(p), bench_id(3000000000 + v * 100000 + p), bench_id(p), v, 'user', $2, 'Bench',
              'published', now(), now()
       from generate_series(1, $1::int) p, generate_series(1, 20) v`,
      [PROJECTS, project.organizationId],
    );
    await run(
      `insert into change (project_id, id, kind, actor_type, actor_id, actor_name, details, at)
       select bench_id(p), bench_id(2000000000 + c * 100000 + p), 'import', 'user', $2, 'Bench',
              '{"locale": "en", "format": "json", "keys": {"created": 3}}', now()
       from generate_series(1, $1::int) p, generate_series(1, 20) c`,
      [PROJECTS, project.organizationId],
    );
    await run(
      `insert into translation_job (organization_id, id, kind, project_id, source_locale, options, status,
                                    strings_total, created_by_type, created_by_id, created_by_name, created_at)
       select $1, bench_id(4000000000 + j), 'missing', bench_id(1 + j % 1000), 'en', '{}',
              (case when j % 50 = 0 then 'failed' when j > 19995 then 'queued' else 'completed' end
              )::translation_job_status, 100, 'user', $1, 'Bench', now()
       from generate_series(1, 20000) j`,
      [project.organizationId],
    );
    await run(
      `insert into usage_daily (organization_id, day, project_id, engine, source_locale, target_locale,
                                strings, units, billed_units)
       select $1, current_date - d, bench_id(p), e, 'en', l, 10, 300, 300
       from generate_series(0, $2::int - 1) d, generate_series(1, $3::int) p,
            unnest(array['bergamot', 'memory']) e, unnest($4::text[]) l`,
      [project.organizationId, DAYS, ACTIVE_PROJECTS_A_DAY, LOCALES.slice(1)],
    );
    await run(
      `insert into daily_progress (project_id, locale_id, day, translated, needs_review, missing)
       select bench_id(p), l, current_date - d, 800 - d, 180, d
       from generate_series(1, $1::int) p, generate_series(0, $2::int) l,
            generate_series(0, $3::int - 1) d`,
      [PROJECTS, LOCALES.length, PROGRESS_DAYS],
    );
    await run('drop function bench_id(bigint)');
    await run('commit');
    await run('vacuum analyze');
  } finally {
    await client.end();
  }
}
