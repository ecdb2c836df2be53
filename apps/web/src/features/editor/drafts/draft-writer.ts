import { cellKey } from '../cell/open-cell.ts';
import type { Draft, DraftStore } from './draft.ts';

const WRITE_AFTER_MS = 200;

export interface DraftWriter {
  /** Stores or deletes a draft in the browser's database after a short delay. */
  write(draft: Draft, isGone: boolean): void;
  /** Stores all drafts that are waiting for the end of their delay. */
  flush(): Promise<void>;
  /** True if the browser refused to store a draft. */
  isRefused(): boolean;
  /** Records that the browser's database cannot be read. */
  refuse(): void;
}

/** Stores drafts in the browser's database, at most every 200 ms. */
export function createDraftWriter(
  store: DraftStore,
  schedule: (delayMs: number, run: () => void) => void,
  onRefused: () => void,
): DraftWriter {
  const unwritten = new Map<string, { draft: Draft; isGone: boolean }>();
  let isRefused = false;
  let isScheduled = false;

  async function flush(): Promise<void> {
    isScheduled = false;
    const writes = [...unwritten.values()];
    unwritten.clear();
    try {
      await Promise.all(
        writes.map(({ draft, isGone }) => (isGone ? store.delete(draft) : store.put(draft))),
      );
      isRefused = false;
    } catch {
      // The browser rejects writes in a private window or on a full disk. The page then warns the user before it is
      // closed.
      isRefused = true;
      onRefused();
    }
  }

  return {
    write(draft, isGone) {
      unwritten.set(cellKey(draft), { draft, isGone });
      if (isScheduled) return;
      isScheduled = true;
      schedule(WRITE_AFTER_MS, () => void flush());
    },
    flush,
    isRefused: () => isRefused,
    refuse() {
      isRefused = true;
    },
  };
}
