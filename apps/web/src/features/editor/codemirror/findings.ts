import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

/** The range of a text that a finding is about, to be underlined. */
export interface FindingMark {
  readonly start: number;
  readonly end: number;
  readonly severity: 'error' | 'warning';
}

const MARKS = {
  error: Decoration.mark({ class: 'cm-finding-error' }),
  warning: Decoration.mark({ class: 'cm-finding-warning' }),
};

const setMarks = StateEffect.define<readonly FindingMark[]>();

const marksField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { changes, effects }) {
    let updated = marks.map(changes);
    for (const effect of effects) {
      if (!effect.is(setMarks)) continue;
      const length = changes.newLength;
      const inText = effect.value.filter(({ start, end }) => start < end && end <= length);
      updated = Decoration.set(
        inText.map(({ start, end, severity }) => MARKS[severity].range(start, end)),
        true,
      );
    }
    return updated;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Underlines the ranges that findings are about. */
export const findings: Extension = marksField;

export function showFindings(view: EditorView, marks: readonly FindingMark[]): void {
  // Nothing is dispatched if there is nothing to underline, because each update costs the browser a layout.
  if (marks.length === 0 && view.state.field(marksField).size === 0) return;
  view.dispatch({ effects: setMarks.of(marks) });
}
