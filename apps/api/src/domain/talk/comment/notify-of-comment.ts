import type { Db } from '../../../db/client.ts';
import type { CommentKind } from '../../../db/schema.generated.ts';
import type { ProjectRow } from '../../project/index.ts';
import {
  authorOfValue,
  authorsOfThread,
  type Candidates,
  developersOf,
  mentioned,
} from '../notification/candidates.store.ts';
import { notify } from '../notification/notify.store.ts';

export type CommentedProject = Pick<ProjectRow, 'id' | 'organization_id' | 'source_locale_id'>;

export interface CommentNotification {
  readonly id: string;
  /** The thread that the comment answers. Null for a new thread. */
  readonly threadId: string | null;
  readonly keyId: string;
  readonly localeId: number | null;
  readonly kind: CommentKind;
  readonly mentionedIds: readonly string[];
  readonly authorId: string;
  /** True if the comment explains why its value was sent back for review. */
  readonly sendsBack: boolean;
  readonly now: Date;
}

/**
 * Notifies people of a new comment: mentioned people, authors in its thread, and the last author of
 * its value. For a question about a key or a source text, also notifies developers.
 */
export async function notifyOfComment(
  tx: Db,
  project: CommentedProject,
  { id, threadId, keyId, localeId, kind, ...comment }: CommentNotification,
): Promise<void> {
  const isOfSource = localeId === null || localeId === project.source_locale_id;
  const valueKind = comment.sendsBack ? 'sent_back' : 'value';
  const candidates: Candidates[] = [
    mentioned(comment.mentionedIds),
    ...(threadId === null ? [] : [authorsOfThread(project, { keyId, threadId })]),
    ...(localeId === null ? [] : [authorOfValue(project, { keyId, localeId }, valueKind)]),
    ...(kind === 'question' && isOfSource ? [developersOf(project)] : []),
  ];
  const { authorId: actorId, now } = comment;
  const event = { commentId: id, threadId: threadId ?? id, actorId, now };
  await notify(tx, project, event, candidates);
}
