import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../../db/client.ts';
import { forgetOldPlans } from '../../db/plan.ts';
import type { Deps } from '../../deps.ts';
import { createPace } from '../../lib/pace.ts';
import { mask } from '../message/long-messages.ts';
import type { OwnerRef, ProjectRef } from '../tenant.ts';
import {
  findUnindexedProject,
  forgetTextless,
  type KeyIndex,
  takeUnindexedKeys,
  type UnindexedKey,
  writeKeyIndexes,
} from './index-memory.store.ts';
import type { MemoryScope } from './memory.store.ts';
import { hashMasked, hashSource, NO_HASH } from './memory-hash.ts';
import { bandsOf, realmOf } from './trigrams.ts';

/** Few enough to hold their locks for a moment only. */
const KEYS_AT_ONCE = 500;
const HELD_WAIT_MS = 10;

/**
 * Makes the memory know the source texts that are new or have changed. Answers how many keys that
 * were; ends early with the signal.
 */
export async function indexMemory({ db }: Pick<Deps, 'db'>, signal: AbortSignal): Promise<number> {
  let indexed = 0;
  while (!signal.aborted) {
    const count = await indexKeys(db, null);
    indexed += count;
    if (count < KEYS_AT_ONCE) break;
  }
  return indexed;
}

/**
 * Makes the memory that a caller may use know what was written before now, where the task has not come by
 * yet. Ends early with the signal, and after `maxMs`: the rest of a large import is left to the task.
 */
export async function catchUpMemory(
  { db }: Pick<Deps, 'db'>,
  organizationId: OwnerRef,
  memory: Pick<MemoryScope, 'projectIds'> | null,
  { maxMs, signal }: { maxMs: number; signal: AbortSignal },
): Promise<void> {
  if (!memory) return;
  const scope = { organizationId, ...memory };
  const endsAt = performance.now() + maxMs;
  while (!signal.aborted && performance.now() < endsAt) {
    const projectId = await findUnindexedProject(db, scope);
    if (projectId === null) return;
    // Those who hold the keys may be indexing them.
    if ((await indexKeys(db, projectId)) === 0) await delay(HELD_WAIT_MS);
  }
}

/** Indexes some keys of a project, or of any (null); answers how many. */
function indexKeys(db: Db, projectId: ProjectRef | null): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await forgetOldPlans(tx);
    const keys = await takeUnindexedKeys(tx, projectId, KEYS_AT_ONCE);
    const indexes: KeyIndex[] = [];
    const pace = createPace(null);
    for (const key of keys) {
      indexes.push(await indexOf(key));
      await pace();
    }
    if (indexes.length > 0) await writeKeyIndexes(tx, indexes);
    return keys.length;
  });
}

/** Finds keys that got their first source text since they were looked at. */
export async function recheckMemory({ db }: Pick<Deps, 'db'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await forgetTextless(db, KEYS_AT_ONCE)) === KEYS_AT_ONCE);
}

async function indexOf(key: UnindexedKey): Promise<KeyIndex> {
  const { text, source_locale: locale, settings } = key;
  if (text === null) return { key, sourceHash: NO_HASH, maskedHash: NO_HASH, bands: null };
  const masked = await mask(text, settings.messageFormat);
  return {
    key,
    sourceHash: hashSource(locale, text),
    maskedHash: hashMasked(locale, masked),
    bands: bandsOf(realmOf(key.organization_id, locale), masked),
  };
}
