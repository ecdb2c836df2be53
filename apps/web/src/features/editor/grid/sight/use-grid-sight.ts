import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { FIRST_TARGET, type GridLayout, HEAD_HEIGHT, layoutOf } from '../columns.ts';
import type { GridCell } from '../place.ts';
import type { WindowStore } from '../store/window-store.ts';
import {
  isSameRange,
  placeOfOpenRow,
  type Range,
  type RowPlaces,
  rowsInSight,
  type Sight,
  startFor,
  startForRow,
  topOf,
  widen,
} from './row-places.ts';
import { type ScrollSight, useSight } from './use-sight.ts';

/** The visible part of the grid, and its size. */
interface GridSight {
  readonly width: number;
  readonly height: number;
  readonly rows: Range;
  readonly columns: Range;
}

const isSameSight = (sight: GridSight, other: GridSight): boolean =>
  sight.width === other.width &&
  sight.height === other.height &&
  isSameRange(sight.rows, other.rows) &&
  isSameRange(sight.columns, other.columns);

const pinnedWidth = ({ isPinned, keyWidth, sourceWidth }: GridLayout): number =>
  isPinned ? keyWidth + sourceWidth : 0;

/** Returns the visible columns of target locales, with one more column on each side. */
function columnsInSight({ start, length }: Sight, layout: GridLayout, targets: number): Range {
  const { keyWidth, sourceWidth, targetWidth } = layout;
  const from = start + pinnedWidth(layout) - keyWidth - sourceWidth;
  const to = start + length - keyWidth - sourceWidth - 1;
  const range = { first: Math.floor(from / targetWidth), last: Math.floor(to / targetWidth) };
  return widen(range, 1, targets);
}

/** Returns the visible rows and columns of the grid, and functions that scroll. */
export function useGridSight(
  scroller: RefObject<HTMLElement | null>,
  places: RowPlaces,
  targets: number,
) {
  const derive = ({ rows, columns }: ScrollSight): GridSight => ({
    width: columns.length,
    height: rows.length,
    rows: rowsInSight(places, rows),
    columns: columnsInSight(columns, layoutOf(columns.length, targets), targets),
  });
  const { derived, sight, scrollTo } = useSight(scroller, derive, isSameSight);
  const { width } = derived;
  const layout = useMemo(() => layoutOf(width, targets), [width, targets]);
  /** Scrolls until the whole row is visible. */
  const showRow = (row: number): void => {
    const { start, length } = sight().rows;
    const item = { start: topOf(row, places), length: places.height };
    const next = startForRow(item, { start, length: length - HEAD_HEIGHT });
    if (next !== start) scrollTo({ rows: next });
  };
  const showColumn = (column: number): void => {
    const { start, length } = sight().columns;
    const pinned = pinnedWidth(layout);
    const begin = layout.keyWidth + layout.sourceWidth + column * layout.targetWidth;
    const seen = { start: start + pinned, length: length - pinned };
    const next = startFor({ start: begin, length: layout.targetWidth }, seen) - pinned;
    if (next !== start) scrollTo({ columns: next });
  };
  return { ...derived, layout, sight, scrollTo, showRow, showColumn };
}

/** Loads the visible rows. */
export function useLoading(store: WindowStore, { first, last }: Range, offset: number): void {
  useEffect(() => {
    if (last >= first) store.show(offset + first, offset + last);
  }, [store, first, last, offset]);
}

/** Scrolls so that the active cell stays visible, and the open row stays in the upper third of the grid. */
export function useActiveInSight(
  { sight, scrollTo, showRow, showColumn }: ReturnType<typeof useGridSight>,
  places: RowPlaces,
  { row, column }: GridCell,
  isKnown: boolean,
  /** True if the grid returns to the position at which the user left it. Set to false when the rows are known. */
  isComingBack: RefObject<boolean>,
): void {
  const { open, height } = places;
  /** Distance in pixels between the header row and the open row. Null if no row is open. */
  const openAt = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the grid scrolls when the place changes, and at no other time
  useLayoutEffect(() => {
    if (!isKnown) return;
    if (isComingBack.current) isComingBack.current = false;
    else if (open === null) {
      openAt.current = null;
      showRow(row);
    } else {
      const { start, length } = sight().rows;
      const at = openAt.current ?? open * height - start;
      const next = open * height - placeOfOpenRow(at, open, height, length);
      if (next !== start) scrollTo({ rows: next });
      openAt.current = open * height - sight().rows.start;
    }
    if (column >= FIRST_TARGET && open === null) showColumn(column - FIRST_TARGET);
  }, [row, column, open, isKnown, height]);
}

/** Calls `onHeight` when the height of the open row changes. The rows below it move in the same frame. */
export function useOpenHeight(
  sizer: RefObject<HTMLElement | null>,
  onHeight: (height: number) => void,
): (element: HTMLElement | null) => (() => void) | undefined {
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      const observer = new ResizeObserver(([entry]) => {
        const height = entry!.borderBoxSize[0]!.blockSize;
        sizer.current?.style.setProperty('--open-height', `${height}px`);
        onHeight(height);
      });
      const height = element.offsetHeight;
      sizer.current?.style.setProperty('--open-height', `${height}px`);
      onHeight(height);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [sizer, onHeight],
  );
}
