import { newId } from '../../../db/ids/uuid.ts';
import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import {
  archiveKeys,
  changedFields,
  editKeys,
  getKey,
  getTranslationKey,
  inContent,
  type KeyRef,
  restoreKeys,
  type SomeKeyFields,
  type TranslationKeyRow,
} from '../../content/index.ts';
import { actorOf } from '../../kernel/index.ts';
import { auditEdit, type EditCall, editProject } from '../../project/index.ts';
import { requireFreeName } from './create-key.ts';

export interface KeyInput extends EditCall, SomeKeyFields {
  keyId: string;
  archived?: boolean;
}

/**
 * Renames, describes, archives or restores a key. The values and their history stay.
 * @throws `not_found`, `archived`; `conflict` with the key that has the new name
 */
export async function updateKey(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: KeyInput,
): Promise<TranslationKeyRow> {
  return editProject(deps, input, { content: 'exclusive' }, async ({ tx, project, now }) => {
    const key = await getKey(tx, project.id, input.keyId, 'update');
    const changed = changedFields(key, input);
    const change = Object.keys(changed).length === 0 ? null : changed;
    const isArchived = input.archived ?? key.archived;
    if (key.archived && isArchived && change !== null) {
      fail('archived', 'The key is archived. Restore it with PATCH { "archived": false }.');
    }
    const isMoved = isArchived !== key.archived;
    if (change?.name !== undefined) await requireFreeName(tx, project.id, change.name);
    const by = { changeId: newId(), now };
    await inContent(tx, project, by, async (writing) => {
      if (change !== null || isMoved) {
        writing.record = { kind: 'edit', actor: actorOf(input.principal) };
      }
      writing.lockedKeys = [key];
      if (change) await editKeys(writing, [{ key, change }]);
      if (isMoved && isArchived) await archiveKeys(writing, [key]);
      else if (isMoved) await restoreKeys(writing, [key], { translatable: editedOf(key, change) });
    });
    if (isMoved) {
      const action = isArchived ? 'translation_key.archive' : 'translation_key.restore';
      await auditEdit(tx, input, { action, id: key.id, name: key.name, now });
    }
    return getTranslationKey(tx, project.id, key.id);
  });
}

const editedOf = ({ id }: KeyRef, change: SomeKeyFields | null): Map<string, boolean> =>
  new Map(change?.translatable === undefined ? [] : [[id, change.translatable]]);
