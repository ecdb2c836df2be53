/**
 * Test only. Writes a tiny translation model by hand, in the formats of the published ones (a Marian
 * binary with int8 weights and alphas, a SentencePiece vocabulary, a binary lexical shortlist), so that
 * tests run the real wasm on its production path without downloaded weights.
 *
 * The weights are set, not trained. The model is a one-layer transformer that translates word for word:
 * cross-attention looks only at the sinusoidal positions and so attends to the source word at the
 * decoder's own position; its output matrix is the dictionary; the tied embeddings read the result.
 */
import { PieceType, writeSentencePieceModel } from './fixture-vocabulary.ts';

export interface FixtureModel {
  readonly model: Buffer;
  readonly vocabulary: Buffer;
  readonly lexicalShortlist: Buffer;
}

const SPACE = '\u2581';
const END_OF_SENTENCE = '</s>';
const UNKNOWN = '<unk>';
const FIRST_PRINTABLE = 33;
const LAST_PRINTABLE = 126;

/** Inner dimensions of int8 products are multiples of 64. */
const INNER_MULTIPLE = 64;
/** Columns of int8 products, and so the vocabulary, are multiples of 8. */
const COLUMN_MULTIPLE = 8;
/**
 * The state: first the sines of the position, fast to slow, then the cosines. The fast ones tell positions
 * apart; each of the slow ones, which vary little against an embedding, stands for a piece as well.
 */
const POSITION_DIMENSIONS = 40;
const FEED_FORWARD_DIMENSIONS = 64;

const ATTENTION_SHARPNESS = 200;
/** The looked-up word must outweigh the previous one, which the residual connection carries along. */
const DICTIONARY_GAIN = 5;

export interface FixtureOptions {
  /** As the models of Chinese, Japanese and Korean have it: a vocabulary and embeddings a side. */
  readonly separateVocabularies?: boolean;
}

/**
 * Builds a model that replaces whole words by `dictionary` and keeps everything else.
 * Words are separated by spaces; both sides of the dictionary are single words.
 */
export function buildFixtureModel(
  dictionary: Readonly<Record<string, string>>,
  { separateVocabularies = false }: FixtureOptions = {},
): FixtureModel {
  const pieces = listPieces(dictionary);
  const idOf = new Map(pieces.all.map((piece, id) => [piece, id]));
  const targetOf = pieces.all.map((_, id) => id);
  for (const [source, target] of Object.entries(dictionary)) {
    targetOf[idOf.get(SPACE + source)!] = idOf.get(SPACE + target)!;
  }
  return {
    model: writeMarianBinary([
      ...buildParameters(targetOf, separateVocabularies),
      describeArchitecture(targetOf.length, separateVocabularies),
    ]),
    vocabulary: writeSentencePieceModel(
      pieces.all.map((text, id) => ({
        text,
        score: id < 2 ? 0 : text.length > 1 ? -1 : -8,
        type:
          text === END_OF_SENTENCE
            ? PieceType.control
            : text === UNKNOWN
              ? PieceType.unknown
              : PieceType.normal,
      })),
      { unknownId: 1, endOfSentenceId: 0 },
    ),
    lexicalShortlist: writeShortlist(targetOf, pieces.alwaysOffered),
  };
}

function listPieces(dictionary: Readonly<Record<string, string>>): {
  all: string[];
  alwaysOffered: number;
} {
  const words = Object.entries(dictionary).flat();
  const all = new Set([END_OF_SENTENCE, UNKNOWN, SPACE]);
  for (let code = FIRST_PRINTABLE; code <= LAST_PRINTABLE; code++)
    all.add(String.fromCodePoint(code));
  const alwaysOffered = all.size;
  for (const word of words) all.add(SPACE + word);
  for (let pad = 0; all.size % COLUMN_MULTIPLE !== 0; pad++) all.add(`${SPACE}${SPACE}${pad}`);
  return { all: [...all], alwaysOffered };
}

type Fill = (set: (row: number, column: number, value: number) => void) => void;

interface Item {
  readonly name: string;
  readonly type: number;
  readonly shape: readonly number[];
  readonly bytes: Buffer;
}

const TYPE_INT8 = 0x0101;
const TYPE_FLOAT32 = 0x0404;
/** A quantised matrix, stored transposed and independent of the machine. */
const TYPE_INTGEMM8 = 0x4101;
const INT8_MAX = 127;

