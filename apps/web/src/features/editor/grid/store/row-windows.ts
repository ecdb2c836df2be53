import type { Row } from '@parlance/sdk';
import { type ResultIndex, WINDOW_ROWS } from './row-index.ts';
import type { Schedule, Slot, WindowReader } from './slot.ts';

const MAX_WINDOWS = 30;
/** Delay in milliseconds before a window that could not be loaded is requested again. It doubles with each attempt. */
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;

interface Window {
  rows: (Row | undefined)[] | null;
  /** Number of rows that the index had in this window when the window was loaded. */
  counted: number;
  hasFailed: boolean;
  loading: { abort: AbortController; done: Promise<void> } | null;
}

interface WindowOptions {
  readonly reader: WindowReader;
  readonly schedule: Schedule;
  /** Aborts when the rows of the query are no longer shown. */
  readonly signal: AbortSignal;
  index(): ResultIndex;
  onRow(row: number): void;
  onWindow(windowIndex: number): void;
  /** Called after the visible windows were requested. */
  onWanted(): void;
}

/**
 * Returns the rows of a window. If rows have disappeared, the response contains rows of the next window, which are cut
 * off at the anchor of that window.
 */
const rowsBefore = (anchor: string | undefined, rows: readonly Row[]): Row[] =>
  rows.slice(0, WINDOW_ROWS).filter(({ keyId }) => anchor === undefined || keyId < anchor);

function inOrder(keyIds: readonly string[], rows: readonly Row[]): (Row | undefined)[] {
  const byId = new Map(rows.map((row) => [row.keyId, row]));
  return keyIds.map((keyId) => byId.get(keyId));
}

/** Returns the number of rows in a window according to the index. */
const countOf = ({ total }: ResultIndex, windowIndex: number): number =>
  Math.min(WINDOW_ROWS, Math.max(0, total - windowIndex * WINDOW_ROWS));

/**
 * Returns the parameters of the request that loads a window. Returns null if the index does not contain the window yet.
 */
function callOf(
  { keyIds, anchors }: ResultIndex,
  windowIndex: number,
): { cursor: string } | { keyIds: readonly string[] } | null {
  const first = windowIndex * WINDOW_ROWS;
  if (keyIds) return { keyIds: keyIds.slice(first, first + WINDOW_ROWS) };
  const cursor = anchors[windowIndex];
  return cursor === undefined ? null : { cursor };
}

const idsOf = (row: Row): string[] => [
  row.keyId,
  ...(row.family?.forms ?? []).map(({ keyId }) => keyId),
];

const windowOf = (row: number): number => Math.floor(row / WINDOW_ROWS);

/** The loaded rows of a query, divided into windows. One request loads one window. */
export class RowWindows {
  readonly #options: WindowOptions;
  /** The windows in the order of their last use. */
  readonly #windows = new Map<number, Window>();
  /** Positions of rows by the ids of their keys. */
  readonly #places = new Map<string, number>();
  #wanted: readonly [first: number, last: number] | null = null;
  /** Number of consecutive requests that have failed. */
  #failures = 0;
  #isRetrying = false;

  constructor(options: WindowOptions) {
    this.#options = options;
  }

  slot(row: number): Slot {
    const window = this.#windows.get(windowOf(row));
    if (window?.hasFailed) return window.loading ? 'loading' : 'failed';
    if (!window?.rows) return 'loading';
    const offset = row % WINDOW_ROWS;
    return window.rows[offset] ?? (offset < window.counted ? 'gone' : 'loading');
  }

  rowAt(row: number): Row | undefined {
    return this.#windows.get(windowOf(row))?.rows?.[row % WINDOW_ROWS];
  }

  placeOf(keyId: string): number | undefined {
    return this.#places.get(keyId);
  }

  /** Returns the ids of the keys in the visible rows. Contains an empty id for each row that is not loaded. */
  keysInSight(): readonly string[] {
    const [first, last] = this.#wanted ?? [0, -1];
    return Array.from(
      { length: last - first + 1 },
      (_, index) => this.rowAt(first + index)?.keyId ?? '',
    );
  }

