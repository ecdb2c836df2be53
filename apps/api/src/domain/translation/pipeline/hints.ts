import type { Db } from '../../../db/client.ts';
import type { Engine, SegmentContext } from '../../../providers/mt/engine.ts';
import { BULK_ROWS } from '../../batches.ts';
import type { Memory } from '../../memory/memory.ts';
import type { ProjectRef } from '../../tenant.ts';
import type { JobString, StringOptions } from '../strings.ts';
import { findNeighbours, type Neighbour } from './neighbours.store.ts';
import type { Segment } from './segment.ts';

/** Context that shows an engine the meaning of a string. */
export type Hints = Pick<SegmentContext, 'neighbours' | 'memory'>;

/** Hints for each of the strings. The other strings of a call do not change them. */
export type FindHints = (strings: readonly JobString[]) => Promise<readonly Hints[]>;

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
    const names = [...new Set(strings.map(nameOf))];
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
    return strings.map((string) => {
      const near = neighbours.get(nameOf(string)) ?? [];
      const similar = examples.get(string.text)!;
      return {
        ...(near.length > 0 ? { neighbours: near } : {}),
        ...(similar.length > 0 ? { memory: similar } : {}),
      };
    });
  };
}

/** Returns the hints for each segment if the engine reads them; for another engine, none. */
export async function findSegmentHints(
  engine: Engine,
  segments: readonly Segment[],
  findHints: FindHints | undefined,
): Promise<readonly Hints[]> {
  if (!engine.capabilities.hints || !findHints || segments.length === 0) return [];
  const strings = [...new Set(segments.map(({ string }) => string))];
  const found = await findHints(strings);
  const hints = new Map(strings.map((string, at) => [string, found[at]!]));
  return segments.map(({ string }) => hints.get(string)!);
}

/** A caller who translates the texts of a project may use the names of its keys as ids. */
const nameOf = ({ seedKey, key, id }: JobString): string => seedKey ?? key ?? id;
