import { runSteps, type Steps } from '../token/steps.ts';
import { mergeText, sourceOf, type Token, textToken } from '../token/token.ts';
import { hasInvisible, removeInvisible } from '../words/invisible.ts';
import {
  type Ending,
  endingOf,
  hasOwnMarks,
  languageOf,
  localMark,
  upperLetter,
} from '../words/punctuation.ts';
import { repairJoints } from './repair-joints.ts';
import {
  isSpacedFrench,
  repairEdges,
  repairPunctuation,
  repairRuns,
  repairSpaces,
  setText,
  sidesOf,
  type Texts,
  textAt,
} from './repair-spaces.ts';
import { repairSpecialSpaces } from './repair-special-spaces.ts';

export interface RepairOptions {
  readonly sourceLocale: string;
  readonly targetLocale: string;
}

const ENTITY = /&(?:amp|lt|gt|quot|#39|apos|nbsp);/;
const EVERY_ENTITY = new RegExp(ENTITY, 'g');
const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&apos;': "'",
  '&nbsp;': '\u00a0',
};

/**
 * Decodes entities such as `&amp;` in an engine's answer. Does nothing if the words of the source
 * text also contain entities.
 */
function unescapeOnce(source: readonly Token[], out: Texts): void {
  const isEscaped = (token: Token): boolean => token.type === 'text' && ENTITY.test(token.text);
  if (!out.some(isEscaped) || source.some(isEscaped)) return;
  out.forEach((token, index) => {
    if (token.type !== 'text') return;
    setText(
      out,
      index,
      token.text.replace(EVERY_ENTITY, (entity) => CHARACTERS[entity]!),
    );
  });
}

const QUOTE = /["“”„‟«»「」『』]/gu;
const PAIRS = ['""', '“”', '„“', '„”', '””', '«»', '»«', '「」', '『』'];
// Matches an opening quotation mark. An apostrophe counts only at the start of a word.
const OPENS_QUOTE = /["“”„‟«»「」『』‘]|(?:^|\s)'/u;

/**
 * Removes quotation marks that an engine put around the whole translation, such as `„Weiter“` for
 * `Continue`.
 */
function unquote(source: readonly Token[], out: Texts): void {
  const first = textAt(out, 0)?.trimStart();
  const last = textAt(out, out.length - 1)?.trimEnd();
  const opening = first?.[0];
  if (opening === undefined || opening.search(QUOTE) < 0) return;
  const isPair = PAIRS.includes(`${opening}${last?.at(-1)}`);
  const texts = (tokens: readonly Token[]): string =>
    tokens.map((token) => (token.type === 'text' ? token.text : ' ')).join('');
  if (!isPair || texts(out).match(QUOTE)!.length !== 2 || OPENS_QUOTE.test(texts(source))) return;
  setText(out, 0, first!.slice(1).trimStart());
  const end = textAt(out, out.length - 1)!.trimEnd();
  setText(out, out.length - 1, end.slice(0, -1).trimEnd());
}

/** Removes invisible characters that the source text does not have and the language does not need. */
function removeInvisibles(source: readonly Token[], out: Texts, targetLocale: string): void {
  if (!out.some((token) => token.type === 'text' && hasInvisible(token.text))) return;
  const before = sourceOf(source);
  out.forEach((token, index) => {
    if (token.type !== 'text') return;
    const text = removeInvisible(before, token.text, targetLocale);
    if (text !== token.text) setText(out, index, text);
  });
}

const LETTERS = /\p{L}/gu;

function isShouting(tokens: readonly Token[]): boolean {
  const words = tokens
    .flatMap((token) => (token.type === 'text' || token.type === 'term' ? [token.text] : []))
    .join('');
  if (words !== words.toUpperCase() || words === words.toLowerCase()) return false;
  const letters = words.match(LETTERS);
  return letters !== null && letters.length >= 4;
}

function firstLetter(
  tokens: readonly Token[],
): { index: number; at: number; letter: string } | null {
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'open' || token.type === 'close') continue;
    if (token.type !== 'text') return null;
    const match = /[\p{L}\p{N}]/u.exec(token.text);
    if (!match) continue;
    return /\p{L}/u.test(match[0]) ? { index, at: match.index, letter: match[0] } : null;
  }
  return null;
}

