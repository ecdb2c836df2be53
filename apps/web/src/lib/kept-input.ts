/** Text that was typed, or a key press that runs a command. */
export type Typed<Command> = { readonly text: string } | { readonly command: Command };

/** Keys that write or change text, or begin a composition, in addition to the keys of characters. */
const WRITING = new Set(['Backspace', 'Delete', 'Dead', 'Process', 'Unidentified']);

/** True for a key press that a text field handles. The key AltGr is Ctrl with Alt on some systems. */
function writes({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (isComposing || WRITING.has(key)) return true;
  if ((ctrlKey || metaKey) && !altKey) return key === 'v';
  return [...key].length === 1;
}

/** Tracks whether an input method is composing a text in a field. */
function createComposition() {
  let isComposing = false;
  let onRest: (() => void) | null = null;
  return {
    watch(field: HTMLTextAreaElement): () => void {
      const begin = () => {
        isComposing = true;
      };
      const end = () => {
        isComposing = false;
        // The call may move the focus, which detaches this field.
        const run = onRest;
        onRest = null;
        run?.();
      };
      field.addEventListener('compositionstart', begin);
      field.addEventListener('compositionend', end);
      return () => {
        field.removeEventListener('compositionstart', begin);
        field.removeEventListener('compositionend', end);
        end();
      };
    },
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
  };
}

/**
 * Keeps what the user types until the target element exists. Text is collected in a text field of the browser, because
 * input methods, dictation, the keyboards of phones and the clipboard do not produce key presses for each character.
 */
export function createKeptInput<Command>() {
  let waiting: Typed<Command>[] = [];
  let standIn: HTMLTextAreaElement | null = null;
  const composition = createComposition();

  /** Appends the text of the hidden field to the kept input. */
  function collect(): void {
    if (!standIn?.value) return;
    waiting.push({ text: standIn.value });
    standIn.value = '';
  }

  return {
    /**
     * Collects text from a field until the returned function is called.
     * @param field - Field that has the focus until the target element exists
     */
    attach(field: HTMLTextAreaElement): () => void {
      standIn = field;
      const detach = composition.watch(field);
      return () => {
        collect();
        standIn = null;
        detach();
      };
    },
    /**
     * Keeps the command of a key press, if it has one. Returns `command` for it, `text` for a key
     * that the hidden field handles, and null for a key that has no effect in a text.
     */
    add(event: KeyboardEvent, command: Command | null): 'command' | 'text' | null {
      if (event.isComposing || command === null) return writes(event) ? 'text' : null;
      collect();
      waiting.push({ command });
      return 'command';
    },
    isEmpty: (): boolean => waiting.length === 0 && !standIn?.value,
    /** True if the command was kept. */
    has: (command: Command): boolean =>
      waiting.some((typed) => 'command' in typed && typed.command === command),
    /**
     * Calls `run` as soon as no composition is in progress, because a change of the focus would end a composition.
     * @returns a function that cancels the call
     */
    whenResting: composition.whenResting,
    /**
     * Removes the kept input up to and including the first command. Returns the text before this
     * command, and the command.
     */
    take(): { text: string; command: Command | null } {
      let text = '';
      collect();
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        if ('command' in next) return { text, command: next.command };
        text += next.text;
      }
      return { text, command: null };
    },
    /** Puts input back before the kept input. */
    putBack(typed: readonly Typed<Command>[]): void {
      waiting.unshift(...typed);
    },
    clear(): void {
      waiting = [];
      if (standIn) standIn.value = '';
    },
  };
}
