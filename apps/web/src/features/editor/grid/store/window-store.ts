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
import { createRowWindows, type RowWindows } from './row-windows.ts';
import type { SavedValue, Schedule, Slot, WindowReader } from './slot.ts';
import { createStaleRows, type StaleRows } from './stale-rows.ts';
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

export interface WindowStore {
  /** Starts to count the rows of the query. */
  start(): void;
  state(): ListState;
  subscribeState(changed: () => void): () => void;
  slot(row: number): Slot;
  subscribe(row: number, changed: () => void): () => void;
  /** Loads the rows in a range after the range has been visible for a moment. */
  show(first: number, last: number): void;
  /** Returns the visible range of rows. Returns another object after each change. */
  sight(): RowSight;
  subscribeSight(changed: () => void): () => void;
  /** Returns the total number of rows. Waits until the index is complete. */
  total(): Promise<number>;
  /**
   * Returns the index of the row with a key. Returns -1 if the key does not match the query. Waits until the index is
   * complete.
   */
  find(keyId: string): Promise<number>;
  /** Loads the row at an index, unless it is loaded already. */
  load(row: number): Promise<Slot>;
  /** Returns the rows that are loaded. */
  loaded(): readonly Row[];
  /** Puts a value that was saved into its row. */
  put(keyId: string, locale: string, value: SavedValue | null): void;
  /** Loads all loaded rows again. The rows keep their positions. */
  reload(): Promise<void>;
  /** Marks the rows of some keys, or all rows, as outdated. They are loaded again when they are visible. */
  refresh(keyIds: Iterable<string> | null): void;
  /** Runs the query again. Returns the number of rows that the current result does not contain. */
  countNew(): Promise<number>;
  /** Requests rows again that could not be loaded. The store also does this at intervals. */
  retry(): void;
  stop(): void;
}

const REST_MS = 80;

const scheduleByTimer: Schedule = (delayMs, run) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};

/** Creates the sets of functions that are called when a row or the whole result changes. */
function createListeners() {
  const rows = new Map<number, Set<() => void>>();
  const all = new Set<() => void>();
  const tellRow = (row: number): void => {
    for (const changed of [...(rows.get(row) ?? [])]) changed();
  };
  return {
    tellRow,
    tellWindow(at: number): void {
      for (const row of [...rows.keys()]) if (Math.floor(row / WINDOW_ROWS) === at) tellRow(row);
    },
    tellAll(): void {
      for (const changed of [...all]) changed();
    },
    onRow(row: number, changed: () => void): () => void {
      const set = rows.get(row) ?? new Set();
      rows.set(row, set.add(changed));
      return () => {
        set.delete(changed);
        if (set.size === 0 && rows.get(row) === set) rows.delete(row);
      };
    },
    onAll(changed: () => void): () => void {
      all.add(changed);
      return () => all.delete(changed);
    },
  };
}

type Listeners = ReturnType<typeof createListeners>;

/** State that the functions of the store share. */
interface Model {
  readonly reader: WindowReader;
  readonly stopped: AbortController;
  readonly listeners: Listeners;
  state: ListState;
  counted: Promise<void> | null;
}

function setState(model: Model, state: ListState): void {
  model.state = state;
  model.listeners.tellAll();
}

/** Counts the rows of the query. */
async function count(model: Model, windows: RowWindows): Promise<void> {
  const { reader, stopped } = model;
  try {
    for await (const index of readParts(reader.readIndex, stopped.signal)) {
      setState(model, { ...index, problem: null });
      windows.loadWanted();
    }
  } catch (problem) {
    if (!stopped.signal.aborted) setState(model, { ...model.state, problem });
  }
}

const start = (model: Model, windows: RowWindows): Promise<void> =>
  (model.counted ??= count(model, windows));

async function find(model: Model, windows: RowWindows, keyId: string): Promise<number> {
  const place = windows.placeOf(keyId);
  if (place !== undefined) return place;
  await start(model, windows);
  const at = windowOfKey(model.state, keyId);
  if (at === null) return -1;
  if (model.state.keyIds) return model.state.keyIds.indexOf(keyId);
  await windows.load(at);
  return windows.placeOf(keyId) ?? -1;
}

