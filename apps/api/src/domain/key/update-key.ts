import { newId } from '../../db/uuid.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import { auditEdit } from '../audit-edit.ts';
import { insertChange } from '../change/change.store.ts';
import type { KeyChangeColumns } from '../change/change-item.store.ts';
import { type EditCall, editProject } from '../edit-project.ts';
import { listAllLocales } from '../locale/locale.store.ts';
import { actorOf } from '../principal.ts';
import { applyChanges, ContentChanges } from '../value/content-changes.store.ts';
import { KEYS } from '../value/revision.store.ts';
import { type AccountOptions, accountKeys, type KeyChange } from './account-keys.ts';
import { contentProjectOf } from './content-project.ts';
import { archiveKeyRows, type KeyRef, restoreKeyRows } from './key.store.ts';
import {
  type EditedKey,
  getEditedKey,
  getTranslationKey,
  type TranslationKeyRow,
} from './translation-key.store.ts';
import { writeFields } from './write-fields.ts';

export interface KeyInput extends EditCall, KeyChangeColumns {
  keyId: string;
  archived?: boolean;
}

/**
 * Renames, describes, archives or restores a key; its values and their history stay.
 *
 * @throws `not_found`, `archived`, `conflict` naming the key that has the new name
 */
export async function updateKey(
  deps: Pick<Deps, 'db' | 'clock' | 'tasks'>,
  input: KeyInput,
): Promise<TranslationKeyRow> {
  return editProject(deps, input, { content: 'exclusive' }, async (edit) => {
    const { tx, project, now } = edit;
    const key = await getEditedKey(tx, project.id, input.keyId, { lock: true });
    const change = changesOf(key, input);
    const isArchived = input.archived ?? key.archived;
    if (key.archived && isArchived && change !== null) {
      fail('archived', 'The key is archived. Restore it with PATCH { "archived": false }.');
    }
    const by = { changeId: newId(), now };
    if (change !== null || isArchived !== key.archived) {
      const actor = actorOf(input.principal);
      await insertChange(tx, { projectId: project.id, id: by.changeId, kind: 'edit', actor, now });
    }
    if (change !== null) await writeFields(tx, project.id, key, change, by);
    if (isArchived !== key.archived) {
      await (isArchived ? archiveKeyRows : restoreKeyRows)(tx, project.id, [key.id], by);
      await auditEdit(tx, input, {
        action: isArchived ? 'translation_key.archive' : 'translation_key.restore',
        id: key.id,
        name: change?.name ?? key.name,
        now,
      });
    }
    const changes = new ContentChanges();
    if (change !== null) changes.written.add(KEYS);
    const after = { ...key, name: change?.name ?? key.name, archived: isArchived };
    const { keyChanges, options } = accountOf(key, after, change ?? {});
    if (keyChanges.length > 0) {
      const contentProject = contentProjectOf(project, await listAllLocales(tx, project.id));
      await accountKeys(tx, contentProject, keyChanges, changes, options);
    }
    await applyChanges(tx, project.id, changes);
    await deps.tasks.enqueue(tx, 'check-values', { projectId: project.id });
    return getTranslationKey(tx, project.id, key.id);
  });
}

/** The fields of a request that differ from the key; null if none does. */
function changesOf(key: EditedKey, input: KeyInput): KeyChangeColumns | null {
  const { name, description, tags, maxLength, translatable } = input;
  const change: KeyChangeColumns = {};
  if (name !== undefined && name !== key.name) change.name = name;
  if (description !== undefined && description !== key.description) {
    change.description = description;
  }
  if (tags !== undefined && JSON.stringify(tags) !== JSON.stringify(key.tags)) change.tags = tags;
  if (maxLength !== undefined && maxLength !== key.max_length) change.maxLength = maxLength;
  if (translatable !== undefined && translatable !== key.translatable) {
    change.translatable = translatable;
  }
  return Object.keys(change).length === 0 ? null : change;
}

/** Arguments of {@link accountKeys} for an edit of a key's fields. */
export function accountOf(
  before: KeyRef,
  after: KeyRef,
  { translatable }: KeyChangeColumns,
): { keyChanges: KeyChange[]; options: AccountOptions } {
  const keyChanges = changesOfName(before, after);
  if (translatable === undefined) return { keyChanges, options: {} };
  const isLiving = !after.archived;
  if (keyChanges.length === 0 && isLiving) {
    keyChanges.push({ key: after, wasLiving: true, isLiving, isNew: false });
  }
  return { keyChanges, options: { translatable: new Map([[after.id, translatable]]) } };
}

/** A rename is an end of the one name and a beginning of the other. */
function changesOfName(before: KeyRef, after: KeyRef): KeyChange[] {
  const wasLiving = !before.archived;
  const isLiving = !after.archived;
  if (before.name === after.name) {
    return wasLiving === isLiving ? [] : [{ key: after, wasLiving, isLiving, isNew: false }];
  }
  const keyChanges: KeyChange[] = [];
  if (wasLiving) keyChanges.push({ key: before, wasLiving, isLiving: false, isNew: false });
  if (isLiving) keyChanges.push({ key: after, wasLiving: false, isLiving, isNew: false });
  return keyChanges;
}
