import type { Db } from '../../db/client.ts';
import type { ValueState } from '../../db/schema.generated.ts';
import { newId } from '../../db/uuid.ts';
import { fail } from '../../errors.ts';
import { insertChange } from '../change/change.store.ts';
import { checkText, checkWritten } from '../check/check-values.ts';
import { accountKeys, type ContentProject } from '../key/account-keys.ts';
import { findEarlierSources, findRewordedForms } from '../key/earlier-source.store.ts';
import {
  bumpFormVersions,
  bumpSourceVersions,
  findForms,
  type KeysWrittenBy,
  lockKeys,
} from '../key/key.store.ts';
import { type EditedKey, forgetSourceHashes, getEditedKey } from '../key/translation-key.store.ts';
import type { Actor } from '../principal.ts';
import type { ProjectRef } from '../tenant.ts';
import { applyChanges, ContentChanges } from '../value/content-changes.store.ts';
import { needsKey } from '../value/needed-values.ts';
import { trackOutdated } from '../value/outdated-count.store.ts';
import { isOfOtherSource } from '../value/source-version.store.ts';
import { resetChecks } from '../value/value-checks.store.ts';
import {
  clearValues,
  findClearedTexts,
  insertValues,
  replaceValues,
} from '../value/value-writes.store.ts';
import { type LockedPair, lockKeyAndValue } from './edited-value.store.ts';

/** Place that a person writes a text to. */
export interface ValueTarget {
  projectId: ProjectRef;
  localeId: number;
  localeTag: string;
  isSource: boolean;
  keyId: string;
}

export interface ValueEdit {
  text?: string;
  state?: ValueState;
  /** The version that was read; 0: no value. Absent: any. */
  version?: number;
}

export interface EditBy {
  actor: Actor;
  now: Date;
}

/** `conflict`: the value, or that it is missing, is not the version that was read. */
export type EditOutcome = 'done' | 'missing' | 'conflict';

/**
 * Changes a value that is there; one that stays as it is writes nothing. A person who gives the text,
 * or calls it translated or reviewed, does so by the source text of now: the value is outdated no more,
 * and its words are no longer unknown.
 * For a value of the source locale the caller holds the content lock.
 *
 * @throws `archived`
 */
export async function changeValue(
  tx: Db,
  target: ValueTarget,
  edit: ValueEdit,
  by: EditBy,
): Promise<EditOutcome> {
  const { projectId, localeId, keyId } = target;
  const locked = await lockTarget(tx, target, 'shared');
  if (!locked) return 'missing';
  const { key, value } = locked;
  requireLiving(key);
  if (edit.version !== undefined && edit.version !== value.version) return 'conflict';
  const text = edit.text ?? value.text;
  const isReworded = text !== value.text;
  const state = edit.state ?? (isReworded ? 'translated' : value.state);
  const isConfirmed = edit.text !== undefined || (edit.state ?? 'needs_review') !== 'needs_review';
  const isOutdated = !target.isSource && isOfOtherSource(value.source_version, key.source_version);
  const isToConfirm = isOutdated || value.unknown_words !== null;
  if (!isReworded && state === value.state && !(isToConfirm && isConfirmed)) return 'done';
  const changes = new ContentChanges();
  const changeId = newId();
  let currentVersion = key.source_version;
  if (isReworded && target.isSource) {
    const keysBy = { changeId, now: by.now };
    currentVersion = await rewordSource(tx, target, text, changes, keysBy);
  }
  const sourceVersion = isConfirmed ? currentVersion : value.source_version;
  const isOutdatedNow = isOfOtherSource(sourceVersion, currentVersion);
  changes.addOutdated(
    localeId,
    Number(isOutdatedNow) - Number(isOfOtherSource(value.source_version, currentVersion)),
  );
  const origin = isReworded ? 'manual' : value.origin;
  await insertEdit(tx, projectId, by, changeId);
  const unknownWords = isConfirmed ? null : value.unknown_words;
  const checked = { text, unknownWords, isOutdated: isOutdatedNow };
  const checks = await checkText(tx, projectId, { localeId, keyId }, checked);
  const write = { keyId, text, state, sourceVersion, unknownWords, checks };
  await replaceValues(tx, projectId, localeId, [write], { origin, changeId, now: by.now });
  changes.written.add(localeId);
  if (needsKey(target.localeTag, key)) {
    changes.addValue(localeId, value.state, value.origin, -1);
    changes.addValue(localeId, state, origin, 1);
  }
  await applyChanges(tx, projectId, changes);
  return 'done';
}

/**
 * Writes a value, whether or not there is one. A first source text outdates nothing, but may end a plural
 * family: then the caller holds the content lock exclusively, and for any other source text shared.
 *
 * @throws `not_found`, `archived`
 */
export async function putValue(
  tx: Db,
  project: ContentProject,
  target: ValueTarget,
  edit: ValueEdit & { text: string },
  by: EditBy,
): Promise<EditOutcome> {
  const { projectId, keyId } = target;
  // Two that fill in the same value go one after the other, and nobody changes how the key counts.
  await lockKeys(tx, projectId, [keyId], target.isSource ? 'exclusive' : 'update');
  for (;;) {
    const outcome = await changeValue(tx, target, edit, by);
    if (outcome !== 'missing') return outcome;
    const key = await getLivingKey(tx, projectId, keyId);
    if ((edit.version ?? 0) !== 0) return 'conflict';
    if (await fillValue(tx, project, target, { key, edit, by })) return 'done';
    // A job has added the value meanwhile.
  }
}

