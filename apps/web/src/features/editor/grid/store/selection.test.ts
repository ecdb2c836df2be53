import { describe, expect, it } from 'vitest';
import { MAX_SELECTED, Selection } from './selection.ts';

describe('a selection', () => {
  it('contains the selected rows, and notifies listeners of each change', () => {
    const selection = new Selection();
    let calls = 0;
    selection.subscribe(() => calls++);
    selection.toggle('a');
    selection.add(['b', 'c']);
    selection.toggle('b');
    expect([...selection.state().keyIds]).toEqual(['a', 'c']);
    expect([selection.has('a'), selection.has('b')]).toEqual([true, false]);
    selection.clear();
    expect(selection.has('a')).toBe(false);
    expect(calls).toBe(4);
  });

  it('contains every row of the query until a single row is toggled', () => {
    const selection = new Selection();
    selection.selectAll();
    expect(selection.has('anything')).toBe(true);
    selection.toggle('a');
    expect([selection.has('a'), selection.has('b')]).toEqual([true, false]);
  });

  it('rejects more rows than one change can contain', () => {
    const selection = new Selection();
    const many = Array.from({ length: MAX_SELECTED }, (_, index) => `k${index}`);
    expect(selection.add(many)).toBe(true);
    expect(selection.add(['one more'])).toBe(false);
    selection.toggle('one more');
    expect(selection.state().keyIds.size).toBe(MAX_SELECTED);
  });
});
