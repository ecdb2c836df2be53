/** Writes the two binary formats of marian-dev that released models use: a model and a lexical shortlist. */

/** One tensor of a model. */
export interface Item {
  readonly name: string;
  readonly type: (typeof ItemType)[keyof typeof ItemType];
  readonly shape: readonly number[];
  readonly bytes: Buffer;
}

/** Types of `common/types.h`: the class of the type in the high byte, its size in the low byte. */
export const ItemType = { int8: 0x0101, float32: 0x0404, intgemm8: 0x4101 } as const;

export const INT8_MAX = 127;
const MARIAN_VERSION = 1;
const ALIGNMENT_BYTES = 256;

/** Writes Marian's binary format, version 1: headers, names, shapes, then the aligned bytes of the items. */
export function writeMarianBinary(unpadded: readonly Item[]): Buffer {
  const items = unpadded.map((item) => ({ ...item, padding: paddingOf(item.bytes.length) }));
  const head = Buffer.concat([
    writeUint64s(MARIAN_VERSION, items.length),
    ...items.map((item) =>
      writeUint64s(
        Buffer.byteLength(item.name) + 1,
        item.type,
        item.shape.length,
        item.bytes.length + item.padding,
      ),
    ),
    ...items.map((item) => Buffer.from(`${item.name}\0`)),
    ...items.map((item) => Buffer.from(Int32Array.from(item.shape).buffer)),
  ]);
  const gap = paddingOf(head.length + BigUint64Array.BYTES_PER_ELEMENT);
  return Buffer.concat([
    head,
    writeUint64s(gap),
    Buffer.alloc(gap),
    ...items.flatMap((item) => [item.bytes, Buffer.alloc(item.padding)]),
  ]);
}

export function writeFloats(name: string, values: Float32Array): Item {
  return {
    name,
    type: ItemType.float32,
    shape: [1, values.length],
    bytes: Buffer.from(values.buffer),
  };
}

/**
 * Writes a quantized matrix: int8 values, stored transposed and in a machine-independent form, then their multiplier.
 */
export function writeQuantized(
  name: string,
  shape: readonly number[],
  values: Int8Array,
  multiplier: number,
): Item {
  const bytes = Buffer.alloc(values.length + Float32Array.BYTES_PER_ELEMENT);
  bytes.set(values);
  bytes.writeFloatLE(multiplier, values.length);
  return { name, type: ItemType.intgemm8, shape, bytes };
}

/** Writes the architecture as YAML, which the WebAssembly module reads as a C string. */
export function writeConfig(yaml: string): Item {
  const bytes = Buffer.from(`${yaml}\0`);
  return { name: 'special:model.yml', type: ItemType.int8, shape: [1, bytes.length], bytes };
}

/** `BINARY_SHORTLIST_MAGIC` of `data/shortlist.h`. */
const SHORTLIST_MAGIC = 0xf11a48d5013417f5n;

/** Writes a binary shortlist with `perPiece` ids of target pieces for each source piece, in ascending order. */
export function writeShortlist(targets: Uint32Array, perPiece: number): Buffer {
  const offsets = Array.from({ length: targets.length / perPiece + 1 }, (_, id) => id * perPiece);
  return Buffer.concat([
    // Magic number, unchecked checksum, number of frequent pieces, number of best pieces, and two lengths.
    writeUint64s(SHORTLIST_MAGIC, 0, perPiece, perPiece, offsets.length, targets.length),
    writeUint64s(...offsets),
    Buffer.from(targets.buffer),
  ]);
}

function writeUint64s(...values: readonly (number | bigint)[]): Buffer {
  return Buffer.from(BigUint64Array.from(values, BigInt).buffer);
}

function paddingOf(length: number): number {
  return (ALIGNMENT_BYTES - (length % ALIGNMENT_BYTES)) % ALIGNMENT_BYTES;
}
