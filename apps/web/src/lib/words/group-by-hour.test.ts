import { describe, expect, it } from 'vitest';
import { groupByHour } from './group-by-hour.ts';

const ADA = { id: 'a', name: 'Ada' };
const BEN = { id: 'b', name: 'Ben' };
const act = (by: typeof ADA, at: string) => ({ by, at: `2026-11-24T${at}Z` });

describe('groupByHour', () => {
  it('groups the changes that one person made within an hour, and keeps the order of the list', () => {
    const things = [
      act(ADA, '14:59:59.999'),
      act(ADA, '14:00:00.000'),
      act(ADA, '13:59:59.999'),
      act(BEN, '13:30:00.000'),
      act(ADA, '13:10:00.000'),
      act(ADA, '13:00:00.000'),
    ];
    const groups = groupByHour(things);
    expect(groups.map(({ by, things: own }) => [by.name, own.length])).toEqual([
      ['Ada', 2],
      ['Ada', 1],
      ['Ben', 1],
      ['Ada', 2],
    ]);
    expect(groups.flatMap((group) => group.things)).toEqual(things);
  });

  it('separates the same hour of two days', () => {
    const things = [
      { by: ADA, at: '2026-11-25T14:10:00Z' },
      { by: ADA, at: '2026-11-24T14:20:00Z' },
    ];
    expect(groupByHour(things)).toHaveLength(2);
  });
});
