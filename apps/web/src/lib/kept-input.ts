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
class Composition {
  #isComposing = false;
  #onRest: (() => void) | null = null;

  watch(field: HTMLTextAreaElement): () => void {
    const begin = () => {
      this.#isComposing = true;
    };
    const end = () => {
      this.#isComposing = false;
      // The call may move the focus, which detaches this field.
      const run = this.#onRest;
      this.#onRest = null;
      run?.();
    };
    field.addEventListener('compositionstart', begin);
    field.addEventListener('compositionend', end);
    return () => {
      field.removeEventListener('compositionstart', begin);
      field.removeEventListener('compositionend', end);
      end();
    };
  }

  whenResting(run: () => void): () => void {
    if (!this.#isComposing) {
      run();
      return () => {};
    }
    this.#onRest = run;
    return () => {
      if (this.#onRest === run) this.#onRest = null;
    };
  }
}

/**
 * Keeps what the user types until the target element exists. Text is collected in a text field of the browser, because
 * input methods, dictation, the keyboards of phones and the clipboard do not produce key presses for each character.
 */
export class KeptInput<Command> {
  readonly #composition = new Composition();
  readonly #waiting: Typed<Command>[] = [];
  /** The field that has the focus until the target element exists. */
  #standIn: HTMLTextAreaElement | null = null;

  /**
   * Collects text from a field until the returned function is called.
   * @param field - Field that has the focus until the target element exists
   */
  attach(field: HTMLTextAreaElement): () => void {
    this.#standIn = field;
    const detach = this.#composition.watch(field);
    return () => {
      this.#collect();
      this.#standIn = null;
      detach();
    };
  }

  /**
   * Keeps the command of a key press, if it has one. Returns `command` for it, `text` for a key
   * that the hidden field handles, and null for a key that has no effect in a text.
   */
  add(event: KeyboardEvent, command: Command | null): 'command' | 'text' | null {
    if (event.isComposing || command === null) return writes(event) ? 'text' : null;
    this.#collect();
    this.#waiting.push({ command });
    return 'command';
  }

  isEmpty(): boolean {
    return this.#waiting.length === 0 && !this.#standIn?.value;
  }

  /** True if the command was kept. */
  has(command: Command): boolean {
    return this.#waiting.some((typed) => 'command' in typed && typed.command === command);
  }

  /**
   * Calls `run` as soon as no composition is in progress, because a change of the focus would end a composition.
   * @returns a function that cancels the call
   */
  whenResting(run: () => void): () => void {
    return this.#composition.whenResting(run);
  }

  /**
   * Removes the kept input up to and including the first command. Returns the text before this
   * command, and the command.
   */
  take(): { text: string; command: Command | null } {
    let text = '';
    this.#collect();
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      if ('command' in next) return { text, command: next.command };
      text += next.text;
    }
    return { text, command: null };
  }

  /** Puts input back before the kept input. */
  putBack(typed: readonly Typed<Command>[]): void {
    this.#waiting.unshift(...typed);
  }

  clear(): void {
    this.#waiting.length = 0;
    if (this.#standIn) this.#standIn.value = '';
  }

  /** Appends the text of the hidden field to the kept input. */
  #collect(): void {
    if (!this.#standIn?.value) return;
    this.#waiting.push({ text: this.#standIn.value });
    this.#standIn.value = '';
  }
}
