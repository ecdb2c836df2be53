import type { MessageFormat } from '@parlance/messages';
import { createYieldToLoop } from '../../../lib/yield-to-loop.ts';
import { mask } from '../../content/index.ts';
import type { MemoryEntry } from './memory.store.ts';
import { similarityOf, trigramsOf } from './trigrams.ts';

export interface ScoredEntry extends MemoryEntry {
  readonly score: number;
}

export interface RankOptions {
  readonly text: string;
  /** The requested text with its placeholders masked by `maskText`. */
  readonly masked: string;
  readonly messageFormat: MessageFormat;
  readonly minScore: number;
  readonly limit: number;
}

/** Score of a text that differs only in placeholders, surrounding white space or case. */
const MASKED_SCORE = 0.98;
/** Maximum score of a text that differs in its words. */
const MAX_FUZZY_SCORE = 0.97;

/**
 * Returns the translations with the most similar source texts, the most similar first and without
 * duplicates.
 */
export async function rankEntries(
  entries: readonly MemoryEntry[],
  { text, masked, messageFormat, minScore, limit }: RankOptions,
): Promise<ScoredEntry[]> {
  const wanted = { text, masked: masked.toLowerCase(), trigrams: trigramsOf(masked) };
  const scored = new Map<string, ScoredEntry>();
  const yieldToLoop = createYieldToLoop(null);
  for (const entry of entries) {
    await yieldToLoop();
    const score = await scoreOf(entry.source, wanted, messageFormat);
    const identity = JSON.stringify([entry.source, entry.target]);
    if (score >= minScore && !scored.has(identity)) scored.set(identity, { ...entry, score });
  }
  return [...scored.values()].sort((a, b) => b.score - a.score).slice(0, limit);
}

async function scoreOf(
  source: string,
  wanted: { text: string; masked: string; trigrams: ReadonlySet<string> },
  format: MessageFormat,
): Promise<number> {
  if (source === wanted.text) return 1;
  const masked = await mask(source, format);
  if (masked.toLowerCase() === wanted.masked) return MASKED_SCORE;
  const similarity = similarityOf(trigramsOf(masked), wanted.trigrams);
  return Math.min(MAX_FUZZY_SCORE, Math.round(similarity * 100) / 100);
}
