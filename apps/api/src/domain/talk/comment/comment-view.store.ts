import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { lookUpKey } from '../../../db/look-ups.ts';
import { isOfProject } from '../../../db/statements/plan-hints.ts';
import {
  type Page,
  type PageQuery,
  pageOf,
  type RowOf,
  recordOf,
  selectedColumns,
} from '../../kernel/index.ts';
import { type ProjectRow, seesProject } from '../../project/index.ts';
import { failMissing, isShown } from './comment.store.ts';

export const COMMENT = recordOf(
  'comment',
  {
    id: 'id',
    threadId: 'thread_id',
    keyId: 'key_id',
    kind: 'kind',
    text: 'text',
    createdAt: 'created_at',
    editedAt: 'edited_at',
    answers: 'answers_count',
    resolvedAt: 'resolved_at',
  },
  ['author_id', 'author_name', 'resolved_by_id', 'resolved_by_name'],
);

/** A comment as a person sees it. */
export interface CommentView extends RowOf<typeof COMMENT> {
  key: string;
  locale: string | null;
  /** Users whom the text mentions. The name of a user who no longer has access to the project is null. */
  mentions: { userId: string; name: string | null }[];
  own: boolean;
  muted: boolean;
}

export type OwnedProject = Pick<ProjectRow, 'id' | 'organization_id'>;

const mentionsOf = (project: OwnedProject) => sql`(
  select coalesce(json_agg(json_build_object('userId', u.id, 'name', a.name) order by u.place), '[]')
  from unnest(c.mentioned_ids) with ordinality u(id, place)
  left join app_user a on a.id = u.id and ${seesProject(sql`u.id`, project)})`;

/** SQL that reads the comments `c`, with fields that depend on the person who reads them. */
const selectViews = (project: OwnedProject, personId: string) => sql`
  select ${selectedColumns(COMMENT, 'c')}, k.name as key, l.code as locale,
         ${mentionsOf(project)} as mentions, c.author_id = ${personId}::uuid as own,
         exists (
           select from comment_mute m
           where m.project_id = ${project.id}::uuid and m.thread_id = c.thread_id
             and m.user_id = ${personId}::uuid) as muted
  from comment c
  cross join ${lookUpKey(project.id, sql`c.key_id`)} k
  left join locale l on l.project_id = ${project.id}::uuid and l.id = c.locale_id`;

async function listWhere(
  db: Db,
  project: OwnedProject,
  personId: string,
  conditions: readonly RawBuilder<unknown>[],
  { after, limit }: PageQuery,
): Promise<Page<CommentView>> {
  const all = after === null ? conditions : [...conditions, sql`c.id < ${after}::uuid`];
  const { rows } = await sql<CommentView>`
    ${selectViews(project, personId)}
    where ${sql.join(all, sql` and `)}
    order by c.id desc limit ${limit + 1}`.execute(db);
  return pageOf(rows, limit, ({ id }) => id);
}

/**
 * Lists the comments on a key and its values, newest first. With `localeId`, lists only the
 * comments on the key itself and on its value in this locale.
 */
export const listOfKey = (
  db: Db,
  project: OwnedProject,
  personId: string,
  { keyId, localeId }: { keyId: string; localeId: number | null },
  page: PageQuery,
): Promise<Page<CommentView>> =>
  listWhere(
    db,
    project,
    personId,
    [
      isOfProject(sql`c.project_id`, project.id),
      sql`c.key_id = ${keyId}::uuid`,
      isShown,
      ...(localeId === null
        ? []
        : [sql`(c.locale_id is null or c.locale_id = ${localeId}::smallint)`]),
    ],
    page,
  );

export interface ThreadFilter {
  state: 'open' | 'resolved' | null;
  localeId: number | null;
  /** True for threads on keys, and not on values. */
  isAboutKey: boolean;
  /** True for threads with a comment that mentions the person. */
  mentionsPerson: boolean;
  /** True for threads that the person began. */
  isOwn: boolean;
  /** Ids of the locales of open questions, with null for questions about keys. Null for all threads. */
  waitingIn: readonly (number | null)[] | null;
}

const isIn = (localeIds: readonly (number | null)[]): RawBuilder<boolean> => sql`
  (c.locale_id = any(${localeIds.filter((id) => id !== null)}::smallint[])
   or (c.locale_id is null and ${localeIds.includes(null)}))`;

/** Lists the first comments of the threads on active keys, newest first. */
export function listThreads(
  db: Db,
  project: OwnedProject,
  personId: string,
  { state, localeId, isAboutKey, mentionsPerson, isOwn, waitingIn }: ThreadFilter,
  page: PageQuery,
): Promise<Page<CommentView>> {
  // A person has few threads, so the index on the person is used instead of the index on the
  // project. PostgreSQL computes an array once, but might run a subquery for each row.
  const mentioning = sql`c.id = any(array(
    select m.thread_id from comment m
    where m.mentioned_ids @> array[${personId}::uuid]
      and ${isOfProject(sql`m.project_id`, project.id)}))`;
  const conditions: RawBuilder<unknown>[] = [
    isOwn ? isOfProject(sql`c.project_id`, project.id) : sql`c.project_id = ${project.id}::uuid`,
    sql`c.thread_id = c.id`,
    isShown,
    sql`k.archived_at is null`,
    // PostgreSQL uses a partial index only if the statement repeats its condition.
    ...(state === 'open' || waitingIn ? [sql`c.is_open`] : []),
    ...(state === 'resolved' ? [sql`c.resolved_at is not null`] : []),
    ...(localeId === null ? [] : [sql`c.locale_id = ${localeId}::smallint`]),
    ...(isAboutKey ? [sql`c.locale_id is null`] : []),
    ...(isOwn ? [sql`c.author_id = ${personId}::uuid`] : []),
    ...(mentionsPerson ? [mentioning] : []),
    ...(waitingIn ? [isIn(waitingIn)] : []),
  ];
  return listWhere(db, project, personId, conditions, page);
}

/**
 * Reads a comment, even if it is deleted.
 * @throws `not_found`
 */
export async function getComment(
  db: Db,
  project: OwnedProject,
  personId: string,
  commentId: string,
): Promise<CommentView> {
  const { rows } = await sql<CommentView>`
    ${selectViews(project, personId)}
    where c.project_id = ${project.id}::uuid and c.id = ${commentId}::uuid`.execute(db);
  return rows[0] ?? failMissing();
}
