import i18next from 'i18next';
import { KeptInput, type Typed } from './kept-input.ts';

/** A key press that is not a character, such as Enter or an arrow key. */
type Press = Pick<KeyboardEventInit, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Keys whose presses are repeated at the target element. */
const PRESSED = /^(?:Enter|F2|Arrow\w+|Page\w+|Home|End)$/;
const FIELDS = 'textarea, input:not([type=checkbox], [type=radio]), [contenteditable=true]';
/** A cell of the editor, which runs the commands of key presses. */
const CELLS = '[data-active]';

const kept = new KeptInput<Press>();
let standIn: HTMLTextAreaElement | null = null;
/** True if no other element may take the focus yet. */
let isFirm = false;
/** The element that had the focus before. */
let origin: HTMLElement | null = null;
let onCancel: (() => void) | undefined;
let detach = () => {};

function pressOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): Press | null {
  const isChord = (ctrlKey || metaKey) && key !== 'Enter';
  return PRESSED.test(key) && !isChord ? { key, ctrlKey, metaKey, shiftKey, altKey } : null;
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.isComposing) return;
  if (event.key === 'Escape' || event.key === 'Tab') {
    const cancel = onCancel;
    earlyKeys.end();
    if (event.key === 'Escape') {
      event.preventDefault();
      cancel?.();
    }
  } else if (kept.add(event, pressOf(event)) === 'command') event.preventDefault();
}

/** Removes the hidden field without moving the focus. */
function remove(): void {
  const old = standIn;
  standIn = null;
  isFirm = false;
  document.removeEventListener('focusin', onFocus);
  document.removeEventListener('pointerdown', onPointer, true);
  detach();
  old?.remove();
}

/** Discards the kept input after a click, because the user no longer waits for the target element. */
function onPointer(): void {
  remove();
  kept.clear();
}

/** Types the kept input into the element that has taken the focus. */
function onFocus({ target }: FocusEvent): void {
  if (target === standIn) return;
  if (isFirm) {
    standIn?.focus({ preventScroll: true });
    return;
  }
  remove();
  // A dialog may take the focus before its field does.
  queueMicrotask(() => void replay());
}

function press(at: Element, init: Press): void {
  const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true });
  const isHandled = !at.dispatchEvent(event);
  if (isHandled || init.key !== 'Enter') return;
  if (at instanceof HTMLTextAreaElement) document.execCommand('insertText', false, '\n');
  else if (at instanceof HTMLInputElement) at.form?.requestSubmit();
}

/**
 * Types the kept input key by key, because each key may move the focus. A field receives text. A
 * cell receives text as key presses. Other elements do not receive text.
 */
async function replay(): Promise<void> {
  for (;;) {
    const { text, command } = kept.take();
    const typed: Typed<Press>[] = [...text].map((key) => ({ text: key }));
    if (command !== null) typed.push({ command });
    if (typed.length === 0) return;
    for (const [index, one] of typed.entries()) {
      const at = document.activeElement;
      if (standIn) return kept.putBack(typed.slice(index));
      if (at?.matches(FIELDS) && 'text' in one) {
        // The browser itself enters the text, so that the field handles it as it does any input.
        document.execCommand('insertText', false, one.text);
      } else if (at?.matches(FIELDS) || at?.matches(CELLS)) {
        const shiftKey = 'text' in one && one.text !== one.text.toLowerCase();
        press(at, 'text' in one ? { key: one.text, shiftKey } : one.command);
      }
      // A key press may open an element that then has the focus.
      await Promise.resolve();
    }
  }
}

/**
 * Keeps what the user types until the target element exists, for example a dialog whose code is
 * loading, a field in a panel, or a row. Until then, a hidden field has the focus. As soon as
 * another element takes the focus, the kept input is typed there.
 */
export const earlyKeys = {
  /**
   * Moves the focus to the hidden field, unless it already has it.
   * @param cancel - Called if the user presses Escape before the target element exists
   * @param place - Element that gets the hidden field, such as a dialog. Defaults to the page
   */
  hold(cancel?: () => void, place: HTMLElement = document.body): void {
    if (standIn) {
      onCancel = cancel ?? onCancel;
      return;
    }
    onCancel = cancel;
    const at = document.activeElement;
    origin = at instanceof HTMLElement && at !== document.body ? at : null;
    const field = document.createElement('textarea');
    field.setAttribute('aria-label', i18next.t('loading'));
    // A phone must not show its keyboard before the target element exists.
    field.inputMode = 'none';
    field.tabIndex = -1;
    field.style.cssText = 'position:fixed;inset:0 auto auto 0;inline-size:1px;opacity:0';
    field.addEventListener('keydown', onKeyDown);
    place.append(field);
    standIn = field;
    detach = kept.attach(field);
    field.focus({ preventScroll: true });
    document.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', onPointer, true);
  },
  /** Keeps the focus until `allow` is called, even if a closing dialog restores the earlier focus. */
  insist(): void {
    isFirm = standIn !== null;
  },
  allow(): void {
    isFirm = false;
  },
  isStandIn: (element: unknown): boolean => standIn !== null && element === standIn,
  /** Calls `run` as soon as no composition is in progress. Returns a function that cancels the call. */
  whenResting: (run: () => void): (() => void) => kept.whenResting(run),
  /**
   * Restores the focus to the element that had it, so that a dialog that opens next remembers this
   * element. The kept input is then typed into the dialog.
   */
  handOver(): void {
    if (!standIn) return;
    document.removeEventListener('focusin', onFocus);
    origin?.focus({ preventScroll: true });
    remove();
    document.addEventListener('focusin', onFocus, { once: true });
  },
  /** Discards the kept input, and restores the focus to the element that had it. */
  end(): void {
    if (!standIn) return;
    const back = origin;
    remove();
    kept.clear();
    back?.focus({ preventScroll: true });
  },
};
