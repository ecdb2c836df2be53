import { LRUCache } from 'lru-cache';
import type { RowState } from '../../project/index.ts';

const MAX_CHARACTERS = 16 * 1024 * 1024;

/**
 * Caches results from the rows of a project by the project's revision. A cached result is never
 * outdated, because each change gives the project a new revision.
 */
export class RowAnswers {
  readonly #entries = new LRUCache<string, object>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (answer, name) => name.length + JSON.stringify(answer).length,
  });

  /**
   * Returns a cached answer, or computes and caches it. Does not cache an answer after `signal` has
   * aborted.
   * @param question - All parameters of the answer except the state of the project
   */
  async take<Answer extends object>(
    { project, revision }: RowState,
    question: readonly unknown[],
    compute: () => Promise<Answer>,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const name = JSON.stringify([project.id, revision, ...question]);
    const cached = this.#entries.get(name);
    if (cached !== undefined) return cached as Answer;
    const answer = await compute();
    if (!signal?.aborted) this.#entries.set(name, answer);
    return answer;
  }
}
