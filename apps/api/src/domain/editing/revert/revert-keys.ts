import { isDeepStrictEqual } from 'node:util';
import {
  archiveKeys,
  editKeys,
  fieldsOf,
  findKeysByIds,
  findKeysByNames,
  type KeyEdit,
  type KeyRef,
  restoreKeys,
  type SomeKeyFields,
} from '../../content/index.ts';
import { findArchivedBy, findRewrittenKeys, findUsedKeys } from './kept-key.store.ts';
import { readTouchedFields, readTouchedKeys, type TouchedFields } from './reverted-change.store.ts';
import type { Reverting } from './reverting.ts';

/**
 * Restores keys that the reverted change archived, unless a later change has archived them again.
 */
export async function restoreArchived({ writing, reverted, tally }: Reverting): Promise<void> {
  const { tx, project } = writing;
  for await (const part of readTouchedKeys(tx, reverted, 'archived')) {
    const ids = part.map((key) => key.key_id);
    const archivedBy = await findArchivedBy(tx, project.id, ids);
    const archivedIds = new Set<string>();
    for (const { key_id: keyId, change_id: changeId, archived_by: before } of part) {
      const now = archivedBy.get(keyId);
      if (now === undefined) tally.unchanged++;
      else if (now === (before ?? changeId)) archivedIds.add(keyId);
      else tally.addConflict({ kind: 'archived', keyId, localeId: null, replacedVersion: null });
    }
    const gone = await findKeysByIds(tx, project.id, [...archivedIds]);
    await restoreKeys(writing, gone);
    tally.keysRestored += gone.length;
  }
}

/**
 * Archives keys that the reverted change created or restored. Keeps a created key that is in use,
 * and a restored key whose values were written after the change.
 */
export async function archiveMade(
  { writing, reverted, tally }: Reverting,
  action: 'created' | 'restored',
): Promise<void> {
  const { tx, project } = writing;
  const findKept = action === 'created' ? findUsedKeys : findRewrittenKeys;
  for await (const part of readTouchedKeys(tx, reverted, action)) {
    const archivedBy = new Map(part.map((key) => [key.key_id, key.archived_by]));
    const keys = await findKeysByIds(tx, project.id, [...archivedBy.keys()]);
    const active = keys.filter((key) => !key.archived);
    const kept = await findKept(tx, reverted, idsOf(active));
    const left = active.filter(({ id }) => !kept.has(id));
    tally.unchanged += keys.length - active.length;
    for (const keyId of kept)
      tally.addConflict({ kind: action, keyId, localeId: null, replacedVersion: null });
    const before = left.map(({ id }) => archivedBy.get(id) ?? null);
    await archiveKeys(writing, left, before);
    tally.keysArchived += left.length;
  }
}

/** Restores the fields of keys, unless the fields were edited after the reverted change. */
export async function revertFields(run: Reverting): Promise<void> {
  const { writing, reverted, tally } = run;
  for await (const part of readTouchedFields(writing.tx, reverted)) {
    const plain: KeyEdit[] = [];
    // A rename also changes the other keys of the plural family, even if they are in this batch.
    writing.lockedKeys = part.map(({ key }) => key);
    for (const touched of part) {
      const { key } = touched;
      const change = fieldsBefore(touched);
      if (change === null || !(await isFree(run, change.name))) {
        tally.addConflict({ kind: 'edited', keyId: key.id, localeId: null, replacedVersion: null });
      } else if (Object.keys(change).length === 0) {
        tally.unchanged++;
      } else {
        tally.keysEdited++;
        // Renames the keys one by one, because a key may get a name that another key still has.
        if (change.name === undefined) plain.push({ key, change });
        else await editKeys(writing, [{ key, change }]);
      }
    }
    await editKeys(writing, plain);
  }
  writing.lockedKeys = [];
}

/**
 * Returns the previous values of the fields that the change has changed, except fields that already have these
 * values again. Null if another change has edited one of the fields since.
 */
function fieldsBefore({ before, after, key }: TouchedFields): SomeKeyFields | null {
  const now = fieldsOf(key);
  const fields = Object.keys(after) as (keyof SomeKeyFields)[];
  const changed = fields.filter((field) => !isDeepStrictEqual(now[field], before[field]));
  if (changed.some((field) => !isDeepStrictEqual(now[field], after[field]))) return null;
  return Object.fromEntries(changed.map((field) => [field, before[field]]));
}

async function isFree({ writing }: Reverting, name: string | undefined): Promise<boolean> {
  const { tx, project } = writing;
  return name === undefined || (await findKeysByNames(tx, project.id, [name])).length === 0;
}

const idsOf = (keys: readonly KeyRef[]): string[] => keys.map(({ id }) => id);
