import { type KeysBulkAction, LIMITS } from '@parlance/contracts';
import type { Db } from '../../db/client.ts';
import { fail } from '../../errors.ts';
import type { KeyChangeColumns } from '../change/change-item.store.ts';
import { archiveKeys, editKeys, historyOf, restoreKeys } from '../content/keys.ts';
import type { ContentProject, Writing } from '../content/writing.ts';
import { findKeysByIds } from '../key/key.store.ts';
import type { KeyRef } from '../key/key-ref.ts';
import { readRowKeys } from '../row/row.store.ts';
import type { BulkTally, PreviewItem } from './bulk-tally.ts';

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
  writing: Writing | null,
): Promise<void> {
  const { project, action } = run;
  const { setTags, setMaxLength, archive } = action;
  // Archived keys are no rows.
  const ids = action.restore ? rowIds : await keysOfRows(tx, project, rowIds);
  const keys = await findKeysByIds(tx, project.id, ids);
  if (setTags) return editFields(run, keys, tagsFor(setTags), writing);
  if (setMaxLength) return editFields(run, keys, () => setMaxLength, writing);
  return setArchived(run, keys, archive !== undefined, writing);
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
  ({ name, tags }: KeyRef): { tags: string[] } => {
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
  { tally }: KeysRun,
  keys: readonly KeyRef[],
  fieldsFor: (key: KeyRef) => Pick<KeyChangeColumns, 'tags' | 'maxLength'>,
  writing: Writing | null,
): Promise<void> {
  const edits = keys.flatMap((key) => {
    const change = fieldsFor(key);
    const { before } = historyOf(key, change);
    const isSame = JSON.stringify(before) === JSON.stringify(change);
    if (isSame) tally.skipped++;
    else tally.addChanged(() => previewOf(key, 'edited', before, change));
    return isSame ? [] : [{ key, change }];
  });
  if (writing) await editKeys(writing, edits);
}

async function setArchived(
  { tally }: KeysRun,
  keys: readonly KeyRef[],
  isArchived: boolean,
  writing: Writing | null,
): Promise<void> {
  const differing = keys.filter(({ archived }) => archived !== isArchived);
  tally.skipped += keys.length - differing.length;
  const kind = isArchived ? 'archived' : 'restored';
  for (const key of differing) tally.addChanged(() => previewOf(key, kind, null, null));
  if (writing) await (isArchived ? archiveKeys : restoreKeys)(writing, differing);
}

const previewOf = (
  { id, name }: KeyRef,
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
