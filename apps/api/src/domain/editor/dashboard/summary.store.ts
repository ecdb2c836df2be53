import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { outdatedCounts, valueCounts } from '../../content/index.ts';
import type { Owner } from '../../kernel/index.ts';
import { isSeenBy } from '../../translation/index.ts';

/** SQL for the active projects `p` that the caller may see. */
const activeProjects = ({ organizationId, projectIds }: Owner) => sql`(
  select id, source_locale_id from project
  where organization_id = ${organizationId} and archived_at is null
    and (${projectIds}::uuid[] is null or id = any(${projectIds}::uuid[]))) p`;

export async function countProjectsAndKeys(
  db: Db,
  owner: Owner,
): Promise<{ projects: number; keys: number }> {
  const { rows } = await sql<{ projects: number; keys: number }>`
    select count(*) as projects,
           coalesce(sum(c.plain_keys + c.family_members + c.untranslatable_keys), 0)::bigint as keys
    from ${activeProjects(owner)} left join key_count c on c.project_id = p.id`.execute(db);
  return rows[0]!;
}

export interface LocaleSums {
  code: string;
  plain_keys: number;
  cardinal_families: number;
  integer_families: number;
  ordinal_families: number;
  zero_forms: number;
  values_count: number;
  needs_review: number;
}

export async function sumLocales(db: Db, owner: Owner): Promise<LocaleSums[]> {
  const { rows } = await sql<LocaleSums>`
    select l.code, coalesce(sum(c.plain_keys), 0)::bigint as plain_keys,
           coalesce(sum(c.cardinal_families), 0)::bigint as cardinal_families,
           coalesce(sum(c.integer_families), 0)::bigint as integer_families,
           coalesce(sum(c.ordinal_families), 0)::bigint as ordinal_families,
           coalesce(sum(c.zero_forms), 0)::bigint as zero_forms,
           coalesce(sum(v.values_count), 0)::bigint as values_count,
           coalesce(sum(v.needs_review), 0)::bigint as needs_review
    from ${activeProjects(owner)}
    join locale l on l.project_id = p.id and l.enabled
    left join key_count c on c.project_id = p.id
    left join (
      select p.id as project_id, c.locale_id, sum(c.values_count) as values_count,
             sum(c.values_count) filter (where c.state = 'needs_review') as needs_review
      from ${activeProjects(owner)} cross join lateral ${valueCounts(sql`p.id`)} c
      group by p.id, c.locale_id
    ) v on v.project_id = l.project_id and v.locale_id = l.id
    group by l.code`.execute(db);
  return rows;
}

/** Counts the outdated values of enabled locales. Values of a source locale are never outdated. */
export async function sumOutdated(db: Db, owner: Owner): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(o.values_count), 0)::bigint as count
    from ${activeProjects(owner)}
    cross join lateral ${outdatedCounts(sql`p.id`)} o
    join locale l on l.project_id = p.id and l.id = o.locale_id and l.enabled
    where o.locale_id <> p.source_locale_id`.execute(db);
  return rows[0]!.count;
}

export async function countReleases(db: Db, owner: Owner): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(r.version), 0)::bigint as count
    from ${activeProjects(owner)}
    join environment e on e.project_id = p.id and e.archived_at is null
    cross join lateral (
      select version from release
      where project_id = p.id and environment_id = e.id and status = 'published'
      order by version desc limit 1
    ) r`.execute(db);
  return rows[0]!.count;
}

export interface JobCounts {
  queued: number;
  running: number;
  failed: number;
}

export async function countJobs(db: Db, owner: Owner): Promise<JobCounts> {
  const { organizationId } = owner;
  const isSeen = isSeenBy(owner);
  const { rows } = await sql<JobCounts>`
    select
      (select count(*) from translation_job
       where organization_id = ${organizationId} and status = 'queued' and ${isSeen}) as queued,
      (select count(*) from translation_job
       where organization_id = ${organizationId} and status = 'running' and ${isSeen}) as running,
      (select count(*) from translation_job
       where organization_id = ${organizationId} and status = 'failed' and ${isSeen}) as failed`.execute(
    db,
  );
  return rows[0]!;
}
