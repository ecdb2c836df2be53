import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import type { CommentAction, CommentKind } from '../../../db/schema.generated.ts';
import { fail } from '../../../errors.ts';
import { COMMENTS, marks } from '../../content/index.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import type { Author } from './author.store.ts';

/** A comment and the fields that determine who may change it. */
export interface HeldComment {
  id: string;
  thread_id: string;
  key_id: string;
  locale_id: number | null;
  kind: CommentKind;
  text: string | null;
  mentioned_ids: string[];
  author_id: string;
  is_open: boolean;
  resolved_at: Date | null;
  answers_count: number;
  /** True if the key is archived. */
  archived: boolean;
}

/**
 * Reads a comment, and locks it until the transaction ends.
 * @throws `not_found`
 */
export async function lockComment(
  tx: Db,
  projectId: ProjectRef,
  commentId: string,
): Promise<HeldComment> {
  const { rows } = await sql<HeldComment>`
    select c.id, c.thread_id, c.key_id, c.locale_id, c.kind, c.text, c.mentioned_ids, c.author_id,
           c.is_open, c.resolved_at, c.answers_count, k.archived_at is not null as archived
    from comment c
    join translation_key k on k.project_id = ${projectId}::uuid and k.id = c.key_id
    where c.project_id = ${projectId}::uuid and c.id = ${commentId}::uuid and ${isShown}
    for no key update of c`.execute(tx);
  return rows[0] ?? failMissing();
}

export const failMissing = (): never => fail('not_found', 'The comment does not exist.');

/** SQL condition that lists contain the comment `c`: it has a text or answers. */
export const isShown: RawBuilder<boolean> = sql<boolean>`(c.text is not null or c.answers_count > 0)`;

/** Counts the comments on a key and its values, without deleted comments. */
export async function countComments(tx: Db, projectId: ProjectRef, keyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from comment
    where project_id = ${projectId}::uuid and key_id = ${keyId}::uuid and text is not null`.execute(
    tx,
  );
  return rows[0]!.count;
}

export interface NewComment {
  keyId: string;
  localeId: number | null;
  kind: CommentKind;
  text: string;
  mentionedIds: readonly string[];
  author: Author;
  /** Id of the first comment of the thread. Null for a new thread. */
  threadId: string | null;
  now: Date;
}

/** Inserts a comment. Returns its id. */
export async function insertComment(
  tx: Db,
  projectId: ProjectRef,
  { author, threadId, ...comment }: NewComment,
): Promise<string> {
  const id = newId();
  await sql`
    insert into comment
      (project_id, id, thread_id, key_id, locale_id, kind, text, mentioned_ids, author_id, author_name,
       created_at, is_open, event_id, last_actor_id, last_actor_name)
    values
      (${projectId}::uuid, ${id}::uuid, ${threadId ?? id}::uuid, ${comment.keyId}::uuid,
       ${comment.localeId}::smallint, ${comment.kind}, ${comment.text},
       ${[...comment.mentionedIds]}::uuid[], ${author.id}::uuid, ${author.name},
       ${comment.now}::timestamptz, ${comment.kind === 'question'}, ${newId()}::uuid,
       ${author.id}::uuid, ${author.name})`.execute(tx);
  if (threadId !== null) await countAnswer(tx, projectId, threadId, 1);
  await markComments(tx, projectId);
  return id;
}

async function countAnswer(
  tx: Db,
  projectId: ProjectRef,
  threadId: string,
  change: 1 | -1,
): Promise<void> {
  await sql`
    update comment set answers_count = answers_count + ${change}::int
    where project_id = ${projectId}::uuid and id = ${threadId}::uuid`.execute(tx);
}

export interface CommentWrite {
  action: CommentAction;
  actor: Author;
  now: Date;
}

/** Records a change of a comment that the transaction has locked. */
async function writeComment(
  tx: Db,
  projectId: ProjectRef,
  commentId: string,
  { action, actor }: CommentWrite,
  set: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    update comment
    set ${set}, event_id = ${newId()}::uuid, last_action = ${action},
        last_actor_id = ${actor.id}::uuid, last_actor_name = ${actor.name}
    where project_id = ${projectId}::uuid and id = ${commentId}::uuid`.execute(tx);
  await markComments(tx, projectId);
}

export const editText = (
  tx: Db,
  projectId: ProjectRef,
  commentId: string,
  { text, mentionedIds }: { text: string; mentionedIds: readonly string[] },
  by: Omit<CommentWrite, 'action'>,
): Promise<void> =>
  writeComment(
    tx,
    projectId,
    commentId,
    { ...by, action: 'edited' },
    sql`text = ${text}, mentioned_ids = ${[...mentionedIds]}::uuid[], edited_at = ${by.now}::timestamptz`,
  );

/** Deletes the text of a comment. Lists then omit the comment, unless it has answers. */
export async function deleteText(
  tx: Db,
  projectId: ProjectRef,
  { id, thread_id: threadId }: Pick<HeldComment, 'id' | 'thread_id'>,
  by: Omit<CommentWrite, 'action'>,
): Promise<void> {
  const set = sql`text = null, mentioned_ids = '{}', is_open = false`;
  await writeComment(tx, projectId, id, { ...by, action: 'deleted' }, set);
  if (threadId !== id) await countAnswer(tx, projectId, threadId, -1);
}

/** Resolves an open question, or opens a resolved one. */
export const resolveQuestion = (
  tx: Db,
  projectId: ProjectRef,
  commentId: string,
  by: Omit<CommentWrite, 'action'> & { action: 'resolved' | 'reopened' },
): Promise<void> => {
  const { actor, now, action } = by;
  const set =
    action === 'resolved'
      ? sql`is_open = false, resolved_by_id = ${actor.id}::uuid, resolved_by_name = ${actor.name},
            resolved_at = ${now}::timestamptz`
      : sql`is_open = true, resolved_by_id = null, resolved_by_name = null, resolved_at = null`;
  return writeComment(tx, projectId, commentId, by, set);
};

export async function muteThread(
  tx: Db,
  projectId: ProjectRef,
  { threadId, userId, muted, now }: { threadId: string; userId: string; muted: boolean; now: Date },
): Promise<void> {
  await (muted
    ? sql`
        insert into comment_mute (project_id, thread_id, user_id, muted_at)
        values (${projectId}::uuid, ${threadId}::uuid, ${userId}::uuid, ${now}::timestamptz)
        on conflict do nothing`
    : sql`
        delete from comment_mute
        where project_id = ${projectId}::uuid and thread_id = ${threadId}::uuid
          and user_id = ${userId}::uuid`
  ).execute(tx);
}

/** Changes the revision that covers the comment data in rows of the editor. */
async function markComments(tx: Db, projectId: ProjectRef): Promise<void> {
  await marks(projectId, [COMMENTS])!.execute(tx);
}
