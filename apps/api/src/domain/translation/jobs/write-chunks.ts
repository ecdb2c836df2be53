import { LIMITS } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import { fail } from '../../../errors.ts';
import { createYieldToLoop } from '../../../lib/yield-to-loop.ts';
import {
  createRepeatMarker,
  identityOf,
  type JobString,
  type LocaleStrings,
  mostUnitsOf,
} from '../strings.ts';
import { insertChunks, insertSources } from './translation-chunk.store.ts';
import type { JobRef } from './translation-job.store.ts';

export const CHUNK_STRINGS = 200;
/**
 * Number of strings in the first chunk. It is small, so that the engine begins while further chunks
 * are prepared.
 */
const FIRST_CHUNK_STRINGS = 50;
/** Maximum length of the strings in a chunk, in code units. It limits the duration of a chunk. */
const CHUNK_LENGTH = 50_000;
const CHUNKS_PER_WRITE = 100;

/**
 * Stores the strings of a new job in chunks. Calls `onStrings` before each batch.
 * @returns the number of strings, and the maximum number of billed units
 * @throws `limit_exceeded`
 */
export async function writeChunks(
  tx: Db,
  ref: JobRef,
  asked: readonly LocaleStrings[],
  onStrings: () => void,
): Promise<{ readonly strings: number; readonly units: number }> {
  const yieldToLoop = createYieldToLoop(null);
  const totals = { strings: 0, units: 0 };
  let nextSourceId = 0;
  for (const { locales, read } of asked) {
    const builder = new ChunkBuilder();
    let nextChunk = 0;
    let chunks: JobString[][] = [];
    const write = async (): Promise<void> => {
      for (const chunk of chunks) {
        totals.units += mostUnitsOf(chunk) * locales.length;
        await yieldToLoop();
      }
      await insertSources(tx, ref, nextSourceId, chunks);
      const lengths = chunks.map((chunk) => chunk.length);
      const chunkStart = { firstSourceId: nextSourceId, firstChunk: nextChunk, lengths };
      for (const locale of locales) await insertChunks(tx, ref, locale, chunkStart);
      nextSourceId += chunks.length;
      nextChunk += chunks.length;
      chunks = [];
    };
    for await (const strings of read()) {
      if (strings.length > 0) onStrings();
      totals.strings += strings.length * locales.length;
      requireJobSize(totals.strings);
      for (const string of strings) {
        const full = builder.add(string);
        if (full) chunks.push(full);
        await yieldToLoop();
      }
      if (chunks.length >= CHUNKS_PER_WRITE) await write();
    }
    const last = builder.end();
    if (last) chunks.push(last);
    if (chunks.length > 0) await write();
  }
  return totals;
}

/** @throws `limit_exceeded` */
export function requireJobSize(stringTargets: number): void {
  if (stringTargets > LIMITS.jobStringTargets) {
    fail(
      'limit_exceeded',
      `A job can have at most ${LIMITS.jobStringTargets} strings × targets, but this job has ${stringTargets}. Split it.`,
    );
  }
}

/**
 * Divides the strings of one locale into chunks. Marks repetitions of earlier strings, which a job
 * translates and bills only once.
 */
export class ChunkBuilder {
  readonly #first = new Map<string, readonly [chunk: number, index: number]>();
  readonly #markRepeat = createRepeatMarker();
  #chunk: JobString[] = [];
  #length = 0;
  #number = 0;

  /**
   * Adds a string. If the current chunk is full, starts another chunk and returns the full chunk.
   */
  add(string: JobString): JobString[] | null {
    const mostStrings = this.#number === 0 ? FIRST_CHUNK_STRINGS : CHUNK_STRINGS;
    const isFull =
      this.#chunk.length >= mostStrings ||
      (this.#chunk.length > 0 && this.#length + string.text.length > CHUNK_LENGTH);
    const full = isFull ? this.take() : null;
    const identity = identityOf(string);
    const first = this.#first.get(identity);
    if (!first) this.#first.set(identity, [this.#number, this.#chunk.length]);
    const sameAs = first && first[0] !== this.#number ? first : undefined;
    const marked = this.#markRepeat(string);
    this.#chunk.push(sameAs ? { ...marked, sameAs } : marked);
    this.#length += string.text.length;
    return full;
  }

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
