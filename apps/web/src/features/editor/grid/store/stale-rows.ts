import type { Row } from '@parlance/sdk';

/** Maximum number of rows that one request reads. */
const MOST_ROWS = 200;
/** Time in milliseconds between two requests while rows keep changing. */
const REST_MS = 250;

interface StaleRowsOptions {
  /** Returns the ids of the keys in the visible rows. */
  inSight(): readonly string[];
  read(keyIds: readonly string[]): Promise<readonly Row[]>;
  /** Receives the current row of a key. The row is undefined if the key is archived. */
  onRead(keyId: string, row: Row | undefined): void;
  schedule(delayMs: number, run: () => void): void;
}

/**
 * Loads rows again that somebody has changed. Only visible rows are loaded, and only one request runs at a time. A
 * thousand changes a second therefore cause four small requests a second.
 */
export class StaleRows {
  readonly #options: StaleRowsOptions;
  readonly #stale = new Set<string>();
  readonly #touched = new Set<string>();
  #isReading = false;

  constructor(options: StaleRowsOptions) {
    this.#options = options;
  }

  /** Marks rows as outdated. Visible rows are loaded again at once, and other rows when they become visible. */
  add(keyIds: Iterable<string>): void {
    for (const keyId of keyIds) this.#stale.add(keyId);
    this.loadVisible();
  }

  /** Loads outdated rows that have become visible. */
  loadVisible(): void {
    if (!this.#isReading) void this.#read();
  }

  /** Records that a row has a newer value than the response to a running request will contain. */
  touch(keyId: string): void {
    this.#touched.add(keyId);
  }

  async #read(): Promise<void> {
    const { inSight, read, onRead, schedule } = this.#options;
    const asked = inSight()
      .filter((keyId) => this.#stale.has(keyId))
      .slice(0, MOST_ROWS);
    if (asked.length === 0) return;
    this.#isReading = true;
    this.#touched.clear();
    for (const keyId of asked) this.#stale.delete(keyId);
    const rows = await read(asked).catch(() => null);
    const byId = new Map(rows?.map((row) => [row.keyId, row]));
    for (const keyId of asked) {
      if (rows === null || this.#touched.has(keyId)) this.#stale.add(keyId);
      else onRead(keyId, byId.get(keyId));
    }
    schedule(REST_MS, () => {
      this.#isReading = false;
      // A failed request is repeated when rows change or become visible again.
      if (rows !== null) void this.#read();
    });
  }
}