async function countNew(model: Model, windows: RowWindows): Promise<number> {
  const { reader, stopped } = model;
  await start(model, windows);
  // Each part of the index replaces the state, which therefore is read only after the last part.
  const { state } = model;
  if (state.problem) return 0;
  let now: ResultIndex = state;
  for await (const index of readParts(reader.readIndex, stopped.signal)) now = index;
  return countNewRows(state, now);
}

/**
 * Puts a value into its row. If the value is the first text of a plural form, also adds the key that was created for
 * it.
 */
function put(
  windows: RowWindows,
  stale: StaleRows,
  { keyId, locale }: { keyId: string; locale: string },
  value: SavedValue | null,
): void {
  const newForm = newFormOf(keyId);
  const place = windows.placeOf(newForm?.rowKeyId ?? keyId);
  const row = place === undefined ? undefined : windows.rowAt(place);
  if (place === undefined || !row || !(locale in row.values)) return;
  const form = newForm && { category: newForm.category, keyId: value?.keyId };
  windows.put(place, withValue(row, { keyId, locale, form }, value));
  stale.touch(row.keyId);
}

/** Creates the windows of a store, and the set of outdated rows in them. */
function createParts(
  reader: WindowReader,
  schedule: Schedule,
  onRefreshed: (before: Row, after: Row) => void,
) {
  const stopped = new AbortController();
  const listeners = createListeners();
  const state = { ...EMPTY_INDEX, problem: null };
  const model: Model = { reader, stopped, listeners, state, counted: null };
  const windows = createRowWindows({
    reader,
    schedule,
    signal: stopped.signal,
    index: () => model.state,
    onRow: listeners.tellRow,
    onWindow: listeners.tellWindow,
    onWanted: () => stale.look(),
  });
  const stale = createStaleRows({
    inSight: windows.keysInSight,
    read: (keyIds) => reader.readRows({ keyIds }, stopped.signal),
    onRead(keyId, row) {
      const place = windows.placeOf(keyId);
      const before = place === undefined ? undefined : windows.rowAt(place);
      if (stopped.signal.aborted || before?.keyId !== keyId) return;
      if (row) onRefreshed(before, row);
      windows.put(place!, row);
    },
    schedule,
  });
  return { model, windows, stale };
}

/**
 * Creates a store of the rows that match a query. It is outside of React, so that a change renders only its row again.
 * A row that no longer matches after an edit stays until the query is run again.
 */
export function createWindowStore(
  reader: WindowReader,
  schedule: Schedule = scheduleByTimer,
  onRefreshed: (before: Row, after: Row) => void = () => {},
): WindowStore {
  const { model, windows, stale } = createParts(reader, schedule, onRefreshed);
  const { listeners, stopped } = model;
  const sightListeners = new Set<() => void>();
  let sight: RowSight = { first: 0, last: -1 };
  let cancelRest = () => {};
  const isLoaded = (row: Row | undefined): row is Row => row !== undefined;
  return {
    start: () => void start(model, windows),
    state: () => model.state,
    subscribeState: listeners.onAll,
    slot: windows.slot,
    subscribe: listeners.onRow,
    sight: () => sight,
    subscribeSight(changed) {
      sightListeners.add(changed);
      return () => sightListeners.delete(changed);
    },
    show(first, last) {
      sight = { first, last };
      for (const changed of sightListeners) changed();
      cancelRest();
      const isFirst = windows.want(first, last);
      if (isFirst) windows.loadWanted();
      else cancelRest = schedule(REST_MS, windows.loadWanted);
    },
    async total() {
      await start(model, windows);
      return model.state.total;
    },
    find: (keyId) => find(model, windows, keyId),
    async load(row) {
      await windows.load(Math.floor(row / WINDOW_ROWS));
      return windows.slot(row);
    },
    loaded: () => windows.all().filter(isLoaded),
    put: (keyId, locale, value) => put(windows, stale, { keyId, locale }, value),
    reload: windows.reload,
    refresh(keyIds) {
      const rows = keyIds
        ? [...keyIds].map((keyId) => windows.rowAt(windows.placeOf(keyId) ?? -1))
        : windows.all();
      stale.add(rows.filter(isLoaded).map(({ keyId }) => keyId));
    },
    countNew: () => countNew(model, windows),
    retry() {
      if (model.state.problem) {
        setState(model, { ...model.state, problem: null });
        model.counted = count(model, windows);
      }
      windows.loadWanted();
    },
    stop() {
      cancelRest();
      stopped.abort();
    },
  };
}
