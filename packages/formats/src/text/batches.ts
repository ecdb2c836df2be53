import type { FileRow } from '../format.ts';

const BATCH_SIZE = 1000;
/** Maximum total length of the texts in a batch, in UTF-16 code units. A longer text is a separate batch. */
const BATCH_LENGTH = 256 * 1024;

/**
 * Collects items into batches that are short enough to be processed in one turn of the event loop.
 */
export class Batches<Item> {
  readonly #lengthOf: (item: Item) => number;
  #full: Item[][] = [];
  #current: Item[] = [];
  #currentLength = 0;

  constructor(lengthOf: (item: Item) => number) {
    this.#lengthOf = lengthOf;
  }

  add(item: Item): void {
    this.#current.push(item);
    this.#currentLength += this.#lengthOf(item);
    if (this.#current.length < BATCH_SIZE && this.#currentLength < BATCH_LENGTH) return;
    this.#full.push(this.#current);
    this.#current = [];
    this.#currentLength = 0;
  }

  takeFull(): Item[][] {
    const taken = this.#full;
    if (taken.length > 0) this.#full = [];
    return taken;
  }

  takeAll(): Item[][] {
    const taken = this.takeFull();
    if (this.#current.length === 0) return taken;
    const rest = this.#current;
    this.#current = [];
    this.#currentLength = 0;
    return [...taken, rest];
  }
}

/** Returns the total length of a row's texts, in UTF-16 code units. */
export const rowLength = ({ values }: FileRow): number =>
  values.reduce((length, { text }) => length + text.length, 0);
