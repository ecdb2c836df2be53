export const MESSAGE_FORMATS = [
  'auto',
  'icu',
  'flutter',
  'flutter_relaxed',
  'i18next',
  'printf',
  'ruby',
  'java',
  'dotnet',
  'chrome',
  'mf2',
  'plain',
] as const;

export type MessageFormat = (typeof MESSAGE_FORMATS)[number];

/** The two formats of Flutter's ARB files, without and with `relax-syntax`. */
export const FLUTTER_FORMATS: ReadonlySet<MessageFormat> = new Set(['flutter', 'flutter_relaxed']);

/** Formats whose texts are ICU messages. Flutter reads `'` and `#` as text. */
export const ICU_FORMATS: ReadonlySet<MessageFormat> = new Set(['icu', ...FLUTTER_FORMATS]);

/** Formats in which a text can be invalid, and can have branches. */
export const PARSED_FORMATS: ReadonlySet<MessageFormat> = new Set([...ICU_FORMATS, 'mf2']);

/**
 * Kind of a placeholder. It determines how engines receive a placeholder, and how a translation is
 * checked.
 */
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
 * Words of a message. `source` is the text in the message, and `text` is the text that a reader
 * sees.
 */
export interface TextToken {
  readonly type: 'text';
  readonly source: string;
  readonly text: string;
  /** Parts in which `source` differs from `text`, in order. Absent if there are none. */
  readonly escapes?: readonly Escape[];
}

/** A part of a text whose spelling differs from its meaning, such as `&amp;` or `''`. */
export interface Escape {
  /** Offset in the token's `text` at which the decoded part begins. */
  readonly at: number;
  readonly text: string;
  readonly source: string;
}

export interface PlaceholderToken {
  readonly type: 'placeholder';
  readonly id: number;
  readonly source: string;
  readonly kind: PlaceholderKind;
  /** True if the placeholder probably represents a number. */
  readonly numeric: boolean;
  /**
   * True if the placeholder has no name or number, so that only its position identifies it, as in
   * `%s %s`.
   */
  readonly positional: boolean;
  /** Sample number that stands for `#` while a plural option is translated. */
  readonly sample?: string;
  /** Index of the ICU selector that the placeholder replaces. Undefined if it does not replace a whole selector. */
  readonly part?: number;
}

/** The opening tag of paired markup. Both tags have the same `id`. */
export interface OpenToken {
  readonly type: 'open';
  readonly id: number;
  readonly source: string;
  readonly name: string;
}

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

export interface TermToken {
  readonly type: 'term';
  readonly id: number;
  readonly source: string;
  /** Words that the engine receives in place of the term. */
  readonly text: string;
  readonly target: string;
  readonly termId: string;
}

export type Token = TextToken | PlaceholderToken | PairToken | VoidToken | TermToken;
export type MarkedToken = Exclude<Token, TextToken>;

/**
 * Syntax in which an engine receives placeholders and tags: as they are in the text (language models),
 * XML (DeepL), HTML (Bergamot), Apertium's stream format, or invented words.
 */
export type Rendering = 'named' | 'xml' | 'html' | 'superblank' | 'sentinel';

/** A glossary term in a message. Offsets are in UTF-16 code units. */
export interface MessageTerm {
  readonly start: number;
  readonly end: number;
  readonly id: string;
  readonly source: string;
  readonly target?: string;
  readonly doNotTranslate: boolean;
}

/** True for code that affects the text around it, such as the beginning and the end of a block. */
export const isBlock = (token: Token): token is PlaceholderToken =>
  token.type === 'placeholder' &&
  token.positional &&
  (token.kind === 'template' || token.kind === 'double_brace');

export function textToken(text: string): TextToken {
  return { type: 'text', source: text, text };
}

/** Joins adjacent text tokens and removes empty text tokens. */
export function mergeText(tokens: readonly Token[]): readonly Token[] {
  if (tokens.every(standsAlone)) return tokens;
  const merged: Token[] = [];
  for (let index = 0; index < tokens.length; ) {
    const first = tokens[index]!;
    let end = index + 1;
    if (first.type === 'text') {
      while (tokens[end]?.type === 'text') end++;
      const text = end === index + 1 ? first : joinText(tokens.slice(index, end) as TextToken[]);
      if (text.source !== '') merged.push(text);
    } else merged.push(first);
    index = end;
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
    for (const escaped of token.escapes ?? [])
      escapes.push({ ...escaped, at: escaped.at + text.length });
    source += token.source;
    text += token.text;
  }
  const plain = { type: 'text', source, text } as const;
  return escapes.length > 0 ? { ...plain, escapes } : plain;
}

/**
 * Splits a text token at the given indexes of its `text`. The indexes must be in order. Indexes
 * inside an escape are ignored.
 */
export function splitText(token: TextToken, cuts: readonly number[]): TextToken[] {
  const escapes = token.escapes ?? [];
  const parts: TextToken[] = [];
  let textFrom = 0;
  let sourceFrom = 0;
  let shift = 0;
  let first = 0;
  let next = 0;
  const push = (textTo: number, sourceTo: number): void => {
    if (sourceTo > sourceFrom) {
      const partEscapes = escapes.slice(first, next).map((e) => ({ ...e, at: e.at - textFrom }));
      const part = {
        type: 'text',
        source: token.source.slice(sourceFrom, sourceTo),
        text: token.text.slice(textFrom, textTo),
      } as const;
      parts.push(partEscapes.length > 0 ? { ...part, escapes: partEscapes } : part);
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

export function sourceOf(tokens: readonly Token[]): string {
  return tokens.map((token) => token.source).join('');
}

/**
 * Numbers placeholders, tags and terms from 0, in order of occurrence. Both tags of a pair get the
 * same number.
 */
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
