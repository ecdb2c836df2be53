import type { Cell, Row } from '@parlance/sdk';
import {
  countNewRows,
  EMPTY_INDEX,
  type IndexReader,
  type ResultIndex,
  readParts,
  WINDOW_ROWS,
  windowOfKey,
} from './row-index.ts';
import { createStaleRows } from './stale-rows.ts';

/** A row, or why there is none at its place. `gone` is a row that the query no longer finds. */
export type Slot = Row | 'loading' | 'failed' | 'gone';

export interface ListState extends ResultIndex {
  /** Why the rows could not be counted. */
  readonly problem: unknown;
}

export interface WindowReader {
  readonly readIndex: IndexReader;
  readRows(
    place: { cursor: string } | { keyIds: readonly string[] },
    signal: AbortSignal,
  ): Promise<readonly Row[]>;
}

export interface WindowStore {
  /** Starts to count the rows of the query. */
  start(): void;
  state(): ListState;
  subscribeState(changed: () => void): () => void;
  slot(row: number): Slot;
  subscribe(row: number, changed: () => void): () => void;
  /** Loads the rows of a range once it has been in sight for a moment. */
  show(first: number, last: number): void;
  /** Returns the number of all rows. Waits for the index. */
  total(): Promise<number>;
  /** Returns the place of a row, or -1 if the query does not find the key. Waits for the index. */
  find(keyId: string): Promise<number>;
  /** Loads the row of a place if it is not there. */
  load(row: number): Promise<Slot>;
  /** Puts a value that was saved into its row. */
  put(keyId: string, locale: string, value: SavedValue | null): void;
  /** Reads the rows that are there again, at their places. */
  reload(): Promise<void>;
  /** Reads rows again that somebody has changed, once they are in sight: those of some keys, or all of them. */
  refresh(keyIds: Iterable<string> | null): void;
  /** Runs the query again and returns the number of rows that it finds beyond those of this result. */
  countNew(): Promise<number>;
  /** Loads windows again that could not be loaded. */
  retry(): void;
  stop(): void;
}

/** A value as the calls that write it return it. */
export type SavedValue = Pick<
  Cell,
  'id' | 'text' | 'state' | 'origin' | 'outdated' | 'version' | 'updatedAt' | 'updatedBy'
> & { readonly checks?: readonly string[] };

const MAX_WINDOWS = 30;
const REST_MS = 80;

interface Window {
  rows: (Row | undefined)[] | null;
  /** Number of rows that the index had for the window when it was read. */
  counted: number;
  hasFailed: boolean;
  loading: { abort: AbortController; done: Promise<void> } | null;
}

const updateCell = (cell: Cell | null | undefined, value: SavedValue): Cell => ({
  ...cell,
  ...value,
  isTruncated: false,
  checks: [...(value.checks ?? [])],
});

/** Returns the row with a value of one of its forms replaced. */
function withValue(row: Row, keyId: string, locale: string, value: SavedValue | null): Row {
  const earlier = row.values[locale];
  const put = (cell: Cell | null): Row => ({ ...row, values: { ...row.values, [locale]: cell } });
  const category = row.family?.forms.find((form) => form.keyId === keyId)?.category;
  if (category === undefined) return put(value && updateCell(earlier, value));
  const others = (earlier?.forms ?? []).filter((form) => form.keyId !== keyId);
  const order = row.family!.forms.map((form) => form.keyId);
  const forms = value
    ? [...others, { ...updateCell(null, value), category, keyId }].sort(
        (a, b) => order.indexOf(a.keyId) - order.indexOf(b.keyId),
      )
    : others;
  const shown = forms.find((form) => form.category === 'other') ?? forms[0];
  return put(shown ? { ...shown, forms } : null);
}

/** The rows of a window: where some are gone, the page goes on into the next window. Anchors are ids of keys. */
const rowsBefore = (anchor: string | undefined, rows: readonly Row[]): Row[] =>
  rows.slice(0, WINDOW_ROWS).filter(({ keyId }) => anchor === undefined || keyId < anchor);

/**
 * Holds the rows of a query in windows, outside React: a row is told when it changes, and nothing else is. A result
 * stands still: a row that no longer matches after an edit stays where it is until the query is run again.
 */
