import { scanEntity } from '../syntax/html.ts';
import { type MarkedToken, mergeText, type Token, textToken } from '../token/token.ts';

export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Decodes the escapes of {@link escapeMarkup} and other entities that engines write, such as
 * `&#39;`. Does not decode twice.
 */
export function unescapeMarkup(text: string): string {
  if (!text.includes('&')) return text;
  let out = '';
  let from = 0;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at)) {
    const entity = scanEntity(text, at);
    if (entity?.text == null) {
      at++;
      continue;
    }
    out += text.slice(from, at) + entity.text;
    from = entity.end;
    at = entity.end;
  }
  return out + text.slice(from);
}

export interface TokenIndex {
  readonly single: ReadonlyMap<number, Exclude<MarkedToken, { type: 'open' | 'close' }>>;
  readonly open: ReadonlyMap<number, Token>;
  readonly close: ReadonlyMap<number, Token>;
}

function indexTokens(tokens: readonly Token[]): TokenIndex {
  const single = new Map<number, Exclude<MarkedToken, { type: 'open' | 'close' }>>();
  const open = new Map<number, Token>();
  const close = new Map<number, Token>();
  for (const token of tokens) {
    if (token.type === 'open') open.set(token.id, token);
    else if (token.type === 'close') close.set(token.id, token);
    else if (token.type !== 'text') single.set(token.id, token);
  }
  return { single, open, close };
}

export type Piece =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'single' | 'open' | 'close' | 'term_start' | 'term_end'; readonly id: number };

/**
 * Returns the indexes of the starts of terms whose end also occurs. The start of any other term
 * must be ignored, because the term would extend to the end of the answer.
 */
function findEndedTerms(pieces: readonly Piece[]): ReadonlySet<number> {
  const ended = new Set<number>();
  const starts: number[] = [];
  pieces.forEach((piece, index) => {
    if (piece.type === 'term_start') starts.push(index);
    if (piece.type === 'term_end') {
      const start = starts.pop();
      if (start !== undefined) ended.add(start);
    }
  });
  return ended;
}

/**
 * Converts an engine's answer to tokens. The translation of a term replaces the words that the
 * engine put into the term. Unknown markers stay as text, and a later check reports them.
 */
export function piecesToTokens(
  pieces: readonly Piece[],
  tokens: readonly Token[],
): readonly Token[] {
  const index = indexTokens(tokens);
  const ended = findEndedTerms(pieces);
  const terms = new Set<number>();
  const out: Token[] = [];
  let depth = 0;
  pieces.forEach((piece, at) => {
    if (piece.type === 'text') {
      if (depth === 0) out.push(textToken(piece.text));
    } else if (piece.type === 'term_end') {
      depth = Math.max(0, depth - 1);
    } else if (piece.type === 'term_start') {
      if (ended.has(at)) depth++;
      const term = index.single.get(piece.id);
      if (terms.has(piece.id)) dropGap(out, piece.id);
      else if (term?.type === 'term') out.push(term);
      terms.add(piece.id);
    } else {
      const token = index[piece.type].get(piece.id);
      out.push(token ?? textToken(`[<${piece.type === 'single' ? 'x' : 'g'}${piece.id}>]`));
    }
  });
  return mergeText(out);
}

/**
 * Removes the text between two parts of a term, if the engine has divided the term, as in "petición
 * de cambios".
 */
function dropGap(out: Token[], termId: number): void {
  const gap = out.at(-1);
  const before = out.at(-2);
  const isGap = gap?.type === 'text' && /^\s*(?:[\p{L}'’]{1,4}\s*)?$/u.test(gap.text);
  if (isGap && before?.type === 'term' && before.id === termId) out.pop();
}
