const BATCH_SIZE = 1000;

/** Collects items into batches of a thousand. */
export class Batches<Item> {
  #full: Item[][] = [];
  #current: Item[] = [];

  add(item: Item): void {
    this.#current.push(item);
    if (this.#current.length < BATCH_SIZE) return;
    this.#full.push(this.#current);
    this.#current = [];
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
    return [...taken, rest];
  }
}
