import type { Comment } from '@parlance/sdk';

export interface Thread {
  readonly id: string;
  /** The first comment. Null if it is on a page that is not loaded. */
  readonly first: Comment | null;
  /** The loaded answers, oldest first. */
  readonly answers: readonly Comment[];
}

const isDeleted = ({ text }: Comment): boolean => text === null;

/**
 * Groups comments by thread, the newest thread first. Ids are in the order of creation. A thread of deleted comments is
 * left out.
 */
export function threadsOf(comments: readonly Comment[]): Thread[] {
  return Object.values(
    Object.groupBy(comments, ({ threadId }) => threadId) as Record<string, Comment[]>,
  )
    .filter((thread) => !thread.every(isDeleted))
    .map((thread) => {
      const { threadId: id } = thread[0]!;
      const answers = thread
        .filter((comment) => comment.id !== id)
        .sort((one, other) => (one.id < other.id ? -1 : 1));
      return { id, first: thread.find((comment) => comment.id === id) ?? null, answers };
    })
    .sort((one, other) => (one.id < other.id ? 1 : -1));
}
