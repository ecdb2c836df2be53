import { EditorSelection, type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

/** Returns the range of the placeholder or tag that ends (`-1`) or begins (`1`) at a position. */
function chipAt(view: EditorView, position: number, side: -1 | 1): [number, number] | null {
  let found: [number, number] | null = null;
  for (const rangesOf of view.state.facet(EditorView.atomicRanges)) {
    rangesOf(view).between(position, position, (from, to) => {
      if ((side < 0 ? to : from) === position) found = [from, to];
    });
  }
  return found;
}

function selectChip(view: EditorView, side: -1 | 1): boolean {
  const { empty, head } = view.state.selection.main;
  const found = empty && !view.composing ? chipAt(view, head, side) : null;
  if (!found) return false;
  const [from, to] = found;
  view.dispatch({ selection: EditorSelection.range(side < 0 ? to : from, side < 0 ? from : to) });
  return true;
}

/** The first Backspace or Delete selects a placeholder or tag, and the second deletes it. */
export const atomic: Extension = Prec.high(
  keymap.of([
    { key: 'Backspace', run: (view) => selectChip(view, -1) },
    { key: 'Delete', run: (view) => selectChip(view, 1) },
  ]),
);
