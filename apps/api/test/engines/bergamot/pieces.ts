import { type Piece, PieceType, writeSentencePieceModel } from './sentencepiece.ts';

/** SentencePiece's mark for a space before a word (U+2581). */
const SPACE = '\u2581';
const END_OF_SENTENCE = '</s>';
const UNKNOWN = '<unk>';
/** Symbols that Mozilla's training pipeline defines. */
const USER_SYMBOLS = ['__source__', '__target__', '__done__', '__start__', '__end__', '__sep__'];
/** Int8 products require a multiple of 8 columns, and the pieces are the columns of the last product. */
const COLUMN_MULTIPLE = 8;
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

const PRINTABLE = Array.from({ length: 94 }, (_, index) => String.fromCodePoint(33 + index));
const BYTES = Array.from(
  { length: 256 },
  (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
);

/** Returns the piece for a word of a dictionary. Languages without spaces get no space mark. */
export function toPiece(word: string): string {
  return SPACELESS.test(word) || /^[^\p{L}\p{N}]/u.test(word) ? word : SPACE + word;
}

/**
 * Lists pieces in the order of a released vocabulary: special pieces, a piece for each byte, characters, words, and
 * enough words `w0`, `w1`… to reach `atLeast`.
 */
export function listPieces(words: readonly string[], atLeast: number): Piece[] {
  const pieces = new Map<string, Piece>();
  const add = (text: string, score: number, type: Piece['type'] = PieceType.normal): void => {
    if (!pieces.has(text)) pieces.set(text, { text, score, type });
  };
  add(END_OF_SENTENCE, 0, PieceType.control);
  add(UNKNOWN, 0, PieceType.unknown);
  for (const symbol of USER_SYMBOLS) add(symbol, 0, PieceType.userDefined);
  for (const byte of BYTES) add(byte, 0, PieceType.byte);
  for (const character of [SPACE, ...PRINTABLE]) add(character, -10);
  for (const word of words) add(toPiece(word), -1);
  for (let index = 0; pieces.size < atLeast || pieces.size % COLUMN_MULTIPLE !== 0; index++) {
    add(`${SPACE}w${index}`, -5 - index * 1e-4);
  }
  return [...pieces.values()];
}

/** Returns the bytes of the `.spm` file with these pieces. */
export function writeVocabulary(pieces: readonly Piece[]): Buffer {
  return writeSentencePieceModel(pieces, { unknownId: 1, endOfSentenceId: 0 });
}
