import type { Row } from '@parlance/sdk';

/** Rows that are read in one call. */
const MOST_ROWS = 200;
/** Time between two reads while more rows change. */
const REST_MS = 250;

export interface StaleRows {
  /** Reads rows again: those in sight now, the others once they are in sight. */
  add(keyIds: Iterable<string>): void;
  /** Reads what is in sight by now. */
  look(): void;
  /** Tells that a row has got a newer value than an answer that is on its way. */
  touch(keyId: string): void;
}

/**
 * Reads rows again that somebody has changed. One read is on its way at a time, and only rows in sight are read, so
 * that a thousand changes a second cost four small reads.
 */
export function createStaleRows(options: {
  /** Keys of the rows in sight. */
  inSight(): readonly string[];
  read(keyIds: readonly string[]): Promise<readonly Row[]>;
  /** Takes a row as it is now; undefined if the key is archived. */
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
      // After a failure, the next change or move asks again.
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
