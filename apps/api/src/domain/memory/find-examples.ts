import { setImmediate } from 'node:timers/promises';
import type { MessageFormat } from '@parlance/messages';
import type { Db } from '../../db/client.ts';
import { mask } from '../message/long-messages.ts';
import { findSimilar } from './find-entries.ts';
import type { MemoryScope } from './memory.store.ts';
import { rankEntries } from './rank-entries.ts';
import { bandsOf, realmOf } from './trigrams.ts';

/** An earlier translation of a text similar to the one in question. */
export interface MemoryExample {
  readonly source: string;
  readonly target: string;
  readonly score: number;
}

const EXAMPLES_PER_TEXT = 3;
/** Minimum similarity. Less similar texts do not help a translator. */
const MIN_SCORE = 0.6;
const TEXTS_PER_QUERY = 50;
const BOUNDS = { relatedTexts: 300, textsPerText: 20, timeoutMs: 1_000 };
/**
 * Maximum time of all searches. Examples are useful, but nothing waits for them. If all texts are very similar, one
 * search takes ten milliseconds, which adds up in a job of 100,000 strings.
 */
const LEAST_MS = 250;
const MS_PER_TEXT = 1;

/**
 * Returns examples from the memory for each text, best first. They are those that a search of the memory finds, within a
 * shorter time.
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
