import type { Db } from '../../db/client.ts';
import type { KeyChangeColumns } from '../change/change-item.store.ts';
import type { ProjectRef } from '../tenant.ts';
import { resetChecks } from '../value/value-checks.store.ts';
import { refuseTakenName } from './create-key.ts';
import type { KeysWrittenBy } from './key.store.ts';
import { insertKeyHistory, type KeyFieldsChange } from './key-history.store.ts';
import { deleteAlias, type EditedKey, insertAlias, updateKeyRow } from './translation-key.store.ts';

/**
 * Gives a locked key other fields, with its history and, for a name, the alias. The caller accounts for the name.
 *
 * @throws `conflict` naming the key that has the new name
 */
export async function writeFields(
  tx: Db,
  projectId: ProjectRef,
  key: EditedKey,
  change: KeyChangeColumns,
  by: KeysWrittenBy,
): Promise<void> {
  const { name } = change;
  if (name !== undefined) await refuseTakenName(tx, projectId, name);
  await updateKeyRow(tx, projectId, key.id, change, by.now);
  await insertKeyHistory(tx, projectId, historyOf(key, change), by);
  if (name !== undefined) {
    await deleteAlias(tx, projectId, name);
    await insertAlias(tx, projectId, { keyId: key.id, name: key.name, now: by.now });
  }
  if (change.maxLength !== undefined) await resetChecks(tx, projectId, [key.id]);
}

/** The fields of a key that an edit changes. */
export const fieldsOf = ({
  name,
  description,
  tags,
  max_length: maxLength,
  translatable,
}: EditedKey): Required<KeyChangeColumns> => ({
  name,
  description,
  tags,
  maxLength,
  translatable,
});

/** The fields that a change gives another content, as they were and as they are. */
export function historyOf(key: EditedKey, change: KeyChangeColumns): KeyFieldsChange {
  const before = Object.fromEntries(
    Object.entries(fieldsOf(key)).filter(([field]) => Object.hasOwn(change, field)),
  );
  return { keyId: key.id, before, after: change };
}