export function createWindowStore(
  reader: WindowReader,
  schedule: (delayMs: number, run: () => void) => () => void = (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  onRefreshed: (before: Row, after: Row) => void = () => {},
): WindowStore {
  const windows = new Map<number, Window>();
  const places = new Map<string, number>();
  const listeners = new Map<number, Set<() => void>>();
  const stateListeners = new Set<() => void>();
  const stopped = new AbortController();
  let state: ListState = { ...EMPTY_INDEX, problem: null };
  let counted: Promise<void> | null = null;
  let wanted: [first: number, last: number] | null = null;
  let cancelRest = () => {};

  const setState = (next: ListState) => {
    state = next;
    for (const changed of [...stateListeners]) changed();
  };
  const tellRow = (row: number) => {
    for (const changed of [...(listeners.get(row) ?? [])]) changed();
  };
  const tellWindow = (at: number) => {
    for (const row of [...listeners.keys()]) {
      if (Math.floor(row / WINDOW_ROWS) === at) tellRow(row);
    }
  };

  const rowAt = (row: number): Row | undefined =>
    windows.get(Math.floor(row / WINDOW_ROWS))?.rows?.[row % WINDOW_ROWS];
  const stale = createStaleRows({
    inSight() {
      const [first, last] = wanted ?? [0, -1];
      const rows: string[] = [];
      for (let at = first; at <= last; at++) rows.push(rowAt(at)?.keyId ?? '');
      return rows;
    },
    read: (keyIds) => reader.readRows({ keyIds }, stopped.signal),
    onRead(keyId, row) {
      const place = places.get(keyId);
      const before = place === undefined ? undefined : rowAt(place);
      if (stopped.signal.aborted || before?.keyId !== keyId) return;
      windows.get(Math.floor(place! / WINDOW_ROWS))!.rows![place! % WINDOW_ROWS] = row;
      if (row) onRefreshed(before, row);
      tellRow(place!);
    },
    schedule,
  });

  async function count(): Promise<void> {
    try {
      for await (const index of readParts(reader.readIndex, stopped.signal)) {
        setState({ ...index, problem: null });
        if (wanted) loadWanted();
      }
    } catch (problem) {
      if (!stopped.signal.aborted) setState({ ...state, problem });
    }
  }

  /** Number of rows of a window, as far as the index goes. */
  const countOf = (at: number): number =>
    Math.min(WINDOW_ROWS, Math.max(0, state.total - at * WINDOW_ROWS));

  const placeOf = (at: number): { cursor: string } | { keyIds: readonly string[] } | null => {
    const { keyIds, anchors } = state;
    if (keyIds) return { keyIds: keyIds.slice(at * WINDOW_ROWS, (at + 1) * WINDOW_ROWS) };
    const cursor = anchors[at];
    return cursor === undefined ? null : { cursor };
  };

  async function read(at: number, window: Window, signal: AbortSignal): Promise<void> {
    const place = placeOf(at);
    if (!place) return;
    const counted = countOf(at);
    try {
      const rows = await reader.readRows(place, signal);
      const first = at * WINDOW_ROWS;
      window.rows =
        'keyIds' in place ? inOrder(place.keyIds, rows) : rowsBefore(state.anchors[at + 1], rows);
      window.hasFailed = false;
      window.counted = counted;
      remember(window.rows, first);
    } catch {
      if (signal.aborted) return;
      window.hasFailed = true;
    } finally {
      window.loading = null;
    }
    tellWindow(at);
    if (!window.hasFailed && window.counted < countOf(at) && isWanted(at)) void loadWindow(at);
  }

  function remember(rows: readonly (Row | undefined)[], first: number): void {
    for (const [offset, row] of rows.entries()) {
      if (!row) continue;
      places.set(row.keyId, first + offset);
      for (const form of row.family?.forms ?? []) places.set(form.keyId, first + offset);
    }
  }

  async function reread(at: number, window: Window): Promise<void> {
    await window.loading?.done;
    const keyIds = (window.rows ?? []).flatMap((row) => row?.keyId ?? []);
    if (keyIds.length === 0 || stopped.signal.aborted) return;
    const rows = await reader.readRows({ keyIds }, stopped.signal).catch(() => null);
    if (!rows || windows.get(at) !== window) return;
    const byId = new Map(rows.map((row) => [row.keyId, row]));
    window.rows = window.rows!.map((row) => row && byId.get(row.keyId));
    // A family can have got a form.
    remember(window.rows, at * WINDOW_ROWS);
    tellWindow(at);
  }

  function loadWindow(at: number): Promise<void> {
    const known = windows.get(at);
    const window: Window = known ?? { rows: null, counted: 0, hasFailed: false, loading: null };
    // The order of the map is the order of use.
    windows.delete(at);
    windows.set(at, window);
    const isWhole = window.rows !== null && window.counted >= countOf(at);
    if (isWhole && !window.hasFailed) return Promise.resolve();
    if (window.loading) return window.loading.done;
    const abort = new AbortController();
    const done = read(at, window, AbortSignal.any([abort.signal, stopped.signal]));
    if (placeOf(at)) window.loading = { abort, done };
    return done;
  }

  function forgetOldest(): void {
    for (const at of [...windows.keys()]) {
      if (windows.size <= MAX_WINDOWS) return;
      if (isWanted(at)) continue;
      const { rows, loading } = windows.get(at)!;
      loading?.abort.abort();
      for (const row of rows ?? []) {
        if (!row) continue;
        places.delete(row.keyId);
        for (const form of row.family?.forms ?? []) places.delete(form.keyId);
      }
      windows.delete(at);
    }
  }

  /** True for a window in sight and for its neighbors. */
  const isWanted = (at: number): boolean =>
    wanted !== null &&
    at >= Math.floor(wanted[0] / WINDOW_ROWS) - 1 &&
    at <= Math.floor(wanted[1] / WINDOW_ROWS) + 1;

  function loadWanted(): void {
    if (!wanted || stopped.signal.aborted) return;
    const count = Math.ceil(state.total / WINDOW_ROWS);
    const from = Math.floor(wanted[0] / WINDOW_ROWS);
    const to = Math.floor(wanted[1] / WINDOW_ROWS);
    const inSight = Array.from({ length: to - from + 1 }, (_, at) => from + at);
    for (const at of [...inSight, to + 1, from - 1]) {
      if (at >= 0 && at < count) void loadWindow(at);
    }
    forgetOldest();
    stale.look();
  }

  const store: WindowStore = {
    start() {
      counted ??= count();
    },
    state: () => state,
    subscribeState(changed) {
      stateListeners.add(changed);
      return () => stateListeners.delete(changed);
    },
    slot(row) {
      const window = windows.get(Math.floor(row / WINDOW_ROWS));
      if (window?.hasFailed) return 'failed';
      if (!window?.rows) return 'loading';
      const offset = row % WINDOW_ROWS;
      return window.rows[offset] ?? (offset < window.counted ? 'gone' : 'loading');
    },
    subscribe(row, changed) {
      const set = listeners.get(row) ?? new Set();
      listeners.set(row, set.add(changed));
      return () => {
        set.delete(changed);
        if (set.size === 0 && listeners.get(row) === set) listeners.delete(row);
      };
    },
    show(first, last) {
      const isFirst = wanted === null;
      wanted = [first, last];
      cancelRest();
      for (const [at, window] of windows) {
        if (!window.loading || isWanted(at)) continue;
        window.loading.abort.abort();
        window.loading = null;
      }
      if (isFirst) loadWanted();
      else cancelRest = schedule(REST_MS, loadWanted);
    },
    async total() {
      store.start();
      await counted;
      return state.total;
    },
    async find(keyId) {
      const place = places.get(keyId);
      if (place !== undefined) return place;
      store.start();
      await counted;
      const at = windowOfKey(state, keyId);
      if (at === null) return -1;
      if (state.keyIds) return state.keyIds.indexOf(keyId);
      await loadWindow(at);
      return places.get(keyId) ?? -1;
    },
    async load(row) {
      await loadWindow(Math.floor(row / WINDOW_ROWS));
      return store.slot(row);
    },
    put(keyId, locale, value) {
      const place = places.get(keyId);
      const rows = place === undefined ? null : windows.get(Math.floor(place / WINDOW_ROWS))?.rows;
      const row = rows?.[place! % WINDOW_ROWS];
      if (!rows || !row || !(locale in row.values)) return;
      rows[place! % WINDOW_ROWS] = withValue(row, keyId, locale, value);
      stale.touch(row.keyId);
      tellRow(place!);
    },
    async reload() {
      await Promise.all([...windows].map(([at, window]) => reread(at, window)));
    },
    refresh(keyIds) {
      const isLoaded = (row: Row | undefined): row is Row => row !== undefined;
      const rows = keyIds
        ? [...keyIds].map((keyId) => rowAt(places.get(keyId) ?? -1))
        : [...windows.values()].flatMap((window) => window.rows ?? []);
      stale.add(rows.filter(isLoaded).map(({ keyId }) => keyId));
    },
    async countNew() {
      await counted;
      if (state.problem) return 0;
      let now: ResultIndex = state;
      for await (const index of readParts(reader.readIndex, stopped.signal)) now = index;
      return countNewRows(state, now);
    },
    retry() {
      if (state.problem) {
        setState({ ...state, problem: null });
        counted = count();
      }
      loadWanted();
    },
    stop() {
      cancelRest();
      stopped.abort();
    },
  };
  return store;
}

function inOrder(keyIds: readonly string[], rows: readonly Row[]): (Row | undefined)[] {
  const byId = new Map(rows.map((row) => [row.keyId, row]));
  return keyIds.map((keyId) => byId.get(keyId));
}
