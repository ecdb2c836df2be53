import type { TextToken, Token } from '../token/token.ts';

/** Stands for a token or for an escaped character, neither of which is unknown code. */
export const TAKEN = '\ufffc';
/** Matches a sign that each kind of code has. Most texts have none. */
const SIGN = /[!#$%&(*+:<=>@[\\\]^_{|}~\u001b§¤¦¬†‡⟦⟧⟨⟩]/;

/**
 * True if tokens may have code that no token accounts for, or names with signs of code. One test for
 * all searches, because most texts have no sign.
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

/** Returns the text that no token accounts for. Each token is replaced by one character. */
export const leftOver = (tokens: readonly Token[]): string =>
  tokens.map((token) => (token.type === 'text' ? visible(token) : TAKEN)).join('');
