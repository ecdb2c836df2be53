import type { Db } from '../../../db/client.ts';
import { createYieldToLoop } from '../../../lib/yield-to-loop.ts';
import type { Engine, SegmentContext } from '../../../providers/mt/engine.ts';
import { findNeighbours, findReferences, type Neighbour } from '../../content/index.ts';
import { type ProjectRef, rangesOf } from '../../kernel/index.ts';
import type { Memory } from '../memory/memory.ts';
import type { JobString, StringOptions } from '../strings.ts';
import type { RequestOptions, Segment } from './segment.ts';

/**
 * Context of a string for an engine: neighboring keys, translations of similar texts, and the
 * translation into the reference locale.
 */
export type Hints = Pick<SegmentContext, 'neighbours' | 'memory' | 'reference'>;

/** Returns the hints for each string. They do not depend on the other strings of the request. */
export type FindHints = (strings: readonly JobString[]) => Promise<readonly Hints[]>;

export interface HintSources extends StringOptions {
  readonly projectId: ProjectRef;
  /**
   * The part of the translation memory that the caller may read. Null if the caller may read none.
   */
  readonly memory: Memory | null;
  /** Locale whose translations are shown. Null if there is none. */
  readonly reference: string | null;
  /** Maximum time in milliseconds of all searches in the translation memory. Defaults to no limit. */
  readonly searchMs?: number;
}

/**
 * Opens the sources of hints: neighboring keys and the translation memory. The number of queries
 * does not depend on the number of strings.
 */
export function openHints(db: Db, sources: HintSources): FindHints {
  const { projectId, memory, reference, searchMs, ...options } = sources;
  let leftMs = searchMs ?? Number.POSITIVE_INFINITY;
  return async (strings) => {
    const names = [...new Set(strings.map(nameOf))];
    const texts = [...new Set(strings.map(({ text }) => text))];
    const neighbours = new Map<string, readonly Neighbour[]>();
    const references = new Map<string, string>();
    for (const range of rangesOf(names.length)) {
      const part = names.slice(...range);
      const found = await findNeighbours(db, projectId, options.sourceLocale, part);
      for (const [at, near] of found) neighbours.set(part[at]!, near);
      if (reference === null) continue;
      const texts = await findReferences(db, projectId, reference, part);
      for (const [name, text] of texts) references.set(name, text);
    }
    const startedAt = performance.now();
    const found = (leftMs > 0 && (await memory?.findExamples(texts, options))) || [];
    leftMs -= performance.now() - startedAt;
    const examples = new Map(
      texts.map((text, index) => [text, found[index]?.length ? found[index] : undefined]),
    );
    return strings.map((string) => ({
      neighbours: neighbours.get(nameOf(string)),
      memory: examples.get(string.text),
      ...referenceOf(reference, references.get(nameOf(string))),
    }));
  };
}

/** Prepares segments for an engine, with hints if the engine can use them. */
export async function beginSegments(
  engine: Engine,
  segments: readonly Segment[],
  { findHints, signal, ...options }: BeginOptions,
): Promise<void> {
  const { version } = engine;
  const readsHints = engine.capabilities.hints && findHints && segments.length > 0;
  const strings = [...new Set(segments.map(({ string }) => string))];
  const found = readsHints ? await findHints(strings) : [];
  const hints = new Map(strings.map((string, index) => [string, found[index]]));
  const yieldToLoop = createYieldToLoop(signal);
  for (const segment of segments) {
    segment.begin(engine, version, hints.get(segment.string) ?? {}, options);
    await yieldToLoop();
  }
}

export interface BeginOptions extends RequestOptions {
  readonly findHints?: FindHints | undefined;
  readonly signal: AbortSignal;
}

const referenceOf = (
  locale: string | null,
  text: string | undefined,
): Pick<SegmentContext, 'reference'> =>
  locale === null || text === undefined ? {} : { reference: { locale, text } };

const nameOf = ({ seedKey, key, id }: JobString): string => seedKey ?? key ?? id;
