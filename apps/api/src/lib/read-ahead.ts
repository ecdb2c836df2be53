/**
 * Reads pieces of a response until they have `length` code units in total, and returns a generator
 * of all pieces. If an error occurs in the first pieces, this function throws the error before the
 * response begins. Stops reading ahead if `signal` aborts.
 */
export async function readAhead<Piece extends { readonly length: number }>(
  pieces: AsyncGenerator<Piece, void>,
  length: number,
  signal: AbortSignal,
): Promise<AsyncGenerator<Piece, void>> {
  const first: Piece[] = [];
  let read = 0;
  while (read < length && !signal.aborted) {
    const next = await pieces.next();
    if (next.done === true) break;
    first.push(next.value);
    read += next.value.length;
  }
  return chain(first, pieces);
}

async function* chain<Piece>(
  first: readonly Piece[],
  rest: AsyncGenerator<Piece, void>,
): AsyncGenerator<Piece, void> {
  try {
    yield* first;
    yield* rest;
  } finally {
    await rest.return();
  }
}
