import { beforeEach, describe, expect, it } from 'vitest';
import { textCommandOf } from './field/text-commands.ts';
import { typedKeys } from './typed-keys.ts';

const press = (key: string, more: Partial<KeyboardEvent> = {}): boolean => {
  const event = { key, code: key, ...more } as KeyboardEvent;
  return typedKeys.add(event, textCommandOf(event));
};

describe('typedKeys', () => {
  beforeEach(() => typedKeys.clear());

  it('gives each text the keys up to a command, and keeps those behind it for the next one', () => {
    for (const key of ['a', 'b', 'Enter', 'c', 'Tab', 'д']) expect(press(key)).toBe(true);
    expect(typedKeys.take()).toEqual({ text: 'ab', command: 'save' });
    expect(typedKeys.take()).toEqual({ text: 'c', command: 'nextCell' });
    expect(typedKeys.take()).toEqual({ text: 'д', command: null });
    expect(typedKeys.isEmpty()).toBe(true);
    expect(typedKeys.take()).toEqual({ text: '', command: null });
  });

  it('keeps chords that are commands of a text, each as its own', () => {
    expect(press('Enter', { shiftKey: true })).toBe(true);
    expect(press('Enter', { ctrlKey: true })).toBe(true);
    expect(typedKeys.take()).toEqual({ text: '', command: 'lineBreak' });
    expect(typedKeys.take()).toEqual({ text: '', command: 'saveReviewed' });
  });

  it('takes a character back with Backspace, and leaves other chords and compositions alone', () => {
    press('a');
    press('b');
    press('Backspace');
    expect(press('m', { ctrlKey: true })).toBe(false);
    expect(press('k', { isComposing: true })).toBe(false);
    expect(press('ArrowDown')).toBe(false);
    expect(typedKeys.take()).toEqual({ text: 'a', command: null });
  });
});
