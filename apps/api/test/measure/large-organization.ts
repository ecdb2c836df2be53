import { sql } from 'kysely';
import type { Db } from '../../src/db/client.ts';

/**
 * Fills each list of an organization with `rows` rows: members, two of them owners, invitations, keys, personal keys
 * of one user, projects, archived projects, active and archived children and environments of one project, and usage
 * of all active projects. Also adds as many ended rows, which lists omit.
 */
export async function fillOrganization(
  db: Db,
  {
    organizationId,
    projectId,
    userId,
    rows,
  }: { organizationId: string; projectId: string; userId: string; rows: number },
): Promise<void> {
  const numbers = sql`generate_series(1, ${rows}::int) n`;
  await db.transaction().execute(async (tx) => {
    await sql`
      with added as (
        insert into app_user (id, email, email_folded, name, password_hash, email_verified_at, created_at)
        select gen_random_uuid(), e, e, 'Member ' || n, '', now(), now()
        from ${numbers} cross join lateral (select 'member-' || n || '@example.test' as e) e
        returning id, name)
      insert into membership (organization_id, user_id, role, joined_at)
      select ${organizationId}::uuid, id,
             (case name when 'Member 1' then 'owner' else 'translator' end)::member_role,
             -- As the service writes it: cursors have milliseconds.
             date_trunc('milliseconds', now())
      from added`.execute(tx);
    await sql`
      insert into invitation (organization_id, id, email, email_folded, role, invited_by_type, invited_by_id,
                              invited_by_name, created_at, expires_at, revoked_at)
      select ${organizationId}::uuid, gen_random_uuid(), e, e, 'viewer', 'user', ${userId}::uuid, 'Test Person', now(),
             now() + interval '1 day', revoked_at
      from ${numbers} cross join (values (null), (now())) v(revoked_at)
      cross join lateral (
        select case when revoked_at is null then 'guest-' else 'gone-' end || n || '@example.test' as e) e`.execute(
      tx,
    );
    await sql`
      insert into api_key (organization_id, id, name, prefix, scopes, user_id, created_by_type, created_by_id,
                           created_by_name, created_at, revoked_at)
      select ${organizationId}::uuid, gen_random_uuid(), v.name || n, v.prefix || n, '{i18n:read}', user_id, 'user',
             ${userId}::uuid, 'Test Person', now(), revoked_at
      from ${numbers} cross join (values
        ('Key ', 'ci_', null, null), ('Own key ', 'own_', ${userId}::uuid, null),
        ('Old key ', 'old_', null, now()), ('Own old key ', 'old_', ${userId}::uuid, now())
      ) v(name, prefix, user_id, revoked_at)`.execute(tx);
    await sql`
      with added as (
        insert into project (id, organization_id, parent_id, name, slug, source_locale_id, settings, created_at,
                             updated_at, archived_at)
        select gen_random_uuid(), organization_id, v.parent_id, v.name || n,
               lower(replace(v.name, ' ', '-')) || n, 1, settings, now(), now(), v.archived_at
        from project cross join ${numbers} cross join (values
          ('Project ', null, null), ('Archived project ', null, now()),
          ('Child ', ${projectId}::uuid, null), ('Archived child ', ${projectId}::uuid, now())
        ) v(name, parent_id, archived_at)
        where id = ${projectId}::uuid
        returning id)
      insert into locale (project_id, id, code, name, created_at, updated_at)
      select id, 1, 'en', 'English', now(), now() from added`.execute(tx);
    await sql`
      insert into environment (project_id, id, name, slug, fallback, created_at, updated_at, archived_at)
      select ${projectId}::uuid, gen_random_uuid(), v.name || n, v.slug || n, 'source', now(), now(), v.archived_at
      from ${numbers} cross join (values
        ('Environment ', 'environment-', null), ('Archived environment ', 'archived-', now())
      ) v(name, slug, archived_at)`.execute(tx);
    await sql`
      insert into usage_daily (organization_id, day, project_id, engine, source_locale, target_locale, strings, units,
                               billed_units)
      select organization_id, current_date, id, 'pseudo', 'en', 'de', 1, 5, 0
      from project where organization_id = ${organizationId}::uuid and archived_at is null`.execute(
      tx,
    );
    // A test that counts the rows that are read must not count the rows of the inserts.
    await sql`select pg_stat_force_next_flush()`.execute(tx);
  });
}

/**
 * Fills lists of a project with `rows` rows each: terms, edits, finished jobs, and releases of an environment. Returns
 * the id of a job in which `rows` strings failed.
 */
