import { type KeysBulkAction, LIMITS } from '@parlance/contracts';
import type { Db } from '../../db/client.ts';
import { fail } from '../../errors.ts';
import type { KeyChangeColumns } from '../change/change-item.store.ts';
import { accountKeys, type ContentProject } from '../key/account-keys.ts';
import { archiveKeyRows, restoreKeyRows, setFields } from '../key/key.store.ts';
import { type EditedKey, findEditedKeys } from '../key/translation-key.store.ts';
import { historyOf } from '../key/write-fields.ts';
import { readRowKeys } from '../row/row.store.ts';
import { KEYS } from '../value/revision.store.ts';
import { resetChecks } from '../value/value-checks.store.ts';
import type { BulkTally, PreviewItem } from './bulk-tally.ts';
import type { BulkWriting } from './bulk-values.ts';

export interface KeysRun {
  project: ContentProject;
  action: KeysBulkAction;
  tally: BulkTally;
}

/**
 * Does the action for the keys of some rows, those of a plural family alike. With `writing` null, it only counts
 * them. To write, the caller holds the content lock exclusively.
 */
export async function bulkKeys(
  tx: Db,
  run: KeysRun,
  rowIds: readonly string[],
  writing: BulkWriting | null,
): Promise<void> {
  const { project, action } = run;
  const { setTags, setMaxLength, archive } = action;
  // Archived keys are no rows.
  const ids = action.restore ? rowIds : await keysOfRows(tx, project, rowIds);
  const keys = await findEditedKeys(tx, project.id, ids);
  if (setTags) return editFields(tx, run, keys, tagsFor(setTags), writing);
  if (setMaxLength) return editFields(tx, run, keys, () => setMaxLength, writing);
  return setArchived(tx, run, keys, archive !== undefined, writing);
}

async function keysOfRows(
  tx: Db,
  { id }: ContentProject,
  rowIds: readonly string[],
): Promise<string[]> {
  const rows = await readRowKeys(tx, id, rowIds);
  return rows.flatMap((row) => (row.forms ?? [row]).map((form) => form.id));
}

const tagsFor =
  ({ add = [], remove = [] }: NonNullable<KeysBulkAction['setTags']>) =>
  ({ name, tags }: EditedKey): { tags: string[] } => {
    const kept = tags.filter((tag) => !remove.includes(tag));
    const all = [...kept, ...add.filter((tag) => !kept.includes(tag))];
    if (all.length > LIMITS.tagsPerKey) {
      fail(
        'limit_exceeded',
        `The key ${name} would have more than ${LIMITS.tagsPerKey} tags. Remove some first.`,
      );
    }
    return { tags: all };
  };

async function editFields(
  tx: Db,
  { project, tally }: KeysRun,
  keys: readonly EditedKey[],
  fieldsFor: (key: EditedKey) => Pick<KeyChangeColumns, 'tags' | 'maxLength'>,
  writing: BulkWriting | null,
): Promise<void> {
  const edits = keys.flatMap((key) => {
    const edit = historyOf(key, fieldsFor(key));
    const isSame = JSON.stringify(edit.before) === JSON.stringify(edit.after);
    if (isSame) tally.skipped++;
    else tally.addChanged(() => previewOf(key, 'edited', edit.before, edit.after));
    return isSame ? [] : [edit];
  });
  if (!writing || edits.length === 0) return;
  await setFields(tx, project.id, edits, writing.by);
  writing.changes.written.add(KEYS);
  const limited = edits.filter(({ after }) => after.maxLength !== undefined);
  const limitedIds = limited.map(({ keyId }) => keyId);
  if (limitedIds.length > 0) await resetChecks(tx, project.id, limitedIds);
}

async function setArchived(
  tx: Db,
  { project, tally }: KeysRun,
  keys: readonly EditedKey[],
  isArchived: boolean,
  writing: BulkWriting | null,
): Promise<void> {
  const differing = keys.filter(({ archived }) => archived !== isArchived);
  tally.skipped += keys.length - differing.length;
  const kind = isArchived ? 'archived' : 'restored';
  for (const key of differing) tally.addChanged(() => previewOf(key, kind, null, null));
  if (!writing || differing.length === 0) return;
  const ids = differing.map(({ id }) => id);
  await (isArchived ? archiveKeyRows : restoreKeyRows)(tx, project.id, ids, writing.by);
  const keyChanges = differing.map((key) => ({
    key: { ...key, archived: isArchived },
    wasLiving: isArchived,
    isLiving: !isArchived,
    isNew: false,
  }));
  await accountKeys(tx, project, keyChanges, writing.changes);
}

const previewOf = (
  { id, name }: EditedKey,
  kind: PreviewItem['kind'],
  keyBefore: KeyChangeColumns | null,
  keyAfter: KeyChangeColumns | null,
): PreviewItem => ({
  kind,
  keyId: id,
  key: name,
  locale: null,
  before: null,
  after: null,
  keyBefore,
  keyAfter,
});
