/**
 * Reads the first pieces of a response, at least `length` code units, and returns a generator of
 * all pieces. If one of the first pieces fails, the error is thrown before the response begins.
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
