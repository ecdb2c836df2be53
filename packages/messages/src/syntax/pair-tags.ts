import type { Steps } from '../token/steps.ts';
import type { Token } from '../token/token.ts';
import { isVoidName, type TagFound } from './html.ts';
import { NO_PARTNERS } from './scan.ts';

/** A token of a list in which tags are not paired yet. */
export type RawToken =
  | Exclude<Token, { type: 'open' | 'close' | 'void' }>
  | {
      readonly type: 'tag';
      readonly role: TagFound['role'];
      readonly name: string;
      readonly source: string;
    };

interface OpenTag {
  readonly index: number;
  readonly name: string;
}

/** Number of tokens that are paired in one step. */
const TOKENS_PER_STEP = 5_000;

/**
 * Returns the index of the opening tag for each closing tag. Leaves out overlapping tags, and tags
 * without a counterpart.
 */
export function findPartners(raw: readonly RawToken[]): ReadonlyMap<number, number> {
  if (!raw.some(({ type }) => type === 'tag')) return NO_PARTNERS;
  const partners = new Map<number, number>();
  const stack: OpenTag[] = [];
  const openCounts = new Map<string, number>();
  raw.forEach((token, index) => {
    if (token.type !== 'tag') return;
    const name = token.name.toLowerCase();
    if (token.role === 'open') {
      stack.push({ index, name });
      openCounts.set(name, (openCounts.get(name) ?? 0) + 1);
    }
    if (token.role !== 'close' || !openCounts.get(name)) return;
    for (;;) {
      const opened = stack.pop()!;
      openCounts.set(opened.name, openCounts.get(opened.name)! - 1);
      if (opened.name !== name) continue;
      partners.set(index, opened.index);
      return;
    }
  });
  return partners;
}

/**
 * Assigns ids to tokens, and joins opening and closing tags to pairs. Tags that overlap or have no
 * counterpart become placeholders.
 */
export function* pairTags(raw: readonly RawToken[]): Steps<Token[]> {
  const partners = findPartners(raw);
  const opened = new Set(partners.values());
  const pairIds = new Map<number, number>();
  let next = 0;
  const pair = (token: RawToken, index: number): Token => {
    if (token.type === 'text') return token;
    if (token.type !== 'tag') return { ...token, id: next++ };
    const { source, name } = token;
    if (token.role === 'void') return { type: 'void', id: next++, source, name };
    const partner = partners.get(index);
    if (partner !== undefined) return { type: 'close', id: pairIds.get(partner)!, source, name };
    if (opened.has(index)) {
      pairIds.set(index, next);
      return { type: 'open', id: next++, source, name };
    }
    if (token.role === 'open' && isVoidName(name))
      return { type: 'void', id: next++, source, name };
    const kind = token.role === 'comment' ? 'comment' : 'tag';
    return { type: 'placeholder', id: next++, source, kind, numeric: false, positional: false };
  };
  const tokens: Token[] = [];
  for (const [index, token] of raw.entries()) {
    tokens.push(pair(token, index));
    if (tokens.length % TOKENS_PER_STEP === 0) yield;
  }
  return tokens;
}
