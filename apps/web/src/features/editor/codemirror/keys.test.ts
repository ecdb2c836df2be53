import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { characterEnd } from './keys.ts';

const ends = (text: string, position: number): [number, number] => {
  const state = EditorState.create({ doc: text });
  return [characterEnd(state, position, false), characterEnd(state, position, true)];
};

describe('characterEnd', () => {
  it('includes one of several spaces before a text', () => {
    expect(ends('    text', 4)).toEqual([3, 5]);
  });

  it('includes a joined emoji as a whole in both directions', () => {
    expect(ends('a👩‍👩‍👧b', 1)).toEqual([0, 9]);
    expect(ends('a👩‍👩‍👧b', 9)).toEqual([1, 10]);
  });

  it('goes back over a combining mark alone, and goes forward over a letter with its marks', () => {
    expect(ends('e\u0301', 2)[0]).toBe(1);
    expect(ends('e\u0301', 0)[1]).toBe(2);
  });

  it('includes an emoji with its variation selector', () => {
    expect(ends('❤\ufe0f', 2)[0]).toBe(0);
  });

  it('includes a line break at the edge of a line, and includes nothing at the edge of the text', () => {
    expect(ends('a\nb', 1)).toEqual([0, 2]);
    expect(ends('a\nb', 2)).toEqual([1, 3]);
    expect(ends('a', 0)[0]).toBe(0);
    expect(ends('a', 1)[1]).toBe(1);
  });
});
