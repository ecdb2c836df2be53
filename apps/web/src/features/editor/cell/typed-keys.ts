/** A key that saves and goes on, among typed characters. */
const ENTER = '\n';

/**
 * Keys that were pressed while the open text was still to come: its editor or the whole text is loaded at first. They go
 * into the text, in order, and are no commands of the grid.
 */
let waiting: string[] = [];

export const typedKeys = {
  /** Keeps a key. Returns false for one that types nothing. */
  add({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
    if (ctrlKey || metaKey || altKey || isComposing) return false;
    if (key === 'Enter') waiting.push(ENTER);
    else if (key === 'Backspace') waiting.pop();
    else if ([...key].length === 1) waiting.push(key);
    else return false;
    return true;
  },
  /** Returns the text that is to be typed, and if Enter follows it. The keys after that one are kept for the next text. */
  take(): { text: string; isEntered: boolean } {
    const end = waiting.indexOf(ENTER);
    const taken = waiting.splice(0, end < 0 ? waiting.length : end + 1);
    return { text: taken.filter((key) => key !== ENTER).join(''), isEntered: end >= 0 };
  },
  clear(): void {
    waiting = [];
  },
};
