import { type KeysBulkAction, LIMITS } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import { fail, failAt } from '../../../errors.ts';
import {
  archiveKeys,
  type ContentProject,
  changedFields,
  editKeys,
  findKeysByIds,
  findWithArchivedMembers,
  historyOf,
  type KeyRef,
  restoreKeys,
  type SomeKeyFields,
  type Writing,
} from '../../content/index.ts';
import { requireFreeName } from '../../editing/index.ts';
import { readRowKeys } from '../row/row.store.ts';
import type { BulkTally, PreviewItem } from './bulk-tally.ts';

export interface KeysRun {
  project: ContentProject;
  action: KeysBulkAction;
  tally: BulkTally;
}

/**
 * Applies a bulk action to the keys of the given rows, including all forms of a plural family. A
 * dry run (`writing` is null) only counts the effects. Otherwise, the caller holds the content lock
 * exclusively.
 */
export async function bulkKeys(
  tx: Db,
  run: KeysRun,
  rowIds: readonly string[],
  writing: Writing | null,
): Promise<void> {
  const { project, action } = run;
  const { setTags, setMaxLength, edit, archive } = action;
  const ids = action.restore
    ? await findWithArchivedMembers(tx, project.id, rowIds)
    : await keysOfRows(tx, project, rowIds);
  const keys = await findKeysByIds(tx, project.id, ids);
  if (setTags) return editFields(tx, run, keys, tagsFor(setTags), writing);
  if (setMaxLength) return editFields(tx, run, keys, () => setMaxLength, writing);
  if (edit) return editFields(tx, run, keys, fieldsFor(edit), writing);
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

const fieldsFor =
  ({ name, ...fields }: NonNullable<KeysBulkAction['edit']>) =>
  (key: KeyRef): SomeKeyFields => ({
    ...fields,
    ...(name !== undefined && {
      name: name + key.name.slice((key.plural_family ?? key.name).length),
    }),
  });

async function editFields(
  tx: Db,
  { project, tally }: KeysRun,
  keys: readonly KeyRef[],
  wantedFor: (key: KeyRef) => SomeKeyFields,
  writing: Writing | null,
): Promise<void> {
  const edits = keys.flatMap((key) => {
    const change = changedFields(key, wantedFor(key));
    const isSame = Object.keys(change).length === 0;
    if (isSame) tally.skipped++;
    else tally.addChanged(() => previewOf(key, 'edited', historyOf(key, change).before, change));
    return isSame ? [] : [{ key, change }];
  });
  for (const { change } of edits) {
    if (change.name === undefined) continue;
    if ([...change.name].length > LIMITS.keyNameLength) {
      failAt(
        '/action/edit/name',
        `must leave room for the ends of plural forms: a form would have more than ${LIMITS.keyNameLength} characters`,
      );
    }
    await requireFreeName(tx, project.id, change.name);
  }
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
  keyBefore: SomeKeyFields | null,
  keyAfter: SomeKeyFields | null,
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
