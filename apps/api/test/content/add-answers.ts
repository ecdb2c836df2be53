import type { Comment } from '@parlance/contracts';
import { sql } from 'kysely';
import { newId } from '../../src/db/ids/uuid.ts';
import type { TestApp } from '../app/app.ts';

/** Adds answers to a thread directly in the database, because a person may write only a limited number per hour. */
export async function addAnswers(
  { db }: TestApp,
  { id, keyId }: Comment,
  count: number,
): Promise<void> {
  const ids = Array.from({ length: count }, newId);
  await sql`
    insert into comment (project_id, id, thread_id, key_id, locale_id, kind, text, author_id,
                         author_name, created_at, is_open, event_id, last_actor_id)
    select c.project_id, a.id, c.id, c.key_id, c.locale_id, 'comment', 'Number ' || a.place || '.',
           c.author_id, c.author_name, c.created_at, false, a.id, c.author_id
    from comment c, unnest(${ids}::uuid[]) with ordinality a(id, place)
    where c.id = ${id}::uuid and c.key_id = ${keyId}::uuid`.execute(db);
  await sql`update comment set answers_count = ${count} where id = ${id}::uuid`.execute(db);
}
