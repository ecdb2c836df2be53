import { UNSPACED } from '@parlance/messages/unspaced';
import { readVisibleText } from './read-visible-text.ts';

/** A text with one sentence per line, as the WebAssembly module receives it. */
export interface SentenceLines {
  readonly text: string;
  /** White space between consecutive sentences of the original text. */
  readonly gaps: readonly string[];
}

interface ByteRange {
  readonly begin: number;
  readonly end: number;
}

/** Result of the WebAssembly module for one text (bergamot-translator, `response_bindings.cpp`). */
export interface SentencePairs {
  /** Number of sentences that the WebAssembly module found in the text. */
  size(): number;
  getOriginalText(): string;
  getTranslatedText(): string;
  getSourceSentence(index: number): ByteRange;
  getTranslatedSentence(index: number): ByteRange;
}

/** Matches a tab or a line break, which must stay the same in every target language. */
const LINE_BREAK = /[\t\n\v\f\r\x85\u2028\u2029]/;
/**
 * Matches the end of a sentence that needs no white space after it, as in Chinese. Western
 * terminators do not match, because `Intl.Segmenter` ends a sentence at the `?` in a web address.
 */
const ENDS_WITHOUT_SPACE = /(?![.?!])\p{Sentence_Terminal}[\p{Pe}\p{Pf}"']*$/u;
/**
 * Matches the opening quotation mark of the next sentence. UAX #29 counts it as part of the
 * previous sentence (SB9).
 */
const OPENING = /(?<=\p{Sentence_Terminal}[\p{Pe}\p{Pf}"']*)[\p{Pi}\p{Ps}]+$/u;
/** Maximum number of code units that are searched for the end of a sentence. */
const LONGEST_END = 32;
const END_TAGS = /(?:<\/[^<>]*>)*/y;

/**
 * Puts each sentence on its own line, because the WebAssembly module translates lines separately.
 * Line breaks of the text are treated like other white space between sentences.
 */
export function splitSentences(
  body: string,
  isHtml: boolean,
  segmenter: Intl.Segmenter,
): SentenceLines {
  const visible = readVisibleText(body, isHtml);
  const gaps: string[] = [];
  let text = '';
  let copied = 0;
  const replace = (start: number, end: number, replacement: string): void => {
    text += body.slice(copied, start) + replacement;
    copied = end;
  };
  for (const { spaceStart, end } of listSentences(visible.text, segmenter)) {
    const space = visible.places.slice(spaceStart, end);
    const pieces = space.filter((place) => place !== null);
    const gap = pieces.map((place) => body.slice(place.start, place.end)).join('');
    const endsAnyway = end === visible.text.length || pieces.length < space.length;
    if (endsAnyway && !LINE_BREAK.test(gap)) continue;
    gaps.push(gap);
    if (pieces.length > 0) {
      for (const [index, place] of pieces.entries()) {
        replace(place.start, place.end, index === 0 ? '\n' : '');
      }
    } else {
      END_TAGS.lastIndex = visible.places[end - 1]?.end ?? 0;
      END_TAGS.test(body);
      replace(END_TAGS.lastIndex, END_TAGS.lastIndex, '\n');
    }
  }
  return { text: text + body.slice(copied), gaps };
}

function* listSentences(
  text: string,
  segmenter: Intl.Segmenter,
): Generator<{ spaceStart: number; end: number }> {
  let start = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    let end = index + segment.length;
    let spaceStart = index + segment.trimEnd().length;
    if (spaceStart === end && end < text.length) {
      const tail = text.slice(Math.max(start, end - LONGEST_END), end);
      const opening = OPENING.exec(tail)?.[0] ?? '';
      if (!ENDS_WITHOUT_SPACE.test(tail.slice(0, tail.length - opening.length))) continue;
      end -= opening.length;
      spaceStart = end;
    }
    start = end;
    yield { spaceStart, end };
  }
}

const WINDOW_BYTES = 300;

const BEHIND_CUT = new RegExp(`^(?:\\s|${UNSPACED.source})`, 'u');
const IDEOGRAPHIC_SPACE = '\u3000';
/** Scripts in which sentences follow each other without a space. */
const SENTENCES_TOUCH = new Set(['Hans', 'Hant', 'Jpan']);
const FULL_WIDTH_END =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u2014\u2018-\u201d\u2026\u3000-\u303f\uff00-\uffef]$/u;

/** True if the script of the language is written without spaces between sentences. */
export function doSentencesTouch(languageTag: string): boolean {
  return SENTENCES_TOUCH.has(new Intl.Locale(languageTag).maximize().script ?? '');
}

/**
 * Returns the translation of a text, with the white space that belongs between its sentences. Also
 * restores the space that the WebAssembly module loses when it splits a sentence of more than 127
 * tokens (`text_processor.cpp`, `wrap`).
 */
export function joinSentences(
  response: SentencePairs,
  isHtml: boolean,
  gaps: readonly string[],
  sentencesTouch: boolean,
): string {
  const source = Buffer.from(response.getOriginalText());
  const target = Buffer.from(response.getTranslatedText());
  const show = (bytes: Buffer, begin: number, end: number): string =>
    stripTags(bytes.toString('utf8', Math.max(0, begin), end), isHtml);
  const rest = gaps.values();
  let joined = '';
  let from = 0;
  for (let index = 0; index <= response.size(); index++) {
    const isLast = index === response.size();
    const end = index === 0 ? 0 : response.getTranslatedSentence(index - 1).end;
    const begin = isLast ? target.length : response.getTranslatedSentence(index).begin;
    if (end < begin) {
      joined += target.toString('utf8', from, end);
      const before = stripTags(joined.slice(-WINDOW_BYTES), isHtml);
      joined += restoreGaps(target.toString('utf8', end, begin), isHtml, (newline) =>
        writeGap(rest.next().value ?? newline, before, sentencesTouch),
      );
      from = begin;
    } else if (index > 0 && !isLast) {
      const cutAt = response.getSourceSentence(index).begin;
      const before = show(target, begin - WINDOW_BYTES, begin);
      const after = show(target, begin, begin + WINDOW_BYTES);
      const isCut = BEHIND_CUT.test(show(source, cutAt, cutAt + WINDOW_BYTES));
      if (!isCut || !needsSpace(before, after)) continue;
      const nextStart = isHtml ? skipEndTags(target, begin) : begin;
      joined += `${target.toString('utf8', from, nextStart)} `;
      from = nextStart;
    }
  }
  return joined + target.toString('utf8', from);
}

/**
 * Replaces the line breaks that were inserted between sentences. Other line breaks stay, such as
 * line breaks in tags.
 */
function restoreGaps(
  between: string,
  isHtml: boolean,
  restore: (newline: string) => string,
): string {
  const { text, places } = readVisibleText(between, isHtml);
  let restored = '';
  let copied = 0;
  for (const [index, place] of places.entries()) {
    if (place === null || text[index] !== '\n') continue;
    restored += between.slice(copied, place.start) + restore('\n');
    copied = place.end;
  }
  return restored + between.slice(copied);
}

/** Returns the white space between two sentences in the target language. */
function writeGap(gap: string, before: string, sentencesTouch: boolean): string {
  if (LINE_BREAK.test(gap)) return gap;
  if (sentencesTouch) return FULL_WIDTH_END.test(before) ? '' : gap;
  return gap === '' || gap === IDEOGRAPHIC_SPACE ? ' ' : gap;
}

function stripTags(text: string, isHtml: boolean): string {
  return isHtml ? text.replace(/<[^<>]*>/g, '') : text;
}

function needsSpace(before: string, after: string): boolean {
  if (/\s$/.test(before) || /^\s/.test(after)) return false;
  return !UNSPACED.test(before.slice(-1)) || !UNSPACED.test(after.charAt(0));
}

function skipEndTags(target: Buffer, begin: number): number {
  const tags = /^(?:<\/[^<>]*>)*/.exec(target.toString('utf8', begin, begin + WINDOW_BYTES));
  return begin + Buffer.byteLength(tags?.[0] ?? '');
}
