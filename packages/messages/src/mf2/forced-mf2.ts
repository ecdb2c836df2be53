import type { ForcedToken } from '../syntax/scanner.ts';
import type { PlaceholderToken } from '../token/token.ts';
import type { Mf2Message } from './mf2-message.ts';

const code = (positional: boolean): Omit<PlaceholderToken, 'source'> => ({
  type: 'placeholder',
  id: 0,
  kind: 'icu',
  numeric: false,
  positional,
});

/**
 * Returns the parts of a message that are not words: placeholders and markup, and everything outside
 * of the patterns, such as a declaration or the keys of a variant.
 */
export function forcedOfMf2(message: Mf2Message, text: string): ForcedToken[] {
  const forced: ForcedToken[] = [];
  let at = 0;
  const addCode = (end: number): void => {
    if (end > at) forced.push({ start: at, end, token: code(true) });
  };
  for (const { pattern } of message.variants) {
    addCode(pattern.start);
    for (const part of pattern.parts) {
      const { start, end } = part;
      if (part.type === 'expression') forced.push({ start, end, token: code(false) });
      if (part.type === 'markup') {
        const { role, name } = part;
        forced.push({ start, end, token: { type: 'tag', role, name: `{${name}}` } });
      }
    }
    at = pattern.end;
  }
  addCode(text.length);
  return forced;
}
