import { INT8_MAX, type Item, writeFloats, writeQuantized } from './marian-binary.ts';
import { type Architecture, describeArchitecture, ENCODER_LAYERS, HEADS } from './model-config.ts';
import { createRandom } from './random.ts';

/*
 * A model with set weights translates word for word. A state has four parts: fast sines of the position, the code of
 * a piece, fast cosines, and the code of another piece. The embedding of a piece contains the code of its translation
 * in the second part and its own code in the fourth. All sublayers have almost no effect, except the last
 * cross-attention. Its queries and keys read the positions and thus find the source piece at the decoder's position.
 * It copies the second part into the fourth part. The output matrix, which equals the embeddings, recognizes the code
 * there.
 */

/** Amplitude of the codes that are added to positions. Positions have the amplitude 1. */
const CODE_AMPLITUDE = 4;
/** Gain that makes positions as large as codes when they are compared. */
const POSITION_GAIN = 3;
const SHARPNESS = 200;
/** Gain of the copied piece. It must outweigh the previous piece, which the residual connection carries along. */
const COPY_GAIN = 5;
/** Size of the weights of the other sublayers, relative to random weights. */
const WHISPER = 0.01;
/** Largest input of a product. Larger inputs are clipped when they are quantized. */
const LARGEST_INPUT = 4;

/** Sets single weights of a matrix whose other weights are zero. */
type Fill = (set: (row: number, column: number, value: number) => void) => void;

export interface ParameterOptions {
  /** Id of the translation of each piece, or null for random weights. */
  readonly targetOf: readonly number[] | null;
  /** Leaves out the alpha of the output matrix, as models of 2021 do. */
  readonly withoutOutputAlpha: boolean;
}

/** Returns all items of a model file, including the architecture. */
export function listParameters(
  architecture: Architecture,
  { targetOf, withoutOutputAlpha }: ParameterOptions,
): Item[] {
  const { width, feedForward, decoderLayers, pieceCount, separateVocabularies } = architecture;
  const items: Item[] = [describeArchitecture(architecture)];
  const layout = layOut(width);
  const random = createRandom(width);

  const addMatrix = (name: string, rows: number, columns: number, fill?: Fill): void => {
    const size = (targetOf === null ? 1 : WHISPER) / Math.sqrt(rows);
    items.push(
      targetOf === null || fill === undefined
        ? randomMatrix(name, rows, columns, size, random)
        : setMatrix(name, rows, columns, fill),
    );
  };
  const addProduct = (name: string, rows: number, columns: number, fill?: Fill): void => {
    addMatrix(name, rows, columns, fill);
    items.push(floatAlpha(name));
  };
  const addBias = (name: string, columns: number): void => {
    items.push(writeFloats(name, new Float32Array(columns)));
  };
  const addNorm = (prefix: string, comparesPositions = false): void => {
    const scale = new Float32Array(width).fill(1);
    if (comparesPositions && targetOf !== null) {
      for (const dimension of [...layout.positions, layout.zero]) scale[dimension] = POSITION_GAIN;
    }
    items.push(writeFloats(`${prefix}_ln_scale`, scale));
    addBias(`${prefix}_ln_bias`, width);
  };
  const addAttention = (prefix: string, fills: Readonly<Record<string, Fill>> = {}): void => {
    for (const part of 'qkvo') {
      addProduct(`${prefix}_W${part}`, width, width, fills[part]);
      addBias(`${prefix}_b${part}`, width);
    }
    addNorm(`${prefix}_Wo`);
  };
  const addFeedForward = (prefix: string, comparesPositions = false): void => {
    addProduct(`${prefix}_W1`, width, feedForward);
    addBias(`${prefix}_b1`, feedForward);
    addProduct(`${prefix}_W2`, feedForward, width);
    addBias(`${prefix}_b2`, width);
    addNorm(`${prefix}_ffn`, comparesPositions);
  };
  /** Gives every head the same positions, without the mean that layer norm subtracts from all dimensions. */
  const spread =
    (gain: number): Fill =>
    (set) => {
      for (let column = 0; column < width; column++) {
        set(layout.compared[column % layout.compared.length]!, column, gain);
        set(layout.zero, column, -gain);
      }
    };

  for (let layer = 1; layer <= ENCODER_LAYERS; layer++) {
    addAttention(`encoder_l${layer}_self`);
    addFeedForward(`encoder_l${layer}_ffn`, layer === ENCODER_LAYERS);
  }
  for (let layer = 1; layer <= decoderLayers; layer++) {
    const prefix = `decoder_l${layer}`;
    const isLast = layer === decoderLayers;
    addProduct(`${prefix}_rnn_W`, width, width);
    addProduct(`${prefix}_rnn_Wf`, width, width);
    addBias(`${prefix}_rnn_bf`, width);
    addNorm(`${prefix}_rnn_ffn`, isLast);
    const lookUp: Record<string, Fill> = {
      q: spread(SHARPNESS),
      k: spread(1),
      v: (set) => {
        for (const [index, dimension] of layout.target.entries()) set(dimension, index, 1);
      },
      o: (set) => {
        for (const [index, dimension] of layout.own.entries()) set(index, dimension, COPY_GAIN);
      },
    };
    addAttention(`${prefix}_context`, isLast ? lookUp : {});
    addFeedForward(`${prefix}_ffn`);
  }
  const addEmbeddings = (name: string): void => {
    if (targetOf === null) addMatrix(name, width, pieceCount);
    else items.push(codedEmbeddings(name, width, targetOf, layout));
  };
  if (separateVocabularies) {
    addEmbeddings('encoder_Wemb');
    addEmbeddings('decoder_Wemb');
    if (!withoutOutputAlpha) items.push(int8Alpha('decoder_Wemb'));
  } else {
    addEmbeddings('Wemb');
    if (!withoutOutputAlpha) items.push(int8Alpha('Wemb'));
    // With a shortlist, the output matrix is an unnamed selection of rows.
    items.push(floatAlpha('none'));
  }
  addBias('decoder_ff_logit_out_b', pieceCount);
  return items;
}

