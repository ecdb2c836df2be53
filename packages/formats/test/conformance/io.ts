import type {
  Charset,
  FileFormat,
  FileRow,
  FileWarning,
  FormatLimits,
  PatchOptions,
  PatchReport,
  ReadOptions,
} from '../../src/format.ts';

/** The limits of the API contract. */
export const TEST_LIMITS: FormatLimits = {
  depth: 64,
  keyNameLength: 2048,
  valueLength: 100_000,
  descriptionLength: 10_000,
};

/** Returns options to read a written file with the same separator and locales. */
export function readOptions(written: {
  keySeparator: string | null;
  localeTags: readonly string[];
  sourceLocaleTag: string;
  poKind?: 'text' | 'ids';
  isCompose?: boolean;
  charset?: Charset;
}): Omit<ReadOptions, 'warn'> {
  const { poKind, charset } = written;
  return {
    ...(poKind && { poKind }),
    ...(charset && { charset }),
    keySeparator: written.keySeparator,
    localeTag: written.localeTags[0]!,
    sourceLocaleTag: written.sourceLocaleTag,
    limits: TEST_LIMITS,
    ...(written.isCompose ? { isCompose: true } : {}),
  };
}

/** Reads all rows of a file. Returns them with the warnings. */
export async function collectRows(
  format: FileFormat,
  bytes: AsyncIterable<Uint8Array>,
  options: Omit<ReadOptions, 'warn'>,
): Promise<{ rows: FileRow[]; warnings: FileWarning[] }> {
  const rows: FileRow[] = [];
  const warnings: FileWarning[] = [];
  const warn = (warning: FileWarning) => warnings.push(warning);
  for await (const batch of format.read(bytes, { ...options, warn })) {
    for (const row of batch) rows.push(row);
  }
  return { rows, warnings };
}

export async function* batches(
  rows: readonly FileRow[],
  size = 1000,
): AsyncGenerator<FileRow[], void> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

export async function collectBytes(pieces: AsyncIterable<string>): Promise<Uint8Array> {
  const texts: string[] = [];
  for await (const piece of pieces) texts.push(piece);
  return new TextEncoder().encode(texts.join(''));
}

export async function* inOneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}

/** Yields the bytes in chunks that are cut at the given positions, modulo the length. */
export async function* inChunks(
  bytes: Uint8Array,
  cuts: readonly number[],
): AsyncGenerator<Uint8Array, void> {
  const places = cuts.map((cut) => (bytes.length === 0 ? 0 : cut % bytes.length));
  let start = 0;
  for (const place of places.sort((a, b) => a - b)) {
    yield bytes.subarray(start, place);
    start = place;
  }
  yield bytes.subarray(start);
}

/**
 * Returns a file with one text of `size` characters that is generated on demand, and counts the bytes that were read.
 */
export function endlessText(
  before: string,
  after: string,
  size: number,
): { bytes: AsyncIterable<Uint8Array>; givenBytes(): number; isEnded(): boolean } {
  let given = 0;
  let isEnded = false;
  const filler = new Uint8Array(64 * 1024).fill(0x78);
  async function* pieces(): AsyncGenerator<Uint8Array> {
    try {
      yield new TextEncoder().encode(before);
      for (; given < size; given += filler.length) yield filler;
      yield new TextEncoder().encode(after);
    } finally {
      isEnded = true;
    }
  }
  return { bytes: pieces(), givenBytes: () => given, isEnded: () => isEnded };
}

/** Returns the error of a rejected promise, or undefined if the promise is fulfilled. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Patches a base. Returns the new file and the report. */
export async function collectPatch(
  format: FileFormat,
  base: Uint8Array,
  rows: readonly FileRow[],
  options: PatchOptions,
): Promise<{ bytes: Buffer; report: PatchReport }> {
  const pieces: Uint8Array[] = [];
  const patched = format.patch(base, batches(rows), options);
  for (;;) {
    const next = await patched.next();
    if (next.done === true) return { bytes: Buffer.concat(pieces), report: next.value };
    pieces.push(next.value);
  }
}
