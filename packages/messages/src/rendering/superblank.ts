import type { Token } from '../token/token.ts';
import { type Piece, piecesToTokens } from './markup.ts';

// Syntax characters of the Apertium stream format. They are escaped with a backslash.
const RESERVED = /[\\^$[\]{}<>@/]/g;
// Matches Apertium's marks, such as `*` before an unknown word, and symbols outside its alphabets. Requests contain
// these characters only inside superblanks, so Apertium has added any mark elsewhere in an answer.
const SYMBOLS =
  /(?:[*#@~+_|`•→←©®™\u2600-\u27bf\u{1f000}-\u{1faff}\u0000-\u0008\u000b-\u001f\ud800-\udfff]|\ufe0f|\u200d)+/u;

const LITERAL_RUNS = new RegExp(`(${SYMBOLS.source}|[\\r\\n]+)`, 'u');
/** Matches characters that cannot be sent unchanged in the stream. */
const NOT_PLAIN = new RegExp(`${SYMBOLS.source}|[\\r\\n]|${RESERVED.source}`, 'u');

interface Rendered {
  readonly body: string;
  readonly literals: readonly string[];
}

function renderAll(tokens: readonly Token[]): Rendered {
  const literals: string[] = [];
  const literal = (text: string): string => {
    literals.push(text);
    return `[<l${literals.length - 1}>]`;
  };
  const words = (text: string): string => {
    if (!NOT_PLAIN.test(text)) return text;
    return text
      .split(LITERAL_RUNS)
      .map((part, index) => (index % 2 === 1 ? literal(part) : part.replace(RESERVED, '\\$&')))
      .join('');
  };
  const body = tokens
    .map((token) => {
      switch (token.type) {
        case 'text':
          return words(token.text);
        case 'open':
          return `[<g${token.id}>]`;
        case 'close':
          return `[</g${token.id}>]`;
        case 'term':
          return SYMBOLS.test(token.text)
            ? `[<x${token.id}>]`
            : `[[t:x:${token.id}]]${words(token.text)}[[/]]`;
        default:
          return `[<x${token.id}>]`;
      }
    })
    .join('');
  return { body, literals };
}

/**
 * Renders tokens in Apertium's stream format. Words are escaped, and placeholders and tags become
 * superblanks such as `[<x0>]`. The adapter adds the end of the request (`.[]`, NUL).
 */
export function renderSuperblank(tokens: readonly Token[]): string {
  return renderAll(tokens).body;
}

/** Characters with a special meaning in an answer of Apertium. */
const SIGNS = '\\[*#@';
const BLANK = /\[\[t:x:(\d{1,6})\]\]|\[\[\/\]\]|\[<(x|g|\/g|l)(\d{1,6})>\]/y;

export function parseSuperblank(body: string, tokens: readonly Token[]): readonly Token[] {
  const literals = body.includes('[<l') ? renderAll(tokens).literals : [];
  const pieces: Piece[] = [];
  let text = '';
  const flush = (): void => {
    if (text !== '') pieces.push({ type: 'text', text });
    text = '';
  };
  let openTerm: number | null = null;
  for (let index = 0; index < body.length; ) {
    const start = index;
    while (index < body.length && !SIGNS.includes(body[index]!)) index++;
    text += body.slice(start, index);
    const char = body[index];
    if (char === undefined) break;
    if (char === '\\' && index + 1 < body.length) {
      text += body[index + 1]!;
      index += 2;
      continue;
    }
    if (char === '[') {
      BLANK.lastIndex = index;
      const blank = BLANK.exec(body);
      if (blank) {
        index += blank[0].length;
        const id = Number(blank[3] ?? blank[1]);
        const literal = blank[2] === 'l' ? literals[id] : undefined;
        if (literal !== undefined) {
          text += literal;
          continue;
        }
        flush();
        if (blank[1] !== undefined) {
          openTerm = id;
          pieces.push({ type: 'term_start', id });
        } else if (blank[2] === undefined) {
          if (openTerm !== null) pieces.push({ type: 'term_end', id: openTerm });
          openTerm = null;
        } else if (blank[2] === 'g') pieces.push({ type: 'open', id });
        else if (blank[2] === '/g') pieces.push({ type: 'close', id });
        else if (blank[2] === 'x') pieces.push({ type: 'single', id });
        continue;
      }
    }
    // True for a mark that Apertium put before a word: unknown (*), not generated (#), or missing
    // in the bilingual dictionary (@).
    const isMark =
      (char === '*' || char === '#' || char === '@') &&
      /[\p{L}\p{N}\\]/u.test(body[index + 1] ?? '');
    if (!isMark) text += char;
    index++;
  }
  flush();
  return piecesToTokens(pieces, tokens);
}
