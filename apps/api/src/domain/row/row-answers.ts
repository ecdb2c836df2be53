import { LRUCache } from 'lru-cache';
import type { RowState } from './revision.ts';

const MAX_CHARACTERS = 16 * 1024 * 1024;

/**
 * Caches results that were computed from the rows of a project, by the revision of the project. A request with the same
 * filter and revision then needs no scan. A cached result is never outdated, because each change results in a revision
 * that the project never had before.
 */
export class RowAnswers {
  readonly #entries = new LRUCache<string, object>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (answer, name) => name.length + JSON.stringify(answer).length,
  });

  /**
   * Returns the cached answer to a question. If there is none, computes the answer, and caches it unless `signal` has
   * aborted.
   *
   * @param question - All parameters on which the answer depends, except the state of the project
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
