import { LIMITS } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import { fail } from '../../../errors.ts';
import { createPace } from '../../../lib/pace.ts';
import { identityOf, type JobString, type LocaleStrings, mostUnitsOf } from '../strings.ts';
import { insertChunks, insertSources } from './translation-chunk.store.ts';
import type { JobRef } from './translation-job.store.ts';

export const CHUNK_STRINGS = 200;
/** The first chunk is a short one: the engine begins while the next ones are still prepared. */
const FIRST_CHUNK_STRINGS = 50;
/** UTF-16 code units: long texts make short chunks, so that each is finished in reasonable time. */
const CHUNK_LENGTH = 50_000;
/** Chunks that are written together. */
const CHUNKS_PER_WRITE = 100;

/** Number of strings of all chunks, and the maximum of their billed units. */
export interface ChunkTotals {
  strings: number;
  units: number;
}

/** Writes the chunks of a new job. `onStrings` hears of each batch of strings first. @throws `limit_exceeded` */
export async function writeChunks(
  tx: Db,
  ref: JobRef,
  locales: readonly LocaleStrings[],
  onStrings: () => void,
): Promise<ChunkTotals> {
  const pace = createPace(null);
  const totals = { strings: 0, units: 0 };
  let nextSourceId = 0;
  let shared: { lengths: number[]; totals: ChunkTotals } | null = null;
  for (const { locale, read, isShared } of locales) {
    if (isShared && shared) {
      await insertChunks(tx, ref, locale, {
        firstSourceId: 0,
        firstChunk: 0,
        lengths: shared.lengths,
      });
      totals.strings += shared.totals.strings;
      totals.units += shared.totals.units;
      requireJobSize(totals.strings);
      continue;
    }
    const builder = new ChunkBuilder();
    const lengths: number[] = [];
    let chunks: JobString[][] = [];
    const write = async (): Promise<void> => {
      const added = chunks.map((chunk) => chunk.length);
      for (const chunk of chunks) {
        totals.units += mostUnitsOf(chunk);
        await pace();
      }
      await insertSources(tx, ref, nextSourceId, chunks);
      const place = { firstSourceId: nextSourceId, firstChunk: lengths.length, lengths: added };
      await insertChunks(tx, ref, locale, place);
      nextSourceId += chunks.length;
      lengths.push(...added);
      chunks = [];
    };
    for await (const strings of read()) {
      if (strings.length > 0) onStrings();
      totals.strings += strings.length;
      requireJobSize(totals.strings);
      for (const string of strings) {
        const full = builder.add(string);
        if (full) chunks.push(full);
        await pace();
      }
      if (chunks.length >= CHUNKS_PER_WRITE) await write();
    }
    const last = builder.end();
    if (last) chunks.push(last);
    if (chunks.length > 0) await write();
    shared ??= { lengths, totals: { ...totals } };
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
 * Puts the strings of one locale into chunks, in order, and notes strings that repeat an earlier one: these are
 * translated and billed once in the job.
 */
export class ChunkBuilder {
  readonly #first = new Map<string, readonly [chunk: number, index: number]>();
  readonly #texts = new Set<string>();
  #chunk: JobString[] = [];
  #length = 0;
  #number = 0;

  /** Adds a string; returns the chunk before it if that is full now. */
  add(string: JobString): JobString[] | null {
    const mostStrings = this.#number === 0 ? FIRST_CHUNK_STRINGS : CHUNK_STRINGS;
    const isFull =
      this.#chunk.length >= mostStrings ||
      (this.#chunk.length > 0 && this.#length + string.text.length > CHUNK_LENGTH);
    const full = isFull ? this.take() : null;
    const identity = identityOf(string);
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

  /** The last chunk; null if nothing is left. */
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
