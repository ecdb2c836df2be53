import { type MessageFormat, maskText } from '@parlance/messages';
import type { Db } from '../../db/client.ts';
import { findByBands, findByHash, type MemoryScope } from './memory.store.ts';
import { hashSource } from './memory-hash.ts';
import { rankEntries, type ScoredEntry } from './rank-entries.ts';
import { bandsOf, realmOf } from './trigrams.ts';

export interface MemorySearch {
  readonly text: string;
  readonly sourceLocale: string;
  readonly targetLocale: string;
  readonly messageFormat: MessageFormat;
  readonly minScore: number;
  readonly limit: number;
}

const BOUNDS = { relatedKeys: 20_000, keysPerText: 1_000, timeoutMs: 3_000 };

/** Earlier translations of the same or a similar text, best first; of equal ones each once. */
export async function searchMemory(
  db: Db,
  scope: MemoryScope,
  search: MemorySearch,
): Promise<ScoredEntry[]> {
  const { text, sourceLocale, targetLocale, messageFormat, minScore } = search;
  const hash = hashSource(sourceLocale, text);
  const exact = (await findByHash(db, scope, targetLocale, 'source_hash', [hash])).get(0) ?? [];
  const masked = maskText(text, messageFormat);
  const bands = bandsOf(realmOf(scope.organizationId, sourceLocale), masked);
  const similar =
    minScore < 1 ? (await findByBands(db, scope, targetLocale, [bands], BOUNDS)).get(0) : undefined;
  return rankEntries([...exact, ...(similar ?? [])], { ...search, masked });
}