interface Layout {
  /** Dimensions of the fast sines and cosines, which contain no codes. */
  readonly positions: readonly number[];
  /** Positions that a head compares: every other frequency. */
  readonly compared: readonly number[];
  /** Dimension of the slowest sine. It is 0 in every position. */
  readonly zero: number;
  /** Dimensions for the code of the translation in an embedding. */
  readonly target: readonly number[];
  /** Dimensions for the code of the word itself in an embedding. */
  readonly own: readonly number[];
}

function layOut(width: number): Layout {
  // Marian's position signal: the sines of all frequencies, fast to slow, then the cosines.
  const half = width / 2;
  const fast = width / HEADS;
  const range = (from: number, to: number, step = 1): number[] =>
    Array.from({ length: (to - from) / step }, (_, index) => from + index * step);
  return {
    positions: [...range(0, fast), ...range(half, half + fast)],
    compared: [...range(0, fast, 2), ...range(half, half + fast, 2)],
    zero: half - 1,
    target: range(fast, half - 1),
    own: range(half + fast, width - 1),
  };
}

/** Returns embeddings that contain a random code of each piece and the code of its translation. */
function codedEmbeddings(
  name: string,
  width: number,
  targetOf: readonly number[],
  layout: Layout,
): Item {
  const random = createRandom(0);
  const values = new Int8Array(targetOf.length * width);
  for (let row = 0; row < values.length; row += width) {
    for (const dimension of layout.own)
      values[row + dimension] = (random() & 0x10000) === 0 ? INT8_MAX : -INT8_MAX;
  }
  for (const [piece, target] of targetOf.entries()) {
    layout.target.forEach((dimension, index) => {
      values[piece * width + dimension] = values[target * width + layout.own[index]!]!;
    });
  }
  const amplitude = CODE_AMPLITUDE / Math.sqrt(width);
  return writeQuantized(name, [targetOf.length, width], values, INT8_MAX / amplitude);
}

function setMatrix(name: string, rows: number, columns: number, fill: Fill): Item {
  const weights = new Float32Array(rows * columns);
  fill((row, column, value) => {
    weights[column * rows + row] = value;
  });
  const multiplier = INT8_MAX / weights.reduce((most, weight) => Math.max(most, Math.abs(weight)));
  const values = Int8Array.from(weights, (weight) => Math.round(weight * multiplier));
  return writeQuantized(name, [rows, columns], values, multiplier);
}

/** @param size standard deviation of the weights. */
function randomMatrix(
  name: string,
  rows: number,
  columns: number,
  size: number,
  random: () => number,
): Item {
  const words = new Uint32Array((rows * columns) / Uint32Array.BYTES_PER_ELEMENT);
  for (let index = 0; index < words.length; index++) words[index] = random();
  // A uniform distribution in ±a has the standard deviation a / √3.
  const multiplier = INT8_MAX / (size * Math.sqrt(3));
  // Only embeddings declare the shape of their stored order: one row per piece.
  const shape = name.endsWith('Wemb') ? [columns, rows] : [rows, columns];
  return writeQuantized(name, shape, new Int8Array(words.buffer), multiplier);
}

function floatAlpha(weight: string): Item {
  return writeFloats(`${weight}_QuantMultA`, Float32Array.of(INT8_MAX / LARGEST_INPUT));
}

/** Writes the alpha of the output matrix, which released models also quantize. */
function int8Alpha(weight: string): Item {
  const value = INT8_MAX / LARGEST_INPUT;
  const name = `${weight}_QuantMultA`;
  return writeQuantized(name, [1, 1], Int8Array.of(INT8_MAX), INT8_MAX / value);
}
