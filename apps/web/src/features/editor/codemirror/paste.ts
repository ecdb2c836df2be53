import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Returns the line break of a text: one that the text uses throughout, so that opening it changes nothing. */
const lineBreakOf = (text: string): '\n' | '\r\n' =>
  /\r\n/.test(text) && !/(?<!\r)\n/.test(text) ? '\r\n' : '\n';

/**
 * Keeps the line breaks of the text, and gives pasted text the same ones. Other characters are pasted as they are,
 * no-break spaces among them.
 */
export function lineBreaks(text: string): Extension {
  const lineBreak = lineBreakOf(text);
  return [
    EditorState.lineSeparator.of(lineBreak),
    EditorView.clipboardInputFilter.of((pasted) => pasted.replace(/\r\n?|\n/g, lineBreak)),
  ];
}
