/**
 * Test only. Writes a SentencePiece model (`sentencepiece_model.proto`): a unigram vocabulary of whole
 * words and single characters, with no normalisation.
 */
export const PieceType = { normal: 1, unknown: 2, control: 3 } as const;

export interface Piece {
  readonly text: string;
  readonly score: number;
  readonly type: (typeof PieceType)[keyof typeof PieceType];
}

/** Field numbers of `ModelProto` and its messages. */
const MODEL = { pieces: 1, trainer: 2, normaliser: 3 } as const;
const PIECE = { text: 1, score: 2, type: 3 } as const;
const TRAINER = {
  modelType: 3,
  vocabularySize: 4,
  unknownId: 40,
  beginId: 41,
  endId: 42,
  padId: 43,
} as const;
const NORMALISER = {
  name: 1,
  addDummyPrefix: 3,
  removeExtraWhitespaces: 4,
  escapeWhitespaces: 5,
} as const;
const MODEL_TYPE_UNIGRAM = 1;
const NO_SUCH_PIECE = -1;

/** The bytes of a `.spm` file. */
export function writeSentencePieceModel(
  pieces: readonly Piece[],
  ids: { unknownId: number; endOfSentenceId: number },
): Buffer {
  return Buffer.concat([
    ...pieces.map((piece) =>
      writeBytes(
        MODEL.pieces,
        Buffer.concat([
          writeBytes(PIECE.text, Buffer.from(piece.text)),
          writeFloat(PIECE.score, piece.score),
          writeInteger(PIECE.type, piece.type),
        ]),
      ),
    ),
    writeBytes(
      MODEL.trainer,
      Buffer.concat([
        writeInteger(TRAINER.modelType, MODEL_TYPE_UNIGRAM),
        writeInteger(TRAINER.vocabularySize, pieces.length),
        writeInteger(TRAINER.unknownId, ids.unknownId),
        writeInteger(TRAINER.beginId, NO_SUCH_PIECE),
        writeInteger(TRAINER.endId, ids.endOfSentenceId),
        writeInteger(TRAINER.padId, NO_SUCH_PIECE),
      ]),
    ),
    writeBytes(
      MODEL.normaliser,
      Buffer.concat([
        writeBytes(NORMALISER.name, Buffer.from('identity')),
        writeInteger(NORMALISER.addDummyPrefix, 1),
        writeInteger(NORMALISER.removeExtraWhitespaces, 1),
        writeInteger(NORMALISER.escapeWhitespaces, 1),
      ]),
    ),
  ]);
}

/** Protocol buffers' wire types. */
const WIRE = { varint: 0, lengthDelimited: 2, fixed32: 5 } as const;

function writeVarint(value: number): Buffer {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 0x80 : low);
  } while (rest > 0n);
  return Buffer.from(bytes);
}

function writeTag(field: number, wire: number): Buffer {
  return writeVarint(field * 8 + wire);
}

function writeInteger(field: number, value: number): Buffer {
  return Buffer.concat([writeTag(field, WIRE.varint), writeVarint(value)]);
}

function writeBytes(field: number, bytes: Buffer): Buffer {
  return Buffer.concat([writeTag(field, WIRE.lengthDelimited), writeVarint(bytes.length), bytes]);
}

function writeFloat(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([writeTag(field, WIRE.fixed32), bytes]);
}
