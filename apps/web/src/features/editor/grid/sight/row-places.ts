import { HEAD_HEIGHT } from '../columns.ts';

/**
 * Heights of the rows in a part of the list. All rows have the same height, except for the open row, which is higher.
 */
export interface RowPlaces {
  readonly count: number;
  readonly height: number;
  /** Index of the row with the open cell. Null if no cell is open. */
  readonly open: number | null;
  /** Difference in height between the open row and the other rows, in pixels. */
  readonly extra: number;
}

/** The visible part of a list as a position and a length, in pixels. */
export interface Sight {
  readonly start: number;
  readonly length: number;
}

/** First and last index of a range. In an empty range, `last` is less than `first`. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

const NO_RANGE: Range = { first: 0, last: -1 };

export const isSameRange = (range: Range, other: Range): boolean =>
  range.first === other.first && range.last === other.last;

/** Returns the distance of a row from the first row, in pixels. */
export const topOf = (row: number, { height, open, extra }: RowPlaces): number =>
  row * height + (open !== null && row > open ? extra : 0);

/** Returns the row at a distance from the first row, in pixels. */
export function rowAt(distance: number, { count, height, open, extra }: RowPlaces): number {
  const row = Math.floor(distance / height);
  const found =
    open === null || row <= open ? row : Math.max(open, Math.floor((distance - extra) / height));
  return Math.max(0, Math.min(count - 1, found));
}

/** Returns the visible rows below the header row, which does not scroll. */
export function rowsInSight(places: RowPlaces, { start, length }: Sight): Range {
  if (places.count === 0) return NO_RANGE;
  const end = start + Math.max(0, length - HEAD_HEIGHT - 1);
  return { first: rowAt(start, places), last: rowAt(end, places) };
}

/** Returns a range extended by some items on both sides, within the list. */
export const widen = ({ first, last }: Range, by: number, count: number): Range => ({
  first: Math.max(0, first - by),
  last: Math.min(count - 1, last + by),
});

/** Returns the scroll position closest to the current one at which the item is visible. */
export function startFor(item: Sight, sight: Sight): number {
  if (item.start < sight.start) return item.start;
  return Math.max(sight.start, item.start + item.length - sight.length);
}

/**
 * Returns the scroll position at which a row is visible. For a row that is visible or adjacent to a
 * visible row, this is the position closest to the current one. For any other row, the row is in
 * the middle, because the user has not seen the rows around it.
 */
export function startForRow(item: Sight, sight: Sight): number {
  const next = startFor(item, sight);
  if (Math.abs(next - sight.start) <= item.length) return next;
  return Math.max(0, item.start - (sight.length - item.length) / 2);
}

/**
 * Returns the distance between the header row and the open row. `at` is the current distance, or
 * the distance of the row that was open before. The result is limited to the upper third of the
 * grid, so that the open cell has enough space below.
 */
export function placeOfOpenRow(at: number, row: number, height: number, length: number): number {
  const free = Math.max(0, length - HEAD_HEIGHT);
  const least = row > 0 && free >= 8 * height ? height : 0;
  return Math.max(least, Math.min(at, Math.floor(free / 3)));
}
