const CHUNK_BYTES = 256 * 1024;
const FIRST_LENGTH = 1024;

/** A list of integers below 2^32. It uses 4 bytes per integer. */
export class NumberColumn {
  #numbers = new Uint32Array(FIRST_LENGTH);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const grown = new Uint32Array(this.#length * 2);
      grown.set(this.#numbers);
      this.#numbers = grown;
    }
    this.#numbers[this.#length++] = number;
  }

  /** Removes the last number, and returns it. */
  pop(): number {
    return this.#numbers[--this.#length]!;
  }

  at(index: number): number {
    return this.#numbers[index]!;
  }
}

const HASH_START = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;

/** Spreads the result of FNV-1a over all bits by the last steps of MurmurHash3. */
function spread(hash: number): number {
  let spread = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  spread = Math.imul(spread ^ (spread >>> 13), 0xc2b2ae35);
  return (spread ^ (spread >>> 16)) >>> 0;
}

/** Returns the hash of a text that {@link TextColumn.push} returns: FNV-1a over code units. */
export function hashText(text: string): number {
  let hash = HASH_START;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), HASH_FACTOR);
  }
  return spread(hash);
}

/**
 * A list of texts, stored as UTF-8 outside of V8's heap. It uses a third of the memory of strings
 * and no garbage collection time. Texts must not contain unpaired surrogates, which UTF-8 cannot
 * store.
 */
export class TextColumn {
  /**
   * Buffer of each slot. A slot has {@link CHUNK_BYTES} bytes, and a longer text occupies several
   * slots.
   */
  readonly #chunks: Buffer[] = [];
  readonly #takenOf: number[] = [];
  /**
   * Position of each text: the number of its slot times {@link CHUNK_BYTES}, plus the offset in the
   * slot.
   */
  readonly #starts = new NumberColumn();

  get length(): number {
    return this.#starts.length;
  }

  /** Adds a text. Returns its hash, an integer from 0 to 2^32 - 1. */
  push(text: string): number {
    const last = this.#chunks.length - 1;
    const isSure = last >= 0 && text.length * 3 < CHUNK_BYTES - this.#takenOf[last]!;
    const slot = isSure ? last : this.#slotFor(text);
    const taken = this.#takenOf[slot]!;
    const chunk = this.#chunks[slot]!;
    let hash = HASH_START;
    let isAscii = true;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      chunk[taken + index] = code;
      hash = Math.imul(hash ^ code, HASH_FACTOR);
      if (code >= 0x80) isAscii = false;
    }
    this.#starts.push(slot * CHUNK_BYTES + taken);
    this.#takenOf[slot] = taken + (isAscii ? text.length : chunk.write(text, taken));
    return spread(hash);
  }

  /** Removes the last text. */
  pop(): void {
    const start = this.#starts.pop();
    this.#takenOf[Math.floor(start / CHUNK_BYTES)] = start % CHUNK_BYTES;
  }

  at(index: number): string {
    const start = this.#starts.at(index);
    const slot = Math.floor(start / CHUNK_BYTES);
    return this.#chunks[slot]!.toString('utf8', start % CHUNK_BYTES, this.#endOf(index, slot));
  }

  /** True if the text at `index` equals `text`. Most texts are compared without decoding. */
  equals(index: number, text: string): boolean {
    const place = this.#starts.at(index);
    const slot = Math.floor(place / CHUNK_BYTES);
    const start = place % CHUNK_BYTES;
    const sizeBytes = this.#endOf(index, slot) - start;
    if (sizeBytes < text.length) return false;
    const chunk = this.#chunks[slot]!;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code >= 0x80) return this.at(index) === text;
      if (chunk[start + at] !== code) return false;
    }
    return sizeBytes === text.length;
  }

  slice(from: number, to: number): string[] {
    const texts: string[] = [];
    for (let index = from; index < to; index++) texts.push(this.at(index));
    return texts;
  }

  #endOf(index: number, slot: number): number {
    const next = index + 1 < this.#starts.length ? this.#starts.at(index + 1) : -1;
    const isInChunk = Math.floor(next / CHUNK_BYTES) === slot;
    return isInChunk ? next % CHUNK_BYTES : this.#takenOf[slot]!;
  }

  #slotFor(text: string): number {
    const sizeBytes = Buffer.byteLength(text);
    const last = this.#chunks.length - 1;
    if (last >= 0 && sizeBytes < CHUNK_BYTES - this.#takenOf[last]!) return last;
    const slot = this.#chunks.length;
    const slots = Math.max(1, Math.ceil(sizeBytes / CHUNK_BYTES));
    const chunk = Buffer.allocUnsafeSlow(slots * CHUNK_BYTES);
    for (let index = 0; index < slots; index++) {
      this.#chunks.push(chunk);
      this.#takenOf.push(index === 0 ? 0 : CHUNK_BYTES);
    }
    return slot;
  }
}
