import { history } from '@codemirror/commands';
import { EditorSelection, EditorState, type Extension, Prec, Text } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { atomic } from './atomic.ts';
import { type FindingMark, findings, showFindings } from './findings.ts';
import type { InvisibleName } from './invisible-glyphs.ts';
import { invisibles } from './invisibles.ts';
import { textKeys } from './keys.ts';
import { lineBreaks } from './paste.ts';
import { theme } from './theme.ts';
import { type TextTokens, tokens } from './tokens.ts';

export interface TextOptions extends TextTokens {
  readonly text: string;
  /** Attributes of the element that has the focus. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Returns the name of an invisible character. If this function is missing, invisible characters get no glyphs. */
  titleOf?(name: InvisibleName): string;
  /**
   * Handles a key press. Returns true if the editor must ignore it. Not called during a composition, or while AltGr is
   * pressed.
   */
  onKey(event: KeyboardEvent): boolean;
  onChange(text: string): void;
  /**
   * Called after the text or the selection has changed. `typed` is the text that the user has typed. It is empty for
   * other changes.
   */
  onCaret(caret: number, typed: string): void;
}

/** The text editor of the open cell. Positions are in UTF-16 code units, and each line break counts as one unit. */
export interface TextView {
  /** Returns the text with its original line breaks, as it is saved. */
  text(): string;
  /** Returns the part of the text between two positions. */
  slice(start: number, end: number): string;
  /** Replaces a part of the text and puts the caret after it. The user can undo this in one step. */
  replace(start: number, end: number, text: string): void;
  /** Replaces the whole text. The user can undo this in one step. */
  setText(text: string): void;
  caret(): number;
  /** True if the caret is in the first or last line as it is displayed. */
  isAtEdge(edge: 'first' | 'last'): boolean;
  selection(): { readonly start: number; readonly end: number };
  select(start: number, end: number): void;
  showFindings(marks: readonly FindingMark[]): void;
  setAttribute(name: string, value: string | null): void;
  focus(): void;
  close(): void;
}

/** The editor is created once and reused for all cells, because a new editor costs more than a new state. */
let shared: EditorView | null = null;

const sharedExtensions: Extension = [
  history(),
  EditorView.lineWrapping,
  atomic,
  findings,
  theme,
  keymap.of(textKeys),
];

/** Returns the nonce that the content security policy of the page requires for style elements. */
const styleNonce = (): string => document.querySelector<HTMLElement>('[nonce]')?.nonce ?? '';

const isTextInput = (event: KeyboardEvent): boolean =>
  event.isComposing || event.keyCode === 229 || event.getModifierState('AltGraph');

function stateOf(options: TextOptions): EditorState {
  const { text, attributes, titleOf, onKey, onChange, onCaret } = options;
  return EditorState.create({
    doc: text,
    selection: EditorSelection.cursor(0),
    extensions: [
      lineBreaks(text),
      EditorView.cspNonce.of(styleNonce()),
      EditorView.contentAttributes.of(attributes),
      Prec.highest(keymap.of([{ any: (_view, event) => !isTextInput(event) && onKey(event) }])),
      sharedExtensions,
      tokens(options),
      titleOf ? invisibles(titleOf) : [],
      EditorView.updateListener.of(({ docChanged, selectionSet, state, transactions }) => {
        if (docChanged) onChange(state.sliceDoc());
        if (!docChanged && !selectionSet) return;
        let typed = '';
        for (const transaction of transactions) {
          if (!transaction.isUserEvent('input.type')) continue;
          transaction.changes.iterChanges((_fromA, _toA, _fromB, _toB, inserted) => {
            typed += inserted.toString();
          });
        }
        onCaret(state.selection.main.head, typed);
      }),
    ],
  });
}

/** Opens a text in an element. Closes the text that was open before. */
export function openText(parent: HTMLElement, options: TextOptions): TextView {
  const state = stateOf(options);
  // The first state must contain the nonce, because the style elements are created with the editor.
  shared ??= new EditorView({ state });
  const view = shared;
  view.setState(state.update({ selection: { anchor: state.doc.length } }).state);
  parent.append(view.dom);

  const replace = (start: number, end: number, text: string): void => {
    const insert = Text.of(text.split(/\r\n?|\n/));
    view.dispatch({
      changes: { from: start, to: end, insert },
      selection: { anchor: start + insert.length },
      scrollIntoView: true,
      userEvent: 'input.complete',
    });
  };
  return {
    text: () => view.state.sliceDoc(),
    slice: (start, end) => view.state.doc.sliceString(start, end),
    replace,
    setText: (text) => replace(0, view.state.doc.length, text),
    caret: () => view.state.selection.main.head,
    isAtEdge(edge) {
      const { main } = view.state.selection;
      const end = edge === 'last' ? view.state.doc.length : 0;
      const [caret, limit] = [view.coordsAtPos(main.head), view.coordsAtPos(end)];
      return main.empty && caret !== null && limit !== null && caret.top === limit.top;
    },
    selection: () => {
      const { from, to } = view.state.selection.main;
      return { start: from, end: to };
    },
    select: (start, end) =>
      view.dispatch({ selection: EditorSelection.range(start, end), scrollIntoView: true }),
    showFindings: (marks) => showFindings(view, marks),
    setAttribute(name, value) {
      if (value === null) view.contentDOM.removeAttribute(name);
      else view.contentDOM.setAttribute(name, value);
    },
    focus: () => view.focus(),
    close() {
      if (view.dom.parentElement === parent) view.dom.remove();
    },
  };
}
