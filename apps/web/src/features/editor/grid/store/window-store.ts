import type { Row } from '@parlance/sdk';
import { newFormOf } from '../../cell/open-cell.ts';
import {
  countNewRows,
  EMPTY_INDEX,
  type ResultIndex,
  readParts,
  WINDOW_ROWS,
  windowOfKey,
} from './row-index.ts';
import { RowWindows } from './row-windows.ts';
import type { SavedValue, Schedule, Slot, WindowReader } from './slot.ts';
import { StaleRows } from './stale-rows.ts';
import { withValue } from './with-value.ts';

export interface ListState extends ResultIndex {
  /** The error because of which the rows could not be counted. */
  readonly problem: unknown;
}

/** First and last visible row. If no row is visible, `last` is less than `first`. */
export interface RowSight {
  readonly first: number;
  readonly last: number;
}

const REST_MS = 80;

const scheduleByTimer: Schedule = (delayMs, run) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};

/** The functions to call when a row or the whole result changes. */
class Listeners {
  readonly #rows = new Map<number, Set<() => void>>();
  readonly #all = new Set<() => void>();

  notifyRow(row: number): void {
    for (const changed of [...(this.#rows.get(row) ?? [])]) changed();
  }

  notifyWindow(windowIndex: number): void {
    for (const row of [...this.#rows.keys()]) {
      if (Math.floor(row / WINDOW_ROWS) === windowIndex) this.notifyRow(row);
    }
  }

  notifyAll(): void {
    for (const changed of [...this.#all]) changed();
  }

  onRow(row: number, changed: () => void): () => void {
    const set = this.#rows.get(row) ?? new Set();
    this.#rows.set(row, set.add(changed));
    return () => {
      set.delete(changed);
      if (set.size === 0 && this.#rows.get(row) === set) this.#rows.delete(row);
    };
  }

  onAll(changed: () => void): () => void {
    this.#all.add(changed);
    return () => this.#all.delete(changed);
  }
}

const isLoaded = (row: Row | undefined): row is Row => row !== undefined;

/**
 * The rows that match a query. The store is outside of React, so that a change renders only its row again. A row that no
 * longer matches after an edit stays until the query is run again. React calls the members that are functions without
 * the store.
 */
export class WindowStore {
  readonly #reader: WindowReader;
  readonly #schedule: Schedule;
  readonly #stopped = new AbortController();
  readonly #listeners = new Listeners();
  readonly #sightListeners = new Set<() => void>();
  readonly #windows: RowWindows;
  readonly #stale: StaleRows;
  #state: ListState = { ...EMPTY_INDEX, problem: null };
  #counted: Promise<void> | null = null;
  #sight: RowSight = { first: 0, last: -1 };
  #cancelRest = () => {};

  constructor(
    reader: WindowReader,
    schedule: Schedule = scheduleByTimer,
    onRefreshed: (before: Row, after: Row) => void = () => {},
  ) {
    this.#reader = reader;
    this.#schedule = schedule;
    const { signal } = this.#stopped;
    this.#windows = new RowWindows({
      reader,
      schedule,
      signal,
      index: () => this.#state,
      onRow: (row) => this.#listeners.notifyRow(row),
      onWindow: (windowIndex) => this.#listeners.notifyWindow(windowIndex),
      onWanted: () => this.#stale.loadVisible(),
    });
    this.#stale = new StaleRows({
      inSight: () => this.#windows.keysInSight(),
      read: (keyIds) => reader.readRows({ keyIds }, signal),
      onRead: (keyId, row) => {
        const place = this.#windows.placeOf(keyId);
        const before = place === undefined ? undefined : this.#windows.rowAt(place);
        if (signal.aborted || before?.keyId !== keyId) return;
        if (row) onRefreshed(before, row);
        this.#windows.put(place!, row);
      },
      schedule,
    });
  }

  readonly state = (): ListState => this.#state;

  readonly subscribeState = (changed: () => void): (() => void) => this.#listeners.onAll(changed);

  /** Returns the visible range of rows. Returns another object after each change. */
  readonly sight = (): RowSight => this.#sight;

  readonly subscribeSight = (changed: () => void): (() => void) => {
    this.#sightListeners.add(changed);
    return () => this.#sightListeners.delete(changed);
  };

  slot(row: number): Slot {
    return this.#windows.slot(row);
  }

  subscribe(row: number, changed: () => void): () => void {
    return this.#listeners.onRow(row, changed);
  }

  /** Starts to count the rows of the query. */
  start(): void {
    void this.#count();
  }

  /** Loads the rows in a range after the range has been visible for a moment. */
  show(first: number, last: number): void {
    this.#sight = { first, last };
    for (const changed of this.#sightListeners) changed();
    this.#cancelRest();
    const isFirst = this.#windows.want(first, last);
    if (isFirst) this.#windows.loadWanted();
    else this.#cancelRest = this.#schedule(REST_MS, () => this.#windows.loadWanted());
  }

  /** Returns the total number of rows. Waits until the index is complete. */
  async total(): Promise<number> {
    await this.#count();
    return this.#state.total;
  }

  /**
   * Returns the index of the row with a key. Returns -1 if the key does not match the query. Waits until the index is
   * complete.
   */
  async find(keyId: string): Promise<number> {
    const place = this.#windows.placeOf(keyId);
    if (place !== undefined) return place;
    await this.#count();
    const windowIndex = windowOfKey(this.#state, keyId);
    if (windowIndex === null) return -1;
    if (this.#state.keyIds) return this.#state.keyIds.indexOf(keyId);
    await this.#windows.load(windowIndex);
    return this.#windows.placeOf(keyId) ?? -1;
  }

  /** Loads the row at an index, unless it is loaded already. */
  async load(row: number): Promise<Slot> {
    await this.#windows.load(Math.floor(row / WINDOW_ROWS));
    return this.#windows.slot(row);
  }

  /** Returns the rows that are loaded. */
  loaded(): readonly Row[] {
    return this.#windows.all().filter(isLoaded);
  }

  /**
   * Puts a value that was saved into its row. If the value is the first text of a plural form, also adds the key that was
   * created for it.
   */
  put(keyId: string, locale: string, value: SavedValue | null): void {
    const newForm = newFormOf(keyId);
    const place = this.#windows.placeOf(newForm?.rowKeyId ?? keyId);
    const row = place === undefined ? undefined : this.#windows.rowAt(place);
    if (place === undefined || !row || !(locale in row.values)) return;
    const form = newForm && { category: newForm.category, keyId: value?.keyId };
    this.#windows.put(place, withValue(row, { keyId, locale, form }, value));
    this.#stale.touch(row.keyId);
  }

  /** Loads all loaded rows again. The rows keep their positions. */
  reload(): Promise<void> {
    return this.#windows.reload();
  }

  /** Marks the rows of some keys, or all rows, as outdated. They are loaded again when they are visible. */
  refresh(keyIds: Iterable<string> | null): void {
    const rows = keyIds
      ? [...keyIds].map((keyId) => this.#windows.rowAt(this.#windows.placeOf(keyId) ?? -1))
      : this.#windows.all();
    this.#stale.add(rows.filter(isLoaded).map(({ keyId }) => keyId));
  }

  /** Runs the query again. Returns the number of rows that the current result does not contain. */
  async countNew(): Promise<number> {
    await this.#count();
    // Each part of the index replaces the state, which therefore is read only after the last part.
    const state = this.#state;
    if (state.problem) return 0;
    let now: ResultIndex = state;
    const parts = readParts(this.#reader.readIndex, this.#stopped.signal);
    for await (const index of parts) now = index;
    return countNewRows(state, now);
  }

  /** Requests rows again that could not be loaded. The store also does this at intervals. */
  retry(): void {
    if (this.#state.problem) {
      this.#setState({ ...this.#state, problem: null });
      this.#counted = this.#readIndex();
    }
    this.#windows.loadWanted();
  }

  stop(): void {
    this.#cancelRest();
    this.#stopped.abort();
  }

  #setState(state: ListState): void {
    this.#state = state;
    this.#listeners.notifyAll();
  }

  /** Counts the rows of the query once. */
  #count(): Promise<void> {
    this.#counted ??= this.#readIndex();
    return this.#counted;
  }

  async #readIndex(): Promise<void> {
    const { signal } = this.#stopped;
    try {
      for await (const index of readParts(this.#reader.readIndex, signal)) {
        this.#setState({ ...index, problem: null });
        this.#windows.loadWanted();
      }
    } catch (problem) {
      if (!signal.aborted) this.#setState({ ...this.#state, problem });
    }
  }
}
