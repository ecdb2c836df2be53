import * as comments from '../features/editor/comments/unsent-texts.ts';
import { forgetDrafts, listDrafts } from '../features/editor/drafts/browser-drafts.ts';

/** Returns the number of texts and comments in this browser that a user has not saved or sent. */
export async function countUnsent(userId: string): Promise<number> {
  const [drafts, texts] = await Promise.all([listDrafts(userId), comments.countUnsent(userId)]);
  return drafts.length + texts;
}

/** Deletes the texts and comments of a user that are not saved or sent from this browser. */
export async function forgetUnsent(userId: string): Promise<void> {
  await Promise.all([forgetDrafts(userId), comments.forgetUnsent(userId)]);
}
