import { type Extension, Prec, RangeSetBuilder, type Text } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  Direction,
  EditorView,
  ViewPlugin,
} from '@codemirror/view';
import type { Token } from '@parlance/messages';
import { isChip } from './chip.ts';

/** Length in UTF-16 code units above which only the visible part of a text is split into tokens. */
const WHOLE_TEXT_LENGTH = 5_000;

/**
 * Decorates the text of a placeholder or tag without replacing it. Its text runs from left to right even in a
 * right-to-left text, and is not checked for spelling.
 */
const chipWith = (attributes: Readonly<Record<string, string>>): Decoration =>
  Decoration.mark({
    class: 'cm-chip',
    attributes: { dir: 'ltr', spellcheck: 'false', translate: 'no', ...attributes },
    bidiIsolate: Direction.LTR,
  });
const chip = chipWith({});

/** Splits a text into words and into placeholders and tags. */
export interface TextTokens {
  tokenize(text: string): readonly Token[];
  /** An example number that is shown in place of `#`. Null if there is none. */
  readonly example: string | null;
}

function addChips(
  builder: RangeSetBuilder<Decoration>,
  doc: Text,
  range: { from: number; to: number },
  { tokenize, example }: TextTokens,
): void {
  const pound = example === null ? chip : chipWith({ 'data-example': example });
  let at = range.from;
  for (const token of tokenize(doc.sliceString(range.from, range.to))) {
    const end = at + token.source.length;
    const isPound = token.type === 'placeholder' && token.kind === 'pound';
    if (isChip(token) && end > at) builder.add(at, end, isPound ? pound : chip);
    at = end;
  }
}

function chipsIn(view: EditorView, read: TextTokens): DecorationSet {
  const { doc } = view.state;
  const builder = new RangeSetBuilder<Decoration>();
  if (doc.length <= WHOLE_TEXT_LENGTH) {
    addChips(builder, doc, { from: 0, to: doc.length }, read);
    return builder.finish();
  }
  let done = 0;
  for (const { from, to } of view.visibleRanges) {
    const start = Math.max(done, doc.lineAt(from).from);
    const end = doc.lineAt(to).to;
    if (end <= start) continue;
    addChips(builder, doc, { from: start, to: end }, read);
    done = end;
  }
  return builder.finish();
}

/**
 * Shows placeholders and tags as boxes that the caret skips. The text direction of a box is independent of the text
 * around it.
 */
export function tokens(read: TextTokens): Extension {
  return ViewPlugin.define(
    (view) => ({
      chips: chipsIn(view, read),
      update({ docChanged, viewportChanged, view: updated }) {
        if (docChanged || viewportChanged) this.chips = chipsIn(updated, read);
      },
    }),
    {
      provide: (plugin) => {
        const chips = (view: EditorView) => view.plugin(plugin)?.chips ?? Decoration.none;
        return [
          // Bidirectional isolates must enclose all other decorations.
          Prec.lowest(EditorView.decorations.of(chips)),
          Prec.lowest(EditorView.bidiIsolatedRanges.of(chips)),
          EditorView.atomicRanges.of(chips),
        ];
      },
    },
  );
}
