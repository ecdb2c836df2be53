import { HEAD_HEIGHT } from '../columns.ts';

/** Positions of the rows in a part of the list. All have the same height except the open one, which is higher. */
export interface RowPlaces {
  readonly count: number;
  readonly height: number;
  /** The open row. Null while no cell is open. */
  readonly open: number | null;
  /** Height of the open row that exceeds the height of the others. */
  readonly extra: number;
}

/** The visible part of a list: its distance from the start, and its length. */
export interface Sight {
  readonly start: number;
  readonly length: number;
}

/** First and last item of a range. `last` is less than `first` in an empty range. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

const NO_RANGE: Range = { first: 0, last: -1 };

export const isSameRange = (one: Range, other: Range): boolean =>
  one.first === other.first && one.last === other.last;

/** Returns the distance of a row from the first one. */
export const topOf = (row: number, { height, open, extra }: RowPlaces): number =>
  row * height + (open !== null && row > open ? extra : 0);

/** Returns the row at a distance from the first one. */
export function rowAt(distance: number, { count, height, open, extra }: RowPlaces): number {
  const row = Math.floor(distance / height);
  const found =
    open === null || row <= open ? row : Math.max(open, Math.floor((distance - extra) / height));
  return Math.max(0, Math.min(count - 1, found));
}

/** Returns the visible rows below the head, which stays in place. */
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

/** Returns the scroll position that shows an item with the least scrolling. */
export function startFor(item: Sight, sight: Sight): number {
  if (item.start < sight.start) return item.start;
  return Math.max(sight.start, item.start + item.length - sight.length);
}

/**
 * Returns the distance of the open row from the head: its current one, or that of the previously open row, but below
 * another row and within the upper third, so that there is room for the workspace.
 */
export function placeOfOpenRow(at: number, row: number, height: number, length: number): number {
  const free = Math.max(0, length - HEAD_HEIGHT);
  const least = row > 0 && free >= 8 * height ? height : 0;
  return Math.max(least, Math.min(at, Math.floor(free / 3)));
}
