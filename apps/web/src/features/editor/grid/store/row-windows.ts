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

/** The loaded rows of a query, divided into windows. One request loads one window. */
export interface RowWindows {
  slot(row: number): Slot;
  rowAt(row: number): Row | undefined;
  placeOf(keyId: string): number | undefined;
  /** Returns the ids of the keys in the visible rows. Contains an empty id for each row that is not loaded. */
  keysInSight(): readonly string[];
  all(): readonly (Row | undefined)[];
  put(row: number, value: Row | undefined): void;
  /** Records which rows are visible. Returns true if it is called for the first time. */
  want(first: number, last: number): boolean;
  /** Loads the visible windows and the windows next to them. */
  loadWanted(): void;
  load(at: number): Promise<void>;
  /** Loads all rows again. */
  reload(): Promise<void>;
}

interface WindowOptions {
  readonly reader: WindowReader;
  readonly schedule: Schedule;
  /** Aborts when the rows of the query are no longer shown. */
  readonly signal: AbortSignal;
  index(): ResultIndex;
  onRow(row: number): void;
  onWindow(at: number): void;
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
const countOf = ({ total }: ResultIndex, at: number): number =>
  Math.min(WINDOW_ROWS, Math.max(0, total - at * WINDOW_ROWS));

/**
 * Returns the parameters of the request that loads a window. Returns null if the index does not contain the window yet.
 */
function callOf(
  { keyIds, anchors }: ResultIndex,
  at: number,
): { cursor: string } | { keyIds: readonly string[] } | null {
  if (keyIds) return { keyIds: keyIds.slice(at * WINDOW_ROWS, (at + 1) * WINDOW_ROWS) };
  const cursor = anchors[at];
  return cursor === undefined ? null : { cursor };
}

const idsOf = (row: Row): string[] => [
  row.keyId,
  ...(row.family?.forms ?? []).map(({ keyId }) => keyId),
];

/** State that the functions for windows share. */
interface Model extends WindowOptions {
  readonly windows: Map<number, Window>;
  /** Positions of rows by the ids of their keys. */
  readonly places: Map<string, number>;
  wanted: readonly [first: number, last: number] | null;
  /** Number of consecutive requests that have failed. */
  failures: number;
  isRetrying: boolean;
}

function remember({ places }: Model, rows: readonly (Row | undefined)[], first: number): void {
  for (const [offset, row] of rows.entries()) {
    if (row) for (const keyId of idsOf(row)) places.set(keyId, first + offset);
  }
}

/** True for a visible window, and for the windows next to it. */
const isWanted = ({ wanted }: Model, at: number): boolean =>
  wanted !== null &&
  at >= Math.floor(wanted[0] / WINDOW_ROWS) - 1 &&
  at <= Math.floor(wanted[1] / WINDOW_ROWS) + 1;

/** Requests windows that could not be loaded again. The delay increases with each attempt. */
function retryLater(model: Model): void {
  if (model.isRetrying) return;
  model.isRetrying = true;
  const delayMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** model.failures++);
  model.schedule(delayMs, () => {
    model.isRetrying = false;
    loadWanted(model);
  });
}

async function read(model: Model, at: number, window: Window, signal: AbortSignal): Promise<void> {
  const { reader, index, onWindow } = model;
  const call = callOf(index(), at);
  if (!call) return;
  const counted = countOf(index(), at);
  try {
    const rows = await reader.readRows(call, signal);
    window.rows =
      'keyIds' in call ? inOrder(call.keyIds, rows) : rowsBefore(index().anchors[at + 1], rows);
    window.hasFailed = false;
    window.counted = counted;
    model.failures = 0;
    remember(model, window.rows, at * WINDOW_ROWS);
  } catch {
    if (signal.aborted) return;
    window.hasFailed = true;
    retryLater(model);
  } finally {
    window.loading = null;
  }
  onWindow(at);
  const isShort = window.counted < countOf(index(), at);
  if (!window.hasFailed && isShort && isWanted(model, at)) void load(model, at);
}

