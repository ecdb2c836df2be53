import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { isUuid, newId } from '../../../db/ids/uuid.ts';
import { anyContainsText } from '../../../db/statements/contains-text.ts';
import { fail } from '../../../errors.ts';
import {
  type ArchivedFilter,
  isListed,
  type Page,
  type PageQuery,
  type ProjectRef,
  pageById,
  type RowOf,
  recordOf,
} from '../../kernel/index.ts';

export const ENVIRONMENT = recordOf(
  'environment',
  {
    id: 'id',
    name: 'name',
    slug: 'slug',
    fallback: 'fallback',
    prefixes: 'prefixes',
    archivedAt: 'archived_at',
    deliveryStoppedAt: 'delivery_stopped_at',
  },
  ['project_id'],
);
export interface EnvironmentRow extends RowOf<typeof ENVIRONMENT> {
  fallback: 'source' | 'none';
}

export async function listEnvironments(
  db: Db,
  projectId: ProjectRef,
  page: PageQuery & ArchivedFilter & { q?: string; slug?: string },
): Promise<Page<EnvironmentRow>> {
  let query = db
    .selectFrom('environment')
    .where('project_id', '=', projectId)
    .where(isListed(sql`archived_at`, page))
    .select(ENVIRONMENT.columns);
  if (page.slug !== undefined) query = query.where('slug', '=', page.slug);
  if (page.q !== undefined) query = query.where(anyContainsText([sql`name`, sql`slug`], page.q));
  return pageById(query.$castTo<EnvironmentRow>(), page, 'asc');
}

/** True if the text has the format of an id, which a slug never has. */
export const isEnvironmentId = (slugOrId: string): boolean => isUuid(slugOrId);

export async function findEnvironment(
  db: Db,
  projectId: ProjectRef,
  slugOrId: string,
): Promise<EnvironmentRow | null> {
  const row = await db
    .selectFrom('environment')
    .where('project_id', '=', projectId)
    .where(isEnvironmentId(slugOrId) ? 'id' : 'slug', '=', slugOrId)
    .select(ENVIRONMENT.columns)
    .executeTakeFirst();
  return (row as EnvironmentRow | undefined) ?? null;
}

/** @throws `not_found` */
export async function getEnvironment(
  db: Db,
  projectId: ProjectRef,
  environmentId: string,
): Promise<EnvironmentRow> {
  const row = await db
    .selectFrom('environment')
    .where('project_id', '=', projectId)
    .where('id', '=', environmentId)
    .select(ENVIRONMENT.columns)
    .executeTakeFirst();
  if (!row) fail('not_found', 'The environment does not exist.');
  return row as EnvironmentRow;
}

/** Copies the active environments of a project to a new project, in the same order. */
export async function copyEnvironments(
  tx: Db,
  fromProjectId: string,
  projectId: ProjectRef,
  now: Date,
): Promise<void> {
  const rows = await tx
    .selectFrom('environment')
    .where('project_id', '=', fromProjectId)
    .where('archived_at', 'is', null)
    .select(['name', 'slug', 'fallback', 'prefixes'])
    .orderBy('id')
    .execute();
  if (rows.length === 0) return;
  const copies = rows.map((row) => ({
    ...row,
    project_id: projectId,
    id: newId(),
    created_at: now,
    updated_at: now,
  }));
  await tx.insertInto('environment').values(copies).execute();
}

/** Inserts an environment. Returns null if an active or archived environment has the slug. */
export async function insertEnvironment(
  db: Db,
  projectId: ProjectRef,
  environment: {
    name: string;
    slug: string;
    fallback: 'source' | 'none';
    prefixes?: readonly string[];
    now: Date;
  },
): Promise<EnvironmentRow | null> {
  const row = await db
    .insertInto('environment')
    .values({
      project_id: projectId,
      id: newId(),
      name: environment.name,
      slug: environment.slug,
      fallback: environment.fallback,
      prefixes: [...(environment.prefixes ?? [])],
      created_at: environment.now,
      updated_at: environment.now,
    })
    .onConflict((oc) => oc.columns(['project_id', 'slug']).doNothing())
    .returning(ENVIRONMENT.columns)
    .executeTakeFirst();
  return (row as EnvironmentRow | undefined) ?? null;
}

export async function updateEnvironmentRow(
  db: Db,
  projectId: ProjectRef,
  environmentId: string,
  change: {
    name?: string;
    slug?: string;
    fallback?: 'source' | 'none';
    prefixes?: string[];
    archived_at?: Date | null;
    delivery_stopped_at?: Date | null;
  },
  now: Date,
): Promise<EnvironmentRow> {
  const row = await db
    .updateTable('environment')
    .set({ ...change, updated_at: now })
    .where('project_id', '=', projectId)
    .where('id', '=', environmentId)
    .returning(ENVIRONMENT.columns)
    .executeTakeFirstOrThrow();
  return row as EnvironmentRow;
}

export async function findEnvironmentBySlug(
  db: Db,
  projectId: ProjectRef,
  slug: string,
): Promise<EnvironmentRow | null> {
  const row = await db
    .selectFrom('environment')
    .where('project_id', '=', projectId)
    .where('slug', '=', slug)
    .select(ENVIRONMENT.columns)
    .executeTakeFirst();
  return (row as EnvironmentRow | undefined) ?? null;
}
