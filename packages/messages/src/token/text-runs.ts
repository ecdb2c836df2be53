import { type TextToken, type Token, textToken } from './token.ts';

/**
 * Returns the texts between placeholders and tags, by the index of the token. The texts have no
 * white space at their ends.
 */
export function splitTextRuns(tokens: readonly Token[]): Map<number, TextToken> {
  const runs = new Map<number, TextToken>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'text' || !/\p{L}/u.test(token.text)) continue;
    runs.set(index, textToken(token.text.trim()));
  }
  return runs;
}

/** Replaces the texts that {@link splitTextRuns} returned by their translations. */
export function joinTextRuns(
  tokens: readonly Token[],
  translated: ReadonlyMap<number, readonly Token[]>,
): Token[] {
  return tokens.flatMap((token, index): readonly Token[] => {
    const words = translated.get(index);
    if (token.type !== 'text' || !words) return [token];
    const { text } = token;
    const leading = text.slice(0, text.length - text.trimStart().length);
    const trailing = text.slice(text.trimEnd().length);
    return [textToken(leading), ...words, textToken(trailing)].filter(
      (part) => part.type !== 'text' || part.text !== '',
    );
  });
}
