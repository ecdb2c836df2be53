import { type MessageFormat, maskText } from '@parlance/messages';
import type { Db } from '../../db/client.ts';
import { findByBands, findByHash, type MemoryEntry, type MemoryScope } from './memory.store.ts';
import { hashSource } from './memory-hash.ts';
import { bandsOf, realmOf, similarityOf, trigramsOf } from './trigrams.ts';

export interface MemorySearch {
  readonly text: string;
  readonly sourceLocale: string;
  readonly targetLocale: string;
  readonly messageFormat: MessageFormat;
  readonly minScore: number;
  readonly limit: number;
}

export interface ScoredEntry extends MemoryEntry {
  readonly score: number;
}

/** The same but for placeholders, white space at the edges or case. */
const MASKED_SCORE = 0.98;
/** However alike: other words. */
const MAX_FUZZY_SCORE = 0.97;

/** Earlier translations of the same or a similar text, best first; of equal ones each once. */
export async function searchMemory(
  db: Db,
  scope: MemoryScope,
  search: MemorySearch,
): Promise<ScoredEntry[]> {
  const { text, sourceLocale, targetLocale, messageFormat, minScore, limit } = search;
  const hash = hashSource(sourceLocale, text);
  const exact = (await findByHash(db, scope, targetLocale, 'source_hash', [hash])).get(0) ?? [];
  const masked = maskText(text, messageFormat);
  const bands = bandsOf(realmOf(scope.organizationId, sourceLocale), masked);
  const similar = minScore < 1 ? await findByBands(db, scope, targetLocale, bands) : [];
  const wanted = { text, masked: masked.toLowerCase(), trigrams: trigramsOf(masked) };
  const scored = new Map<string, ScoredEntry>();
  for (const entry of [...exact, ...similar]) {
    const score = scoreOf(entry.source, wanted, messageFormat);
    const identity = JSON.stringify([entry.source, entry.target]);
    if (score >= minScore && !scored.has(identity)) scored.set(identity, { ...entry, score });
  }
  return [...scored.values()].sort((a, b) => b.score - a.score).slice(0, limit);
}

function scoreOf(
  source: string,
  wanted: { text: string; masked: string; trigrams: ReadonlySet<string> },
  format: MessageFormat,
): number {
  if (source === wanted.text) return 1;
  const masked = maskText(source, format);
  if (masked.toLowerCase() === wanted.masked) return MASKED_SCORE;
  const similarity = similarityOf(trigramsOf(masked), wanted.trigrams);
  return Math.min(MAX_FUZZY_SCORE, Math.round(similarity * 100) / 100);
}