export async function fillProject(
  db: Db,
  {
    organizationId,
    projectId,
    environmentId,
    rows,
  }: { organizationId: string; projectId: string; environmentId: string; rows: number },
): Promise<string> {
  const numbers = sql`generate_series(1, ${rows}::int) n`;
  const failedJob = '00000000-0000-7000-8003-000000000001';
  const project = sql`${projectId}::uuid`;
  // Ids of one kind of row that grow, like those of the service.
  const id = (kind: number) =>
    sql`('00000000-0000-7000-800' || ${sql.lit(kind)} || '-' || lpad(to_hex(n), 12, '0'))::uuid`;
  const actor = sql`'user'::actor_type, ${id(0)}, 'Test Person', now()`;
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into glossary_term (project_id, id, term, created_at, updated_at)
      select ${project}, ${id(1)}, 'Term ' || n, now(), now() from ${numbers}`.execute(tx);
    await sql`
      insert into change (project_id, id, kind, number, actor_type, actor_id, actor_name, at)
      -- They are numbered: none of them is an event.
      select ${project}, ${id(2)}, 'edit', 1000000 + n, ${actor} from ${numbers}`.execute(tx);
    await sql`
      insert into translation_job (organization_id, project_id, id, kind, source_locale, options, status,
                                   strings_total, created_by_type, created_by_id, created_by_name, created_at)
      select ${organizationId}::uuid, ${project}, ${id(3)}, 'missing', 'en', '{}', 'completed', 1, ${actor}
      from ${numbers}`.execute(tx);
    await sql`
      insert into release (project_id, environment_id, id, version, actor_type, actor_id, actor_name, created_at,
                           status, published_at)
      select ${project}, ${environmentId}::uuid, ${id(4)}, n, ${actor}, 'published', now() from ${numbers}`.execute(
      tx,
    );
    await sql`
      insert into activity (organization_id, id, type, project_id, at)
      select ${organizationId}::uuid, of.id, of.type::activity_type, ${project}, now()
      from ${numbers}, lateral (values (${id(3)}, 'translation_job'), (${id(4)}, 'release')) of (id, type)`.execute(
      tx,
    );
    const job = sql`${organizationId}::uuid, ${failedJob}::uuid`;
    const strings = sql`jsonb_agg(jsonb_build_object('id', ${id(5)}, 'key', 'key.' || n, 'text', 'Text') order by n)`;
    const result = JSON.stringify({ error: { code: 'engine_failed', message: 'It failed.' } });
    await sql`
      update translation_job set strings_total = ${rows}, strings_failed = ${rows}
      where (organization_id, id) = (${job})`.execute(tx);
    await sql`
      insert into translation_source (organization_id, job_id, id, strings)
      select ${job}, n / 200, ${strings} from ${numbers} group by n / 200`.execute(tx);
    await sql`
      insert into translation_chunk (organization_id, job_id, locale, chunk, source_id, strings_count, is_done, results)
      select ${job}, 'de', n / 200, n / 200, count(*), true, jsonb_agg(${result}::jsonb)
      from ${numbers} group by n / 200`.execute(tx);
  });
  return failedJob;
}

/**
 * Gives a user `rows` sessions, and an organization `rows` entries of its ledger after an initial read of its credits.
 */
export async function fillAccount(
  db: Db,
  { organizationId, userId, rows }: { organizationId: string; userId: string; rows: number },
): Promise<void> {
  const numbers = sql`generate_series(1, ${rows}::int) n`;
  await sql`
    insert into session (token_hash, id, user_id, created_at, renewed_at, expires_at)
    select sha256(n::text::bytea), gen_random_uuid(), ${userId}::uuid, now(), now(), now() + interval '1 day'
    from ${numbers}`.execute(db);
  await sql`
    with balance as (
      update credit_balance set ledger_sequence = ledger_sequence + ${rows}
      where organization_id = ${organizationId}::uuid
      returning balance, ledger_sequence)
    insert into ledger (organization_id, sequence, id, at, type, credits, units, balance_after, reference_type,
                        reference_id, description)
    select ${organizationId}::uuid, ledger_sequence - n + 1, gen_random_uuid(), now(), 'usage', 0, 0, balance,
           'translation', gen_random_uuid(), ''
    from balance, ${numbers}`.execute(db);
}

/** Makes a user a viewer of `rows` new organizations. */
export async function fillMemberships(
  db: Db,
  { userId, rows }: { userId: string; rows: number },
): Promise<void> {
  await sql`
    with added as (
      insert into organization (id, name, slug, created_at)
      select gen_random_uuid(), 'Team ' || n, 'team-' || n, now()
      from generate_series(1, ${rows}::int) n
      returning id)
    insert into membership (organization_id, user_id, role, joined_at)
    select id, ${userId}::uuid, 'viewer', now() from added`.execute(db);
}
