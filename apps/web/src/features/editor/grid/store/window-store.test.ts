import type { Cell, Row, RowIndex } from '@parlance/sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../../../../scripts/eventually.ts';
import { appendPart, EMPTY_INDEX, WINDOW_ROWS, windowOfKey } from './row-index.ts';
import type { WindowReader } from './slot.ts';
import { WindowStore } from './window-store.ts';
import { withValue } from './with-value.ts';

const idOf = (row: number): string => row.toString().padStart(8, '0');

const rowOf = (row: number): Row => ({
  keyId: idOf(row),
  key: `key.${row}`,
  description: '',
  tags: [],
  maxLength: null,
  translatable: true,
  family: null,
  source: null,
  sourceVersion: 1,
  values: { de: null },
  proposals: {},
});

const part = (from: number, to: number, total: number, isListed: boolean): RowIndex => ({
  revision: '1',
  total: to,
  isComplete: to === total,
  nextCursor: to === total ? null : String(to),
  step: WINDOW_ROWS,
  anchors: Array.from({ length: Math.ceil(to / WINDOW_ROWS) }, (_, index) => index * WINDOW_ROWS)
    .filter((row) => row >= from)
    .map(idOf),
  ...(isListed && { keyIds: Array.from({ length: to - from }, (_, index) => idOf(from + index)) }),
});

const VALUE: Cell = {
  id: 'v',
  text: 'Hallo',
  isTruncated: false,
  state: 'translated',
  origin: 'manual',
  outdated: false,
  version: 1,
  checks: [],
  updatedAt: '2026-01-01T00:00:00Z',
  updatedBy: { type: 'user', id: 'u', name: 'Ada' },
};

/** Creates a store with generated rows. Records the requests of the store. */
function setUp(
  total: number,
  { partSize = total, isListed = false, gone = [] as number[], empty = 0 } = {},
) {
  const parts: (number | undefined)[] = [];
  const reads: (string | readonly string[])[] = [];
  const signals: AbortSignal[] = [];
  const rests: (() => void)[] = [];
  const answers: (() => void)[] = [];
  let isHeld = false;
  const reader: WindowReader = {
    readIndex: async ({ cursor, maxMs }) => {
      parts.push(maxMs);
      const from = Number(cursor ?? 0);
      if (parts.length <= empty) return { ...part(0, 0, total, isListed), nextCursor: '0' };
      return part(from, Math.min(total, from + partSize), total, isListed);
    },
    readRows: async (place, signal) => {
      reads.push('cursor' in place ? place.cursor : place.keyIds);
      signals.push(signal);
      if (isHeld) await new Promise<void>((resolve) => answers.push(resolve));
      signal.throwIfAborted();
      if ('keyIds' in place) return place.keyIds.map((keyId) => rowOf(Number(keyId)));
      const first = Number(place.cursor);
      const left = Array.from({ length: total - first }, (_, index) => first + index);
      return left
        .filter((row) => !gone.includes(row))
        .slice(0, WINDOW_ROWS)
        .map(rowOf);
    },
  };
  const store = new WindowStore(reader, (_delay, run) => {
    rests.push(run);
    return () => rests.splice(rests.indexOf(run), 1);
  });
  return {
    store,
    reads,
    signals,
    parts,
    rest: () => {
      for (const run of rests.splice(0)) run();
    },
    hold: () => {
      isHeld = true;
    },
    answer: () => {
      isHeld = false;
      for (const resolve of answers.splice(0)) resolve();
    },
  };
}

const keyOf = (slot: ReturnType<ReturnType<typeof setUp>['store']['slot']>) =>
  typeof slot === 'string' ? slot : slot.key;

