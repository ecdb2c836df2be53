/**
 * Decodes a file whose first bytes determine the encoding. `decode` receives the first bytes and
 * the whole file, including the first bytes.
 */
export async function* withHead(
  bytes: AsyncIterable<Uint8Array>,
  size: number,
  decode: (
    head: Uint8Array,
    all: AsyncIterable<Uint8Array>,
  ) => AsyncGenerator<string, void> | Generator<string, void>,
): AsyncGenerator<string, void> {
  const source = bytes[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    while (length < size) {
      const next = await source.next();
      if (next.done === true) break;
      chunks.push(next.value);
      length += next.value.length;
    }
    const head = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    yield* decode(head, chain(chunks, source));
  } finally {
    await source.return?.();
  }
}

async function* chain(
  head: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  yield* head;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
