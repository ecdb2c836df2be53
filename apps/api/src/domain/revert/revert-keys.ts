import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../db/client.ts';
import type { KeyChangeColumns } from '../change/change-item.store.ts';
import { accountKeys } from '../key/account-keys.ts';
import {
  archiveKeyRows,
  findKeysByIds,
  findKeysByNames,
  type KeyRef,
  restoreKeyRows,
  setFields,
} from '../key/key.store.ts';
import type { KeyFieldsChange } from '../key/key-history.store.ts';
import { accountOf } from '../key/update-key.ts';
import { fieldsOf, historyOf, writeFields } from '../key/write-fields.ts';
import { KEYS } from '../value/revision.store.ts';
import { resetChecks } from '../value/value-checks.store.ts';
import { findArchivedBy, findRewrittenKeys, findUsedKeys } from './kept-key.store.ts';
import { readTouchedFields, readTouchedKeys, type TouchedFields } from './reverted-change.store.ts';
import type { Reverting } from './reverting.ts';

/** Restores the keys that the change archived, unless another one has archived them since. */
export async function restoreArchived(tx: Db, run: Reverting): Promise<void> {
  const { project, reverted, by, changes, tally } = run;
  for await (const part of readTouchedKeys(tx, reverted, 'archived')) {
    const ids = part.map((key) => key.key_id);
    const archivedBy = await findArchivedBy(tx, project.id, ids);
    const own = new Set<string>();
    for (const { key_id: keyId, change_id: changeId, archived_by: before } of part) {
      const now = archivedBy.get(keyId);
      if (now === undefined) tally.unchanged++;
      else if (now === (before ?? changeId)) own.add(keyId);
      else tally.addConflict({ kind: 'archived', keyId, localeId: null, replacedVersion: null });
    }
    if (own.size === 0) continue;
    const gone = await findKeysByIds(tx, project.id, [...own]);
    await restoreKeyRows(tx, project.id, idsOf(gone), by);
    const keyChanges = gone.map((key) => ({
      key: { ...key, archived: false },
      wasLiving: false,
      isLiving: true,
      isNew: false,
    }));
    await accountKeys(tx, project, keyChanges, changes);
    tally.keysRestored += gone.length;
  }
}

/** Archives the keys that the change created or restored, unless others use them by now. */
export async function archiveMade(
  tx: Db,
  run: Reverting,
  action: 'created' | 'restored',
): Promise<void> {
  const { project, reverted, by, changes, tally } = run;
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
    if (left.length === 0) continue;
    const before = left.map(({ id }) => archivedBy.get(id) ?? null);
    await archiveKeyRows(tx, project.id, idsOf(left), by, before);
    const keyChanges = left.map((key) => ({ key, wasLiving: true, isLiving: false, isNew: false }));
    await accountKeys(tx, project, keyChanges, changes);
    tally.keysArchived += left.length;
  }
}

/**
 * Gives keys their names, descriptions, tags, maximum lengths and `translatable` back, unless someone has
 * edited them since.
 */
export async function revertFields(tx: Db, run: Reverting): Promise<void> {
  const { project, reverted, by, changes, tally } = run;
  for await (const part of readTouchedFields(tx, reverted)) {
    const plain: KeyFieldsChange[] = [];
    for (const touched of part) {
      const { key } = touched;
      const fields = fieldsBefore(touched);
      if (fields === null || !(await isFree(tx, run, fields.name))) {
        tally.addConflict({ kind: 'edited', keyId: key.id, localeId: null, replacedVersion: null });
        continue;
      }
      if (Object.keys(fields).length === 0) {
        tally.unchanged++;
      } else if (fields.name === undefined && fields.translatable === undefined) {
        plain.push(historyOf(key, fields));
      } else {
        await writeFields(tx, project.id, key, fields, by);
        const after = { ...key, name: fields.name ?? key.name };
        const { keyChanges, options } = accountOf(key, after, fields);
        if (keyChanges.length > 0) await accountKeys(tx, project, keyChanges, changes, options);
        tally.keysEdited++;
      }
    }
    if (plain.length > 0) await setFields(tx, project.id, plain, by);
    const limited = plain.filter(({ after }) => after.maxLength !== undefined);
    if (limited.length > 0) {
      await resetChecks(
        tx,
        project.id,
        limited.map(({ keyId }) => keyId),
      );
    }
    tally.keysEdited += plain.length;
    if (tally.keysEdited > 0) changes.written.add(KEYS);
  }
}

/** The fields that are to be as they were before; null if one is neither so nor as the change left it. */
function fieldsBefore({ before, after, key }: TouchedFields): KeyChangeColumns | null {
  const now = fieldsOf(key);
  const fields = Object.keys(after) as (keyof KeyChangeColumns)[];
  const changed = fields.filter((field) => !isDeepStrictEqual(now[field], before[field]));
  if (changed.some((field) => !isDeepStrictEqual(now[field], after[field]))) return null;
  return Object.fromEntries(changed.map((field) => [field, before[field]]));
}

async function isFree(tx: Db, { project }: Reverting, name: string | undefined): Promise<boolean> {
  return name === undefined || (await findKeysByNames(tx, project.id, [name])).length === 0;
}

const idsOf = (keys: readonly KeyRef[]): string[] => keys.map(({ id }) => id);
