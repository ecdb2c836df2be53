import type { Db } from '../../db/client.ts';
import type { ValueState } from '../../db/schema.generated.ts';
import { newId } from '../../db/uuid.ts';
import { fail } from '../../errors.ts';
import { insertChange } from '../change/change.store.ts';
import { holdGlossary } from '../check/check.store.ts';
import { checkWritten } from '../check/check-values.ts';
import { accountKeys, type ContentProject } from '../key/account-keys.ts';
import { bumpFormVersions, bumpSourceVersions, findForms, lockKeys } from '../key/key.store.ts';
import { type EditedKey, forgetSourceHashes, getEditedKey } from '../key/translation-key.store.ts';
import type { Actor } from '../principal.ts';
import type { ProjectRef } from '../tenant.ts';
import { applyChanges, ContentChanges } from '../value/content-changes.store.ts';
import { needsKey } from '../value/needed-values.ts';
import { trackOutdated } from '../value/outdated-count.store.ts';
import { isOlderThanSource } from '../value/source-version.store.ts';
import { resetChecks } from '../value/value-checks.store.ts';
import { insertValues, lockValues, replaceValues } from '../value/value-writes.store.ts';

/** Where a person writes a text. */
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
  /** The version that was read. */
  version?: number;
}

interface EditBy {
  actor: Actor;
  now: Date;
}

/**
 * Changes a value that is there; one that stays as it is writes nothing. A person who gives the text,
 * or calls it translated or reviewed, does so by the source text of now: the value is outdated no more,
 * and its words are no longer unknown.
 * For a value of the source locale the caller holds the content lock.
 *
 * @returns false where there is no such value.
 * @throws `version_conflict`, `archived`
 */
export async function changeValue(
  tx: Db,
  target: ValueTarget,
  edit: ValueEdit,
  by: EditBy,
): Promise<boolean> {
  const { projectId, localeId, keyId } = target;
  // Keys before values, as imports take them. Writers of source texts change the key too, and the forms
  // that are made from it; a value that is written twice in a transaction holds its key.
  const formIds = target.isSource ? await findForms(tx, projectId, [keyId]) : [];
  await lockKeys(tx, projectId, [keyId, ...formIds], target.isSource ? 'exclusive' : 'shared');
  const value = (await lockValues(tx, projectId, localeId, [keyId])).get(keyId);
  if (!value) return false;
  const key = await getLivingKey(tx, projectId, keyId);
  if (edit.version !== undefined && edit.version !== value.version) {
    fail(
      'version_conflict',
      `The value is at version ${value.version}, not ${edit.version}. Read it again and send its current version.`,
    );
  }
  const text = edit.text ?? value.text;
  const isReworded = text !== value.text;
  const state = edit.state ?? (isReworded ? 'translated' : value.state);
  const isConfirmed = edit.text !== undefined || (edit.state ?? 'needs_review') !== 'needs_review';
  const isOutdated =
    !target.isSource && isOlderThanSource(value.source_version, key.source_version);
  const isToConfirm = isOutdated || value.unknown_words !== null;
  if (!isReworded && state === value.state && !(isToConfirm && isConfirmed)) return true;
  const changes = new ContentChanges();
  let currentVersion = key.source_version;
  if (isReworded && target.isSource) {
    await trackOutdated(tx, projectId, [keyId, ...formIds], changes, async () => {
      await bumpSourceVersions(tx, projectId, [keyId], by.now);
      await bumpFormVersions(tx, projectId, formIds, by.now);
    });
    currentVersion++;
  }
  const sourceVersion = isConfirmed ? currentVersion : value.source_version;
  changes.addOutdated(
    localeId,
    Number(isOlderThanSource(sourceVersion, currentVersion)) -
      Number(isOlderThanSource(value.source_version, currentVersion)),
  );
  const origin = isReworded ? 'manual' : value.origin;
  const changeId = await insertEdit(tx, projectId, by);
  const unknownWords = isConfirmed ? null : value.unknown_words;
  const write = { keyId, text, state, sourceVersion, unknownWords };
  await replaceValues(tx, projectId, localeId, [write], { origin, changeId, now: by.now });
  await checkWritten(tx, projectId, { localeId, keyId });
  changes.written.add(localeId);
  if (needsKey(target.localeTag, key)) {
    changes.addValue(localeId, value.state, value.origin, -1);
    changes.addValue(localeId, state, origin, 1);
  }
  await applyChanges(tx, projectId, changes);
  return true;
}

/**
 * Writes a value, whether or not there is one. A source text that comes where none was outdates
 * nothing, but may end a plural family. The caller holds the content lock exclusively.
 *
 * @throws `not_found`, `archived`
 */
export async function putValue(
  tx: Db,
  project: ContentProject,
  target: ValueTarget,
  edit: { text: string; state?: ValueState },
  by: EditBy,
): Promise<void> {
  if (await changeValue(tx, target, edit, by)) return;
  const { projectId, localeId, keyId } = target;
  const key = await getLivingKey(tx, projectId, keyId);
  const changes = new ContentChanges();
  if (target.isSource) {
    const gainsSource = new Set([keyId]);
    await accountKeys(tx, project, [], changes, { present: [key], gainsSource });
    await forgetSourceHashes(tx, projectId, keyId);
    await resetChecks(tx, projectId, [keyId]);
  }
  const changeId = await insertEdit(tx, projectId, by);
  const { text, state = 'translated' } = edit;
  const write = { keyId, text, state, sourceVersion: key.source_version };
  const origin = 'manual';
  await holdGlossary(tx, projectId);
  await insertValues(tx, projectId, localeId, [write], { origin, state, changeId, now: by.now });
  await checkWritten(tx, projectId, { localeId, keyId });
  changes.written.add(localeId);
  if (needsKey(target.localeTag, key)) changes.addValue(localeId, state, origin, 1);
  await applyChanges(tx, projectId, changes);
}

async function getLivingKey(tx: Db, projectId: ProjectRef, keyId: string): Promise<EditedKey> {
  const key = await getEditedKey(tx, projectId, keyId, { lock: false });
  if (key.archived) {
    fail('archived', 'The key is archived. Restore it with PATCH { "archived": false }.');
  }
  return key;
}

async function insertEdit(tx: Db, projectId: ProjectRef, { actor, now }: EditBy): Promise<string> {
  const id = newId();
  await insertChange(tx, { projectId, id, kind: 'edit', actor, now });
  return id;
}
