import type { Token } from '../token/token.ts';
import { escapeMarkup, type Piece, piecesToTokens, unescapeMarkup } from './markup.ts';

/**
 * Renders tokens as XML: `<x id="0"/>` for single tokens, `<g id="1">…</g>` for pairs and `<t
 * id="2">word</t>` for terms.
 */
export function renderXml(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      switch (token.type) {
        case 'text':
          return escapeMarkup(token.text);
        case 'open':
          return `<g id="${token.id}">`;
        case 'close':
          return '</g>';
        case 'term':
          return `<t id="${token.id}">${escapeMarkup(token.text)}</t>`;
        default:
          return `<x id="${token.id}"/>`;
      }
    })
    .join('');
}

// Matches opening tags in an engine's answer. Engines change case, quotes and spaces, use
// full-width characters, and write an empty element as two tags. The pattern limits the length of
// white space, so that the search takes linear time.
const OPENING =
  /[<＜]\s{0,3}([xgtXGT])\s{1,3}[iI][dD]\s{0,3}[=＝]\s{0,3}(?:["'“”„«»＂]\s{0,3})?(\d{1,6})(?:\s{0,3}["'“”„«»＂])?\s{0,3}([/／]?)\s{0,3}[>＞]/y;
const CLOSING = /[<＜]\s{0,3}[/／]\s{0,3}([xgtXGT])\s{0,3}[>＞]/y;

export function parseXml(body: string, tokens: readonly Token[]): readonly Token[] {
  const pieces: Piece[] = [];
  const stack: { readonly name: string; readonly id: number }[] = [];
  let from = 0;
  let at = 0;
  const text = (end: number): void => {
    if (end > from) pieces.push({ type: 'text', text: unescapeMarkup(body.slice(from, end)) });
  };
  while (at < body.length) {
    const char = body[at];
    if (char !== '<' && char !== '＜') {
      at++;
      continue;
    }
    OPENING.lastIndex = at;
    const opening = OPENING.exec(body);
    CLOSING.lastIndex = at;
    const closing = opening ? null : CLOSING.exec(body);
    if (!opening && !closing) {
      at++;
      continue;
    }
    text(at);
    if (opening) {
      const name = opening[1]!.toLowerCase();
      const id = Number(opening[2]);
      const empty = opening[3] !== '';
      if (name === 'x') pieces.push({ type: 'single', id });
      else pieces.push({ type: name === 'g' ? 'open' : 'term_start', id });
      if (name === 'x' || !empty) stack.push({ name, id });
      else pieces.push({ type: name === 'g' ? 'close' : 'term_end', id });
      if (name === 'x' && empty) stack.pop();
      at += opening[0].length;
    } else {
      const name = closing![1]!.toLowerCase();
      if (name === 'x') {
        if (stack.at(-1)?.name === 'x') stack.pop();
      } else {
        while (stack.at(-1)?.name === 'x') stack.pop();
        if (stack.at(-1)?.name === name) {
          const { id } = stack.pop()!;
          pieces.push({ type: name === 'g' ? 'close' : 'term_end', id });
        }
      }
      at += closing![0].length;
    }
    from = at;
  }
  text(body.length);
  return piecesToTokens(pieces, tokens);
}
