import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HEAD_HEIGHT } from '../columns.ts';
import {
  placeOfOpenRow,
  type RowPlaces,
  rowAt,
  rowsInSight,
  startFor,
  startForRow,
  topOf,
} from './row-places.ts';

const places: fc.Arbitrary<RowPlaces> = fc
  .record({
    count: fc.integer({ min: 1, max: 200_000 }),
    height: fc.constantFrom(36, 56, 88),
    open: fc.option(fc.nat(200_000)),
    extra: fc.nat(900),
  })
  .map(({ open, extra, ...rest }) => ({
    ...rest,
    open: open === null ? null : open % rest.count,
    extra: open === null ? 0 : extra,
  }));

describe('rowAt and topOf', () => {
  it('are inverse functions for every row, including the open row', () => {
    fc.assert(
      fc.property(places, fc.nat(200_000), (of, any) => {
        const row = any % of.count;
        expect(rowAt(topOf(row, of), of)).toBe(row);
        const end = topOf(row, of) + of.height + (row === of.open ? of.extra : 0);
        expect(rowAt(end - 1, of)).toBe(row);
      }),
    );
  });

  it('return the same place for rows above the open row, and place the rows below it lower by its extra height', () => {
    fc.assert(
      fc.property(places, fc.nat(200_000), (of, any) => {
        const row = any % of.count;
        const moved = of.open !== null && row > of.open ? of.extra : 0;
        expect(topOf(row, of) - topOf(row, { ...of, open: null, extra: 0 })).toBe(moved);
      }),
    );
  });
});

describe('rowsInSight', () => {
  it('returns every row with a visible pixel below the header', () => {
    fc.assert(
      fc.property(
        places,
        fc.nat(4_000_000),
        fc.integer({ min: 100, max: 2_000 }),
        (of, start, length) => {
          const { first, last } = rowsInSight(of, { start, length });
          expect(first).toBe(rowAt(start, of));
          expect(last).toBe(rowAt(start + length - HEAD_HEIGHT - 1, of));
          expect(last).toBeGreaterThanOrEqual(first);
        },
      ),
    );
    expect(
      rowsInSight({ count: 0, height: 56, open: null, extra: 0 }, { start: 0, length: 500 }),
    ).toEqual({
      first: 0,
      last: -1,
    });
  });
});

describe('startFor', () => {
  it('keeps the position of a visible item, and otherwise scrolls to the nearer end of the item', () => {
    const sight = { start: 100, length: 50 };
    expect(startFor({ start: 110, length: 20 }, sight)).toBe(100);
    expect(startFor({ start: 90, length: 20 }, sight)).toBe(90);
    expect(startFor({ start: 140, length: 20 }, sight)).toBe(110);
  });
});

describe('startForRow', () => {
  it('scrolls little for a row that is visible or next to a visible row, and centers a distant row', () => {
    const sight = { start: 1_000, length: 500 };
    expect(startForRow({ start: 1_200, length: 50 }, sight)).toBe(1_000);
    expect(startForRow({ start: 1_500, length: 50 }, sight)).toBe(1_050);
    expect(startForRow({ start: 950, length: 50 }, sight)).toBe(950);
    expect(startForRow({ start: 5_000, length: 50 }, sight)).toBe(4_775);
    expect(startForRow({ start: 0, length: 50 }, sight)).toBe(0);
  });
});

describe('placeOfOpenRow', () => {
  it('puts the open row into the upper third, below the preceding row if there is room', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -5_000, max: 5_000 }),
        fc.nat(100),
        fc.integer({ min: 120, max: 2_000 }),
        (at, row, length) => {
          const place = placeOfOpenRow(at, row, 56, length);
          expect(place).toBeGreaterThanOrEqual(0);
          expect(place).toBeLessThanOrEqual((length - HEAD_HEIGHT) / 3);
          if (row > 0 && length >= 8 * 56 + HEAD_HEIGHT) expect(place).toBeGreaterThanOrEqual(56);
        },
      ),
    );
    expect(placeOfOpenRow(120, 5, 56, 700)).toBe(120);
  });
});
