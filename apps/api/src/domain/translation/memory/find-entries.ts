import type { Db } from '../../../db/client.ts';
import {
  findByBands,
  findByHash,
  hasTrusted,
  type MemoryEntry,
  type MemoryScope,
  type SearchBounds,
  type SoughtText,
} from './memory.store.ts';
import { findUnitsByBands, findUnitsByHash, hasUnits } from './memory-unit.store.ts';

export async function hasEntries(
  db: Db,
  scope: MemoryScope,
  targetLocale: string,
): Promise<boolean> {
  return (await hasTrusted(db, scope, targetLocale)) || (await hasUnits(db, scope, targetLocale));
}

/**
 * Finds translations whose source text equals the requested text, or differs only in placeholders.
 * Exact matches come first. Translations in projects precede imported translations.
 */
export async function findEqual(
  db: Db,
  scope: MemoryScope,
  targetLocale: string,
  texts: readonly SoughtText[],
): Promise<Map<number, MemoryEntry[]>> {
  const found = await findByHash(db, scope, targetLocale, texts);
  const units = Map.groupBy(await findUnitsByHash(db, scope, targetLocale, texts), ({ at }) => at);
  for (const [at, more] of units) {
    const all = [...(found.get(at) ?? []), ...more];
    found.set(at, [...all.filter((one) => one.is_same), ...all.filter((one) => !one.is_same)]);
  }
  return found;
}

export async function findSimilar(
  db: Db,
  scope: MemoryScope,
  targetLocale: string,
  bandsOfTexts: readonly (readonly number[])[],
  bounds: SearchBounds,
): Promise<Map<number, MemoryEntry[]>> {
  const found = await findByBands(db, scope, targetLocale, bandsOfTexts, bounds);
  for (const unit of await findUnitsByBands(db, scope, targetLocale, bandsOfTexts, bounds)) {
    const entries = found.get(unit.at);
    if (entries === undefined) found.set(unit.at, [unit]);
    else entries.push(unit);
  }
  return found;
}
