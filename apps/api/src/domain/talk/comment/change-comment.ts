import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { requireActiveKey } from '../../editing/index.ts';
import { membershipOf, type Principal, requireRight } from '../../kernel/index.ts';
import {
  type Edit,
  type EditCall,
  type EditOptions,
  editProject,
  KEEPS_LOCALES,
} from '../../project/index.ts';
import { authorOfQuestion, mentioned } from '../notification/candidates.store.ts';
import { notify } from '../notification/notify.store.ts';
import { renewInboxes } from '../notification/renew-inboxes.store.ts';
import { type Author, getAuthor } from './author.store.ts';
import {
  deleteText,
  editText,
  type HeldComment,
  lockComment,
  muteThread,
  resolveQuestion,
} from './comment.store.ts';
import { type CommentView, getComment } from './comment-view.store.ts';
import { mentionsIn } from './mentions.ts';
import { findReaders } from './people.store.ts';

type CommentCall = EditCall & { commentId: string };
type ChangeDeps = Pick<Deps, 'db' | 'clock'>;

async function changeComment(
  deps: ChangeDeps,
  call: CommentCall,
  options: EditOptions,
  change: (edit: Edit, held: HeldComment, author: Author) => Promise<void>,
): Promise<CommentView> {
  const author = await getAuthor(deps.db, call.principal);
  return editProject(deps, call, { ...KEEPS_LOCALES, ...options }, async (edit) => {
    const held = await lockComment(edit.tx, edit.project.id, call.commentId);
    await change(edit, held, author);
    return getComment(edit.tx, edit.project, author.id, call.commentId);
  });
}

/**
 * Changes the text of a comment that the caller wrote.
 * @throws `person_required`, `not_found`, `role_forbidden`, `conflict`, `archived`, `limit_exceeded`
 */
export function editComment(
  deps: ChangeDeps,
  { text, ...call }: CommentCall & { text: string },
): Promise<CommentView> {
  const written = mentionsIn(text);
  return changeComment(deps, call, {}, async ({ tx, project, now }, held, author) => {
    if (held.author_id !== author.id) {
      fail('role_forbidden', 'Only the person who wrote a comment can change it.');
    }
    requireActiveKey(held);
    if (held.text === null) fail('conflict', 'The comment was deleted.');
    if (held.text === text) return;
    const mentionedIds = await findReaders(tx, project, written);
    await editText(tx, project.id, held.id, { text, mentionedIds }, { actor: author, now });
    const added = mentionedIds.filter((id) => !held.mentioned_ids.includes(id));
    const event = { commentId: held.id, threadId: held.thread_id, actorId: author.id, now };
    await notify(tx, project, { ...event, unless: 'notified' }, [mentioned(added)]);
  });
}

/**
 * Deletes the text of a comment. The author, owners and admins may do this, even in an archived project.
 * @throws `person_required`, `not_found`, `role_forbidden`
 */
export const deleteComment = (deps: ChangeDeps, call: CommentCall): Promise<CommentView> =>
  changeComment(deps, call, { archived: true }, async ({ tx, project, now }, held, author) => {
    if (held.author_id !== author.id && !isAdmin(call.principal)) {
      fail('role_forbidden', 'Only the author, owners and admins can delete a comment.');
    }
    if (held.text === null) return;
    await deleteText(tx, project.id, held, { actor: author, now });
    await renewInboxes(tx, [held.id]);
  });

const isAdmin = (principal: Principal): boolean =>
  ['owner', 'admin'].includes(membershipOf(principal)!.role);

/**
 * Resolves a question or opens it again. The author of the question and people who may translate may do this.
 * @throws `person_required`, `not_found`, `role_forbidden`, `conflict`, `archived`
 */
export const decideQuestion = (
  deps: ChangeDeps,
  { action, ...call }: CommentCall & { action: 'resolved' | 'reopened' },
): Promise<CommentView> =>
  changeComment(deps, call, {}, async ({ tx, project, now }, held, author) => {
    if (held.author_id !== author.id) requireRight(call.principal, 'translate');
    requireActiveKey(held);
    if (held.kind !== 'question') fail('conflict', 'The comment is not a question.');
    if (held.text === null) fail('conflict', 'The question was deleted.');
    if (held.is_open === (action === 'reopened')) {
      fail('conflict', `The question is already ${held.is_open ? 'open' : 'resolved'}.`);
    }
    await resolveQuestion(tx, project.id, held.id, { action, actor: author, now });
    if (action === 'reopened') {
      await renewInboxes(tx, [held.id]);
      return;
    }
    const event = { commentId: held.id, threadId: held.thread_id, actorId: author.id, now };
    await notify(tx, project, event, [authorOfQuestion(held.author_id)]);
  });

/**
 * Mutes or unmutes the caller's notifications of the thread that contains the comment.
 * @throws `person_required`, `not_found`
 */
export const muteComment = (
  deps: ChangeDeps,
  { muted, ...call }: CommentCall & { muted: boolean },
): Promise<CommentView> =>
  changeComment(deps, call, { archived: true }, async ({ tx, project, now }, held, author) => {
    const mute = { threadId: held.thread_id, userId: author.id, muted, now };
    await muteThread(tx, project.id, mute);
  });
