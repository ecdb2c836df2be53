import { escapeText } from './escape-text.ts';

const MAX_LENGTH = 120;

/**
 * Returns a text for a Markdown table cell. The text is shortened to one line, and markup is
 * escaped.
 */
export const cellOf = (text: string | null): string =>
  text === null
    ? ''
    : escapeText(text.slice(0, MAX_LENGTH)).replace(/[\\`*_{}[\]<>|#@&~!]/g, '\\$&');
