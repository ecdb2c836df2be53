import type { MessageFormat } from '@parlance/messages';
import type { Db } from '../../../db/client.ts';
import { hashSource, mask } from '../../content/index.ts';
import { findEqual, findSimilar } from './find-entries.ts';
import type { MemoryScope } from './memory.store.ts';
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

const BOUNDS = { relatedTexts: 20_000, textsPerText: 1_000, timeoutMs: 3_000 };

/** Finds translations of equal or similar texts, the most similar first and without duplicates. */
export async function searchMemory(
  db: Db,
  scope: MemoryScope,
  search: MemorySearch,
): Promise<ScoredEntry[]> {
  const { text, sourceLocale, targetLocale, messageFormat, minScore } = search;
  const masked = await mask(text, messageFormat);
  const sourceHash = hashSource(sourceLocale, text);
  const maskedHash = hashSource(sourceLocale, masked);
  const equal = await findEqual(db, scope, targetLocale, [{ sourceHash, maskedHash }]);
  const bands = bandsOf(realmOf(scope.organizationId, sourceLocale), masked);
  const similar =
    minScore < 1 ? (await findSimilar(db, scope, targetLocale, [bands], BOUNDS)).get(0) : undefined;
  return rankEntries([...(equal.get(0) ?? []), ...(similar ?? [])], { ...search, masked });
}
