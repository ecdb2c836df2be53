/** Syntax of the placeholders of a project. */
export type MessageFormat =
  | 'auto'
  | 'icu'
  | 'i18next'
  | 'printf'
  | 'ruby'
  | 'java'
  | 'dotnet'
  | 'chrome'
  | 'plain';

/** Kind of a placeholder, which determines how it is compared and how it is rendered for engines. */
export type PlaceholderKind =
  | 'double_brace'
  | 'brace'
  | 'js'
  | 'nest'
  | 'ruby'
  | 'ruby_format'
  | 'dollar'
  | 'python'
  | 'named'
  | 'template'
  | 'printf'
  | 'percent'
  | 'escape'
  | 'icu'
  | 'pound'
  | 'url'
  | 'email'
  | 'code'
  | 'entity'
  | 'emoji'
  | 'tag'
  | 'comment'
  | 'break'
  | 'keep';

/**
 * Words. `source` is the spelling in the message, and `text` is what a reader sees (entities and ICU quotes decoded).
 */
export interface TextToken {
  readonly type: 'text';
  readonly source: string;
  readonly text: string;
  /** Differences between `source` and `text`, in order. Absent if they are equal. */
  readonly escapes?: readonly Escape[];
}

/** A part of a text whose spelling differs from its meaning, such as `&amp;` or `''`. */
export interface Escape {
  /** Index of the part in `text`. */
  readonly at: number;
  readonly text: string;
  readonly source: string;
}

/** A part of a message that must not change. */
export interface PlaceholderToken {
  readonly type: 'placeholder';
  readonly id: number;
  readonly source: string;
  readonly kind: PlaceholderKind;
  /** True if the placeholder most likely stands for a number. */
  readonly numeric: boolean;
  /** True if the meaning depends on the order of occurrence (`%s %s`). */
  readonly positional: boolean;
  /** Number that stands in for `#` of a plural branch during translation. */
  readonly sample?: string;
  /** Number of the ICU selector that the placeholder stands for, if selectors stay inside their sentence. */
  readonly part?: number;
}

/** The first half of paired markup. Both halves have the same `id`. */
export interface OpenToken {
  readonly type: 'open';
  readonly id: number;
  readonly source: string;
  readonly name: string;
}

/** The second half of paired markup. */
export interface CloseToken {
  readonly type: 'close';
  readonly id: number;
  readonly source: string;
  readonly name: string;
}

export type PairToken = OpenToken | CloseToken;

/** Markup without content, such as `<br/>` or `<img …>`. */
export interface VoidToken {
  readonly type: 'void';
  readonly id: number;
  readonly source: string;
  readonly name: string;
}

/** A glossary term whose translation is prescribed. */
export interface TermToken {
  readonly type: 'term';
  readonly id: number;
  readonly source: string;
  /** Words of the term as an engine reads them. */
  readonly text: string;
  readonly target: string;
  readonly termId: string;
}

export type Token = TextToken | PlaceholderToken | PairToken | VoidToken | TermToken;
export type MarkedToken = Exclude<Token, TextToken>;

/**
 * Rendering of tokens for an engine: real names (LLMs), XML (DeepL), HTML (Bergamot), Apertium's stream, or made-up
 * words.
 */
export type Rendering = 'named' | 'xml' | 'html' | 'superblank' | 'sentinel';

/** A glossary term found in a message, in UTF-16 code units of its text. */
export interface MessageTerm {
  readonly start: number;
  readonly end: number;
  readonly id: string;
  readonly source: string;
  readonly target?: string;
  readonly doNotTranslate: boolean;
}

/** Returns a text token whose spelling is the same as its text. */
export function textToken(text: string): TextToken {
  return { type: 'text', source: text, text };
}

/** Joins adjacent text tokens and removes empty ones. Returns the same list if there is nothing to do. */
export function mergeText(tokens: readonly Token[]): readonly Token[] {
  if (tokens.every(standsAlone)) return tokens;
  const merged: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const first = tokens[at]!;
    let end = at + 1;
    if (first.type === 'text') {
      while (tokens[end]?.type === 'text') end++;
      const text = end === at + 1 ? first : joinText(tokens.slice(at, end) as TextToken[]);
      if (text.source !== '') merged.push(text);
    } else merged.push(first);
    at = end;
  }
  return merged;
}

const standsAlone = (token: Token, at: number, tokens: readonly Token[]): boolean =>
  token.type !== 'text' || (token.source !== '' && tokens[at + 1]?.type !== 'text');

function joinText(tokens: readonly TextToken[]): TextToken {
  let source = '';
  let text = '';
  const escapes: Escape[] = [];
  for (const token of tokens) {
    for (const own of token.escapes ?? []) escapes.push({ ...own, at: own.at + text.length });
    source += token.source;
    text += token.text;
  }
  const plain = { type: 'text', source, text } as const;
  return escapes.length > 0 ? { ...plain, escapes } : plain;
}

/** Splits a text token at ordered indexes of its `text`, except at indexes inside an escape. */
export function splitText(token: TextToken, cuts: readonly number[]): TextToken[] {
  const escapes = token.escapes ?? [];
  const parts: TextToken[] = [];
  let textFrom = 0;
  let sourceFrom = 0;
  let shift = 0; // excess length of the source up to this place
  let first = 0;
  let next = 0;
  const push = (textTo: number, sourceTo: number): void => {
    if (sourceTo > sourceFrom) {
      const own = escapes.slice(first, next).map((e) => ({ ...e, at: e.at - textFrom }));
      const part = {
        type: 'text',
        source: token.source.slice(sourceFrom, sourceTo),
        text: token.text.slice(textFrom, textTo),
      } as const;
      parts.push(own.length > 0 ? { ...part, escapes: own } : part);
    }
    textFrom = textTo;
    sourceFrom = sourceTo;
    first = next;
  };
  for (const cut of cuts) {
    while (next < escapes.length && escapes[next]!.at + escapes[next]!.text.length <= cut) {
      shift += escapes[next]!.source.length - escapes[next]!.text.length;
      next++;
    }
    const inside = next < escapes.length && escapes[next]!.at < cut;
    if (!inside && cut > textFrom && cut < token.text.length) push(cut, cut + shift);
  }
  next = escapes.length;
  push(token.text.length, token.source.length);
  return parts;
}

/** Returns the source text of tokens. */
export function sourceOf(tokens: readonly Token[]): string {
  return tokens.map((token) => token.source).join('');
}

/** Numbers the marked tokens from 0, in order of occurrence. Both halves of a pair share a number. */
export function renumber(tokens: readonly Token[]): Token[] {
  const pairs = new Map<number, number>();
  let next = 0;
  return tokens.map((token) => {
    if (token.type === 'text') return token;
    if (token.type !== 'open' && token.type !== 'close') return { ...token, id: next++ };
    let id = pairs.get(token.id);
    if (id === undefined) {
      id = next++;
      pairs.set(token.id, id);
    }
    return { ...token, id };
  });
}
