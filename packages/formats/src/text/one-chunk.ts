/** Returns a file in memory as a stream with one chunk, because the readers accept only streams. */
export async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}
