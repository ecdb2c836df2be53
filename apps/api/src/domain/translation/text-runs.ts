import type { TextToken, Token } from '@parlance/messages';

/** Words between two marks, without the white space around them. */
export interface TextRun {
  /** Which token of the phrase it is. */
  readonly index: number;
  readonly words: TextToken;
}

const textToken = (text: string): TextToken => ({ type: 'text', source: text, text });

/** The runs of words that an engine can do something with. */
export function splitRuns(tokens: readonly Token[]): TextRun[] {
  return tokens.flatMap((token, index) =>
    token.type === 'text' && /\p{L}/u.test(token.text)
      ? [{ index, words: textToken(token.text.trim()) }]
      : [],
  );
}

/** The phrase with translated words in place of its own; marks and white space stay as they are. */
export function joinRuns(
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
