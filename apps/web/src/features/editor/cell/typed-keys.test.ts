import { beforeEach, describe, expect, it } from 'vitest';
import { textCommandOf } from './field/text-commands.ts';
import { typedKeys } from './typed-keys.ts';

/** A fake text field: it receives key presses, and also text without key presses. */
class Field extends EventTarget {
  value = '';
}

const press = (key: string, more: Partial<KeyboardEvent> = {}) => {
  const event = { key, code: key, ...more } as KeyboardEvent;
  return typedKeys.add(event, textCommandOf(event));
};

describe('typedKeys', () => {
  let field: Field;
  let detach = () => {};
  const attach = () => {
    field = new Field();
    detach = typedKeys.attach(field as unknown as HTMLTextAreaElement);
  };
  beforeEach(() => {
    detach();
    typedKeys.clear();
    attach();
  });

  it('passes the keys before each command to a separate text, and keeps the rest for the next text', () => {
    field.value = 'あい';
    expect(press('Enter')).toBe('command');
    expect(field.value).toBe('');
    field.value = 'c';
    press('Tab');
    field.value = 'д';
    expect(typedKeys.take()).toEqual({ text: 'あい', command: 'save' });
    expect(typedKeys.take()).toEqual({ text: 'c', command: 'nextCell' });
    expect(typedKeys.take()).toEqual({ text: 'д', command: null });
    expect(typedKeys.isEmpty()).toBe(true);
    expect(typedKeys.take()).toEqual({ text: '', command: null });
  });

  it('keeps each chord that is a command of the text field', () => {
    expect(press('Enter', { shiftKey: true })).toBe('command');
    expect(press('Enter', { ctrlKey: true })).toBe('command');
    expect(typedKeys.take()).toEqual({ text: '', command: 'lineBreak' });
    expect(typedKeys.take()).toEqual({ text: '', command: 'saveReviewed' });
  });

  it('leaves writing keys and pasting to the field, and leaves other chords and arrow keys to the page', () => {
    const altGr = { ctrlKey: true, altKey: true };
    for (const key of ['a', 'Я', 'Backspace', 'Dead', 'Process', 'Unidentified'])
      expect(press(key)).toBe('text');
    expect(press('@', altGr)).toBe('text');
    expect(press('Enter', { isComposing: true })).toBe('text');
    expect(press('v', { ctrlKey: true })).toBe('text');
    expect(press('m', { ctrlKey: true })).toBe(null);
    expect(press('ArrowDown')).toBe(null);
  });

  it('keeps the text of one field for the next field', () => {
    field.value = 'ab';
    detach();
    attach();
    field.value = 'c';
    expect(typedKeys.take()).toEqual({ text: 'abc', command: null });
  });

  it('waits for the end of a composition', () => {
    const ran: string[] = [];
    typedKeys.whenResting(() => ran.push('at once'));
    field.dispatchEvent(new Event('compositionstart'));
    typedKeys.whenResting(() => ran.push('never'))();
    typedKeys.whenResting(() => ran.push('at its end'));
    expect(ran).toEqual(['at once']);
    field.dispatchEvent(new Event('compositionend'));
    expect(ran).toEqual(['at once', 'at its end']);
  });
});
