import { keepUntranslated } from '../analysis/keep-untranslated.ts';
import { type IcuNode, type IcuSelector, readIcu } from '../syntax/icu.ts';
import { type ForcedToken, type ScanOptions, scanTokensInSteps } from '../syntax/scanner.ts';
import { runSteps, type Steps } from '../token/steps.ts';
import { type MessageFormat, splitText, type TextToken, type Token } from '../token/token.ts';
import { scanOptionsOf, stylesInsideIcu } from '../token/tokenize.ts';

/** Stands for a placeholder, tag, address or piece of code in the words of a message. */
export const NO_WORDS = '\ufffc';

const APOSTROPHE = /['’‘ʼʻ＇´′]/;
const SPACE = /\s/;

/** The words of a message as a reader sees them, and their offsets in the message. */
export interface Words {
  /**
   * The words of a message, with plain apostrophes and spaces. One {@link NO_WORDS} character
   * stands for each part that is not a word.
   */
  readonly text: string;
  /**
   * Returns the range of the message that corresponds to a range of `text`, in UTF-16 code units.
   */
  locate(start: number, end: number): { readonly start: number; readonly end: number };
}

/** Returns a text with ASCII apostrophes, in which each run of white space is a single space. */
export const plainSpelling = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/['’‘ʼʻ＇´′]/g, "'");

function spellUnit(unit: string): string {
  const code = unit.charCodeAt(0);
  if (code > 0x27 && code < 0x80) return unit;
  if (SPACE.test(unit)) return ' ';
  return APOSTROPHE.test(unit) ? "'" : unit;
}

class WordsWriter {
  readonly #parts: string[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  #last = '';

  add(unit: string, start: number, end: number): void {
    const spelled = spellUnit(unit);
    if (spelled === ' ' && this.#last === ' ') {
      this.#ends[this.#ends.length - 1] = end;
      return;
    }
    this.#last = spelled;
    this.#parts.push(this.#last);
    this.#starts.push(start);
    this.#ends.push(end);
  }

  addText({ text, source, escapes = [] }: TextToken, from: number): void {
    let at = 0;
    let shift = from;
    const addPlain = (end: number): void => {
      for (; at < end; at++) this.add(text[at]!, at + shift, at + shift + 1);
    };
    for (const { at: place, text: shown, source: written } of escapes) {
      addPlain(place);
      const start = at + shift;
      this.add(shown.length === 1 ? shown : NO_WORDS, start, start + written.length);
      at += shown.length;
      shift += written.length - shown.length;
    }
    addPlain(from + source.length - shift);
  }

  finish(): Words {
    const starts = this.#starts;
    const ends = this.#ends;
    return {
      text: this.#parts.join(''),
      locate: (start, end) => ({ start: starts[start]!, end: ends[end - 1]! }),
    };
  }
}

/**
 * Returns the words of a message without placeholders, markup, ICU syntax, code and addresses.
 * Entities are decoded, and apostrophes and spaces are plain.
 */
export const findWords = (text: string, format: MessageFormat): Words =>
  runSteps(findWordsInSteps(text, format));

/** Does the work of {@link findWords} in steps of a few milliseconds. */
export function* findWordsInSteps(text: string, format: MessageFormat): Steps<Words> {
  const writer = new WordsWriter();
  const nodes = readIcu(text, format);
  yield;
  if (Array.isArray(nodes)) {
    yield* addNodes(writer, text, nodes, { start: 0, end: text.length }, format);
  } else {
    const tokens = yield* scanTokensInSteps(text, scanOptionsOf(text, format));
    yield* addTokens(writer, tokens, 0);
  }
  return writer.finish();
}

/** Number of UTF-16 code units that are added in one step. */
const UNITS_PER_STEP = 10_000;

/** Splits a long text into texts for one step each. */
function splitLong(token: Token): Token | TextToken[] {
  if (token.type !== 'text' || token.text.length <= UNITS_PER_STEP) return token;
  const cuts: number[] = [];
  for (let at = UNITS_PER_STEP; at < token.text.length; at += UNITS_PER_STEP) cuts.push(at);
  return splitText(token, cuts);
}

function* addTokens(
  writer: WordsWriter,
  tokens: readonly Token[],
  start: number,
  addPart?: (part: number) => Steps<void>,
): Steps<void> {
  let at = start;
  let yieldsAt = start + UNITS_PER_STEP;
  for (const token of keepUntranslated(tokens).flatMap(splitLong)) {
    if (at >= yieldsAt) {
      yieldsAt = at + UNITS_PER_STEP;
      yield;
    }
    const end = at + token.source.length;
    if (token.type === 'text') writer.addText(token, at);
    else if (token.type === 'placeholder' && token.kind === 'emoji') {
      for (let unit = at; unit < end; unit++) writer.add(token.source[unit - at]!, unit, unit + 1);
    } else {
      writer.add(NO_WORDS, at, end);
      if (token.type === 'placeholder' && token.part !== undefined && addPart)
        yield* addPart(token.part);
    }
    at = end;
  }
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function* addNodes(
  writer: WordsWriter,
  text: string,
  nodes: readonly IcuNode[],
  range: Range,
  format: MessageFormat,
): Steps<void> {
  const selectors: IcuSelector[] = [];
  const forced: ForcedToken[] = [];
  let inPlural = false;
  let at = 0;
  for (const node of nodes) {
    const length = node.type === 'pound' ? 1 : node.raw.length;
    if (node.type === 'literal') inPlural = node.inPlural;
    else {
      const part = node.type === 'selector' ? { part: selectors.length } : {};
      const placeholder = {
        id: 0,
        kind: 'icu',
        numeric: false,
        positional: false,
        ...part,
      } as const;
      const token = { type: 'placeholder', ...placeholder } as const;
      forced.push({ start: at, end: at + length, token });
      if (node.type === 'selector') selectors.push(node);
    }
    at += length;
  }
  const options: ScanOptions = {
    styles: stylesInsideIcu(format),
    icu: inPlural ? 'plural' : 'message',
    forced,
  };
  const tokens = yield* scanTokensInSteps(text.slice(range.start, range.end), options);
  yield* addTokens(writer, tokens, range.start, function* (part) {
    const selector = selectors[part]!;
    for (const [name, { start, end }] of selector.optionsAt) {
      const inside = { start: text.indexOf('{', start) + 1, end: end - 1 };
      yield* addNodes(writer, text, selector.options.get(name)!, inside, format);
      writer.add(NO_WORDS, end - 1, end);
    }
  });
}
