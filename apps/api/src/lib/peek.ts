/**
 * Reads at least the first `size` bytes of a stream, or all bytes of a shorter stream. `all` in the
 * result yields the whole stream, including the bytes that were read.
 */
export async function peek(
  bytes: AsyncIterable<Uint8Array>,
  size: number,
): Promise<{ head: Uint8Array; all: AsyncIterable<Uint8Array> }> {
  const source = bytes[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  for (let length = 0; length < size; ) {
    const next = await source.next();
    if (next.done === true) break;
    first.push(next.value);
    length += next.value.length;
  }
  return { head: Buffer.concat(first), all: joined(first, source) };
}

async function* joined(
  first: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
      yield next.value;
    }
  } finally {
    await rest.return?.();
  }
}
