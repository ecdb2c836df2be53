import { mergeText, renumber, splitText, type TextToken, type Token } from '../token/token.ts';

export type Part =
  | { readonly type: 'glue'; readonly tokens: readonly Token[] }
  | { readonly type: 'words'; readonly tokens: readonly Token[] };

/** Maximum length of a segment, in code units. Engines omit parts of longer texts. */
const MAX_SEGMENT_LENGTH = 1000;
/** Length, in code units, at which a long sentence is split between two words. */
const MAX_SENTENCE_LENGTH = 4000;
const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/g;
const ANY_PART_END = /[\n\r\u2028\u2029|]/;
// Matches line breaks and vertical bars. A bar separates plural forms in Vue I18n and Laravel, and
// phrases in other texts.
const PART_END = new RegExp(`${LINE_BREAK.source}|\\|`, 'g');

const hasLetters = (tokens: readonly Token[]): boolean =>
  tokens.some(
    (token) => token.type === 'term' || (token.type === 'text' && /\p{L}/u.test(token.text)),
  );

/**
 * Splits a list of tokens. `cutsOf` returns the offsets at which a text token is split. Text
 * between an opening tag and its closing tag is not split.
 */
function splitTokens(
  tokens: readonly Token[],
  cutsOf: (token: Token & { type: 'text' }, index: number) => readonly number[],
): Token[][] {
  const groups: Token[][] = [[]];
  let depth = 0;
  tokens.forEach((token, index) => {
    if (token.type === 'open') depth++;
    if (token.type === 'close') depth--;
    if (token.type !== 'text' || depth > 0) {
      groups.at(-1)!.push(token);
      return;
    }
    const cuts = cutsOf(token, index);
    if (cuts.length === 0) {
      groups.at(-1)!.push(token);
      return;
    }
    if (cuts[0] === 0) groups.push([]);
    splitText(token, cuts).forEach((part, index) => {
      if (index > 0) groups.push([]);
      groups.at(-1)!.push(part);
    });
    if (cuts.at(-1) === token.text.length) groups.push([]);
  });
  return groups.filter((group) => group.length > 0);
}

function splitLines(tokens: readonly Token[]): Token[][] {
  return splitTokens(tokens, ({ text }) => {
    const cuts: number[] = [];
    if (!ANY_PART_END.test(text)) return cuts;
    for (const { index, 0: end } of text.matchAll(PART_END)) {
      if (cuts.at(-1) !== index) cuts.push(index);
      cuts.push(index + end.length);
    }
    return cuts;
  });
}

/**
 * Returns the text that replaces a token while sentences are detected: nothing for a tag, and a word for a placeholder.
 */
function shownText(token: Token): string {
  if (token.type === 'text' || token.type === 'term') return token.text;
  return token.type === 'placeholder' ? 'X'.repeat(token.source.length) : '';
}

function splitSentences(tokens: readonly Token[], locale: string): Token[][] {
  const texts = tokens.map(shownText);
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length <= MAX_SEGMENT_LENGTH) return [[...tokens]];
  const shown = texts.join('');
  const segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' });
  const ends = [...segmenter.segment(shown)].map(({ index }) => index);
  const sentences = boundsOutsidePairs(tokens, texts, ends);
  const words = (): number[] => boundsOutsidePairs(tokens, texts, wordBounds(shown));
  const cuts = chooseCuts(divideSentences(sentences, words, length), length);
  let at = 0;
  let next = 0;
  const starts = texts.map((text) => {
    at += text.length;
    return at - text.length;
  });
  return splitTokens(tokens, (token, index) => {
    const bounds: number[] = [];
    const start = starts[index]!;
    for (; next < cuts.length && cuts[next]! <= start + token.text.length; next++) {
      if (cuts[next]! >= start) bounds.push(cuts[next]! - start);
    }
    return bounds;
  });
}

const wordBounds = (shown: string): number[] =>
  [...shown.matchAll(/\s(?=\S)/g)].map(({ index }) => index + 1);

/** Returns the offsets at which sentences end. A long sentence is also split between words. */
function divideSentences(
  sentences: readonly number[],
  wordsOf: () => readonly number[],
  length: number,
): readonly number[] {
  const isEndless = (bound: number, at: number): boolean =>
    bound - (sentences[at - 1] ?? 0) > MAX_SENTENCE_LENGTH;
  if (![...sentences, length].some(isEndless)) return sentences;
  const words = wordsOf();
  let next = 0;
  return [...sentences, length].flatMap((bound, index) => {
    const bounds: number[] = [];
    for (; next < words.length && words[next]! < bound; next++) {
      if (isEndless(bound, index)) bounds.push(words[next]!);
    }
    return bound < length ? [...bounds, bound] : bounds;
  });
}

function boundsOutsidePairs(
  tokens: readonly Token[],
  texts: readonly string[],
  bounds: readonly number[],
): number[] {
  const allowed: number[] = [];
  let depth = 0;
  let at = 0;
  let next = 0;
  tokens.forEach((token, index) => {
    if (token.type === 'open') depth++;
    if (token.type === 'close') depth--;
    const end = at + texts[index]!.length;
    const isFree = token.type === 'text' && depth === 0;
    while (next < bounds.length && bounds[next]! < at) next++;
    for (; isFree && next < bounds.length && bounds[next]! <= end; next++) {
      if (bounds[next]! > 0) allowed.push(bounds[next]!);
    }
    at = end;
  });
  return allowed;
}