describe('the window store', () => {
  it('loads only the visible window and the next window', async () => {
    const { store, reads } = setUp(100_000);
    store.start();
    store.show(0, 20);
    await eventually(() => expect(keyOf(store.slot(0))).toBe('key.0'));
    expect(reads).toEqual([idOf(0), idOf(200)]);
    expect(store.state()).toMatchObject({ total: 100_000, isComplete: true });
    expect(store.slot(5_000)).toBe('loading');
  });

  it('requests short parts of a slow query until it finds a row', async () => {
    const { store, parts } = setUp(3, { partSize: 1, empty: 2 });
    store.start();
    await eventually(() => expect(store.state().isComplete).toBe(true));
    expect(parts).toEqual([50, 100, 200, undefined, undefined]);
    const nothing = setUp(1, { empty: 6 });
    nothing.store.start();
    await eventually(() => expect(nothing.store.state().isComplete).toBe(true));
    expect(nothing.parts).toEqual([50, 100, 200, 400, undefined, undefined, undefined]);
  });

  it.each([true, false])(
    'does not count a row as new if it was found after the count started (ids: %s)',
    async (isListed) => {
      const { store } = setUp(1_946, { partSize: 1_000, isListed });
      const counts: Promise<number>[] = [];
      store.subscribeState(() => counts.push(store.countNew()));
      store.start();
      await eventually(() => expect(store.state().isComplete).toBe(true));
      expect(await Promise.all(counts)).toEqual([0, 0]);
    },
  );

  it('loads nothing while the list is scrolled, and aborts requests for invisible rows', async () => {
    const { store, reads, signals, rest, hold, answer } = setUp(100_000);
    store.start();
    await eventually(() => expect(store.state().isComplete).toBe(true));
    hold();
    store.show(0, 20);
    for (let row = 1_000; row <= 90_000; row += 1_000) store.show(row, row + 20);
    expect(reads).toHaveLength(2);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
    rest();
    expect(reads.slice(2)).toEqual([idOf(90_000), idOf(90_200), idOf(89_800)]);
    answer();
    await eventually(() => expect(keyOf(store.slot(90_007))).toBe('key.90007'));
    expect(store.slot(3)).toBe('loading');
  });

  it('keeps at most 30 windows, and loads a dropped window again', async () => {
    const { store, reads, rest } = setUp(20_000);
    store.start();
    for (let row = 0; row < 20_000; row += 600) {
      store.show(row, row + 10);
      rest();
      await eventually(() => expect(keyOf(store.slot(row))).toBe(`key.${row}`));
    }
    const count = reads.length;
    expect(store.slot(0)).toBe('loading');
    store.show(0, 10);
    rest();
    await eventually(() => expect(keyOf(store.slot(0))).toBe('key.0'));
    expect(reads.length).toBe(count + 2);
    expect(
      [...Array(100).keys()].filter((at) => store.slot(at * 200) !== 'loading').length,
    ).toBeLessThanOrEqual(30);
  });

  it('continues to count until the index is complete', async () => {
    const { store } = setUp(5_000, { partSize: 700 });
    const totals: number[] = [];
    store.subscribeState(() => totals.push(store.state().total));
    store.start();
    await eventually(() => expect(store.state().isComplete).toBe(true));
    expect(totals).toEqual([700, 1_400, 2_100, 2_800, 3_500, 4_200, 4_900, 5_000]);
    expect(store.state().anchors).toHaveLength(25);
  });

  it('loads a window again when the index contains more of its rows', async () => {
    const { store, reads } = setUp(150, { partSize: 60, isListed: true });
    store.show(0, 20);
    store.start();
    await eventually(() => expect(keyOf(store.slot(149))).toBe('key.149'));
    expect(reads.at(-1)).toHaveLength(150);
  });

  it('returns the number of all rows after the last part of the index has arrived', async () => {
    const { store } = setUp(1_000, { partSize: 300 });
    expect(store.state().total).toBe(0);
    expect(await store.total()).toBe(1_000);
  });

  it('loads a small result by the ids of its keys', async () => {
    const { store, reads } = setUp(250, { isListed: true });
    store.start();
    store.show(0, 10);
    await eventually(() => expect(keyOf(store.slot(249))).toBe('key.249'));
    expect(reads.map(({ length }) => length)).toEqual([200, 50]);
  });

  it.each([true, false])('finds the index of a key (listed: %s)', async (isListed) => {
    const { store } = setUp(1_900, { isListed });
    expect(await store.find(idOf(1_234))).toBe(1_234);
    expect(await store.find(idOf(1_900))).toBe(-1);
    expect(await store.find('')).toBe(-1);
  });

  it('shows no row twice if earlier rows have disappeared', async () => {
    const { store, rest } = setUp(600, { gone: [200, 250, 399] });
    store.start();
    await store.find(idOf(0));
    store.show(200, 420);
    rest();
    await eventually(() => expect(store.slot(400)).toBeTypeOf('object'));
    const keys = Array.from({ length: 400 }, (_, index) => store.slot(200 + index)).map((slot) =>
      typeof slot === 'object' ? Number(slot.keyId) : slot,
    );
    expect(keys.slice(0, 3)).toEqual([201, 202, 203]);
    expect(keys.slice(196, 202)).toEqual([398, 'gone', 'gone', 'gone', 400, 401]);
  });

  it('puts a saved value into its row, and notifies only that row', async () => {
    const { store } = setUp(400);
    store.start();
    store.show(0, 10);
    await eventually(() => expect(keyOf(store.slot(7))).toBe('key.7'));
    const seen: number[] = [];
    for (const row of [6, 7, 8]) store.subscribe(row, () => seen.push(row));
    store.put(idOf(7), 'de', VALUE);
    expect(store.slot(7)).toMatchObject({ values: { de: { text: 'Hallo', version: 1 } } });
    store.put(idOf(7), 'de', null);
    expect(store.slot(7)).toMatchObject({ values: { de: null } });
    store.put(idOf(7), 'fr', VALUE);
    expect(seen).toEqual([7, 7]);
  });
});

