import { LIMITS } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import type { CommentKind } from '../../../db/schema.generated.ts';
import type { Deps } from '../../../deps.ts';
import { fail, failAt } from '../../../errors.ts';
import { getKey } from '../../content/index.ts';
import { requireActiveKey } from '../../editing/index.ts';
import { announceEvent, lockComments, type RateRule, takeUses } from '../../kernel/index.ts';
import {
  type Edit,
  type EditCall,
  editProject,
  getLocale,
  KEEPS_LOCALES,
  listAllLocales,
  numberEarlierChanges,
} from '../../project/index.ts';
import { type Author, getAuthor } from './author.store.ts';
import { countComments, failMissing, insertComment, lockComment } from './comment.store.ts';
import { type CommentView, getComment } from './comment-view.store.ts';
import { mentionsIn } from './mentions.ts';
import { type CommentedProject, notifyOfComment } from './notify-of-comment.ts';
import { findReaders } from './people.store.ts';

export const COMMENTS_RULE: RateRule = {
  name: 'comments',
  limit: LIMITS.commentsPerHour,
  windowMs: 60 * 60_000,
};

interface CommentCall extends EditCall {
  keyId: string;
  /** Canonical tag of the value's locale. Null for a comment on the key. */
  localeTag: string | null;
  kind: CommentKind;
  text: string;
  /** The thread that the comment answers. Null for a new thread. */
  threadId: string | null;
}

/**
 * Adds a comment, a question or an answer.
 * @throws `person_required`, `not_found`, `archived`, `validation_failed`, `limit_exceeded`,
 * `rate_limited`
 */
export async function createComment(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: CommentCall,
): Promise<CommentView> {
  const author = await getAuthor(deps.db, input.principal);
  const mentioned = mentionsIn(input.text);
  if (input.threadId !== null && input.kind === 'question') {
    failAt('/kind', 'must be `comment` in an answer; ask the question in a thread of its own');
  }
  await numberEarlierChanges(deps.db, input);
  return editProject(deps, input, KEEPS_LOCALES, async (edit) => {
    // The lock on the key serializes the creation of comments on the same key.
    requireActiveKey(await getKey(edit.tx, edit.project.id, input.keyId, 'update'));
    const localeId = await localeOf(edit, input);
    const { keyId, kind, text, threadId } = input;
    const comment = { keyId, localeId, kind, text, threadId };
    const by = { mentioned, author, now: edit.now };
    const id = await addComment(edit.tx, edit.project, { ...comment, ...by });
    return getComment(edit.tx, edit.project, author.id, id);
  });
}

/** Returns the locale of the thread that the comment belongs to. Null for a thread on the key. */
async function localeOf(
  { tx, project }: Edit,
  { threadId, keyId, localeTag }: CommentCall,
): Promise<number | null> {
  if (threadId === null) {
    return localeTag === null ? null : (await getLocale(tx, project.id, localeTag)).id;
  }
  const first = await lockComment(tx, project.id, threadId);
  if (first.key_id !== keyId || first.thread_id !== threadId) failMissing();
  return first.locale_id;
}

interface AddedComment {
  keyId: string;
  localeId: number | null;
  kind: CommentKind;
  text: string;
  threadId: string | null;
  /** Ids of users in the text. Ids of users who do not see the project are ignored. */
  mentioned: readonly string[];
  author: Author;
  /** True if the comment explains why its value was sent back for review. */
  sendsBack?: boolean;
  now: Date;
}

/**
 * Adds a comment and notifies people. The transaction has locked the key. Returns the id of the comment.
 * @throws `limit_exceeded`, `rate_limited`
 */
export async function addComment(
  tx: Db,
  project: CommentedProject,
  { mentioned, sendsBack = false, ...comment }: AddedComment,
): Promise<string> {
  await lockComments(tx, comment.keyId);
  if ((await countComments(tx, project.id, comment.keyId)) >= LIMITS.commentsPerKey) {
    fail(
      'limit_exceeded',
      `A key and its values can have at most ${LIMITS.commentsPerKey} comments.`,
    );
  }
  await countUse(tx, comment.author.id, comment.now);
  const mentionedIds = await findReaders(tx, project, mentioned);
  const id = await insertComment(tx, project.id, { ...comment, mentionedIds });
  const notified = { ...comment, id, mentionedIds, sendsBack, authorId: comment.author.id };
  await notifyOfComment(tx, project, notified);
  await announce(tx, project, { ...comment, id });
  return id;
}

/** Announces the comment to webhooks. The event does not contain the text. */
async function announce(
  tx: Db,
  project: CommentedProject,
  { id, threadId, keyId, localeId, author, now }: Omit<AddedComment, 'mentioned'> & { id: string },
): Promise<void> {
  const all = localeId === null ? [] : await listAllLocales(tx, project.id);
  const locale = all.find((locale) => locale.id === localeId);
  await announceEvent(tx, {
    organizationId: project.organization_id,
    projectId: project.id,
    event: 'comment.created',
    at: now,
    facts: {
      actor: { type: 'user', ...author },
      locales: locale ? [locale.code] : null,
      keyIds: [keyId],
      commentId: id,
      threadId: threadId ?? id,
    },
  });
}

/** @throws `rate_limited` */
async function countUse(tx: Db, personId: string, now: Date): Promise<void> {
  const use = await takeUses(tx, COMMENTS_RULE, personId, { needed: 1, extra: 0 }, now);
  if (use.granted > 0) return;
  const retryAfterSeconds = (use.endsAt.getTime() - now.getTime()) / 1000;
  fail('rate_limited', `You can write at most ${COMMENTS_RULE.limit} comments in an hour.`, {
    retryAfterSeconds,
  });
}