  all(): readonly (Row | undefined)[] {
    return [...this.#windows.values()].flatMap((window) => window.rows ?? []);
  }

  put(row: number, value: Row | undefined): void {
    const rows = this.#windows.get(windowOf(row))?.rows;
    if (!rows) return;
    rows[row % WINDOW_ROWS] = value;
    if (value) this.#remember([value], row);
    this.#options.onRow(row);
  }

  /**
   * Records which rows are visible, and cancels the requests for windows that are no longer visible. Returns true if it
   * is called for the first time.
   */
  want(first: number, last: number): boolean {
    const isFirst = this.#wanted === null;
    this.#wanted = [first, last];
    for (const [windowIndex, window] of this.#windows) {
      if (!window.loading || this.#isWanted(windowIndex)) continue;
      window.loading.abort.abort();
      window.loading = null;
    }
    return isFirst;
  }

  /** Loads the visible windows and the windows next to them. */
  loadWanted(): void {
    const { index, signal, onWanted } = this.#options;
    if (!this.#wanted || signal.aborted) return;
    const count = Math.ceil(index().total / WINDOW_ROWS);
    const from = windowOf(this.#wanted[0]);
    const to = windowOf(this.#wanted[1]);
    const inSight = Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
    for (const windowIndex of [...inSight, to + 1, from - 1]) {
      if (windowIndex >= 0 && windowIndex < count) void this.load(windowIndex);
    }
    this.#forgetOldest();
    onWanted();
  }

  load(windowIndex: number): Promise<void> {
    const { index, signal, onWindow } = this.#options;
    const existing = this.#windows.get(windowIndex);
    const window: Window = existing ?? { rows: null, counted: 0, hasFailed: false, loading: null };
    this.#windows.delete(windowIndex);
    this.#windows.set(windowIndex, window);
    const isWhole = window.rows !== null && window.counted >= countOf(index(), windowIndex);
    if (isWhole && !window.hasFailed) return Promise.resolve();
    if (window.loading) return window.loading.done;
    const abort = new AbortController();
    const done = this.#read(windowIndex, window, AbortSignal.any([abort.signal, signal]));
    if (callOf(index(), windowIndex)) window.loading = { abort, done };
    if (window.hasFailed) onWindow(windowIndex);
    return done;
  }

  /** Loads all rows again. */
  async reload(): Promise<void> {
    await Promise.all(
      [...this.#windows].map(([windowIndex, window]) => this.#reread(windowIndex, window)),
    );
  }

  async #read(windowIndex: number, window: Window, signal: AbortSignal): Promise<void> {
    const { reader, index, onWindow } = this.#options;
    const call = callOf(index(), windowIndex);
    if (!call) return;
    const counted = countOf(index(), windowIndex);
    try {
      const rows = await reader.readRows(call, signal);
      const next = index().anchors[windowIndex + 1];
      window.rows = 'keyIds' in call ? inOrder(call.keyIds, rows) : rowsBefore(next, rows);
      window.hasFailed = false;
      window.counted = counted;
      this.#failures = 0;
      this.#remember(window.rows, windowIndex * WINDOW_ROWS);
    } catch {
      if (signal.aborted) return;
      window.hasFailed = true;
      this.#retryLater();
    } finally {
      window.loading = null;
    }
    onWindow(windowIndex);
    const isShort = window.counted < countOf(index(), windowIndex);
    if (!window.hasFailed && isShort && this.#isWanted(windowIndex)) void this.load(windowIndex);
  }

  async #reread(windowIndex: number, window: Window): Promise<void> {
    const { reader, signal, onWindow } = this.#options;
    await window.loading?.done;
    const keyIds = (window.rows ?? []).flatMap((row) => row?.keyId ?? []);
    if (keyIds.length === 0 || signal.aborted) return;
    const rows = await reader.readRows({ keyIds }, signal).catch(() => null);
    if (!rows || this.#windows.get(windowIndex) !== window) return;
    const byId = new Map(rows.map((row) => [row.keyId, row]));
    window.rows = window.rows!.map((row) => row && byId.get(row.keyId));
    // A plural family may have got another form, so the ids of its keys are recorded again.
    this.#remember(window.rows, windowIndex * WINDOW_ROWS);
    onWindow(windowIndex);
  }

  /** Requests windows that could not be loaded again. The delay increases with each attempt. */
  #retryLater(): void {
    if (this.#isRetrying) return;
    this.#isRetrying = true;
    const delayMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failures++);
    this.#options.schedule(delayMs, () => {
      this.#isRetrying = false;
      this.loadWanted();
    });
  }

  #remember(rows: readonly (Row | undefined)[], first: number): void {
    for (const [offset, row] of rows.entries()) {
      if (row) for (const keyId of idsOf(row)) this.#places.set(keyId, first + offset);
    }
  }

  /** Returns true for a visible window, and for the windows next to it. */
  #isWanted(windowIndex: number): boolean {
    if (this.#wanted === null) return false;
    const [first, last] = this.#wanted;
    return windowIndex >= windowOf(first) - 1 && windowIndex <= windowOf(last) + 1;
  }

  #forgetOldest(): void {
    for (const windowIndex of [...this.#windows.keys()]) {
      if (this.#windows.size <= MAX_WINDOWS) return;
      if (this.#isWanted(windowIndex)) continue;
      const { rows, loading } = this.#windows.get(windowIndex)!;
      loading?.abort.abort();
      for (const row of rows ?? []) {
        if (row) for (const keyId of idsOf(row)) this.#places.delete(keyId);
      }
      this.#windows.delete(windowIndex);
    }
  }
}