/** Adds a missing value. @returns false if another writer added it meanwhile */
async function fillValue(
  tx: Db,
  project: ContentProject,
  target: ValueTarget,
  fill: { key: EditedKey; edit: { text: string; state?: ValueState }; by: EditBy },
): Promise<boolean> {
  const { projectId, localeId, keyId } = target;
  const { key, edit, by } = fill;
  const changes = new ContentChanges();
  const changeId = newId();
  let sourceVersion = key.source_version;
  if (target.isSource) {
    const last = (await findClearedTexts(tx, projectId, localeId, [keyId])).get(keyId);
    if (last !== undefined && last !== edit.text) {
      const formIds = await findForms(tx, projectId, [keyId]);
      await lockKeys(tx, projectId, formIds, 'exclusive');
      const keysBy = { changeId, now: by.now };
      sourceVersion = await rewordSource(tx, target, edit.text, changes, keysBy);
    }
    const gainsSource = new Set([keyId]);
    await accountKeys(tx, project, [], changes, { present: [key], gainsSource });
    await forgetSourceHashes(tx, projectId, [keyId]);
    await resetChecks(tx, projectId, [keyId], { hasOtherSource: true });
  }
  const { text, state = 'translated' } = edit;
  const origin = 'manual';
  const write = { keyId, text, state, sourceVersion };
  const how = { origin, state, changeId, now: by.now } as const;
  const added = await insertValues(tx, projectId, localeId, [write], how);
  if (added.length === 0) return false;
  await insertEdit(tx, projectId, by, changeId);
  await checkWritten(tx, projectId, { localeId, keyId });
  changes.written.add(localeId);
  if (needsKey(target.localeTag, key)) changes.addValue(localeId, state, origin, 1);
  await applyChanges(tx, projectId, changes);
  return true;
}

/**
 * Makes a value missing again; its versions stay in the history. A lost source text outdates nothing until
 * another text comes, but may begin a plural family: then the caller holds the content lock exclusively, and
 * for any other source text shared.
 *
 * @throws `archived`
 */
export async function clearValue(
  tx: Db,
  project: ContentProject,
  target: ValueTarget,
  edit: { version?: number },
  by: EditBy,
): Promise<EditOutcome> {
  const { projectId, localeId, keyId } = target;
  const locked = await lockTarget(tx, target, 'update');
  if (!locked) return 'missing';
  const { value } = locked;
  const key = await getLivingKey(tx, projectId, keyId);
  if (edit.version !== undefined && edit.version !== value.version) return 'conflict';
  const changes = new ContentChanges();
  const changeId = await insertEdit(tx, projectId, by);
  await clearValues(tx, projectId, localeId, [keyId], { changeId, now: by.now });
  changes.written.add(localeId);
  if (needsKey(target.localeTag, key)) changes.addValue(localeId, value.state, value.origin, -1);
  if (isOfOtherSource(value.source_version, key.source_version)) {
    changes.addOutdated(localeId, -1);
  }
  if (target.isSource) {
    const keyChange = { key, wasLiving: true, isLiving: true, isNew: false };
    await accountKeys(tx, project, [keyChange], changes);
    await forgetSourceHashes(tx, projectId, [keyId]);
    await resetChecks(tx, projectId, [keyId], { hasOtherSource: true });
  }
  await applyChanges(tx, projectId, changes);
  return 'done';
}

/**
 * Locks the key, then the value, as imports do. Writers of source texts change the key too, and the forms
 * that are made from it; a value that is written twice in a transaction holds its key.
 */
async function lockTarget(
  tx: Db,
  { projectId, localeId, keyId, isSource }: ValueTarget,
  keyLock: 'shared' | 'update',
): Promise<LockedPair | undefined> {
  if (isSource) {
    const formIds = await findForms(tx, projectId, [keyId]);
    await lockKeys(tx, projectId, [keyId, ...formIds], 'exclusive');
  }
  return lockKeyAndValue(tx, projectId, { localeId, keyId }, keyLock);
}

/**
 * The source text changes: translations of the key and of the forms that are made from it are outdated, unless they
 * were made from the very text that it becomes.
 *
 * @returns the new source version of the key
 */
async function rewordSource(
  tx: Db,
  { projectId, localeId, keyId }: ValueTarget,
  text: string,
  changes: ContentChanges,
  by: KeysWrittenBy,
): Promise<number> {
  const keys = await findEarlierSources(tx, projectId, localeId, [{ keyId, text }]);
  const forms = await findRewordedForms(tx, projectId, keys);
  const ids = [...keys, ...forms].map((key) => key.keyId);
  const versions = await trackOutdated(tx, projectId, ids, changes, async () => {
    if (forms.length > 0) await bumpFormVersions(tx, projectId, forms, by);
    return bumpSourceVersions(tx, projectId, keys, by);
  });
  return versions.get(keyId)!;
}

/** @throws `archived` */
export async function getLivingKey(
  tx: Db,
  projectId: ProjectRef,
  keyId: string,
): Promise<EditedKey> {
  const key = await getEditedKey(tx, projectId, keyId, { lock: false });
  requireLiving(key);
  return key;
}

/** @throws `archived` */
function requireLiving({ archived }: Pick<EditedKey, 'archived'>): void {
  if (!archived) return;
  fail('archived', 'The key is archived. Restore it with PATCH { "archived": false }.');
}

async function insertEdit(
  tx: Db,
  projectId: ProjectRef,
  { actor, now }: EditBy,
  id = newId(),
): Promise<string> {
  await insertChange(tx, { projectId, id, kind: 'edit', actor, now });
  return id;
}
