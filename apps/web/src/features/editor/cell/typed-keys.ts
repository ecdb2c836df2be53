import type { TextCommand } from './field/text-commands.ts';

type TypedKey = { readonly text: string } | { readonly command: TextCommand };

/**
 * Keys that the user presses before the text editor is ready, which is while it is loaded and the previous cell is
 * closed. These keys are typed into the text and do not act as commands of the grid.
 */
let waiting: TypedKey[] = [];

export const typedKeys = {
  /** Keeps a key press, and its command in a text field. Returns false if the key would have no effect there. */
  add(
    { key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent,
    command: TextCommand | null,
  ): boolean {
    if (isComposing) return false;
    if (command !== null) waiting.push({ command });
    else if (ctrlKey || metaKey || altKey) return false;
    else if (key === 'Backspace') takeBack();
    else if ([...key].length === 1) waiting.push({ text: key });
    else return false;
    return true;
  },
  isEmpty: (): boolean => waiting.length === 0,
  /** True if one of the kept key presses leaves the text field. */
  isLeaving: (): boolean => waiting.some((key) => 'command' in key && key.command === 'leave'),
  /**
   * Removes kept key presses up to the first command, and returns their text and this command. Later key presses stay.
   */
  take(): { text: string; command: TextCommand | null } {
    let text = '';
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if ('command' in next) return { text, command: next.command };
      text += next.text;
    }
    return { text, command: null };
  },
  clear(): void {
    waiting = [];
  },
};

/** Removes the last kept character. Does nothing if the last key press was a command. */
function takeBack(): void {
  const last = waiting.at(-1);
  if (last && 'text' in last) waiting.pop();
}
