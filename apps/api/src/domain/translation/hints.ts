import type { Db } from '../../db/client.ts';
import type { Engine, SegmentContext } from '../../providers/mt/engine.ts';
import { BULK_ROWS } from '../batches.ts';
import type { Memory } from '../memory/memory.ts';
import type { ProjectRef } from '../tenant.ts';
import { findNeighbours, type Neighbour } from './neighbours.store.ts';
import type { Phrase } from './phrase.ts';
import type { SourceString, StringOptions } from './source-string.ts';

/** Context that shows an engine the meaning of a string. */
export type Hints = Pick<SegmentContext, 'neighbours' | 'memory'>;

/** Hints for each of the strings. The other strings of a call do not change them. */
export type FindHints = (strings: readonly SourceString[]) => Promise<readonly Hints[]>;

export interface HintSources extends StringOptions {
  readonly projectId: ProjectRef;
  /** Part of the organization's memory that the caller may read; null: nothing. */
  readonly memory: Memory | null;
  /** Maximum time of all searches in the memory. Defaults to no limit. */
  readonly searchMs?: number;
}

/** Looks for hints in a project and in the memory: a few queries, however many strings there are. */
export function openHints(db: Db, sources: HintSources): FindHints {
  const { projectId, memory, searchMs, ...options } = sources;
  let leftMs = searchMs ?? Number.POSITIVE_INFINITY;
  return async (strings) => {
    const names = [...new Set(strings.flatMap(({ besideKey }) => besideKey ?? []))];
    const texts = [...new Set(strings.map(({ text }) => text))];
    const neighbours = new Map<string, readonly Neighbour[]>();
    for (let from = 0; from < names.length; from += BULK_ROWS) {
      const part = names.slice(from, from + BULK_ROWS);
      const found = await findNeighbours(db, projectId, options.sourceLocale, part);
      for (const [at, own] of found) {
        const near = own.map(({ key, text }) => ({ key, text }));
        neighbours.set(part[at]!, near);
      }
    }
    const startedAt = performance.now();
    const found = (leftMs > 0 && (await memory?.findExamples(texts, options))) || [];
    leftMs -= performance.now() - startedAt;
    const examples = new Map(texts.map((text, at) => [text, found[at] ?? []]));
    return strings.map(({ text, besideKey }) => {
      const near = neighbours.get(besideKey ?? '') ?? [];
      const similar = examples.get(text)!;
      return {
        ...(near.length > 0 ? { neighbours: near } : {}),
        ...(similar.length > 0 ? { memory: similar } : {}),
      };
    });
  };
}

/** The phrases with their hints, for an engine that reads them; for any other as they are. */
export async function addHints(
  engine: Engine,
  phrases: readonly Phrase[],
  findHints: FindHints | undefined,
): Promise<readonly Phrase[]> {
  if (!engine.capabilities.hints || !findHints || phrases.length === 0) return phrases;
  const strings = [...new Set(phrases.map(({ string }) => string))];
  const found = await findHints(strings);
  const hints = new Map(strings.map((string, at) => [string, found[at]!]));
  return phrases.map((phrase) => ({
    ...phrase,
    context: { ...phrase.context, ...hints.get(phrase.string) },
  }));
}
