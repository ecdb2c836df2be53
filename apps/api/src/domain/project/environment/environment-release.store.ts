import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { ProjectRef } from '../../kernel/index.ts';

/**
 * PostgreSQL notification channel for changes of a project's bundles. The payload is the id of the
 * project.
 */
export const RELEASE_CHANNEL = 'parlance_release';

/**
 * Status of releases that apps can download. As a literal, it lets PostgreSQL use the partial index
 * of published releases.
 */
export const PUBLISHED = sql.lit('published' as const);

export interface LatestRelease {
  id: string;
  version: number;
  created_at: Date;
}

export async function findLatestReleases(
  db: Db,
  projectId: ProjectRef,
  environmentIds: readonly string[],
): Promise<Map<string, LatestRelease>> {
  if (environmentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('release')
    .where('project_id', '=', projectId)
    .where('environment_id', 'in', environmentIds)
    .where('status', '=', PUBLISHED)
    .distinctOn('environment_id')
    .select(['environment_id', 'id', 'version', 'created_at'])
    .orderBy('environment_id')
    .orderBy('version', 'desc')
    .execute();
  return new Map(rows.map(({ environment_id, ...release }) => [environment_id, release]));
}

/** Notifies every process that its cached bundles of a project may be outdated. */
export async function announceReleases(tx: Db, projectId: ProjectRef): Promise<void> {
  await sql`select pg_notify(${RELEASE_CHANNEL}, ${projectId})`.execute(tx);
}
