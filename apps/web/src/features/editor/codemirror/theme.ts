import { EditorView } from '@codemirror/view';

/**
 * CodeMirror adds its styles outside of any CSS layer, so they override all layers of the app. Only a theme of
 * CodeMirror can override them.
 */
export const theme = EditorView.theme({
  '&': { maxBlockSize: 'min(40vh, 24rem)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': {
    minBlockSize: 'var(--field-size, 4.5rem)',
    padding: '0.625rem 0',
    caretColor: 'var(--accent)',
    // The width of the text field does not depend on its content. With CodeMirror's own values, the browser would
    // measure all words at each key press.
    minInlineSize: '0',
    overflowWrap: 'break-word',
    wordBreak: 'normal',
  },
  '.cm-line': { padding: '0 0.75rem' },
  '.cm-chip': {
    padding: '0.05em 0.25em',
    borderRadius: '4px',
    background: 'var(--accent-soft)',
    color: 'var(--accent-strong)',
    fontFamily: 'var(--mono)',
    fontSize: '0.9em',
    unicodeBidi: 'isolate',
  },
  '.cm-chip[data-example]::after': {
    content: '"\\2009=\\2009" attr(data-example)',
    opacity: '0.75',
  },
  '.cm-invisible': { color: 'var(--soft)', opacity: '0.75' },
  '.cm-finding-error': {
    textDecoration: 'underline wavy var(--problem)',
    textUnderlineOffset: '0.2em',
    textDecorationSkipInk: 'none',
  },
  '.cm-finding-warning': {
    textDecoration: 'underline wavy var(--warning)',
    textUnderlineOffset: '0.2em',
    textDecorationSkipInk: 'none',
  },
});
