import type { Token } from '../token/token.ts';
import { leftOver } from './left-over.ts';

const HINT = /[{}\u001b]|\.(?:input|local|match)\b|\[[[/]|\*\[|<[%?A-Za-z]|[%?]>|@\w+\s?\(|\$\(/;
// Matches code that is part of no token. Braces are searched separately.
const CODE: readonly RegExp[] = [
  // Declarations of MessageFormat 2 (Unicode LDML part 9, Complex Messages).
  /^\s*\.(?:input|local|match)(?=\s*[{$\ufffc])/gu,
  // Closing tags without opening tags, and the default variant of Fluent.
  /\[\/[\w*=-]{0,30}\]|\*\[[\w-]{1,30}\]/g,
  // Tags with attributes that are not HTML, and delimiters of template languages.
  /<\/?[A-Za-z][\w:.-]{0,60}\s{1,8}[^<>\s=]{1,60}\s?=\s?(?=["'{\ufffc])/g,
  /<[%?](?=[\s=\w-])|[%?]>/g,
  /\[\[[^[\]]*\s[^[\]]*\]\]/g,
  /@(?:if|for|foreach|while|switch|else|elseif|case|let|unless)\s?\(|\$\((?=\w)/g,
  /\u001b/g,
];
const QUOTED = /["'`“”‘’«»„‚「」]/;
const WORD = /[\p{L}\p{N}]/u;
/** Maximum number of parts that are reported. */
const MAX_PARTS = 20;
const MAX_PART = 200;

const isQuoted = (text: string, start: number, end: number): boolean =>
  QUOTED.test(text[start - 1] ?? '') && QUOTED.test(text[end] ?? '');

/** Finds braces: each outermost pair, and each brace without a partner beside a word. */
function* bracedParts(text: string): Generator<string, void> {
  const open: number[] = [];
  const lone: number[] = [];
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    if (char === '{') {
      if (!isQuoted(text, index, index + 1)) open.push(index);
    } else if (char === '}' && !isQuoted(text, index, index + 1)) {
      const from = open.pop();
      if (from === undefined) lone.push(index);
      else if (open.length === 0) {
        start = from;
        const part = text.slice(start, index + 1);
        if (WORD.test(part)) yield part;
      }
    }
  }
  for (const at of [...open, ...lone]) {
    if (WORD.test(text.slice(Math.max(0, at - 1), at + 2))) yield text.slice(at, at + 20);
  }
}

/**
 * Returns the parts of a text that look like code of an unknown syntax, in no particular order. The
 * parts are the reason why no engine may translate the text.
 */
export function findUnknownCode(tokens: readonly Token[]): string[] {
  if (!tokens.some((token) => token.type === 'text' && HINT.test(token.text))) return [];
  const text = leftOver(tokens);
  const parts = CODE.flatMap((pattern) => text.match(pattern) ?? []);
  for (const part of bracedParts(text)) {
    if (parts.length >= MAX_PARTS) break;
    parts.push(part);
  }
  return parts.slice(0, MAX_PARTS).map((part) => part.trim().slice(0, MAX_PART));
}
