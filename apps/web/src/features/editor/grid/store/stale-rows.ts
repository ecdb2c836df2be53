import type { Row } from '@parlance/sdk';

/** Maximum number of rows that one request reads. */
const MOST_ROWS = 200;
/** Time in milliseconds between two requests while rows keep changing. */
const REST_MS = 250;

export interface StaleRows {
  /** Marks rows as outdated. Visible rows are loaded again at once, and other rows when they become visible. */
  add(keyIds: Iterable<string>): void;
  /** Loads outdated rows that have become visible. */
  look(): void;
  /** Records that a row has a newer value than the response to a running request will contain. */
  touch(keyId: string): void;
}

/**
 * Loads rows again that somebody has changed. Only visible rows are loaded, and only one request runs at a time. A
 * thousand changes a second therefore cause four small requests a second.
 */
export function createStaleRows(options: {
  /** Returns the ids of the keys in the visible rows. */
  inSight(): readonly string[];
  read(keyIds: readonly string[]): Promise<readonly Row[]>;
  /** Receives the current row of a key. The row is undefined if the key is archived. */
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
      // A failed request is repeated when rows change or become visible again.
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
