import type { Yielder } from '../text/yielder.ts';
import { TextColumn } from './columns.ts';
import { NameIndex } from './name-index.ts';

/**
 * The names in a file that is being written. The names are indexed only if duplicates are possible,
 * which is rare.
 */
export class TakenNames {
  /** Names in the order of the file, until an index exists. */
  readonly #names = new TextColumn();
  #index: NameIndex | null = null;

  /** Must be called before the first name that may be a duplicate. */
  async startIndex(yielder: Yielder): Promise<void> {
    if (this.#index !== null) return;
    this.#index = new NameIndex();
    for (let at = 0; at < this.#names.length; at++) {
      this.#index.add(this.#names.at(at));
      if (yielder.isDue()) await yielder.pause();
    }
  }

  /** Adds a name. Returns false if the index exists and contains the name. */
  add(name: string): boolean {
    if (this.#index !== null) return this.#index.add(name) === -1;
    this.#names.push(name);
    return true;
  }
}
