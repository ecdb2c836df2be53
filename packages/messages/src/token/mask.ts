import { readIcu } from '../syntax/icu.ts';
import type { MarkedToken, MessageFormat, Token } from './token.ts';
import { tokenize } from './tokenize.ts';

/**
 * Returns the tokens of a text whose placeholders may be exchanged. Null if only an identical text can match, because
 * in ICU the branches and quotes would have to be exchanged too.
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

/** Emoji, entities and percent signs are part of the text's meaning, so they are not masked. */
function isMasked(token: Token): token is MarkedToken {
  if (token.type === 'text') return false;
  return (
    token.type !== 'placeholder' || !['emoji', 'entity', 'percent', 'escape'].includes(token.kind)
  );
}

interface Masked {
  /** Ordinal of each masked token, in order. Tokens with the same spelling share one. */
  readonly ordinals: readonly number[];
  /** Ordinals by spelling. The spelling of a pair includes both halves. */
  readonly spellings: ReadonlyMap<string, number>;
  readonly text: string;
}

type Spell = (token: MarkedToken) => string;

/** A link has its address in the second half, an element its attributes in the first. */
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
      // A bracket in the text itself is written twice.
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
 * Returns a text in the form that translation memory compares: placeholders, markup and addresses become ordinals, the
 * text becomes NFC, and its edges are trimmed. `Hi {name}` and `Hi %s` are equal.
 */
export function maskText(text: string, format: MessageFormat): string {
  const tokens = exchangeable(text, format);
  return tokens ? maskTokens(tokens).text : text.normalize('NFC').trim();
}

/** Returns the spelling of each ordinal in the new source, of a single token or of a pair. */
function replacementsOf(tokens: readonly Token[], { ordinals }: Masked): Map<string, string> {
  const replacements = new Map<string, string>();
  tokens.filter(isMasked).forEach((token, at) => {
    replacements.set(`${token.type === 'close' ? '/' : ''}${ordinals[at]}`, token.source);
  });
  return replacements;
}

/**
 * Returns the translation of `sourceText` as a translation of `newSourceText`, with the placeholders and the outer
 * white space of the new source. Null if the two sources do not mean the same, or if the translation has placeholders
 * that its source lacks.
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
  // A translation may reorder its placeholders. Positional values would then be exchanged wrongly.
  const isPositional = [...source, ...next].some(
    (token) => token.type === 'placeholder' && token.positional,
  );
  if (isPositional && used.join() !== before.ordinals.join()) return null;
  const text = framed(out.join(''));
  // The joined text must not read differently: `$` before `{x}` would form another placeholder.
  const reread = tokenize(text, format).filter(isMasked);
  return reread.map((token) => token.source).join('\n') === placed.join('\n') ? text : null;
}
