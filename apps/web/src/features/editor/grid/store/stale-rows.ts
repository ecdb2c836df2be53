import type { Row } from '@parlance/sdk';

/** Maximum number of rows that one call reads. */
const MOST_ROWS = 200;
/** Time between two reads while more rows change. */
const REST_MS = 250;

export interface StaleRows {
  /** Reads rows again: the visible ones now, and the others once they become visible. */
  add(keyIds: Iterable<string>): void;
  /** Reads outdated rows that have become visible. */
  look(): void;
  /** Records that a row has got a newer value than an answer that is still expected. */
  touch(keyId: string): void;
}

/**
 * Reads rows again that somebody has changed. Only visible rows are read, one call at a time, so that a thousand
 * changes a second cost four small reads.
 */
export function createStaleRows(options: {
  /** Returns the keys of the visible rows. */
  inSight(): readonly string[];
  read(keyIds: readonly string[]): Promise<readonly Row[]>;
  /** Receives the current row. Undefined if the key is archived. */
  onRead(keyId: string, row: Row | undefined): void;
  schedule(delayMs: number, run: () => void): void;
}): StaleRows {
  const stale = new Set<string>();
  const touched = new Set<string>();
  let isReading = false;

  async function read(): Promise<void> {
    const asked = options
      .inSight()
      .filter((keyId) => stale.has(keyId))
      .slice(0, MOST_ROWS);
    if (asked.length === 0) return;
    isReading = true;
    touched.clear();
    for (const keyId of asked) stale.delete(keyId);
    const rows = await options.read(asked).catch(() => null);
    const byId = new Map(rows?.map((row) => [row.keyId, row]));
    for (const keyId of asked) {
      if (rows === null || touched.has(keyId)) stale.add(keyId);
      else options.onRead(keyId, byId.get(keyId));
    }
    options.schedule(REST_MS, () => {
      isReading = false;
      // After a failure, the next change or move tries again.
      if (rows !== null) void read();
    });
  }

  const look = (): void => {
    if (!isReading) void read();
  };
  return {
    add(keyIds) {
      for (const keyId of keyIds) stale.add(keyId);
      look();
    },
    look,
    touch: (keyId) => touched.add(keyId),
  };
}
