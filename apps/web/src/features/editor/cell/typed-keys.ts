import type { TextCommand } from './field/text-commands.ts';

type TypedKey = { readonly text: string } | { readonly command: TextCommand };

/**
 * Keys that were pressed before the open text was ready, because it renders after the previous text is in its row and
 * first has to load the editor. They are typed into the text in order, and are not commands of the grid.
 */
let waiting: TypedKey[] = [];

export const typedKeys = {
  /** Keeps a key press, with its command in a text. Returns false for a key without effect. */
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
  /** True if the person has already asked to leave the text. */
  isLeaving: (): boolean => waiting.some((key) => 'command' in key && key.command === 'leave'),
  /** Returns the text to type and the command after it. Keeps the key presses after that command. */
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

/** Removes the last character. A command is not removed, because the user considers it done. */
function takeBack(): void {
  const last = waiting.at(-1);
  if (last && 'text' in last) waiting.pop();
}
