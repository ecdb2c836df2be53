import {
  isParlanceError,
  type KeysBulkAction,
  type Row,
  type TranslationValue,
  type TranslationValueRow,
} from '@parlance/sdk';
import { api } from '../../../lib/api.ts';
import { type Base, MISSING } from '../drafts/save-value.ts';
import { restoreSaved, type UndoableChange, type UndoableSave } from '../drafts/undo.ts';
import type { FormValues, KeyPlace } from './key.queries.ts';
import {
  editOf,
  type KeyFields,
  PLAIN,
  requestOf,
  type SourceTexts,
  type TextForm,
} from './key-fields.ts';

/** Separates the name of a plural family from the plural category, in the name of a key. */
const FAMILY_STYLE = '_';

const keysOf = ({ organizationId }: KeyPlace) => api(organizationId).i18n.keys;

/** Performs a bulk action on rows as one change. Returns null if nothing was written. */
async function changeKeys(
  place: KeyPlace,
  keyIds: readonly string[],
  action: KeysBulkAction,
): Promise<string | null> {
  const { projectId } = place;
  const select = { keyIds: [...keyIds] };
  const { data } = await keysOf(place).bulk({ projectId, select, action });
  return data.changeId;
}

/** Reverts a change. Returns the number of keys and values that stay because somebody has changed them since. */
async function revert({ organizationId, projectId }: KeyPlace, changeId: string): Promise<number> {
  const { data } = await api(organizationId).i18n.changes.revert({ projectId, changeId });
  return data.counts.conflicts;
}

/** A key that was created for a plural form, with its text. */
interface MadeKey {
  readonly keyId: string;
  readonly text: string;
}

/** Keys that failed attempts to create the row have created. They are archived, but their names are still taken. */
export type MadeKeys = Map<TextForm, MadeKey>;

/** Creates the key of a plural form. If an earlier attempt has created it, restores it instead. */
async function makeKey(
  place: KeyPlace,
  fields: ReturnType<typeof requestOf>,
  text: string,
  made: MadeKey | undefined,
): Promise<MadeKey> {
  const { organizationId, projectId, source: localeCode } = place;
  if (!made) {
    const value = text === '' ? {} : { value: text };
    const { data } = await keysOf(place).create({ projectId, ...fields, ...value });
    return { keyId: data.id, text };
  }
  const { keyId } = made;
  await keysOf(place).update({ projectId, keyId, archived: false, ...fields });
  if (text !== made.text) {
    await api(organizationId).i18n.values.put({ projectId, keyId, localeCode, text });
  }
  return { keyId, text };
}

/**
 * Creates a key with its source text, or the keys of all forms of a plural family. Returns the id of the row. If a
 * request fails, the keys that were created are archived and stay in `made`. The next attempt restores them.
 */
export async function createKey(
  place: KeyPlace,
  fields: KeyFields,
  texts: SourceTexts,
  made: MadeKeys,
): Promise<{ keyId: string; change: UndoableChange }> {
  const { organizationId, projectId } = place;
  const { name, ...rest } = requestOf(fields);
  const keyIds: string[] = [];
  let rowKeyId = '';
  try {
    for (const [form, text] of Object.entries(texts) as [TextForm, string][]) {
      const fullName = form === PLAIN ? name : `${name}${FAMILY_STYLE}${form}`;
      const key = await makeKey(place, { name: fullName, ...rest }, text, made.get(form));
      made.set(form, key);
      keyIds.push(key.keyId);
      if (form === PLAIN || form === 'other') rowKeyId = key.keyId;
    }
  } catch (error) {
    // The created keys are archived, so that no incomplete plural family remains. The caller gets the first error.
    if (keyIds.length > 0) await changeKeys(place, keyIds, { archive: {} }).catch(() => null);
    throw error;
  }
  const undo = async (): Promise<number> => {
    await changeKeys(place, keyIds, { archive: {} });
    return 0;
  };
  return { keyId: rowKeyId, change: { organizationId, projectId, changeId: rowKeyId, undo } };
}

/** Returns the source text that an edit replaces, with its version. */
const baseOfRow = (row: TranslationValueRow | null): Base =>
  row === null || row.id === null || row.text === null
    ? MISSING
    : { id: row.id, text: row.text, state: row.state, version: row.version };

/** Saves the source texts that have changed. */
async function saveTexts(
  { organizationId, projectId, source: locale }: KeyPlace,
  values: readonly FormValues[],
  texts: SourceTexts,
  keep: { readonly keepTranslations?: boolean },
  onSaved: (save: UndoableSave, value: TranslationValue) => void,
): Promise<void> {
  const { values: calls } = api(organizationId).i18n;
  for (const { form, keyId, source } of values) {
    const text = texts[form];
    if (text === undefined || text === (source?.text ?? '')) continue;
    const replaced = baseOfRow(source);
    const { data } =
      replaced.id === null
        ? await calls.put({ projectId, keyId, localeCode: locale, text, version: 0 })
        : await calls.update({
            projectId,
            valueId: replaced.id,
            text,
            version: replaced.version,
            ...keep,
          });
    onSaved({ cell: { organizationId, projectId, keyId, locale }, replaced, value: data }, data);
  }
}

/** Returns a function that undoes an edit of a key. If a request fails, the next call continues with the rest. */
function undoOf(place: KeyPlace, edited: string | null, saves: readonly UndoableSave[]) {
  const left = [...saves];
  const { values } = api(place.organizationId).i18n;
  return async (): Promise<number> => {
    let conflicts = 0;
    for (let save = left.at(-1); save; save = left.at(-1)) {
      try {
        await restoreSaved(values, save);
      } catch (error) {
        if (!isParlanceError(error, 'version_conflict')) throw error;
        conflicts++;
      }
      left.pop();
    }
    return conflicts + (edited === null ? 0 : await revert(place, edited));
  };
}

/**
 * Saves the changed fields and source texts of a key. Calls `onWritten` with a function that undoes the edit, even if
 * only a part of it could be saved.
 */
export async function saveKey(
  place: KeyPlace,
  row: Row,
  values: readonly FormValues[],
  {
    before,
    fields,
    texts,
    onEdited,
    onSaved,
    onWritten,
    ...keep
  }: {
    before: KeyFields;
    fields: KeyFields;
    texts: SourceTexts;
    /** True to keep translations of changed source texts as up to date as they are. */
    keepTranslations?: boolean;
    /** Called after the fields were saved. */
    onEdited(): void;
    /** Called after each source text was saved. */
    onSaved(value: TranslationValue): void;
    onWritten(change: UndoableChange): void;
  },
): Promise<void> {
  const { organizationId, projectId } = place;
  const edit = editOf(before, fields);
  const edited = edit ? await changeKeys(place, [row.keyId], { edit }) : null;
  if (edit) onEdited();
  const saves: UndoableSave[] = [];
  try {
    await saveTexts(place, values, texts, keep, (save, value) => {
      saves.push(save);
      onSaved(value);
    });
  } finally {
    const changeId = edited ?? saves[0]?.value.id;
    const undo = undoOf(place, edited, saves);
    if (changeId !== undefined) onWritten({ organizationId, projectId, changeId, undo });
  }
}

/** Archives the keys of a row, or restores them. Returns null if nothing was written. */
export async function archiveKeys(
  place: KeyPlace,
  keyIds: readonly string[],
  to: 'archive' | 'restore',
): Promise<UndoableChange | null> {
  const { organizationId, projectId } = place;
  const changeId = await changeKeys(
    place,
    keyIds,
    to === 'archive' ? { archive: {} } : { restore: {} },
  );
  return changeId === null ? null : { organizationId, projectId, changeId };
}
