import type { Cell, Row } from '@parlance/sdk';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../../../../../scripts/eventually.ts';
import { ChangedBy } from './changed-by.ts';
import { StaleRows } from './stale-rows.ts';

const cellOf = (version: number, name: string): Cell => ({
  id: 'v',
  text: `Text ${version}`,
  isTruncated: false,
  state: 'translated',
  origin: 'manual',
  outdated: false,
  version,
  checks: [],
  updatedAt: '2026-01-01T00:00:00Z',
  updatedBy: { type: 'user', id: name, name },
});

const rowOf = (keyId: string, de: Cell | null = null): Row => ({
  keyId,
  key: keyId,
  description: '',
  tags: [],
  maxLength: null,
  translatable: true,
  family: null,
  source: null,
  sourceVersion: 1,
  values: { de },
  proposals: {},
});

function setUp() {
  const reads: (readonly string[])[] = [];
  const taken: string[] = [];
  const rests: (() => void)[] = [];
  const view = { keys: ['a', 'b'] as readonly string[], isFailing: false };
  const rows = new StaleRows({
    inSight: () => view.keys,
    read: async (keyIds) => {
      reads.push(keyIds);
      if (view.isFailing) throw new Error('gone');
      return keyIds.filter((keyId) => keyId !== 'archived').map((keyId) => rowOf(keyId));
    },
    onRead: (keyId, row) => taken.push(row ? keyId : `${keyId} is gone`),
    schedule: (_delay, run) => rests.push(run),
  });
  const rest = async () => {
    await eventually(() => expect(rests.length).toBe(1));
    rests.shift()!();
  };
  return { rows, view, reads, taken, rest };
}

describe('rows that another person has changed', () => {
  it('are loaded one request at a time, even if they change again meanwhile', async () => {
    const { rows, reads, taken, rest } = setUp();
    for (let index = 0; index < 1_000; index++) rows.add(['a', 'b', `out of sight ${index}`]);
    expect(reads).toEqual([['a', 'b']]);
    await rest();
    await rest();
    expect(reads).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    expect(taken).toEqual(['a', 'b', 'a', 'b']);
  });

  it('are loaded when they become visible, and removed if their key is archived', async () => {
    const { rows, view, reads, taken, rest } = setUp();
    rows.add(['c', 'archived']);
    expect(reads).toEqual([]);
    view.keys = ['archived', 'b', 'c'];
    rows.loadVisible();
    await rest();
    expect(reads).toEqual([['archived', 'c']]);
    expect(taken).toEqual(['archived is gone', 'c']);
  });

  it('are loaded again after a failure, and if the person saved them meanwhile', async () => {
    const { rows, view, reads, taken, rest } = setUp();
    view.isFailing = true;
    rows.add(['a']);
    await rest();
    view.isFailing = false;
    rows.loadVisible();
    rows.touch('a');
    await rest();
    expect(taken).toEqual([]);
    await rest();
    expect(taken).toEqual(['a']);
    expect(reads).toEqual([['a'], ['a'], ['a']]);
  });
});

describe('the name of the person who changed a cell', () => {
  it('belongs to another person, and disappears when the cell is visited', () => {
    const changedBy = new ChangedBy('Me');
    const changed = vi.fn();
    changedBy.subscribe(changed);
    changedBy.compare(rowOf('a', cellOf(1, 'Ada')), rowOf('a', cellOf(1, 'Ada')));
    changedBy.compare(rowOf('a', cellOf(1, 'Ada')), rowOf('a', cellOf(2, 'Me')));
    expect(changed).not.toHaveBeenCalled();
    changedBy.compare(rowOf('a'), rowOf('a', cellOf(3, 'Ada')));
    expect(changedBy.nameOf('a', 'de')).toBe('Ada');
    changedBy.forget('a', 'de');
    expect(changedBy.nameOf('a', 'de')).toBeUndefined();
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it('belongs to the changed form of a plural family', () => {
    const changedBy = new ChangedBy('Me');
    const family = (one: Cell, other: Cell): Row =>
      rowOf('other', {
        ...other,
        forms: [
          { ...one, category: 'one', keyId: 'one' },
          { ...other, category: 'other', keyId: 'other' },
        ],
      });
    const other = cellOf(5, 'Me');
    changedBy.compare(family(cellOf(1, 'Me'), other), family(cellOf(2, 'Ada'), other));
    expect(changedBy.nameOf('other', 'de')).toBe('Ada');
  });
});
