import { cellKey } from '../cell/open-cell.ts';
import type { Draft, DraftStore } from './draft.ts';

const WRITE_AFTER_MS = 200;

/** Stores drafts in the browser's database, at most every 200 ms. */
export class DraftWriter {
  readonly #store: DraftStore;
  readonly #schedule: (delayMs: number, run: () => void) => void;
  readonly #onRefused: () => void;
  readonly #unwritten = new Map<string, { draft: Draft; isGone: boolean }>();
  #isRefused = false;
  #isScheduled = false;

  constructor(
    store: DraftStore,
    schedule: (delayMs: number, run: () => void) => void,
    onRefused: () => void,
  ) {
    this.#store = store;
    this.#schedule = schedule;
    this.#onRefused = onRefused;
  }

  /** Stores or deletes a draft in the browser's database after a short delay. */
  write(draft: Draft, isGone: boolean): void {
    this.#unwritten.set(cellKey(draft), { draft, isGone });
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#schedule(WRITE_AFTER_MS, () => void this.flush());
  }

  /** Stores all drafts that are waiting for the end of their delay. */
  async flush(): Promise<void> {
    this.#isScheduled = false;
    const writes = [...this.#unwritten.values()];
    this.#unwritten.clear();
    try {
      await Promise.all(
        writes.map(({ draft, isGone }) =>
          isGone ? this.#store.delete(draft) : this.#store.put(draft),
        ),
      );
      this.#isRefused = false;
    } catch {
      // The browser rejects writes in a private window or on a full disk. The page then warns the user before it is
      // closed.
      this.#isRefused = true;
      this.#onRefused();
    }
  }

  /** True if the browser refused to store a draft. */
  isRefused(): boolean {
    return this.#isRefused;
  }

  /** Records that the browser's database cannot be read. */
  refuse(): void {
    this.#isRefused = true;
  }
}