/** Chooses from `bounds` the offsets at which a text is split: as few as possible without making any part too long. */
function chooseCuts(bounds: readonly number[], length: number): number[] {
  const cuts: number[] = [];
  let from = 0;
  let last = 0;
  for (const bound of [...bounds, length]) {
    if (bound - from > MAX_SEGMENT_LENGTH && last > from) {
      cuts.push(last);
      from = last;
    }
    last = bound;
  }
  return cuts;
}

function keepBreaks(tokens: readonly Token[]): Token[] {
  const kept = tokens.flatMap((token): Token[] => {
    if (token.type !== 'text') return [token];
    const breaks = [...token.text.matchAll(LINE_BREAK)];
    if (breaks.length === 0) return [token];
    const cuts = breaks.flatMap((match) => [match.index, match.index + match[0].length]);
    return splitText(token, [...new Set(cuts)]).map((part) =>
      /^(?:\r\n|[\n\r\u2028\u2029])$/.test(part.source)
        ? {
            type: 'placeholder',
            id: 0,
            source: part.source,
            kind: 'break',
            numeric: false,
            positional: false,
          }
        : part,
    );
  });
  return renumber(kept);
}

function trimWords(list: readonly Token[]): TextToken[] | null {
  const [token] = list;
  if (list.length !== 1 || token?.type !== 'text') return null;
  const { text, escapes } = token;
  if (text.length > MAX_SEGMENT_LENGTH || escapes || ANY_PART_END.test(text)) return null;
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  return start === 0 && end === text.length ? [token] : splitText(token, [start, end]);
}

function edgeLength(text: string, fromEnd: boolean): number {
  const trimmed = fromEnd ? text.trimEnd() : text.trimStart();
  return text.length - trimmed.length;
}

interface Peeled {
  readonly before: Token[];
  readonly core: Token[];
  readonly after: Token[];
}

/** Removes the beginning and the end of a segment if they need no translation, such as emoji. */
function peel(tokens: readonly Token[]): Peeled {
  let core = [...tokens];
  const before: Token[] = [];
  const after: Token[] = [];
  let left = 0;
  let right = core.length;
  const partner = new Map<number, number>();
  core.forEach((token, index) => {
    if (token.type === 'close') partner.set(token.id, index);
  });
  const isEdge = (token: Token): boolean =>
    token.type === 'void' ||
    (token.type === 'placeholder' && ['emoji', 'comment', 'break'].includes(token.kind));
  const peelText = (fromEnd: boolean): boolean => {
    const index = fromEnd ? right - 1 : left;
    const token = core[index];
    if (token?.type !== 'text') return false;
    const edge = edgeLength(token.text, fromEnd);
    if (edge === 0) return false;
    const parts = splitText(token, [fromEnd ? token.text.length - edge : edge]);
    if (parts.length < 2 && edge < token.text.length) return false;
    const outer = parts[fromEnd ? parts.length - 1 : 0]!;
    if (fromEnd) after.push(outer);
    else before.push(outer);
    const inner = parts.length < 2 ? null : parts[fromEnd ? 0 : 1]!;
    if (inner) core[index] = inner;
    else if (fromEnd) right--;
    else left++;
    return true;
  };
  for (;;) {
    if (left >= right) break;
    if (peelText(false) || peelText(true)) continue;
    const first = core[left]!;
    const last = core[right - 1]!;
    if (isEdge(first)) {
      before.push(first);
      left++;
    } else if (isEdge(last)) {
      after.push(last);
      right--;
    } else if (first.type === 'open' && partner.get(first.id) === right - 1) {
      before.push(first);
      after.push(last);
      left++;
      right--;
    } else break;
  }
  core = core.slice(left, right);
  return { before, core, after: after.reverse() };
}

/**
 * Splits a message into its parts, in order. Concatenating the source texts of the parts gives the
 * message. Yields null between steps of a few milliseconds.
 */
export function* segmentTokens(
  tokens: readonly Token[],
  locale: string,
): Generator<Part | null, void> {
  let glue: Token[] = [];
  const addGlue = (list: readonly Token[]): void => {
    for (const token of list) glue.push(token);
  };
  function* words(list: readonly Token[]): Generator<Part, void> {
    if (glue.length > 0) yield { type: 'glue', tokens: glue };
    glue = [];
    yield { type: 'words', tokens: list };
  }
  function* visit(list: readonly Token[], depth: number): Generator<Part | null, void> {
    if (!hasLetters(list)) {
      addGlue(list);
      return;
    }
    const trimmed = trimWords(list);
    if (trimmed) {
      for (const part of trimmed) {
        if (part.text.trim() === '') addGlue([part]);
        else yield* words([part]);
      }
      return;
    }
    const { before, core, after } = peel(list);
    addGlue(before);
    yield null;
    const lines = splitLines(core);
    yield null;
    const groups = lines.length > 1 ? lines : splitSentences(core, locale);
    yield null;
    if (groups.length > 1 && depth < 40) for (const group of groups) yield* visit(group, depth + 1);
    else yield* words(keepBreaks(mergeText(core)));
    addGlue(after);
  }
  yield* visit(mergeText(tokens), 0);
  if (glue.length > 0) yield { type: 'glue', tokens: glue };
}
