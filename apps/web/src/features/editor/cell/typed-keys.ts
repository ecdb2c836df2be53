import type { TextCommand } from './field/text-commands.ts';

type TypedKey = { readonly text: string } | { readonly command: TextCommand };

/**
 * Keys that were pressed while the open text was still to come: it is drawn after the text before is in its row, and its
 * editor is loaded at first. They go into the text, in order, and are no commands of the grid.
 */
let waiting: TypedKey[] = [];

export const typedKeys = {
  /** Keeps a key, with the command that it has in a text. Returns false for one that does nothing there. */
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
  /** Returns the text that is to be typed, and the command after it. The keys after that one are kept. */
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

/** Takes the last character back. A command is done by then, as far as the person knows. */
function takeBack(): void {
  const last = waiting.at(-1);
  if (last && 'text' in last) waiting.pop();
}
