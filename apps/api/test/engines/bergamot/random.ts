/** Creates a small seeded generator (xorshift32), so that a generated model is the same in every run. */
export function createRandom(seed: number): () => number {
  // A multiplicative hash, because neighboring seeds start with similar numbers and 0 stays 0.
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
