import type { Yielder } from '../text/yielder.ts';
import { TextColumn } from './columns.ts';
import { NameIndex } from './name-index.ts';

/** Names of a file that is being written. Most files cannot have duplicates, and need no index. */
export class TakenNames {
  /** Names in the order of the file, as long as there is no index. */
  readonly #names = new TextColumn();
  #index: NameIndex | null = null;

  /** Call it before the first name that may equal another name. */
  async startIndex(yielder: Yielder): Promise<void> {
    if (this.#index !== null) return;
    this.#index = new NameIndex();
    for (let at = 0; at < this.#names.length; at++) {
      this.#index.add(this.#names.at(at));
      if (yielder.isDue()) await yielder.pause();
    }
  }

  /** Returns false if the name is taken. Always returns true before there is an index. */
  add(name: string): boolean {
    if (this.#index !== null) return this.#index.add(name) === -1;
    this.#names.push(name);
    return true;
  }
}
