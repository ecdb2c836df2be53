import type { Token } from '../token/token.ts';
import { escapeMarkup, type Piece, piecesToTokens, unescapeMarkup } from './markup.ts';

// Elements that Bergamot treats as part of a sentence. At other elements, Bergamot splits the
// sentence. It copies `<var>` unchanged.
const BOLD = new Set(['b', 'strong', 'i', 'em', 'u', 's', 'mark', 'small', 'big', 'cite', 'q']);

function elementOf(name: string): string {
  const lower = name.toLowerCase();
  if (lower === 'a') return 'a';
  return BOLD.has(lower) ? 'b' : 'span';
}

/**
 * Renders tokens as HTML: `<var>0</var>` for single tokens, `<b id="1">`, `<a id="1">` or `<span
 * id="1">` for pairs, and `<span id="t2">` for terms.
 */
export function renderHtml(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      switch (token.type) {
        case 'text':
          return escapeMarkup(token.text);
        case 'open':
          return `<${elementOf(token.name)} id="${token.id}">`;
        case 'close':
          return `</${elementOf(token.name)}>`;
        case 'term':
          return `<span id="t${token.id}">${escapeMarkup(token.text)}</span>`;
        default:
          return `<var>${token.id}</var>`;
      }
    })
    .join('');
}

const VARIABLE =
  /<\s{0,3}var(?:\s[^<>]{0,200})?>\s{0,3}(\d{1,6})\s{0,3}<\s{0,3}\/\s{0,3}var\s{0,3}>/iy;
const OPENING =
  /<\s{0,3}(b|a|span)\s[^<>]{0,200}?\bid\s{0,3}=\s{0,3}["'“”]?(t?)(\d{1,6})["'“”]?(?=[\s/>])[^<>]{0,200}>/iy;
const CLOSING = /<\s{0,3}\/\s{0,3}(b|a|span)\s{0,3}>/iy;

function matchAt(pattern: RegExp, body: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(body);
}

export function parseHtml(body: string, tokens: readonly Token[]): readonly Token[] {
  const pieces: Piece[] = [];
  const stack: { readonly name: string; readonly id: number; readonly isTerm: boolean }[] = [];
  let from = 0;
  for (let at = body.indexOf('<'); at >= 0; at = body.indexOf('<', at)) {
    const match =
      matchAt(VARIABLE, body, at) ?? matchAt(OPENING, body, at) ?? matchAt(CLOSING, body, at);
    if (!match) {
      at++;
      continue;
    }
    if (at > from) pieces.push({ type: 'text', text: unescapeMarkup(body.slice(from, at)) });
    if (match[3] !== undefined) {
      const id = Number(match[3]);
      const isTerm = match[2] !== '';
      stack.push({ name: match[1]!.toLowerCase(), id, isTerm });
      pieces.push({ type: isTerm ? 'term_start' : 'open', id });
    } else if (/^\d/.test(match[1]!)) {
      pieces.push({ type: 'single', id: Number(match[1]) });
    } else if (stack.at(-1)?.name === match[1]!.toLowerCase()) {
      const { id, isTerm } = stack.pop()!;
      pieces.push({ type: isTerm ? 'term_end' : 'close', id });
    }
    at += match[0].length;
    from = at;
  }
  if (from < body.length) pieces.push({ type: 'text', text: unescapeMarkup(body.slice(from)) });
  return piecesToTokens(pieces, tokens);
}
