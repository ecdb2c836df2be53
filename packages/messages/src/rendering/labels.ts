import { type MarkedToken, mergeText, type Token, textToken } from '../token/token.ts';

/**
 * Labels that replace the placeholders, tags and terms of a text, in order. A term whose label is
 * null is shown as its own words.
 */
export type Labels = readonly (string | null)[];

export function renderLabels(tokens: readonly Token[], labels: Labels): string {
  let ordinal = 0;
  return tokens
    .map((token) => {
      if (token.type === 'text') return token.text;
      return labels[ordinal++] ?? (token.type === 'term' ? token.text : token.source);
    })
    .join('');
}

interface LabelUse {
  readonly tokens: MarkedToken[];
  readonly taken: Set<MarkedToken>;
  next: number;
}

interface LabelIndex {
  readonly uses: ReadonlyMap<string, LabelUse>;
  readonly lengths: ReadonlyMap<string, readonly number[]>;
}

function indexLabels(tokens: readonly Token[], labels: Labels, fold: boolean): LabelIndex {
  const uses = new Map<string, LabelUse>();
  const lengths = new Map<string, Set<number>>();
  let ordinal = 0;
  for (const token of tokens) {
    if (token.type === 'text') continue;
    const shown = labels[ordinal++];
    if (shown == null) continue;
    const label = fold ? shown.toLowerCase() : shown;
    const use = uses.get(label);
    if (use) use.tokens.push(token);
    else uses.set(label, { tokens: [token], taken: new Set(), next: 0 });
    const knownLengths = lengths.get(label[0]!);
    if (knownLengths) knownLengths.add(label.length);
    else lengths.set(label[0]!, new Set([label.length]));
  }
  const sorted = [...lengths].map(
    ([first, set]) => [first, [...set].sort((a, b) => b - a)] as const,
  );
  return { uses, lengths: new Map(sorted) };
}

interface LabelOf {
  readonly token: MarkedToken;
  readonly use: LabelUse;
}

function takeToken(use: LabelUse, closer: MarkedToken | undefined): MarkedToken {
  let token = closer;
  if (!token) {
    while (use.next < use.tokens.length && use.taken.has(use.tokens[use.next]!)) use.next++;
    token = use.tokens[use.next] ?? use.tokens.at(-1)!;
  }
  use.taken.add(token);
  return token;
}

/**
 * True if the match is a whole address. `https://a.example/1` in `https://a.example/12` is only a
 * part of one.
 */
function isWhole(text: string, start: number, end: number, token: MarkedToken): boolean {
  if (token.type !== 'placeholder' || (token.kind !== 'url' && token.kind !== 'email')) return true;
  if (text.slice(start, end) !== token.source) return true;
  return !/[\w/=&#%@~+-]/.test(text[end] ?? '') && !/[\w.+@/-]/.test(text[start - 1] ?? '');
}

/**
 * Finds the labels in an engine's answer. If several tokens share a label, the first occurrence
 * belongs to the first token, and so on.
 */
export function parseLabels(
  body: string,
  tokens: readonly Token[],
  labels: Labels,
  fold = false,
): readonly Token[] {
  const { uses, lengths } = indexLabels(tokens, labels, fold);
  if (uses.size === 0) return body === '' ? [] : [textToken(body)];
  const closers = new Map<number, LabelOf>();
  const openers = new Map<number, LabelOf>();
  for (const use of uses.values()) {
    for (const token of use.tokens) {
      if (token.type === 'close') closers.set(token.id, { token, use });
      if (token.type === 'open') openers.set(token.id, { token, use });
    }
  }
  const haystack = fold ? foldAscii(body) : body;
  const out: Token[] = [];
  const stack: { readonly token: MarkedToken; readonly use: LabelUse; readonly at: number }[] = [];
  let from = 0;
  for (let index = 0; index < haystack.length; ) {
    const length = lengths.get(haystack[index]!)?.find((size) => {
      const use = uses.get(haystack.slice(index, index + size));
      return use !== undefined && isWhole(haystack, index, index + size, use.tokens[0]!);
    });
    if (length === undefined) {
      index++;
      continue;
    }
    if (index > from) out.push(textToken(body.slice(from, index)));
    const use = uses.get(haystack.slice(index, index + length))!;
    const closer = closers.get(stack.at(-1)?.token.id ?? -1);
    const token = takeToken(use, closer?.use === use ? closer.token : undefined);
    if (token.type === 'open') stack.push({ token, use, at: out.length });
    if (token.type === 'close') {
      const begun = stack.pop();
      const opener = openers.get(token.id);
      if (begun && begun.use === opener?.use) out[begun.at] = opener.token;
    }
    out.push(token);
    index += length;
    from = index;
  }
  if (from < body.length) out.push(textToken(body.slice(from)));
  return mergeText(out);
}

/** Lower-cases only the letters A–Z, so that all offsets stay valid. */
function foldAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (run) => run.toLowerCase());
}

/**
 * True if both lists contain the same tokens in the same order. Text tokens must contain the same
 * words.
 */
export function sameTokens(left: readonly Token[], right: readonly Token[]): boolean {
  return (
    left.length === right.length &&
    left.every((token, index) => {
      const other = right[index]!;
      if (token.type !== other.type) return false;
      if (token.type === 'text') return token.text === (other.type === 'text' ? other.text : '');
      return token.id === (other.type === 'text' ? -1 : other.id);
    })
  );
}

export function withoutHiddenTerms(tokens: readonly Token[], labels: Labels): readonly Token[] {
  let ordinal = 0;
  return mergeText(
    tokens.map((token) => {
      if (token.type === 'text') return token;
      const label = labels[ordinal++];
      return label === null && token.type === 'term' ? textToken(token.text) : token;
    }),
  );
}
