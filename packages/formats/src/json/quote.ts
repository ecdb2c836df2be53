import { type Beside, findEvidence } from '../patch/conventions.ts';

// Matches an escape after an even number of backslashes. Ignores escapes of ASCII characters and
// line separators, because every JSON writer may escape them.
const ESCAPED = /(?<!\\)(?:\\\\)*\\u(?!00[0-7]|202[89])[0-9a-f]{4}/i;
const ESCAPED_SLASH = /(?<!\\)(?:\\\\)*\\\//;

const NON_ASCII = /[\u0080-\uffff]/;
const showsEscapes = (text: string): boolean => NON_ASCII.test(text) || ESCAPED.test(text);

/**
 * Returns a function that quotes texts. It escapes characters outside ASCII only if the JSON file
 * does, or if the file has no such characters and the files beside it escape them.
 */
export function quoteJson(file: string, options: Beside = {}): (text: string) => string {
  const evidence = findEvidence(file, options, showsEscapes);
  const isAscii = ESCAPED.test(evidence) && !NON_ASCII.test(evidence);
  const hasEscapedSlash = ESCAPED_SLASH.test(file);
  if (!isAscii && !hasEscapedSlash) return JSON.stringify;
  return (text) => {
    let quoted = JSON.stringify(text);
    if (isAscii) quoted = quoted.replace(/[\u007f-\uffff]/g, escapeCodeUnit);
    return hasEscapedSlash ? quoted.replaceAll('/', '\\/') : quoted;
  };
}

function escapeCodeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
