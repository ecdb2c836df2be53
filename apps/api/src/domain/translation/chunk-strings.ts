import { identityOf, type SourceString } from './source-string.ts';
import type { JobString } from './translation-chunk.store.ts';

export const CHUNK_STRINGS = 200;
/** The first chunk is a short one: the engine begins while the next ones are still prepared. */
const FIRST_CHUNK_STRINGS = 50;
/** UTF-16 code units: long texts make short chunks, so that each is finished in reasonable time. */
const CHUNK_LENGTH = 50_000;

/** A string of a job as the pipeline takes it; `context` is the job's own, where the string has none. */
export const sourceStringOf = (string: JobString, context: string | null): SourceString => ({
  text: string.text,
  plural:
    string.category === undefined
      ? undefined
      : { category: string.category, isOrdinal: string.isOrdinal === true },
  context: string.context ?? context ?? undefined,
  keyName: string.key,
  // A caller who translates the texts of a project may use the names of its keys as ids.
  besideKey: string.seedKey ?? string.key ?? string.id,
  maxLength: string.maxLength,
});

/**
 * Puts the strings of one locale into chunks, in order, and notes which repeat an earlier one: those
 * are translated and billed once in the job.
 */
export class ChunkBuilder {
  readonly #first = new Map<string, readonly [chunk: number, index: number]>();
  readonly #texts = new Set<string>();
  #chunk: JobString[] = [];
  #length = 0;
  #number = 0;

  /** Adds a string; answers with the chunk before it where that is full now. */
  add(string: JobString): JobString[] | null {
    const mostStrings = this.#number === 0 ? FIRST_CHUNK_STRINGS : CHUNK_STRINGS;
    const isFull =
      this.#chunk.length >= mostStrings ||
      (this.#chunk.length > 0 && this.#length + string.text.length > CHUNK_LENGTH);
    const full = isFull ? this.take() : null;
    const identity = identityOf(sourceStringOf(string, null));
    const first = this.#first.get(identity);
    if (!first) this.#first.set(identity, [this.#number, this.#chunk.length]);
    const isRepeat = this.#texts.has(string.text);
    this.#texts.add(string.text);
    // Equal strings of one chunk find each other when it is translated.
    const sameAs = first && first[0] !== this.#number ? first : undefined;
    this.#chunk.push(isRepeat ? { ...string, isRepeat, ...(sameAs ? { sameAs } : {}) } : string);
    this.#length += string.text.length;
    return full;
  }

  /** The last chunk; null where nothing is left. */
  end(): JobString[] | null {
    return this.#chunk.length === 0 ? null : this.take();
  }

  private take(): JobString[] {
    const chunk = this.#chunk;
    this.#chunk = [];
    this.#length = 0;
    this.#number++;
    return chunk;
  }
}
