import {
  learnCodeShapes,
  type MessageFormat,
  mayHaveCodePositions,
  patternOfShape,
} from '@parlance/messages';
import type { Db } from '../../../db/client.ts';
import { createYieldToLoop, runYielding } from '../../../lib/yield-to-loop.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { readSourceSample } from './source-sample.store.ts';

/** Returns the shapes of code words in the texts of a project. Learns them at the first call. */
export type ReadCodeShapes = () => Promise<readonly string[]>;

/** Returns a function that learns the shapes of code words from the stored source texts of a project. */
export const openCodeShapes = (
  db: Db,
  projectId: ProjectRef | null,
  format: MessageFormat,
): ReadCodeShapes =>
  once(async () => {
    if (projectId === null) return [];
    const texts = await readSourceSample(db, projectId);
    return runYielding(learnCodeShapes(texts, format), createYieldToLoop(null));
  });

/**
 * Returns the patterns of code words in a project, for the check of a translation. Undefined if the
 * source text has no position that may contain code.
 */
export const patternsFor = (
  sourceText: string,
  format: MessageFormat,
  read: ReadCodeShapes,
): Promise<readonly string[]> | undefined =>
  mayHaveCodePositions(sourceText, format)
    ? read().then((shapes) => shapes.map(patternOfShape))
    : undefined;

export function once(read: ReadCodeShapes): ReadCodeShapes {
  let shapes: ReturnType<ReadCodeShapes> | null = null;
  return () => {
    shapes ??= read();
    return shapes;
  };
}
