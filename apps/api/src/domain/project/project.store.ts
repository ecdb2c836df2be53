import type { ProjectSettings } from '@parlance/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { newId } from '../../db/ids/uuid.ts';
import { anyContainsText } from '../../db/statements/contains-text.ts';
import { namedStatement } from '../../db/statements/named-statements.ts';
import { fail, NO_PROJECT } from '../../errors.ts';
import {
  type ArchivedFilter,
  isListed,
  type Owner,
  type OwnerRef,
  type Page,
  type PageQuery,
  type ProjectRef,
  pageById,
  type RowOf,
  recordOf,
  trustedOwner,
  trustedProject,
} from '../kernel/index.ts';
import { takeSlug, takeSlugOf } from './project-slug.store.ts';
import { mergeSettings } from './settings.ts';

export const PROJECT = recordOf(
  'project',
  {
    id: 'id',
    organizationId: 'organization_id',
    parentId: 'parent_id',
    name: 'name',
    slug: 'slug',
    settings: 'settings',
    archivedAt: 'archived_at',
    deliveryStoppedAt: 'delivery_stopped_at',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
  [
    'source_locale_id',
    // Time of the last change of the source locale. Null if it has never changed.
    'source_changed_at',
  ],
);

export interface ProjectRow extends RowOf<typeof PROJECT> {
  id: ProjectRef;
  organization_id: OwnerRef;
  settings: ProjectSettings;
  source_locale: string;
}

/** SQL condition for the projects `p` to which the caller has access. */
const isOwn = ({ organizationId, projectIds }: Owner): RawBuilder<boolean> => {
  const ofOrganization = sql<boolean>`p.organization_id = ${organizationId}`;
  if (projectIds === null) return ofOrganization;
  return sql`(${ofOrganization} and p.id = any(${[...projectIds]}::uuid[]))`;
};

/** SQL condition that a project `p` has this id and that the caller has access to it. */
export const isTheOwn = (
  projectId: RawBuilder<string>,
  organizationId: RawBuilder<string>,
  projectIds: RawBuilder<readonly string[] | null>,
): RawBuilder<boolean> => sql`
  (p.id = ${projectId}::uuid and p.organization_id = ${organizationId}::uuid
   and (${projectIds}::uuid[] is null or p.id = any(${projectIds}::uuid[])))`;

const selectProjects = (db: Db) =>
  db
    .selectFrom('project as p')
    .innerJoin('locale as l', (join) =>
      join.onRef('l.project_id', '=', 'p.id').onRef('l.id', '=', 'p.source_locale_id'),
    )
    .select([
      ...PROJECT.columns.map((column) => `p.${column}` as const),
      'l.code as source_locale',
    ]);

/** Adds default values for settings that the project does not have yet. */
const toProject = <Row extends { id: string; organization_id: string; settings: unknown }>(
  row: Row,
): Row & Pick<ProjectRow, 'id' | 'organization_id' | 'settings'> => ({
  ...row,
  id: trustedProject(row.id),
  organization_id: trustedOwner(row.organization_id),
  settings: mergeSettings(row.settings as ProjectSettings),
});

/**
 * Creates a named statement that reads a project to which the caller has access. `columns` adds SQL
 * expressions on the project `p`.
 */
export function projectReader<Columns>(
  name: string,
  columns: { readonly [Name in keyof Columns]: RawBuilder<Columns[Name]> },
): (db: Db, owner: Owner, projectId: string) => Promise<ProjectRow & Columns> {
  const select = namedStatement(
    name,
    (
      db,
      projectId: RawBuilder<string>,
      organizationId: RawBuilder<string>,
      projectIds: RawBuilder<readonly string[] | null>,
    ) =>
      selectProjects(db)
        .where(isTheOwn(projectId, organizationId, projectIds))
        .select(Object.entries<RawBuilder<unknown>>(columns).map(([name, of]) => of.as(name))),
  );
  return async (db, { organizationId, projectIds }, projectId) => {
    const [row] = await select(db, projectId, organizationId, projectIds);
    return toProject(row ?? fail('not_found', NO_PROJECT)) as ProjectRow & Columns;
  };
}

/**
 * Returns an active or archived project.
 * @throws `not_found` if the project does not exist or the caller has no access to it
 */
export const getProject = projectReader('get_project', {});

const selectRef = namedStatement(
  'get_project_ref',
  (
    _,
    projectId: RawBuilder<string>,
    organizationId: RawBuilder<string>,
    projectIds: RawBuilder<readonly string[] | null>,
    lockWait: RawBuilder<string>,
  ) => sql<Pick<ProjectRow, 'id' | 'parent_id'>>`
    select p.id, p.parent_id, set_config('lock_timeout', ${lockWait}, true)
    from project p where ${isTheOwn(projectId, organizationId, projectIds)}`,
);

/**
 * Checks that the caller has access to a project. Call it before locking the project. Also sets the
 * lock timeout of the transaction. If the transaction waits longer for a lock, PostgreSQL raises
 * the error 55P03.
 */
export async function getProjectRef(
  tx: Db,
  { organizationId, projectIds }: Owner,
  projectId: string,
  { lockWaitMs }: { lockWaitMs: number },
): Promise<Pick<ProjectRow, 'id' | 'parent_id'>> {
  const [row] = await selectRef(tx, projectId, organizationId, projectIds, `${lockWaitMs}ms`);
  return row ?? fail('not_found', NO_PROJECT);
}

/**
 * Returns a project whose content may be changed.
 * @throws `not_found`, `archived`
 */
export async function getWritableProject(
  db: Db,
  owner: Owner,
  projectId: string,
): Promise<ProjectRow> {
  const project = await getProject(db, owner, projectId);
  requireWritable(project);
  return project;
}

export function requireWritable({
  archived_at: archivedAt,
}: Pick<ProjectRow, 'archived_at'>): void {
  if (archivedAt === null) return;
  fail('archived', 'The project is archived. Restore it with PATCH { "archived": false }.');
}

/**
 * Lists projects, oldest first. `parentId` selects the children of a project. `q` is a part of the
 * name or the slug.
 */
export async function listProjects(
  db: Db,
  owner: Owner,
  page: PageQuery & ArchivedFilter & { parentId?: string; q?: string | undefined },
): Promise<Page<ProjectRow>> {
  const { q } = page;
  let query = selectProjects(db).where(isOwn(owner)).where(isListed(sql`p.archived_at`, page));
  if (page.parentId !== undefined) query = query.where('p.parent_id', '=', page.parentId);
  if (q !== undefined) query = query.where(anyContainsText([sql`p.name`, sql`p.slug`], q));
  const found = await pageById(query, page, 'asc', 'p.id');
  return { ...found, rows: found.rows.map(toProject) };
}

export interface ProjectName {
  id: string;
  name: string;
  slug: string;
}

export function listProjectNames(
  db: Db,
  organizationId: OwnerRef,
  ids: readonly string[],
): Promise<ProjectName[]> {
  return db
    .selectFrom('project')
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .select(['id', 'name', 'slug'])
    .orderBy('id')
    .execute();
}

/** Returns a page of the ids of active projects of all organizations, in ascending order. */
export async function listActiveProjectIds(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('project')
    .where('id', '>', after)
    .where('archived_at', 'is', null)
    .select('id')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Returns a page of the ids of active and archived projects of some organizations, in ascending
 * order.
 */
export async function listProjectIds(
  db: Db,
  organizationIds: readonly OwnerRef[],
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('project')
    .where('organization_id', '=', sql<string>`any(${[...organizationIds]}::uuid[])`)
    .where('id', '>', after)
    .select('id')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function countProjects(
  db: Db,
  organizationId: OwnerRef,
  projectIds: readonly string[],
): Promise<number> {
  const row = await db
    .selectFrom('project')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', projectIds)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/**
 * Inserts a project. The slug defaults to one derived from the name.
 * @throws `conflict`
 */
export async function insertProject(
  db: Db,
  project: {
    organizationId: OwnerRef;
    parentId: string | null;
    name: string;
    slug?: string | undefined;
    sourceLocaleId: number;
    settings: ProjectSettings;
    now: Date;
  },
): Promise<ProjectRef> {
  const id = newId();
  const claim = { organizationId: project.organizationId, projectId: id };
  const slug =
    project.slug === undefined
      ? await takeSlugOf(db, claim, project.name)
      : await takeSlug(db, claim, project.slug);
  await db
    .insertInto('project')
    .values({
      id,
      organization_id: project.organizationId,
      parent_id: project.parentId,
      name: project.name,
      slug,
      source_locale_id: project.sourceLocaleId,
      settings: JSON.stringify(project.settings),
      created_at: project.now,
      updated_at: project.now,
    })
    .execute();
  return trustedProject(id);
}

export interface ProjectChange {
  name?: string;
  slug?: string;
  sourceLocaleId?: number;
  settings?: ProjectSettings;
  archivedAt?: Date | null;
  deliveryStoppedAt?: Date | null;
}

export async function updateProjectRow(
  db: Db,
  projectId: ProjectRef,
  change: ProjectChange,
  now: Date,
): Promise<void> {
  await db
    .updateTable('project')
    .set({
      updated_at: now,
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.slug === undefined ? {} : { slug: change.slug }),
      ...(change.sourceLocaleId === undefined
        ? {}
        : { source_locale_id: change.sourceLocaleId, source_changed_at: now }),
      ...(change.settings === undefined ? {} : { settings: JSON.stringify(change.settings) }),
      ...(change.archivedAt === undefined ? {} : { archived_at: change.archivedAt }),
      ...(change.deliveryStoppedAt === undefined
        ? {}
        : { delivery_stopped_at: change.deliveryStoppedAt }),
    })
    .where('id', '=', projectId)
    .execute();
}
