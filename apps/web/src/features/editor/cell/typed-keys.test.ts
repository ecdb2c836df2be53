import { beforeEach, describe, expect, it } from 'vitest';
import { typedKeys } from './typed-keys.ts';

const press = (key: string, more: Partial<KeyboardEvent> = {}): boolean =>
  typedKeys.add({ key, ...more } as KeyboardEvent);

describe('typedKeys', () => {
  beforeEach(() => typedKeys.clear());

  it('gives each text the keys up to Enter, and keeps those behind it for the next one', () => {
    for (const key of ['a', 'b', 'Enter', 'c', 'Enter', 'д']) expect(press(key)).toBe(true);
    expect(typedKeys.take()).toEqual({ text: 'ab', isEntered: true });
    expect(typedKeys.take()).toEqual({ text: 'c', isEntered: true });
    expect(typedKeys.take()).toEqual({ text: 'д', isEntered: false });
    expect(typedKeys.take()).toEqual({ text: '', isEntered: false });
  });

  it('takes a character back with Backspace, and leaves chords and compositions alone', () => {
    press('a');
    press('b');
    press('Backspace');
    expect(press('m', { ctrlKey: true })).toBe(false);
    expect(press('k', { isComposing: true })).toBe(false);
    expect(press('ArrowDown')).toBe(false);
    expect(typedKeys.take()).toEqual({ text: 'a', isEntered: false });
  });
});
