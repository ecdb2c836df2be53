import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Returns the line break that a text uses throughout, so that opening the text does not change it. */
const lineBreakOf = (text: string): '\n' | '\r\n' =>
  /\r\n/.test(text) && !/(?<!\r)\n/.test(text) ? '\r\n' : '\n';

/**
 * Keeps the line breaks of the text, and gives pasted text the same ones. Other characters are pasted unchanged,
 * including no-break spaces.
 */
export function lineBreaks(text: string): Extension {
  const lineBreak = lineBreakOf(text);
  return [
    EditorState.lineSeparator.of(lineBreak),
    EditorView.clipboardInputFilter.of((pasted) => pasted.replace(/\r\n?|\n/g, lineBreak)),
  ];
}
