import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { containsText } from '../../../db/statements/contains-text.ts';
import { type Page, type PageQuery, pageOf } from '../../kernel/index.ts';
import { type ProjectRow, seesProject } from '../../project/index.ts';

export interface PersonRow {
  id: string;
  name: string;
}

type OwnedProject = Pick<ProjectRow, 'id' | 'organization_id'>;

/** Returns the given users who see the project, in the order of their ids. */
export async function findReaders(
  db: Db,
  project: OwnedProject,
  userIds: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select u.id from unnest(${[...userIds]}::uuid[]) with ordinality u(id, place)
    join app_user a on a.id = u.id and a.deactivated_at is null
    where ${seesProject(sql`u.id`, project)}
    order by u.place`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Lists people who see the project, in the order in which they signed up. With `onlyAuthors`, lists
 * only people who wrote comments in the project.
 */
export async function listPeople(
  db: Db,
  project: OwnedProject,
  { q, onlyAuthors }: { q: string | undefined; onlyAuthors: boolean },
  { after, limit }: PageQuery,
): Promise<Page<PersonRow>> {
  const conditions = [
    sql`a.deactivated_at is null`,
    seesProject(sql`a.id`, project),
    ...(q === undefined ? [] : [containsText(sql`a.name`, q)]),
    ...(after === null ? [] : [sql`m.user_id > ${after}::uuid`]),
    ...(onlyAuthors ? [wroteComments(project)] : []),
  ];
  const { rows } = await sql<PersonRow>`
    select a.id, a.name
    from membership m join app_user a on a.id = m.user_id
    where m.organization_id = ${project.organization_id}::uuid and ${sql.join(conditions, sql` and `)}
    order by m.user_id limit ${limit + 1}`.execute(db);
  return pageOf(rows, limit, ({ id }) => id);
}

const wroteComments = ({ id }: OwnedProject) => sql`exists (
  select from comment c
  where c.author_id = m.user_id and c.project_id = ${id}::uuid and c.text is not null)`;
