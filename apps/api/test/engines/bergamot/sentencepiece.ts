/** Writes a SentencePiece model (`sentencepiece_model.proto`): a unigram vocabulary with byte fallback. */
export const PieceType = { normal: 1, unknown: 2, control: 3, userDefined: 4, byte: 6 } as const;

export interface Piece {
  readonly text: string;
  readonly score: number;
  readonly type: (typeof PieceType)[keyof typeof PieceType];
}

const MODEL_TYPE_UNIGRAM = 1;
const NO_SUCH_PIECE = -1;

/** Returns the bytes of a `.spm` file. Its normalizer does not change texts. */
export function writeSentencePieceModel(
  pieces: readonly Piece[],
  ids: { unknownId: number; endOfSentenceId: number },
): Buffer {
  // Field numbers of ModelProto, SentencePiece, TrainerSpec and NormalizerSpec.
  const trainer = [
    ...integer(3, MODEL_TYPE_UNIGRAM),
    ...integer(4, pieces.length),
    ...integer(35, 1), // byte_fallback
    ...integer(40, ids.unknownId),
    ...integer(41, NO_SUCH_PIECE), // bos_id
    ...integer(42, ids.endOfSentenceId),
    ...integer(43, NO_SUCH_PIECE), // pad_id
  ];
  const normalizer = [
    ...bytes(1, Buffer.from('identity')),
    ...integer(3, 1), // add_dummy_prefix
    ...integer(4, 1), // remove_extra_whitespaces
    ...integer(5, 1), // escape_whitespaces
  ];
  return Buffer.concat([
    ...pieces.map(({ text, score, type }) =>
      Buffer.from(
        bytes(1, [...bytes(1, Buffer.from(text)), ...float(2, score), ...integer(3, type)]),
      ),
    ),
    Buffer.from(bytes(2, trainer)),
    Buffer.from(bytes(3, normalizer)),
  ]);
}

/** Wire types of protocol buffers. */
const WIRE = { varint: 0, lengthDelimited: 2, fixed32: 5 } as const;

function varint(value: number): number[] {
  const written: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 0x7fn; rest >>= 7n) written.push(Number(rest & 0x7fn) | 0x80);
  return [...written, Number(rest)];
}

function integer(field: number, value: number): number[] {
  return [...varint(field * 8 + WIRE.varint), ...varint(value)];
}

function bytes(field: number, content: ArrayLike<number> & Iterable<number>): number[] {
  return [...varint(field * 8 + WIRE.lengthDelimited), ...varint(content.length), ...content];
}

function float(field: number, value: number): number[] {
  const content = Buffer.from(Float32Array.of(value).buffer);
  return [...varint(field * 8 + WIRE.fixed32), ...content];
}
