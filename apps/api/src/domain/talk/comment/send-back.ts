import { placeOfValue } from '../../../db/ids/value-id.ts';
import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { numberChanges, type ValueView } from '../../content/index.ts';
import { editCell } from '../../editing/index.ts';
import { ownerOf } from '../../kernel/index.ts';
import { type EditCall, getProject } from '../../project/index.ts';
import { getAuthor } from './author.store.ts';
import { type CommentView, getComment } from './comment-view.store.ts';
import { addComment } from './create-comment.ts';
import { mentionsIn } from './mentions.ts';

/**
 * Sets a translation to `needs_review` and adds a comment that explains why, in one transaction. If
 * the translation already needs review, only adds the comment.
 * @throws `person_required`, `not_found`, `role_forbidden`, `source_locale`, `archived`,
 * `version_conflict`, `limit_exceeded`, `rate_limited`
 */
export async function sendBack(
  deps: Pick<Deps, 'db' | 'clock'>,
  {
    valueId,
    version,
    sourceVersion,
    text,
    ...call
  }: EditCall & { valueId: string; version: number; sourceVersion?: number; text: string },
): Promise<{ value: ValueView; comment: CommentView }> {
  const { db, clock } = deps;
  const author = await getAuthor(db, call.principal);
  const project = await getProject(db, ownerOf(call.principal), call.projectId);
  await numberChanges(db, project.id);
  const mentioned = mentionsIn(text);
  const cell = placeOfValue(valueId);
  let commentId = '';
  const { view } = await editCell(deps, {
    ...call,
    edit: {
      state: 'needs_review',
      version,
      ...(sourceVersion !== undefined && { sourceVersion }),
    },
    name: cell,
    failMissing: () => fail('not_found', 'The value does not exist.'),
    async settle(tx) {
      if (cell.localeId === project.source_locale_id) {
        fail('source_locale', 'The value is a source text. Send back translations only.');
      }
      const comment = { ...cell, kind: 'comment', text, threadId: null } as const;
      const by = { mentioned, author, sendsBack: true, now: clock.now() };
      commentId = await addComment(tx, project, { ...comment, ...by });
    },
  });
  return { value: view!, comment: await getComment(db, project, author.id, commentId) };
}
