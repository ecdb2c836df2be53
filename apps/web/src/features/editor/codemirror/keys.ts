import {
  cursorCharLeft,
  cursorCharRight,
  cursorDocEnd,
  cursorDocStart,
  cursorGroupLeft,
  cursorGroupRight,
  cursorLineBoundaryBackward,
  cursorLineBoundaryForward,
  cursorLineBoundaryLeft,
  cursorLineBoundaryRight,
  cursorLineDown,
  cursorLineUp,
  cursorPageDown,
  cursorPageUp,
  deleteGroupBackward,
  deleteGroupForward,
  deleteLineBoundaryBackward,
  deleteLineBoundaryForward,
  historyKeymap,
  selectAll,
  selectCharLeft,
  selectCharRight,
  selectDocEnd,
  selectDocStart,
  selectGroupLeft,
  selectGroupRight,
  selectLineBoundaryBackward,
  selectLineBoundaryForward,
  selectLineBoundaryLeft,
  selectLineBoundaryRight,
  selectLineDown,
  selectLineUp,
  selectPageDown,
  selectPageUp,
} from '@codemirror/commands';
import { type EditorState, findClusterBreak } from '@codemirror/state';
import type { Command, EditorView, KeyBinding } from '@codemirror/view';

const VARIATION_SELECTOR = /[\ufe00-\ufe0f]/;

/**
 * Returns the end of the character before or after a position. Backspace deletes a single combining mark, and Delete
 * deletes the whole grapheme cluster.
 */
export function characterEnd(state: EditorState, position: number, forward: boolean): number {
  const { text, from, number } = state.doc.lineAt(position);
  const start = position - from;
  const end = findClusterBreak(text, start, forward, forward);
  if (end === start) {
    const isAtEdge = number === (forward ? state.doc.lines : 1);
    return isAtEdge ? position : position + (forward ? 1 : -1);
  }
  const isSelectorAlone = !forward && VARIATION_SELECTOR.test(text.slice(end, start));
  return from + (isSelectorAlone ? findClusterBreak(text, end, false, false) : end);
}

/**
 * Deletes the selection, or the character before or after the caret. CodeMirror's own commands are not used: they
 * delete a whole indentation, which is wrong in a text, and their module includes a parser for programming languages.
 */
const deleteCharacter =
  (forward: boolean): Command =>
  (view: EditorView) => {
    const { from, to, empty } = view.state.selection.main;
    const end = empty ? characterEnd(view.state, from, forward) : to;
    if (end === from) return false;
    view.dispatch({
      changes: { from: Math.min(from, end), to: Math.max(from, end) },
      scrollIntoView: true,
      userEvent: empty ? `delete.${forward ? 'forward' : 'backward'}` : 'delete.selection',
    });
    return true;
  };

const deleteBackward = deleteCharacter(false);
const deleteForward = deleteCharacter(true);

/** Keys that move the caret, select or delete in the text field. The cell handles Enter, Tab and Escape. */
export const textKeys: readonly KeyBinding[] = [
  { key: 'ArrowLeft', run: cursorCharLeft, shift: selectCharLeft, preventDefault: true },
  { key: 'ArrowRight', run: cursorCharRight, shift: selectCharRight, preventDefault: true },
  { key: 'ArrowUp', run: cursorLineUp, shift: selectLineUp, preventDefault: true },
  { key: 'ArrowDown', run: cursorLineDown, shift: selectLineDown, preventDefault: true },
  {
    key: 'Mod-ArrowLeft',
    mac: 'Alt-ArrowLeft',
    run: cursorGroupLeft,
    shift: selectGroupLeft,
    preventDefault: true,
  },
  {
    key: 'Mod-ArrowRight',
    mac: 'Alt-ArrowRight',
    run: cursorGroupRight,
    shift: selectGroupRight,
    preventDefault: true,
  },
  { mac: 'Cmd-ArrowLeft', run: cursorLineBoundaryLeft, shift: selectLineBoundaryLeft },
  { mac: 'Cmd-ArrowRight', run: cursorLineBoundaryRight, shift: selectLineBoundaryRight },
  { mac: 'Cmd-ArrowUp', run: cursorDocStart, shift: selectDocStart },
  { mac: 'Cmd-ArrowDown', run: cursorDocEnd, shift: selectDocEnd },
  { key: 'PageUp', run: cursorPageUp, shift: selectPageUp },
  { key: 'PageDown', run: cursorPageDown, shift: selectPageDown },
  {
    key: 'Home',
    run: cursorLineBoundaryBackward,
    shift: selectLineBoundaryBackward,
    preventDefault: true,
  },
  {
    key: 'End',
    run: cursorLineBoundaryForward,
    shift: selectLineBoundaryForward,
    preventDefault: true,
  },
  { key: 'Mod-Home', run: cursorDocStart, shift: selectDocStart },
  { key: 'Mod-End', run: cursorDocEnd, shift: selectDocEnd },
  { key: 'Mod-a', run: selectAll },
  { key: 'Backspace', run: deleteBackward, shift: deleteBackward, preventDefault: true },
  { key: 'Delete', run: deleteForward, preventDefault: true },
  { key: 'Mod-Backspace', mac: 'Alt-Backspace', run: deleteGroupBackward, preventDefault: true },
  { key: 'Mod-Delete', mac: 'Alt-Delete', run: deleteGroupForward, preventDefault: true },
  { mac: 'Mod-Backspace', run: deleteLineBoundaryBackward, preventDefault: true },
  { mac: 'Mod-Delete', run: deleteLineBoundaryForward, preventDefault: true },
  ...historyKeymap,
];