function isSingle(token: Token | undefined): boolean {
  return token?.type === 'placeholder' || token?.type === 'void' || token?.type === 'term';
}

function repairCase(source: readonly Token[], out: Texts, { targetLocale }: RepairOptions): void {
  if (isShouting(source)) {
    out.forEach((token, index) => {
      if (token.type === 'text') setText(out, index, token.text.toLocaleUpperCase(targetLocale));
    });
    return;
  }
  const isMarked = isSingle(source[0]) && isSingle(out[0]);
  const wanted = firstLetter(isMarked ? source.slice(1) : source);
  const found = firstLetter(isMarked ? out.slice(1) : out);
  const got = found && { ...found, index: found.index + (isMarked ? 1 : 0) };
  if (!wanted || !got) return;
  const isUpper = wanted.letter !== wanted.letter.toLowerCase();
  const isLower = wanted.letter !== wanted.letter.toUpperCase();
  const text = textAt(out, got.index)!;
  const rest = text.slice(got.at + got.letter.length);
  let letter = got.letter;
  if (isUpper && isMarked) return;
  if (isUpper) letter = upperLetter(letter, targetLocale);
  else if (isLower && !/^\p{Lu}/u.test(rest) && languageOf(targetLocale) !== 'de') {
    letter = letter.toLocaleLowerCase(targetLocale);
  }
  if (letter !== got.letter) setText(out, got.index, text.slice(0, got.at) + letter + rest);
}

function lastTextIndex(tokens: readonly Token[]): number {
  for (let index = tokens.length - 1; index >= 0; index--) {
    const token = tokens[index]!;
    if (token.type === 'text' && token.text.trim() !== '') return index;
    if (token.type !== 'close' && token.type !== 'text') return -1;
  }
  return -1;
}

interface WrittenEnding extends Ending {
  readonly written: string;
  readonly isInside: boolean;
}

function endOf(text: string, locale: string): WrittenEnding {
  const ending = endingOf(text, locale);
  const written = text.slice(ending.start, ending.end);
  return { ...ending, written, isInside: text.slice(ending.end).trim() !== '' };
}

