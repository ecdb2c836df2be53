import { readMf2 } from '../mf2/read-mf2.ts';
import { readIcu } from '../syntax/icu.ts';
import type { MarkedToken, MessageFormat, Token } from './token.ts';
import { stylesOf, tokenize } from './tokenize.ts';

/**
 * Returns the tokens of a text whose placeholders can be exchanged for the placeholders of another text.
 * Returns null for an ICU message with selectors or quotes.
 */
function exchangeable(text: string, format: MessageFormat): Token[] | null {
  const message = readMf2(text, format);
  if (message && !(message instanceof Error) && !message.isSimple) return null;
  const nodes = readIcu(text, format);
  if (Array.isArray(nodes)) {
    const isSimple = nodes.every(
      (node) => node.type === 'literal' || (node.type === 'argument' && node.format === 'none'),
    );
    if (!isSimple || (text.includes("'") && stylesOf(format).quotes)) return null;
  }
  return tokenize(text, format);
}

/**
 * True for a token that is replaced by its ordinal number. Emoji, entities, percent signs and escapes stay, because
 * they are part of the meaning.
 */
function isMasked(token: Token): token is MarkedToken {
  if (token.type === 'text') return false;
  return (
    token.type !== 'placeholder' || !['emoji', 'entity', 'percent', 'escape'].includes(token.kind)
  );
}

interface Masked {
  readonly ordinals: readonly number[];
  readonly spellings: ReadonlyMap<string, number>;
  readonly text: string;
}

type Spell = (token: MarkedToken) => string;

/**
 * Returns a function that identifies a token by its text. A pair needs the texts of both tags: an
 * element has its attributes in the opening tag, and a Markdown link has its address in the closing
 * token.
 */
function spellTokens(tokens: readonly Token[]): Spell {
  const ends = new Map<number, string>();
  for (const token of tokens) if (token.type === 'close') ends.set(token.id, token.source);
  return (token) =>
    token.type === 'open' ? `open ${token.source} ${ends.get(token.id)}` : `single ${token.source}`;
}

function maskTokens(tokens: readonly Token[]): Masked {
  const spellings = new Map<string, number>();
  const pairs = new Map<number, number>();
  const ordinals: number[] = [];
  const spell = spellTokens(tokens);
  const text = tokens
    .map((token) => {
      if (!isMasked(token)) return token.source.replaceAll('⟦', '⟦⟦');
      let ordinal = token.type === 'close' ? pairs.get(token.id) : spellings.get(spell(token));
      if (ordinal === undefined) {
        ordinal = spellings.size;
        spellings.set(spell(token), ordinal);
      }
      if (token.type === 'open') pairs.set(token.id, ordinal);
      ordinals.push(ordinal);
      return token.type === 'close' ? `⟦/${ordinal}⟧` : `⟦${ordinal}⟧`;
    })
    .join('');
  return { ordinals, spellings, text: text.normalize('NFC').trim() };
}

/**
 * Returns a text in the form that translation memory compares. Placeholders, markup and addresses
 * become ordinal numbers, the text is normalized to NFC, and white space at its edges is removed.
 * `Hi {name}` and `Hi %s` are equal in this form.
 */
export function maskText(text: string, format: MessageFormat): string {
  const tokens = exchangeable(text, format);
  return tokens ? maskTokens(tokens).text : text.normalize('NFC').trim();
}

/**
 * Returns the original text of each masked token. The key is the ordinal number that replaced the token, after a
 * slash for a closing tag.
 */
function replacementsOf(tokens: readonly Token[], { ordinals }: Masked): Map<string, string> {
  const replacements = new Map<string, string>();
  tokens.filter(isMasked).forEach((token, index) => {
    replacements.set(`${token.type === 'close' ? '/' : ''}${ordinals[index]}`, token.source);
  });
  return replacements;
}

/**
 * Converts a translation of `sourceText` to a translation of `newSourceText`, with the placeholders
 * of `newSourceText`. Returns null if the source texts differ in more than their placeholders and
 * outer white space.
 */
export function unmaskInto(
  targetText: string,
  sourceText: string,
  newSourceText: string,
  format: MessageFormat,
): string | null {
  if (sourceText === newSourceText) return targetText;
  const lead = newSourceText.slice(0, newSourceText.length - newSourceText.trimStart().length);
  const trail = newSourceText.slice(newSourceText.trimEnd().length);
  const framed = (text: string): string => `${lead}${text.trim()}${trail}`;
  const [source, target, next] = [sourceText, targetText, newSourceText].map((text) =>
    exchangeable(text, format),
  );
  if (!source || !target || !next) {
    const same = maskText(sourceText, format) === maskText(newSourceText, format);
    return same && !source && !next ? framed(targetText) : null;
  }
  const before = maskTokens(source);
  const after = maskTokens(next);
  if (before.text !== after.text) return null;
  const replacements = replacementsOf(next, after);
  const pairs = new Map<number, number>();
  const used: number[] = [];
  const placed: string[] = [];
  const out: string[] = [];
  const spell = spellTokens(target);
  for (const token of target) {
    if (!isMasked(token)) {
      out.push(token.source);
      continue;
    }
    const isClose = token.type === 'close';
    const ordinal = isClose ? pairs.get(token.id) : before.spellings.get(spell(token));
    if (ordinal === undefined) return null;
    if (token.type === 'open') pairs.set(token.id, ordinal);
    const replacement = replacements.get(`${isClose ? '/' : ''}${ordinal}`)!;
    used.push(ordinal);
    placed.push(replacement);
    out.push(replacement);
  }
  const isPositional = [...source, ...next].some(
    (token) => token.type === 'placeholder' && token.positional,
  );
  if (isPositional && used.join() !== before.ordinals.join()) return null;
  const text = framed(out.join(''));
  const reread = tokenize(text, format).filter(isMasked);
  return reread.map((token) => token.source).join('\n') === placed.join('\n') ? text : null;
}
