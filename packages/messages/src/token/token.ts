/** Syntax of the placeholders of a project. */
export type MessageFormat = 'auto' | 'icu' | 'i18next' | 'printf' | 'ruby' | 'plain';

/** Kind of a placeholder. It determines the comparison and the rendering for engines. */
export type PlaceholderKind =
  | 'double_brace'
  | 'brace'
  | 'js'
  | 'nest'
  | 'ruby'
  | 'ruby_format'
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

/** Words. `source` is the spelling in the message, `text` what a reader sees (entities and ICU quotes decoded). */
export interface TextToken {
  readonly type: 'text';
  readonly source: string;
  readonly text: string;
  /** Differences between the two, in order. Absent if they are equal. */
  readonly escapes?: readonly Escape[];
}

/** A part of a text whose spelling is not what it says: `&amp;`, `''`. */
export interface Escape {
  /** Its index in `text`. */
  readonly at: number;
  readonly text: string;
  readonly source: string;
}

/** Something that must come through unchanged. */
export interface PlaceholderToken {
  readonly type: 'placeholder';
  readonly id: number;
  readonly source: string;
  readonly kind: PlaceholderKind;
  /** True if the placeholder most likely stands for a number. */
  readonly numeric: boolean;
  /** True if the meaning depends on the order of occurrence (`%s %s`). */
  readonly positional: boolean;
  /** A number that stands in for `#` of a plural branch while it is translated. */
  readonly sample?: string;
  /** The number of the ICU selector that this stands for, if selectors stay inside their sentence. */
  readonly part?: number;
}

/** The first half of paired markup; both halves share `id`. */
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

/** Markup without content: `<br/>`, `<img …>`. */
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
  /** The words as an engine reads them. */
  readonly text: string;
  readonly target: string;
  readonly termId: string;
}

export type Token = TextToken | PlaceholderToken | PairToken | VoidToken | TermToken;
export type MarkedToken = Exclude<Token, TextToken>;

/** Rendering of tokens for an engine: real names (LLMs), XML (DeepL), HTML (Bergamot), Apertium's stream, made-up words. */
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

/** A text token whose spelling is what it says. */
export function textToken(text: string): TextToken {
  return { type: 'text', source: text, text };
}

/** Puts neighbouring text tokens together and drops empty ones; gives back the same list if there are none. */
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

/** Cuts a text token at indexes of its `text`, in order; a cut inside an escape is left out. */
export function splitText(token: TextToken, cuts: readonly number[]): TextToken[] {
  const escapes = token.escapes ?? [];
  const parts: TextToken[] = [];
  let textFrom = 0;
  let sourceFrom = 0;
  let shift = 0; // how much longer the source is up to here
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

/** The source text that tokens stand for. */
export function sourceOf(tokens: readonly Token[]): string {
  return tokens.map((token) => token.source).join('');
}

/** Numbers the marked tokens from 0 in order of occurrence; both halves of a pair share a number. */
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
