import { type Extension, RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  WidgetType,
} from '@codemirror/view';
import { INVISIBLES, type InvisibleName } from './invisible-glyphs.ts';

const NAMES: ReadonlyMap<string, InvisibleName> = new Map(
  Object.entries(INVISIBLES).map(([name, [char]]) => [char, name as InvisibleName]),
);
const PATTERN = /[\u00a0\u202f\t\u200b\u00ad\ufeff\u200e\u200f\u061c]/g;

class Glyph extends WidgetType {
  readonly #name: InvisibleName;
  readonly #title: string;

  constructor(name: InvisibleName, title: string) {
    super();
    this.#name = name;
    this.#title = title;
  }

  override eq(other: Glyph): boolean {
    return other.#name === this.#name && other.#title === this.#title;
  }

  toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'cm-invisible';
    element.textContent = INVISIBLES[this.#name][1];
    element.title = this.#title;
    return element;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

/** Shows glyphs for invisible characters without changing the text. */
export function invisibles(titleOf: (name: InvisibleName) => string): Extension {
  const glyphs = new Map(
    [...NAMES.values()].map((name) => [name, new Glyph(name, titleOf(name))] as const),
  );
  const lineEnd = Decoration.widget({ widget: glyphs.get('lineBreak')!, side: 1 });

  function find(view: EditorView): DecorationSet {
    const builder = new RangeSetBuilder<Decoration>();
    const { doc } = view.state;
    let done = -1;
    for (const { from, to } of view.visibleRanges) {
      for (let line = doc.lineAt(from); ; line = doc.line(line.number + 1)) {
        if (line.from > done) {
          for (const match of line.text.matchAll(PATTERN)) {
            const at = line.from + match.index;
            const widget = glyphs.get(NAMES.get(match[0])!)!;
            builder.add(at, at + 1, Decoration.replace({ widget }));
          }
          if (line.number < doc.lines) builder.add(line.to, line.to, lineEnd);
          done = line.from;
        }
        if (line.to >= to) break;
      }
    }
    return builder.finish();
  }

  return ViewPlugin.define(
    (view) => ({
      glyphs: find(view),
      update({ docChanged, viewportChanged, view: updated }) {
        if (docChanged || viewportChanged) this.glyphs = find(updated);
      },
    }),
    { decorations: (plugin) => plugin.glyphs },
  );
}
