/**
 * Makes translation models in the exact shape of Mozilla's released students (`metadata.json` of
 * mozilla/firefox-translations-models): six encoder layers, SSRU decoder layers, eight heads, layer norm after
 * every sublayer, int8 weights with alphas, byte pieces. The weights are not trained: they are random, or set
 * so that the model translates word for word.
 */
import { writeMarianBinary, writeShortlist } from './marian-binary.ts';
import { listPieces, toPiece, writeVocabulary } from './pieces.ts';
import { createRandom } from './random.ts';
import { listParameters } from './weights.ts';

/** The sizes by which the released models differ. */
export const SHAPES = {
  tiny: { width: 256, feedForward: 1536, decoderLayers: 2 },
  'base-memory': { width: 384, feedForward: 1536, decoderLayers: 4 },
  base: { width: 512, feedForward: 2048, decoderLayers: 2 },
  /** A model that is smaller than any released model, for tests of translations but not of their cost. */
  narrow: { width: 128, feedForward: 64, decoderLayers: 2 },
} as const;

export interface ModelOptions {
  /** Sizes of the model. Defaults to `narrow`. */
  readonly shape?: keyof typeof SHAPES;
  /** Minimum number of pieces; released models have 32,000 or 64,000. */
  readonly pieces?: number;
  /** A vocabulary and an embedding matrix per side, as models into Chinese, Japanese and Korean have. */
  readonly separateVocabularies?: boolean;
  /** Random weights: the output is arbitrary, and very sensitive to the input. */
  readonly random?: boolean;
  /** Leaves out the alpha of the output matrix, as models of 2021 do. */
  readonly withoutOutputAlpha?: boolean;
}

export interface MadeModel {
  readonly model: Buffer;
  /** One vocabulary, or one for the source and one for the target. */
  readonly vocabularies: readonly Buffer[];
  readonly pieceCount: number;
}

const SHORTLISTED_PER_PIECE = 50;

/**
 * Makes a model that replaces the words of `dictionary` and keeps everything else. Words are separated by spaces,
 * except in scripts without spaces.
 */
export function makeModel(
  dictionary: Readonly<Record<string, string>>,
  options: ModelOptions = {},
): MadeModel {
  const { shape = 'narrow', separateVocabularies = false, withoutOutputAlpha = false } = options;
  const pieces = listPieces(Object.entries(dictionary).flat(), options.pieces ?? 0);
  const idOf = new Map(pieces.map(({ text }, id) => [text, id]));
  const targetOf = pieces.map((_, id) => id);
  for (const [source, target] of Object.entries(dictionary)) {
    targetOf[idOf.get(toPiece(source))!] = idOf.get(toPiece(target))!;
  }
  const vocabulary = writeVocabulary(pieces);
  return {
    model: writeMarianBinary(
      listParameters(
        { ...SHAPES[shape], pieceCount: pieces.length, separateVocabularies },
        { targetOf: options.random === true ? null : targetOf, withoutOutputAlpha },
      ),
    ),
    vocabularies: separateVocabularies ? [vocabulary, vocabulary] : [vocabulary],
    pieceCount: pieces.length,
  };
}

/** Makes a random shortlist, so that a translation with it differs from one without it. */
export function makeShortlist(pieceCount: number): Buffer {
  const random = createRandom(3);
  const targets = new Uint32Array(pieceCount * SHORTLISTED_PER_PIECE);
  for (let index = 0; index < targets.length; index++) targets[index] = random() % pieceCount;
  for (let index = 0; index < targets.length; index += SHORTLISTED_PER_PIECE) {
    targets.subarray(index, index + SHORTLISTED_PER_PIECE).sort();
  }
  return writeShortlist(targets, SHORTLISTED_PER_PIECE);
}