function load(model: Model, at: number): Promise<void> {
  const { windows, index, signal } = model;
  const existing = windows.get(at);
  const window: Window = existing ?? { rows: null, counted: 0, hasFailed: false, loading: null };
  // Moves the window to the end of the map, which lists the windows in the order of their last use.
  windows.delete(at);
  windows.set(at, window);
  const isWhole = window.rows !== null && window.counted >= countOf(index(), at);
  if (isWhole && !window.hasFailed) return Promise.resolve();
  if (window.loading) return window.loading.done;
  const abort = new AbortController();
  const done = read(model, at, window, AbortSignal.any([abort.signal, signal]));
  if (callOf(index(), at)) window.loading = { abort, done };
  if (window.hasFailed) model.onWindow(at);
  return done;
}

function forgetOldest(model: Model): void {
  const { windows, places } = model;
  for (const at of [...windows.keys()]) {
    if (windows.size <= MAX_WINDOWS) return;
    if (isWanted(model, at)) continue;
    const { rows, loading } = windows.get(at)!;
    loading?.abort.abort();
    for (const row of rows ?? []) if (row) for (const keyId of idsOf(row)) places.delete(keyId);
    windows.delete(at);
  }
}

function loadWanted(model: Model): void {
  const { wanted, signal } = model;
  if (!wanted || signal.aborted) return;
  const count = Math.ceil(model.index().total / WINDOW_ROWS);
  const from = Math.floor(wanted[0] / WINDOW_ROWS);
  const to = Math.floor(wanted[1] / WINDOW_ROWS);
  const inSight = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  for (const at of [...inSight, to + 1, from - 1]) if (at >= 0 && at < count) void load(model, at);
  forgetOldest(model);
  model.onWanted();
}

/** Cancels the requests for windows that are no longer visible. */
function want(model: Model, first: number, last: number): boolean {
  const isFirst = model.wanted === null;
  model.wanted = [first, last];
  for (const [at, window] of model.windows) {
    if (!window.loading || isWanted(model, at)) continue;
    window.loading.abort.abort();
    window.loading = null;
  }
  return isFirst;
}

async function reread(model: Model, at: number, window: Window): Promise<void> {
  const { reader, signal } = model;
  await window.loading?.done;
  const keyIds = (window.rows ?? []).flatMap((row) => row?.keyId ?? []);
  if (keyIds.length === 0 || signal.aborted) return;
  const rows = await reader.readRows({ keyIds }, signal).catch(() => null);
  if (!rows || model.windows.get(at) !== window) return;
  const byId = new Map(rows.map((row) => [row.keyId, row]));
  window.rows = window.rows!.map((row) => row && byId.get(row.keyId));
  // A plural family may have got another form, so the ids of its keys are recorded again.
  remember(model, window.rows, at * WINDOW_ROWS);
  model.onWindow(at);
}

function slotOf({ windows }: Model, row: number): Slot {
  const window = windows.get(Math.floor(row / WINDOW_ROWS));
  if (window?.hasFailed) return window.loading ? 'loading' : 'failed';
  if (!window?.rows) return 'loading';
  const offset = row % WINDOW_ROWS;
  return window.rows[offset] ?? (offset < window.counted ? 'gone' : 'loading');
}

export function createRowWindows(options: WindowOptions): RowWindows {
  const windows = new Map<number, Window>();
  const places = new Map<string, number>();
  const model: Model = {
    ...options,
    windows,
    places,
    wanted: null,
    failures: 0,
    isRetrying: false,
  };
  const rowAt = (row: number): Row | undefined =>
    windows.get(Math.floor(row / WINDOW_ROWS))?.rows?.[row % WINDOW_ROWS];
  return {
    slot: (row) => slotOf(model, row),
    rowAt,
    placeOf: (keyId) => places.get(keyId),
    keysInSight() {
      const [first, last] = model.wanted ?? [0, -1];
      return Array.from(
        { length: last - first + 1 },
        (_, index) => rowAt(first + index)?.keyId ?? '',
      );
    },
    all: () => [...windows.values()].flatMap((window) => window.rows ?? []),
    put(row, value) {
      const rows = windows.get(Math.floor(row / WINDOW_ROWS))?.rows;
      if (!rows) return;
      rows[row % WINDOW_ROWS] = value;
      if (value) remember(model, [value], row);
      options.onRow(row);
    },
    want: (first, last) => want(model, first, last),
    loadWanted: () => loadWanted(model),
    load: (at) => load(model, at),
    async reload() {
      await Promise.all([...windows].map(([at, window]) => reread(model, at, window)));
    },
  };
}
