import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { CommentAction } from '../../../db/schema.generated.ts';
import type { ProjectRef } from '../../kernel/index.ts';

/** The latest change of a recently changed comment. */
export interface CommentEventRow {
  project_id: string;
  id: string;
  thread_id: string;
  key_id: string;
  locale: string | null;
  action: CommentAction;
  actor_id: string;
  actor_name: string | null;
  event_id: string;
}

/** Maximum number of comments that are read for each project. */
const COMMENTS = 100;

/** Returns the comments of these projects that have changed since the event id `since`. */
export async function readCommentEvents(
  db: Db,
  projectIds: readonly ProjectRef[],
  since: string,
): Promise<CommentEventRow[]> {
  const { rows } = await sql<CommentEventRow>`
    select c.project_id, c.id, c.thread_id, c.key_id, l.code as locale, c.last_action as action,
           c.last_actor_id as actor_id, c.last_actor_name as actor_name, c.event_id
    from unnest(${[...projectIds]}::uuid[]) w(project_id)
    cross join lateral (
      select * from comment c
      where c.project_id = w.project_id and c.event_id >= ${since}::uuid
      order by c.event_id desc limit ${COMMENTS}) c
    left join locale l on l.project_id = c.project_id and l.id = c.locale_id
    order by c.event_id`.execute(db);
  return rows;
}
