import { LRUCache } from 'lru-cache';
import type { RowState } from './revision.ts';

const MAX_CHARACTERS = 16 * 1024 * 1024;

/**
 * Keeps what was computed from the rows of projects, by their revision: the next reader of the same filter
 * costs no scan. Nothing is ever outdated, since no revision comes again.
 */
export class RowAnswers {
  readonly #entries = new LRUCache<string, object>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (answer, name) => name.length + JSON.stringify(answer).length,
  });

  /**
   * Returns the answer to a question, or computes it and keeps it, unless `signal` ended the work early.
   *
   * @param question - Everything that the answer depends on besides the project's state
   */
  async take<Answer extends object>(
    { project, revision }: RowState,
    question: readonly unknown[],
    compute: () => Promise<Answer>,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const name = JSON.stringify([project.id, revision, ...question]);
    const known = this.#entries.get(name);
    if (known !== undefined) return known as Answer;
    const answer = await compute();
    if (!signal?.aborted) this.#entries.set(name, answer);
    return answer;
  }
}