function buildParameters(targetOf: readonly number[], separateVocabularies: boolean): Item[] {
  const pieceCount = targetOf.length;
  const { width, sines } = stateWidth(pieceCount);
  const embeddingScale = Math.sqrt(width);
  const half = Math.ceil(pieceCount / 2);
  const dimensionOf = (piece: number): number =>
    POSITION_DIMENSIONS + (piece < half ? piece : sines + piece - half);
  const items: Item[] = [];

  const addWeight = (
    name: string,
    rows: number,
    columns: number,
    largestInput: number,
    fill: Fill = () => {},
  ): void => {
    items.push(writeQuantised(name, rows, columns, fill), writeAlpha(name, largestInput));
  };
  const addBias = (name: string, columns: number): void => {
    items.push(writeFloats(name, [1, columns], new Float32Array(columns)));
  };
  const addAttention = (
    prefix: string,
    fills: Partial<Record<'q' | 'k' | 'v' | 'o', { largestInput: number; fill: Fill }>> = {},
  ): void => {
    for (const part of ['q', 'k', 'v', 'o'] as const) {
      const { largestInput = 1, fill } = fills[part] ?? {};
      addWeight(`${prefix}_W${part}`, width, width, largestInput, fill);
      addBias(`${prefix}_b${part}`, width);
    }
  };
  const addFeedForward = (prefix: string): void => {
    addWeight(`${prefix}_W1`, width, FEED_FORWARD_DIMENSIONS, 1);
    addBias(`${prefix}_b1`, FEED_FORWARD_DIMENSIONS);
    addWeight(`${prefix}_W2`, FEED_FORWARD_DIMENSIONS, width, 1);
    addBias(`${prefix}_b2`, width);
  };
  const copyPositions =
    (value: number): Fill =>
    (set) => {
      for (let i = 0; i < POSITION_DIMENSIONS; i++) {
        set(i, i, value);
        set(sines + i, sines + i, value);
      }
    };

  const largestState = (DICTIONARY_GAIN + 1) * embeddingScale + 1;
  for (const name of separateVocabularies ? ['encoder_Wemb', 'decoder_Wemb'] : ['Wemb']) {
    items.push(
      writeQuantised(name, width, pieceCount, (set) => {
        for (let piece = 0; piece < pieceCount; piece++) set(dimensionOf(piece), piece, 1);
      }),
      writeAlpha(name, largestState),
    );
  }
  // With a shortlist the output matrix is an unnamed selection of the embeddings' rows.
  items.push(writeAlpha('none', largestState));
  addBias('decoder_ff_logit_out_b', pieceCount);

  addAttention('encoder_l1_self');
  addFeedForward('encoder_l1_ffn');
  addAttention('decoder_l1_self');
  addAttention('decoder_l1_context', {
    // Inputs above 1 are clipped: those are pieces, of which queries and keys read nothing.
    q: { largestInput: 1, fill: copyPositions(ATTENTION_SHARPNESS) },
    k: { largestInput: 1, fill: copyPositions(1) },
    v: {
      largestInput: embeddingScale + 1,
      fill: (set) => {
        for (let piece = 0; piece < pieceCount; piece++)
          set(dimensionOf(piece), dimensionOf(piece), 1);
      },
    },
    o: {
      largestInput: embeddingScale + 1,
      fill: (set) => {
        for (let piece = 0; piece < pieceCount; piece++)
          set(dimensionOf(piece), dimensionOf(targetOf[piece]!), DICTIONARY_GAIN);
      },
    },
  });
  addFeedForward('decoder_l1_ffn');
  return items;
}

function stateWidth(pieceCount: number): { width: number; sines: number } {
  const needed = 2 * (POSITION_DIMENSIONS + Math.ceil(pieceCount / 2));
  const width = Math.ceil(needed / INNER_MULTIPLE) * INNER_MULTIPLE;
  return { width, sines: width / 2 };
}

function writeQuantised(name: string, rows: number, columns: number, fill: Fill): Item {
  const entries: { at: number; value: number }[] = [];
  let largest = 1;
  fill((row, column, value) => {
    entries.push({ at: column * rows + row, value });
    largest = Math.max(largest, Math.abs(value));
  });
  const bytes = Buffer.alloc(rows * columns + Float32Array.BYTES_PER_ELEMENT);
  const scale = INT8_MAX / largest;
  for (const { at, value } of entries) bytes.writeInt8(Math.round(value * scale), at);
  bytes.writeFloatLE(scale, rows * columns);
  // The embeddings are the one matrix whose stated shape is that of the stored order: a row a piece.
  const shape = name.endsWith('Wemb') ? [columns, rows] : [rows, columns];
  return { name, type: TYPE_INTGEMM8, shape, bytes };
}

function writeAlpha(weight: string, largestInput: number): Item {
  return writeFloats(`${weight}_QuantMultA`, [1, 1], Float32Array.of(INT8_MAX / largestInput));
}