describe('the window store after a save or a reload', () => {
  it('shows the first text of a plural form in the row of the family, with the new key', async () => {
    const one = { ...rowOf(3), family: { style: '_', kind: 'cardinal', domain: 'integer' } } as Row;
    const row: Row = {
      ...one,
      family: {
        ...one.family!,
        forms: [{ category: 'other', keyId: idOf(3), sourceVersion: 1, maxLength: null }],
      },
    };
    const few = { ...VALUE, keyId: 'new', text: 'wenige' };
    const changed = withValue(
      row,
      { keyId: `${idOf(3)}+few`, locale: 'de', form: { category: 'few', keyId: 'new' } },
      few,
    );
    expect(changed.family!.forms.map(({ category }) => category)).toEqual(['few', 'other']);
    expect(changed.values.de).toMatchObject({ text: 'wenige', forms: [{ keyId: 'new' }] });
    const gone = withValue(
      changed,
      { keyId: `${idOf(3)}+few`, locale: 'de', form: { category: 'few', keyId: undefined } },
      null,
    );
    expect(gone.values.de).toBeNull();
    expect(gone.family!.forms).toHaveLength(2);
  });

  it('loads rows again by their keys, at their positions', async () => {
    const { store, reads } = setUp(400);
    store.start();
    store.show(0, 10);
    await eventually(() => expect(keyOf(store.slot(7))).toBe('key.7'));
    store.put(idOf(7), 'de', VALUE);
    const before = reads.length;
    await store.reload();
    expect(reads.slice(before).every((place) => Array.isArray(place))).toBe(true);
    expect(store.slot(7)).toMatchObject({ key: 'key.7', values: { de: null } });
  });
});

describe('the index of rows', () => {
  it('finds the window that contains a key, for any set of keys', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(9_999), { minLength: 1, maxLength: 900 }), (numbers) => {
        const ids = numbers.map(idOf).sort();
        const anchors = ids.filter((_, index) => index % WINDOW_ROWS === 0);
        const index = { total: ids.length, isComplete: true, anchors, keyIds: null };
        for (const [at, id] of ids.entries()) {
          expect(windowOfKey(index, id)).toBe(Math.floor(at / WINDOW_ROWS));
        }
      }),
    );
  });

  it('drops the list of ids after a part without ids', () => {
    const listed = appendPart(EMPTY_INDEX, part(0, 400, 5_000, true));
    expect(listed.keyIds).toHaveLength(400);
    expect(appendPart(listed, part(400, 5_000, 5_000, false)).keyIds).toBeNull();
  });
});
