import { readIcu } from '../syntax/icu.ts';
import type { MarkedToken, MessageFormat, Token } from './token.ts';
import { tokenize } from './tokenize.ts';

/**
 * The tokens of a text whose placeholders may be exchanged; null if only the very same text will do: in ICU the
 * branches and quotes would have to be exchanged too.
 */
function exchangeable(text: string, format: MessageFormat): Token[] | null {
  const nodes = readIcu(text, format);
  if (Array.isArray(nodes)) {
    const isSimple = nodes.every(
      (node) => node.type === 'literal' || (node.type === 'argument' && node.format === 'none'),
    );
    if (!isSimple || text.includes("'")) return null;
  }
  return tokenize(text, format);
}

/** Emoji, entities and percent signs are part of what is said. */
function isMasked(token: Token): token is MarkedToken {
  if (token.type === 'text') return false;
  return (
    token.type !== 'placeholder' || !['emoji', 'entity', 'percent', 'escape'].includes(token.kind)
  );
}

interface Masked {
  /** For every masked token, in order: its ordinal. What is spelled alike has one. */
  readonly ordinals: readonly number[];
  /** The spelling of each ordinal; a pair's is that of both its halves. */
  readonly spellings: ReadonlyMap<string, number>;
  readonly text: string;
}

type Spell = (token: MarkedToken) => string;

/** A link's address is in its second half, an element's in its first. */
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
      // A bracket of the text itself is written twice.
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
 * A text as translation memory compares it: placeholders, markup and addresses are ordinals, the form is NFC, the
 * edges are trimmed. `Hi {name}` and `Hi %s` are the same.
 */
export function maskText(text: string, format: MessageFormat): string {
  const tokens = exchangeable(text, format);
  return tokens ? maskTokens(tokens).text : text.normalize('NFC').trim();
}

/** Spellings of each ordinal in the new source: of a single token, or of a pair. */
function replacementsOf(tokens: readonly Token[], { ordinals }: Masked): Map<string, string> {
  const replacements = new Map<string, string>();
  tokens.filter(isMasked).forEach((token, at) => {
    replacements.set(`${token.type === 'close' ? '/' : ''}${ordinals[at]}`, token.source);
  });
  return replacements;
}

/**
 * The translation of `sourceText` as one of `newSourceText`, with the new placeholders in place of the old ones and
 * the new text's white space at the edges. Null if the two sources do not say the same, or if the translation
 * has placeholders of its own.
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
  // Values that are told apart by their order alone cannot follow a translation that reorders them.
  const isPositional = [...source, ...next].some(
    (token) => token.type === 'placeholder' && token.positional,
  );
  if (isPositional && used.join() !== before.ordinals.join()) return null;
  const text = framed(out.join(''));
  // The joined text must read as it was meant: `$` before `{x}` would be another placeholder.
  const reread = tokenize(text, format).filter(isMasked);
  return reread.map((token) => token.source).join('\n') === placed.join('\n') ? text : null;
}
