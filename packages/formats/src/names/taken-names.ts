import type { Yielder } from '../text/yielder.ts';
import { TextColumn } from './columns.ts';
import { NameIndex } from './name-index.ts';

/** Names of a file that is written. Most files have none that could be taken already, and need no index. */
export class TakenNames {
  /** In the order of the file, as long as there is no index. */
  readonly #names = new TextColumn();
  #index: NameIndex | null = null;

  /** To be called before the first name that an earlier or later one may equal. */
  async startIndex(yielder: Yielder): Promise<void> {
    if (this.#index !== null) return;
    this.#index = new NameIndex();
    for (let at = 0; at < this.#names.length; at++) {
      this.#index.add(this.#names.at(at));
      if (yielder.isDue()) await yielder.pause();
    }
  }

  /** Returns false if the name is taken, which nothing tells before there is an index. */
  add(name: string): boolean {
    if (this.#index !== null) return this.#index.add(name) === -1;
    this.#names.push(name);
    return true;
  }
}
