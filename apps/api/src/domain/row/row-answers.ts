import { LRUCache } from 'lru-cache';
import type { RowState } from './revision.ts';

const MAX_CHARACTERS = 16 * 1024 * 1024;

/**
 * Keeps results computed from the rows of projects, by their revision, so that the next reader of the same filter needs
 * no scan. Results are never outdated, because a revision never recurs.
 */
export class RowAnswers {
  readonly #entries = new LRUCache<string, object>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (answer, name) => name.length + JSON.stringify(answer).length,
  });

  /**
   * Returns the stored answer to a question. Otherwise computes and stores it, unless `signal` ended the work early.
   * @param question - Everything on which the answer depends besides the project's state
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
