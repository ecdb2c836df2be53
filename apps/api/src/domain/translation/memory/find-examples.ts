import { setImmediate } from 'node:timers/promises';
import type { MessageFormat } from '@parlance/messages';
import type { Db } from '../../../db/client.ts';
import { mask } from '../../content/index.ts';
import { findSimilar } from './find-entries.ts';
import type { MemoryScope } from './memory.store.ts';
import { rankEntries } from './rank-entries.ts';
import { bandsOf, realmOf } from './trigrams.ts';

/** A translation of a similar text. A translation engine gets it as an example. */
export interface MemoryExample {
  readonly source: string;
  readonly target: string;
  readonly score: number;
}

const EXAMPLES_PER_TEXT = 3;
/** Minimum similarity of an example. Less similar texts do not help an engine. */
const MIN_SCORE = 0.6;
const TEXTS_PER_QUERY = 50;
const BOUNDS = { relatedTexts: 300, textsPerText: 20, timeoutMs: 1_000 };
/**
 * Minimum time limit for the searches of one call, in milliseconds. For many texts, the limit is
 * {@link MS_PER_TEXT} for each text.
 */
const LEAST_MS = 250;
const MS_PER_TEXT = 1;

/**
 * Returns translations of similar texts from the translation memory, the most similar first. Reads
 * fewer texts than a search by a user, to save time.
 */
export async function findExamples(
  db: Db,
  scope: MemoryScope,
  texts: readonly string[],
  options: { messageFormat: MessageFormat; sourceLocale: string; targetLocale: string },
): Promise<MemoryExample[][]> {
  const { messageFormat, sourceLocale, targetLocale } = options;
  const realm = realmOf(scope.organizationId, sourceLocale);
  const endsAt = performance.now() + Math.max(LEAST_MS, texts.length * MS_PER_TEXT);
  const examples: MemoryExample[][] = texts.map(() => []);
  const worded = [...texts.keys()].filter((index) => /\p{L}/u.test(texts[index]!));
  for (let from = 0; from < worded.length; from += TEXTS_PER_QUERY) {
    const leftMs = endsAt - performance.now();
    if (leftMs < 1) break;
    const part: { index: number; text: string; masked: string; bands: number[] }[] = [];
    for (const index of worded.slice(from, from + TEXTS_PER_QUERY)) {
      const text = texts[index]!;
      const masked = await mask(text, messageFormat);
      part.push({ index, text, masked, bands: bandsOf(realm, masked) });
      await setImmediate();
    }
    const bands = part.map((one) => one.bands);
    const bounds = { ...BOUNDS, timeoutMs: Math.min(BOUNDS.timeoutMs, leftMs) };
    const found = await findSimilar(db, scope, targetLocale, bands, bounds);
    for (const [at, { index, text, masked }] of part.entries()) {
      const wanted = { text, masked, messageFormat, minScore: MIN_SCORE, limit: EXAMPLES_PER_TEXT };
      const ranked = await rankEntries(found.get(at) ?? [], wanted);
      examples[index] = ranked.map(({ source, target, score }) => ({ source, target, score }));
      await setImmediate();
    }
  }
  return examples;
}
