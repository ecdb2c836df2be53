import type { MessageFormat } from '@parlance/messages';
import type { Db } from '../../../db/client.ts';
import { NIL_ID } from '../../../db/ids/uuid.ts';
import type { Deps } from '../../../deps.ts';
import { createYieldToLoop } from '../../../lib/yield-to-loop.ts';
import { hashSources, mask, NO_HASHES, setSourceHashes } from '../../content/index.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import {
  advanceMemoryChange,
  deleteUnusedTexts,
  findKnownTexts,
  insertTexts,
  lockAllSources,
  type MemoryChange,
  type MemoryRealm,
  readChangedSources,
  readRealm,
  type SourceText,
  takeMemoryChange,
} from './index-memory.store.ts';
import { bandsOf, realmOf } from './trigrams.ts';

/**
 * Number of keys that are locked at once. It is small, so that other transactions wait only
 * briefly.
 */
const KEYS_AT_ONCE = 500;

/**
 * Adds new source texts to the index for similar texts. Equal texts are found without the index.
 * Ends early if the signal aborts.
 * @returns the number of examined keys
 */
export async function indexMemory({ db }: Pick<Deps, 'db'>, signal: AbortSignal): Promise<number> {
  let looked = 0;
  let after = NIL_ID;
  while (!signal.aborted) {
    const part = await db.transaction().execute((tx) => indexSome(tx, after));
    if (part === null) break;
    looked += part.keys;
    if (!part.isFree) after = part.projectId;
  }
  return looked;
}

interface IndexedPart {
  projectId: ProjectRef;
  keys: number;
  /** False if some keys were skipped, because other transactions have locked them. */
  isFree: boolean;
}

/**
 * Indexes keys with new source texts in the first project whose id is greater than `after`. Returns
 * null if no project has new source texts.
 */
async function indexSome(tx: Db, after: string): Promise<IndexedPart | null> {
  const change = await takeMemoryChange(tx, after);
  if (!change) return null;
  const realm = await readRealm(tx, change.projectId);
  return change.hashesAll ? indexAll(tx, change, realm) : indexChanged(tx, change, realm);
}

async function indexChanged(
  tx: Db,
  change: MemoryChange,
  realm: MemoryRealm,
): Promise<IndexedPart> {
  const row = await readChangedSources(tx, change);
  if (row) await addTexts(tx, realm, row.sources);
  await advanceMemoryChange(tx, change, row?.firstKeyId ?? null);
  return { projectId: change.projectId, keys: row?.sources.length ?? 0, isFree: true };
}

async function indexAll(tx: Db, change: MemoryChange, realm: MemoryRealm): Promise<IndexedPart> {
  const page = await lockAllSources(tx, change, KEYS_AT_ONCE);
  const free = page.filter(({ isHeld }) => !isHeld);
  await addTexts(tx, realm, await hashAgain(tx, change, realm, free));
  const isFree = free.length === page.length;
  const isLast = page.length < KEYS_AT_ONCE;
  if (isFree) await advanceMemoryChange(tx, change, isLast ? null : page.at(-1)!.keyId);
  return { projectId: change.projectId, keys: free.length, isFree };
}

async function hashAgain(
  tx: Db,
  { projectId }: MemoryChange,
  { sourceLocale, messageFormat }: MemoryRealm,
  page: readonly SourceText[],
): Promise<SourceText[]> {
  const texts = page.map(({ text }) => text ?? '');
  const hashes = await hashSources(sourceLocale, messageFormat as MessageFormat, texts);
  const keys = page.map(({ keyId, text }, index) => ({
    keyId,
    hashes: text === null ? NO_HASHES : hashes[index]!,
  }));
  if (keys.length > 0) await setSourceHashes(tx, projectId, keys);
  return page.map((source, index) => ({ ...source, hash: keys[index]!.hashes.source }));
}

async function addTexts(
  tx: Db,
  { organizationId, sourceLocale, messageFormat }: MemoryRealm,
  sources: readonly SourceText[],
): Promise<void> {
  const texts = new Map<string, { hash: Buffer; text: string }>();
  for (const { text, hash } of sources) {
    if (text !== null && hash !== null) texts.set(hash.toString('hex'), { hash, text });
  }
  if (texts.size === 0) return;
  const hashes = [...texts.values()].map(({ hash }) => hash);
  const knownTexts = await findKnownTexts(tx, organizationId, hashes);
  const added: { hash: Buffer; bands: number[] }[] = [];
  const yieldToLoop = createYieldToLoop(null);
  const realm = realmOf(organizationId, sourceLocale);
  for (const [name, { hash, text }] of texts) {
    if (knownTexts.has(name)) continue;
    added.push({ hash, bands: bandsOf(realm, await mask(text, messageFormat as MessageFormat)) });
    await yieldToLoop();
  }
  if (added.length > 0) await insertTexts(tx, organizationId, added);
}

const TEXTS_AT_ONCE = 5_000;

/** Deletes from the index all texts that are no longer the source text of a key. */
export async function sweepMemory({ db }: Pick<Deps, 'db'>, signal: AbortSignal): Promise<void> {
  let after: Buffer | null = Buffer.alloc(0);
  while (after !== null && !signal.aborted) {
    after = (await deleteUnusedTexts(db, after, TEXTS_AT_ONCE)).last;
  }
}
