/** A range of UTF-8 bytes. */
interface ByteRange {
  readonly begin: number;
  readonly end: number;
}

/** What the wasm tells of one translated text (bergamot-translator, `response_bindings.cpp`). */
export interface SentencePairs {
  /** How many sentences it made of the text. */
  size(): number;
  getOriginalText(): string;
  getTranslatedText(): string;
  getSourceSentence(index: number): ByteRange;
  getTranslatedSentence(index: number): ByteRange;
}

/** As far as is looked to either side of a cut: past a few tags. */
const WINDOW_BYTES = 300;

/** Languages written without spaces: two halves of a sentence join as they are. */
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * The translation of a text, with the spaces that the wasm loses. It cuts a sentence of more than 127 tokens
 * in two; the space at the cut then leads the second half, and a translation never starts with one
 * (`text_processor.cpp`, `wrap`). Between real sentences white space belongs to neither and is kept.
 */
export function joinSentences(response: SentencePairs, isHtml: boolean): string {
  const translated = response.getTranslatedText();
  if (response.size() < 2) return translated;
  const source = Buffer.from(response.getOriginalText());
  const target = Buffer.from(translated);
  const show = (bytes: Buffer, begin: number, end: number): string => {
    const text = bytes.toString('utf8', Math.max(0, begin), end);
    return isHtml ? text.replace(/<[^<>]*>/g, '') : text;
  };
  let joined = '';
  let from = 0;
  for (let index = 1; index < response.size(); index++) {
    const { begin } = response.getTranslatedSentence(index);
    if (response.getTranslatedSentence(index - 1).end !== begin) continue;
    const cutAt = response.getSourceSentence(index).begin;
    const before = show(target, begin - WINDOW_BYTES, begin);
    const after = show(target, begin, begin + WINDOW_BYTES);
    const isCut = /^\s/.test(show(source, cutAt, cutAt + WINDOW_BYTES));
    if (!isCut || !needsSpace(before, after)) continue;
    const place = isHtml ? skipEndTags(target, begin) : begin;
    joined += `${target.toString('utf8', from, place)} `;
    from = place;
  }
  return joined + target.toString('utf8', from);
}

function needsSpace(before: string, after: string): boolean {
  if (/\s$/.test(before) || /^\s/.test(after)) return false;
  return !SPACELESS.test(before.slice(-1)) || !SPACELESS.test(after.charAt(0));
}

/** An element that ends at the cut ends before the space. */
function skipEndTags(target: Buffer, begin: number): number {
  const tags = /^(?:<\/[^<>]*>)*/.exec(target.toString('utf8', begin, begin + WINDOW_BYTES));
  return begin + Buffer.byteLength(tags?.[0] ?? '');
}
