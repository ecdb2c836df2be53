import { escapeText } from './escape-text.ts';

const MAX_LENGTH = 120;

/** Returns a text for a cell of a Markdown table: truncated, on one line, and without markup. */
export const cellOf = (text: string | null): string =>
  text === null
    ? ''
    : escapeText(text.slice(0, MAX_LENGTH)).replace(/[\\`*_{}[\]<>|#@&~!]/g, '\\$&');
