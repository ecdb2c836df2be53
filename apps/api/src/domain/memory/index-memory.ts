import { setImmediate } from 'node:timers/promises';
import { maskText } from '@parlance/messages';
import { forgetPlans } from '../../db/plan.ts';
import type { Deps } from '../../deps.ts';
import {
  forgetTextless,
  type KeyIndex,
  takeUnindexedKeys,
  type UnindexedKey,
  writeKeyIndexes,
} from './index-memory.store.ts';
import { hashMasked, hashSource, NO_HASH } from './memory-hash.ts';
import { bandsOf, realmOf } from './trigrams.ts';

/** Few enough to hold their locks for a moment only. */
const KEYS_AT_ONCE = 500;
/** Keys between two breaths of the event loop. */
const KEYS_PER_STRETCH = 50;

/**
 * Makes the memory know the source texts that are new or have changed. Answers how many keys that
 * were; ends early with the signal.
 */
export async function indexMemory({ db }: Pick<Deps, 'db'>, signal: AbortSignal): Promise<number> {
  let indexed = 0;
  while (!signal.aborted) {
    const count = await db.transaction().execute(async (tx) => {
      await forgetPlans(tx);
      const keys = await takeUnindexedKeys(tx, KEYS_AT_ONCE);
      const indexes: KeyIndex[] = [];
      for (const [at, key] of keys.entries()) {
        if (at % KEYS_PER_STRETCH === KEYS_PER_STRETCH - 1) await setImmediate();
        indexes.push(indexOf(key));
      }
      if (indexes.length > 0) await writeKeyIndexes(tx, indexes);
      return keys.length;
    });
    indexed += count;
    if (count < KEYS_AT_ONCE) break;
  }
  return indexed;
}

/** Finds keys that got their first source text since they were looked at. */
export async function recheckMemory({ db }: Pick<Deps, 'db'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await forgetTextless(db, KEYS_AT_ONCE)) === KEYS_AT_ONCE);
}

function indexOf(key: UnindexedKey): KeyIndex {
  const { text, source_locale: locale, settings } = key;
  if (text === null) return { key, sourceHash: NO_HASH, maskedHash: NO_HASH, bands: null };
  const masked = maskText(text, settings.messageFormat);
  return {
    key,
    sourceHash: hashSource(locale, text),
    maskedHash: hashMasked(locale, masked),
    bands: bandsOf(realmOf(key.organization_id, locale), masked),
  };
}
