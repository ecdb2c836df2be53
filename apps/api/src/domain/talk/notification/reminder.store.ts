import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { trustedOwner, trustedProject } from '../../kernel/index.ts';
import { isEnabledLocale, seesProject } from '../../project/index.ts';
import { selectDevelopers } from './candidates.store.ts';

interface DeveloperPage {
  developers: { userId: string; projectId: string }[];
  /** The last project of the page. Null if it was the last page. */
  last: string | null;
}

/**
 * Lists developers of active projects with questions about active keys and enabled locales that
 * have been open since before a time.
 */
export async function listDevelopersToRemind(
  db: Db,
  { before, after, limit }: { before: Date; after: string; limit: number },
): Promise<DeveloperPage> {
  const { rows: projects } = await sql<{ id: string; organization_id: string }>`
    select p.id, p.organization_id from project p
    join organization o on o.id = p.organization_id and o.archived_at is null
    where p.id > ${after}::uuid and p.archived_at is null and exists (
      select from comment c
      join translation_key k on k.project_id = p.id and k.id = c.key_id and k.archived_at is null
      where c.project_id = p.id and c.is_open and c.created_at <= ${before}::timestamptz
        and ${isEnabledLocale(sql`p.id`, sql`c.locale_id`)})
    order by p.id limit ${limit}`.execute(db);
  const developers: DeveloperPage['developers'] = [];
  for (const { id, organization_id: organizationId } of projects) {
    const project = { id: trustedProject(id), organization_id: trustedOwner(organizationId) };
    const { rows } = await sql<{ user_id: string }>`
      select d.user_id from (${selectDevelopers(project)}) d
      join app_user u on u.id = d.user_id and u.deactivated_at is null`.execute(db);
    developers.push(...rows.map((row) => ({ userId: row.user_id, projectId: id })));
  }
  return { developers, last: projects.length < limit ? null : projects.at(-1)!.id };
}

export interface OldQuestions {
  organization_slug: string;
  project_id: string;
  project_name: string;
  /** Tag of the locale. Null for questions about keys. */
  locale: string | null;
  count: number;
}

/** Maximum number of rows in a reminder. */
const ROWS = 200;

/** Counts the old open questions of projects that the person sees, by project and locale. */
export async function countOldQuestions(
  db: Db,
  userId: string,
  { projectIds, before }: { projectIds: readonly string[]; before: Date },
): Promise<OldQuestions[]> {
  const { rows } = await sql<OldQuestions>`
    select o.slug as organization_slug, p.id as project_id, p.name as project_name,
           l.code as locale, count(*) as count
    from unnest(${[...projectIds]}::uuid[]) u(id)
    join project p on p.id = u.id and p.archived_at is null
    join organization o on o.id = p.organization_id and o.archived_at is null
    cross join lateral (
      select c.locale_id, c.key_id from comment c
      where c.project_id = u.id and c.is_open and c.created_at <= ${before}::timestamptz offset 0) c
    join translation_key k on k.project_id = p.id and k.id = c.key_id and k.archived_at is null
    left join locale l on l.project_id = p.id and l.id = c.locale_id
    where (c.locale_id is null or l.enabled)
      and ${seesProject(sql`${userId}::uuid`, {
        id: sql<string>`p.id`,
        organization_id: sql<string>`p.organization_id`,
      })}
    group by o.slug, p.id, p.name, l.code
    order by p.name, p.id, l.code nulls first limit ${ROWS}`.execute(db);
  return rows;
}
