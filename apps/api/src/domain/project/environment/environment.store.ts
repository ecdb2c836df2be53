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
} from '../../kernel/index.ts';

export interface EnvironmentRow {
  project_id: string;
  id: string;
  name: string;
  slug: string;
  fallback: 'source' | 'none';
  prefixes: string[];
  archived_at: Date | null;
  delivery_stopped_at: Date | null;
}

const COLUMNS = [
  'project_id',
  'id',
  'name',
  'slug',
  'fallback',
  'prefixes',
  'archived_at',
  'delivery_stopped_at',
] as const;

export async function listEnvironments(
  db: Db,
  projectId: ProjectRef,
  page: PageQuery & ArchivedFilter & { q?: string; slug?: string },
): Promise<Page<EnvironmentRow>> {
  let query = db
    .selectFrom('environment')
    .where('project_id', '=', projectId)
    .where(isListed(sql`archived_at`, page))
    .select(COLUMNS);
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
    .select(COLUMNS)
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
    .select(COLUMNS)
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
    .returning(COLUMNS)
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
    .returning(COLUMNS)
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
    .select(COLUMNS)
    .executeTakeFirst();
  return (row as EnvironmentRow | undefined) ?? null;
}
