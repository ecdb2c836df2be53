import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/**
 * Returns the line break that a text uses. If the text contained another line break, opening the text would change it.
 */
const lineBreakOf = (text: string): '\n' | '\r\n' =>
  /\r\n/.test(text) && !/(?<!\r)\n/.test(text) ? '\r\n' : '\n';

/**
 * Keeps the line breaks of a text, and converts the line breaks in pasted text to the same kind. All other pasted
 * characters stay unchanged, including no-break spaces.
 */
export function lineBreaks(text: string): Extension {
  const lineBreak = lineBreakOf(text);
  return [
    EditorState.lineSeparator.of(lineBreak),
    EditorView.clipboardInputFilter.of((pasted) => pasted.replace(/\r\n?|\n/g, lineBreak)),
  ];
}
