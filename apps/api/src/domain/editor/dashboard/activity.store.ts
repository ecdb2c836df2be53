import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { ActivityType, TranslationJobStatus } from '../../../db/schema.generated.ts';
import {
  type Actor,
  type Owner,
  type OwnerRef,
  type Page,
  type PageQuery,
  pageById,
} from '../../kernel/index.ts';

export interface ActivityRow {
  id: string;
  type: ActivityType;
  project_id: string | null;
  project_name: string | null;
  at: Date;
}

/**
 * Lists the imports, releases and translation jobs of active projects, newest first. A caller whose
 * API key is limited to some projects sees the activity of these projects. It also sees jobs that
 * the key has created without a project.
 */
export async function listActivity(
  db: Db,
  owner: Owner,
  page: PageQuery,
): Promise<Page<ActivityRow>> {
  const { organizationId, projectIds, principalId } = owner;
  const query = db
    .selectFrom('activity as a')
    .leftJoin('project as p', 'p.id', 'a.project_id')
    .where('a.organization_id', '=', organizationId)
    .where('p.archived_at', 'is', null)
    .where(
      sql<SqlBool>`(${projectIds}::uuid[] is null or a.project_id = any(${projectIds}::uuid[])
                    or exists (
                      select from translation_job j
                      where j.organization_id = a.organization_id and j.id = a.id
                        and j.created_by_type = 'api_key' and j.created_by_id = ${principalId}::uuid))`,
    )
    .select(['a.id', 'a.type', 'a.project_id', 'p.name as project_name', 'a.at']);
  return pageById(query, page, 'desc', 'a.id');
}

interface ActorColumns {
  id: string;
  actor_type: Actor['type'];
  actor_id: string;
  actor_name: string | null;
}

export interface ImportDetails {
  format?: string;
  locale?: string;
  keys?: { created?: number; restored?: number; archived?: number };
  values?: { created?: number; updated?: number };
}

export type ImportRow = ActorColumns & { details: ImportDetails };
export type PublishedRow = ActorColumns & {
  version: number;
  environment: string;
  locales_count: number;
};
export type JobActivityRow = ActorColumns & {
  status: TranslationJobStatus;
  strings_total: number;
  strings_done: number;
  strings_failed: number;
};

export interface ContentRef {
  readonly projectId: string;
  readonly id: string;
}

const refs = (rows: readonly ContentRef[]) => sql`unnest(
  ${rows.map(({ projectId }) => projectId)}::uuid[], ${rows.map(({ id }) => id)}::uuid[]
) u(project_id, id)`;

export async function findImports(db: Db, rows: readonly ContentRef[]): Promise<ImportRow[]> {
  if (rows.length === 0) return [];
  const found = await sql<ImportRow>`
    select c.id, c.actor_type, c.actor_id, c.actor_name, c.details
    from ${refs(rows)} join change c on c.project_id = u.project_id and c.id = u.id`.execute(db);
  return found.rows;
}

export async function findPublished(db: Db, rows: readonly ContentRef[]): Promise<PublishedRow[]> {
  if (rows.length === 0) return [];
  const found = await sql<PublishedRow>`
    select r.id, r.actor_type, r.actor_id, r.actor_name, r.version, e.name as environment,
           (select count(*) from release_locale l
            where l.project_id = r.project_id and l.release_id = r.id) as locales_count
    from ${refs(rows)}
    join release r on r.project_id = u.project_id and r.id = u.id
    join environment e on e.project_id = r.project_id and e.id = r.environment_id`.execute(db);
  return found.rows;
}

export async function findJobs(
  db: Db,
  organizationId: OwnerRef,
  ids: readonly string[],
): Promise<JobActivityRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('translation_job')
    .where('organization_id', '=', organizationId)
    .where('id', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .select([
      'id',
      'created_by_type as actor_type',
      'created_by_id as actor_id',
      'created_by_name as actor_name',
      'status',
      'strings_total',
      'strings_done',
      'strings_failed',
    ])
    .execute();
}
