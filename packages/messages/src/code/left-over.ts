import type { TextToken, Token } from '../token/token.ts';

/** Replaces a token or an escaped character, neither of which is unknown code. */
export const TAKEN = '\ufffc';
/** Matches a sign of any kind of code. It is tested first, because most texts contain no sign. */
const SIGN = /[!#$%&(*+:<=>@[\\\]^_{|}~\u001b§¤¦¬†‡⟦⟧⟨⟩]/;

/**
 * True if the tokens may contain unknown code, or names with signs of code. A single test precedes
 * all searches, because most texts contain no sign.
 */
export const mayHaveSigns = (tokens: readonly Token[]): boolean =>
  tokens.length > 1 || (tokens[0]?.type === 'text' && SIGN.test(tokens[0].text));

const visible = ({ text, escapes = [] }: TextToken): string => {
  let plain = '';
  let from = 0;
  for (const {
    at,
    text: { length },
  } of escapes) {
    plain += text.slice(from, at) + TAKEN.repeat(length);
    from = at + length;
  }
  return plain + text.slice(from);
};

/** Returns a text in which one character replaces each token. */
export const leftOver = (tokens: readonly Token[]): string =>
  tokens.map((token) => (token.type === 'text' ? visible(token) : TAKEN)).join('');
