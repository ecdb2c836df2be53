import type { Yielder } from '../text/yielder.ts';
import { TextColumn } from './columns.ts';
import { NameIndex } from './name-index.ts';

/**
 * The names in a file that is being written. They are indexed only if duplicates are possible,
 * because building the index takes time.
 */
export class TakenNames {
  readonly #names = new TextColumn();
  #index: NameIndex | null = null;

  /** Indexes the names. Must be called before the first name that may be a duplicate. */
  async startIndex(yielder: Yielder): Promise<void> {
    if (this.#index !== null) return;
    this.#index = new NameIndex();
    for (let index = 0; index < this.#names.length; index++) {
      this.#index.add(this.#names.at(index));
      if (yielder.isDue()) await yielder.pause();
    }
  }

  add(name: string): boolean {
    if (this.#index !== null) return this.#index.add(name) === -1;
    this.#names.push(name);
    return true;
  }
}
