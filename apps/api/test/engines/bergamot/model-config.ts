import { type Item, writeConfig } from './marian-binary.ts';

/** Members of `modelConfig` in the metadata of a released model, except the sizes. */
const FIXED = {
  'bert-train-type-embeddings': true,
  'bert-type-vocab-size': 2,
  'dec-cell': 'ssru',
  'dec-cell-base-depth': 2,
  'dec-cell-high-depth': 1,
  'dim-rnn': 1024,
  'enc-cell': 'gru',
  'enc-cell-depth': 1,
  'enc-depth': 6,
  'enc-type': 'bidirectional',
  'factors-combine': 'sum',
  'factors-dim-emb': 0,
  'input-types': '[]',
  'layer-normalization': false,
  'lemma-dependency': '""',
  'lemma-dim-emb': 0,
  'output-omit-bias': false,
  'right-left': false,
  skip: false,
  'tied-embeddings-src': false,
  'transformer-aan-activation': 'swish',
  'transformer-aan-depth': 2,
  'transformer-aan-nogate': false,
  'transformer-decoder-autoreg': 'rnn',
  'transformer-decoder-dim-ffn': 0,
  'transformer-decoder-ffn-depth': 0,
  'transformer-dim-aan': 2048,
  'transformer-ffn-activation': 'relu',
  'transformer-ffn-depth': 2,
  'transformer-guided-alignment-layer': 'last',
  'transformer-heads': 8,
  'transformer-no-affine': false,
  'transformer-no-bias': false,
  'transformer-no-projection': false,
  'transformer-pool': false,
  'transformer-postprocess': 'dan',
  'transformer-postprocess-emb': 'd',
  'transformer-postprocess-top': '""',
  'transformer-preprocess': '""',
  'transformer-rnn-projection': false,
  'transformer-tied-layers': '[]',
  'transformer-train-position-embeddings': false,
  type: 'transformer',
  ulr: false,
  'ulr-dim-emb': 0,
  'ulr-trainable-transformation': false,
  version: 'v1.12.14 2d067af 2024-02-16 11:44:13 -0500',
} as const;

export const ENCODER_LAYERS = FIXED['enc-depth'];
export const HEADS = FIXED['transformer-heads'];

export interface Architecture {
  readonly width: number;
  readonly feedForward: number;
  readonly decoderLayers: number;
  readonly pieceCount: number;
  readonly separateVocabularies: boolean;
}

/** Writes the architecture in the form that Marian reads from the model itself. */
export function describeArchitecture(architecture: Architecture): Item {
  const { width, feedForward, decoderLayers, pieceCount, separateVocabularies } = architecture;
  const settings = {
    ...FIXED,
    'dim-emb': width,
    'dim-vocabs': `[${pieceCount}, ${pieceCount}]`,
    'dec-depth': decoderLayers,
    'tied-embeddings': separateVocabularies,
    'tied-embeddings-all': !separateVocabularies,
    'transformer-dim-ffn': feedForward,
  };
  return writeConfig(
    Object.entries(settings)
      .map(([key, value]) => `${key}: ${value}\n`)
      .join(''),
  );
}
