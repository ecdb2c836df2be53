import type { TextCommand } from './field/text-commands.ts';

type Typed = { readonly text: string } | { readonly command: TextCommand };

/**
 * Holds what the user types before the text editor is ready, which is while it is loaded and the previous cell is
 * closed. It is typed into the text, and its commands do not act on the grid. Text comes by a text field of the browser,
 * because key presses are only one way of input: an input method, dictation, a phone's keyboard and the clipboard have
 * none, or none that say a character.
 */
let waiting: Typed[] = [];
let standIn: HTMLTextAreaElement | null = null;
let isComposing = false;
let onRest: (() => void) | null = null;

/** Keys that write or change text, or begin a composition, in addition to the keys of characters. */
const WRITING = new Set(['Backspace', 'Delete', 'Dead', 'Process', 'Unidentified']);

/** True for a key press that a text field handles. The key AltGr is Ctrl with Alt on some systems. */
function writes({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (isComposing || WRITING.has(key)) return true;
  if ((ctrlKey || metaKey) && !altKey) return key === 'v';
  return [...key].length === 1;
}

/** Puts the text of the stand-in behind what waits. */
function collect(): void {
  if (!standIn?.value) return;
  waiting.push({ text: standIn.value });
  standIn.value = '';
}

export const typedKeys = {
  /**
   * Takes text from a field until the returned function is called.
   * @param field - Field that has the focus until the text editor is ready
   */
  attach(field: HTMLTextAreaElement): () => void {
    standIn = field;
    const begin = () => {
      isComposing = true;
    };
    const end = () => {
      isComposing = false;
      onRest?.();
      onRest = null;
    };
    field.addEventListener('compositionstart', begin);
    field.addEventListener('compositionend', end);
    return () => {
      collect();
      field.removeEventListener('compositionstart', begin);
      field.removeEventListener('compositionend', end);
      standIn = null;
      end();
    };
  },
  /**
   * Keeps the command of a key press, if it has one. Returns `command` for it, `text` for a key that the stand-in
   * handles, and null for a key that has no effect in a text.
   */
  add(event: KeyboardEvent, command: TextCommand | null): 'command' | 'text' | null {
    if (event.isComposing || command === null) return writes(event) ? 'text' : null;
    collect();
    waiting.push({ command });
    return 'command';
  },
  isEmpty: (): boolean => waiting.length === 0 && !standIn?.value,
  /** True if one of the kept key presses leaves the text field. */
  isLeaving: (): boolean =>
    waiting.some((typed) => 'command' in typed && typed.command === 'leave'),
  /**
   * Calls `run` as soon as no composition is in progress, which a change of the focus would end.
   * @returns a function that takes the call back
   */
  whenResting(run: () => void): () => void {
    if (!isComposing) {
      run();
      return () => {};
    }
    onRest = run;
    return () => {
      if (onRest === run) onRest = null;
    };
  },
  /** Removes what waits up to the first command, and returns the text and this command. The rest stays. */
  take(): { text: string; command: TextCommand | null } {
    let text = '';
    collect();
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if ('command' in next) return { text, command: next.command };
      text += next.text;
    }
    return { text, command: null };
  },
  clear(): void {
    waiting = [];
    if (standIn) standIn.value = '';
  },
};