/** Gives the translation the same kind of final punctuation as the source text. */
function repairEnding(source: readonly Token[], out: Texts, options: RepairOptions): void {
  const { sourceLocale, targetLocale } = options;
  const wanted = endOf(textAt(source, lastTextIndex(source)) ?? '', sourceLocale);
  const index = lastTextIndex(out);
  const text = textAt(out, index);
  if (text === null) {
    const mark = wanted.mark && localMark(wanted.mark, targetLocale, wanted.written);
    if (mark && out.length > 0 && lastTextIndex(source) >= 0) out.push(textToken(mark));
    return;
  }
  const got = endOf(text, targetLocale);
  if (got.mark === wanted.mark) {
    const local = got.mark && localMark(got.mark, targetLocale, got.written);
    const isForeign =
      local &&
      got.end - got.start === 1 &&
      local !== text[got.start] &&
      hasOwnMarks(got.mark!, targetLocale);
    if (isForeign) setText(out, index, text.slice(0, got.start) + local + text.slice(got.end));
    return;
  }
  if (got.mark === null ? wanted.isInside : wanted.mark === null && got.isInside) return;
  if (
    wanted.mark === null &&
    got.mark === 'stop' &&
    /(?:^|[\s.(])[\p{L}\p{N}]{1,3}\.$/u.test(text.slice(0, got.end))
  )
    return;
  const mark = wanted.mark === null ? '' : localMark(wanted.mark, targetLocale, wanted.written);
  if (mark === null) return;
  const end = got.mark === null ? text.trimEnd().length : got.end;
  const start = got.mark === null ? end : got.start;
  setText(out, index, text.slice(0, start).trimEnd() + mark + text.slice(end));
}

/**
 * Inserts French no-break spaces before ? ! ; and :. In Canadian French, inserts them only before
 * the colon.
 */
function repairFrenchSpaces(out: Texts, targetLocale: string): void {
  const marks = isSpacedFrench(targetLocale) ? '?!;:' : ':';
  const inside = new RegExp(`(?<=[\\p{L}\\p{N}»)%])[ \u00a0\u202f]?([${marks}]+)(?=\\s|$)`, 'gu');
  const atStart = new RegExp(`^[ \u00a0\u202f]?([${marks}]+)(?=\\s|$)`, 'u');
  out.forEach((token, index) => {
    if (token.type !== 'text') return;
    let text = token.text.replace(inside, '\u00a0$1');
    if (index > 0 && out[index - 1]!.type !== 'open') text = text.replace(atStart, '\u00a0$1');
    if (text !== token.text) setText(out, index, text);
  });
}

const INVERTED = new Set(['es', 'gl', 'ast']);

/** Adds the opening question and exclamation marks of Spanish, Galician and Asturian. */
function repairOpening(out: Texts): void {
  const words = out.map((token) => (token.type === 'text' ? token.text : ' ')).join('');
  const { mark, end } = endingOf(words, 'es');
  if (mark !== 'question' && mark !== 'exclamation') return;
  const opening = mark === 'question' ? '¿' : '¡';
  if (words.includes(opening)) return;
  if (/[.!?…:;,]\s/u.test(words.slice(0, end))) return;
  const first = textAt(out, 0);
  if (first === null) out.unshift(textToken(opening));
  else {
    const lead = first.length - first.trimStart().length;
    setText(out, 0, first.slice(0, lead) + opening + first.slice(lead));
  }
}

const hasLetters = (tokens: readonly Token[]): boolean =>
  tokens.some(
    (token) => token.type === 'term' || (token.type === 'text' && /\p{L}/u.test(token.text)),
  );

/**
 * Repairs typical mistakes of engines in white space, case and final punctuation. All other
 * characters stay unchanged.
 */
export function repairTokens(
  source: readonly Token[],
  output: readonly Token[],
  options: RepairOptions,
): readonly Token[] {
  return runSteps(repairTokensInSteps(source, output, options));
}

/** Does the work of {@link repairTokens} in steps of a few milliseconds each. */
export function* repairTokensInSteps(
  source: readonly Token[],
  output: readonly Token[],
  options: RepairOptions,
): Steps<readonly Token[]> {
  const wanted = mergeText(source);
  const out = mergeText(output).map((token) =>
    token.type === 'text' ? textToken(token.text) : token,
  );
  if (!hasLetters(wanted) || !hasLetters(out)) return out;
  yield;
  removeInvisibles(wanted, out, options.targetLocale);
  unescapeOnce(wanted, out);
  unquote(wanted, out);
  repairRuns(wanted, out, options.targetLocale);
  yield;
  const sides = sidesOf(wanted);
  yield;
  repairSpaces(sides, out, options.targetLocale);
  repairJoints(wanted, out, options.targetLocale);
  repairSpecialSpaces(wanted, out);
  yield;
  repairPunctuation(sides, out, options.targetLocale);
  yield;
  repairEdges(wanted, out);
  repairCase(wanted, out, options);
  repairEnding(wanted, out, options);
  repairEdges(wanted, out);
  const language = languageOf(options.targetLocale);
  if (language === 'fr') repairFrenchSpaces(out, options.targetLocale);
  if (INVERTED.has(language)) repairOpening(out);
  return mergeText(out);
}