function writeFloats(name: string, shape: readonly number[], values: Float32Array): Item {
  return { name, type: TYPE_FLOAT32, shape, bytes: Buffer.from(values.buffer) };
}

function describeArchitecture(pieceCount: number, separateVocabularies: boolean): Item {
  const settings: Record<string, string | number | boolean> = {
    type: 'transformer',
    'dim-vocabs': `[${pieceCount}, ${pieceCount}]`,
    'dim-emb': stateWidth(pieceCount).width,
    'enc-depth': 1,
    'dec-depth': 1,
    'transformer-heads': 1,
    'transformer-dim-ffn': FEED_FORWARD_DIMENSIONS,
    'transformer-ffn-depth': 2,
    'transformer-ffn-activation': 'relu',
    'transformer-decoder-autoreg': 'self-attention',
    'transformer-preprocess': '""',
    'transformer-postprocess': 'a',
    'transformer-postprocess-emb': '""',
    'transformer-postprocess-top': '""',
    'transformer-tied-layers': '[]',
    'transformer-no-projection': false,
    'transformer-train-position-embeddings': false,
    'transformer-guided-alignment-layer': 'last',
    'transformer-dim-aan': 8,
    'transformer-aan-depth': 1,
    'transformer-aan-activation': 'relu',
    'transformer-aan-nogate': false,
    'tied-embeddings-all': !separateVocabularies,
    'tied-embeddings': separateVocabularies,
    'tied-embeddings-src': false,
    'layer-normalization': false,
    'dec-cell': 'ssru',
    'dec-cell-base-depth': 2,
    'dec-cell-high-depth': 1,
    'dim-rnn': 8,
    'enc-cell': 'gru',
    'enc-cell-depth': 1,
    'enc-type': 'bidirectional',
    'input-types': '[]',
    'right-left': false,
    skip: false,
    ulr: false,
    'output-omit-bias': false,
    'lemma-dim-emb': 0,
    'lemma-dependency': '""',
    'factors-combine': 'sum',
    'factors-dim-emb': 0,
    version: 'fixture',
  };
  const yaml = Object.entries(settings).map(([key, value]) => `${key}: ${value}\n`);
  const bytes = Buffer.from(`${yaml.join('')}\0`);
  return { name: 'special:model.yml', type: TYPE_INT8, shape: [1, bytes.length], bytes };
}

const MARIAN_VERSION = 1;
const ALIGNMENT_BYTES = 256;

/** Marian's binary format, version 1: headers, names, shapes, then the items' bytes, aligned. */
function writeMarianBinary(unpadded: readonly Item[]): Buffer {
  const items = unpadded.map((item) => ({ ...item, bytes: padToAlignment(item.bytes) }));
  const head = Buffer.concat([
    writeUint64s(MARIAN_VERSION, items.length),
    ...items.map((item) =>
      writeUint64s(
        Buffer.byteLength(item.name) + 1,
        item.type,
        item.shape.length,
        item.bytes.length,
      ),
    ),
    ...items.map((item) => Buffer.from(`${item.name}\0`)),
    ...items.map((item) => Buffer.from(Int32Array.from(item.shape).buffer)),
  ]);
  const offsetField = 8;
  const gap = paddingOf(head.length + offsetField);
  return Buffer.concat([
    head,
    writeUint64s(gap),
    Buffer.alloc(gap),
    ...items.map((item) => item.bytes),
  ]);
}

const SHORTLIST_MAGIC = 0xf11a48d5013417f5n;

/** Marian's binary shortlist: which target pieces each source piece may become. */
function writeShortlist(targetOf: readonly number[], alwaysOffered: number): Buffer {
  const offsets = targetOf.map((_, id) => id);
  return Buffer.concat([
    // Magic, checksum (not looked at), pieces always offered, best entries a word, and the two lengths.
    writeUint64s(SHORTLIST_MAGIC, 0, alwaysOffered, 1, targetOf.length + 1, targetOf.length),
    writeUint64s(...offsets, targetOf.length),
    Buffer.from(Uint32Array.from(targetOf).buffer),
  ]);
}

function writeUint64s(...values: readonly (number | bigint)[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  values.forEach((value, index) => {
    bytes.writeBigUInt64LE(BigInt(value), index * 8);
  });
  return bytes;
}

function paddingOf(length: number): number {
  return (ALIGNMENT_BYTES - (length % ALIGNMENT_BYTES)) % ALIGNMENT_BYTES;
}

function padToAlignment(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(paddingOf(bytes.length))]);
}
