import type { OpenToken, Token } from '../token/token.ts';

const CODE_ELEMENTS = new Set(['code', 'script', 'style']);
// Matches the attributes that exclude an element from translation (HTML Standard §3.2.6.5). Google
// and Microsoft recognize only the class `notranslate`.
const UNTRANSLATED =
  /\stranslate\s?=\s?(?:"no"|'no'|no(?=[\s/>]))|\sclass\s?=\s?(?:"[^"]{0,200}\bnotranslate\b|'[^']{0,200}\bnotranslate\b)/i;

const isUntranslated = ({ name, source }: OpenToken): boolean =>
  CODE_ELEMENTS.has(name.toLowerCase()) || UNTRANSLATED.test(source);

/**
 * Replaces each element that must not be translated, such as `<code>npm install</code>`, by one
 * placeholder. The result is only for engines. A person may still translate such an element, for
 * example a comment in code.
 */
export function keepUntranslated(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some((token) => token.type === 'open' && isUntranslated(token))) return tokens;
  const ends = new Map<number, number>();
  tokens.forEach((token, index) => {
    if (token.type === 'close') ends.set(token.id, index);
  });
  const kept: Token[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    const element = token.type === 'open' && isUntranslated(token) ? token : null;
    const end = ends.get(element?.id ?? -1);
    const inside = end === undefined ? [] : tokens.slice(index, end + 1);
    if (!element || end === undefined || inside.some(isSelector)) {
      kept.push(token);
      continue;
    }
    kept.push({
      type: 'placeholder',
      id: element.id,
      source: inside.map(({ source }) => source).join(''),
      kind: 'code',
      numeric: false,
      positional: inside.some((part) => part.type === 'placeholder' && part.positional),
    });
    index = end;
  }
  return kept;
}

const isSelector = (token: Token): boolean =>
  token.type === 'placeholder' && token.part !== undefined;
