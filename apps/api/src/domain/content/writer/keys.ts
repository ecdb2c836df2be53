import { rangesOf } from '../../kernel/index.ts';
import { fieldsOf, type SomeKeyFields } from '../key/key.record.ts';
import type { DescriptionOrigin, KeyRef } from '../key/key-ref.ts';
import { hashSources, NO_HASHES, type SourceHashes } from '../key/source-hash.ts';
import { KEYS } from '../value/revision.store.ts';
import { type AccountOptions, accountKeys, type KeyChange } from './families.ts';
import {
  addTag,
  archiveKeyRows,
  deleteAliases,
  insertAliases,
  insertKeys,
  type KeyFieldsChange,
  restoreKeyRows,
  setFields,
  setUnitIds,
} from './keys.store.ts';
import { storeNames } from './store-names.ts';
import type { ContentProject, Writing } from './writing.ts';

interface Creation extends AccountOptions {
  tags?: readonly string[];
  /** True if none of the names is a former name of another key. */
  areUnused?: boolean;
  sourceTexts?: ReadonlyMap<string, string>;
}

const NO_TEXTS: ReadonlyMap<string, string> = new Map();

/**
 * Creates keys whose names are not in use. If a name is a former name of another key, the other key
 * loses this former name. The caller holds the content lock exclusively.
 */
export async function createKeys(
  writing: Writing,
  keys: readonly KeyRef[],
  { tags = [], areUnused = false, sourceTexts = NO_TEXTS, ...account }: Creation = {},
): Promise<void> {
  const { tx, project, by, inFlight } = writing;
  for (const [from, to] of rangesOf(keys.length)) {
    const part = keys.slice(from, to);
    const hashes = await hashesOf(project, part, sourceTexts);
    await inFlight.start(() =>
      storeNames(namesOf(part), () => insertKeys(tx, project, part, by, tags, hashes)),
    );
    if (!areUnused) await deleteAliases(tx, project.id, namesOf(part));
  }
  const keyChanges = keys.map((key) => ({ key, wasActive: false, isActive: true, isNew: true }));
  await accountKeys(writing, keyChanges, account);
}

async function hashesOf(
  { source_locale: locale, settings }: ContentProject,
  keys: readonly KeyRef[],
  sourceTexts: ReadonlyMap<string, string>,
): Promise<SourceHashes[]> {
  if (sourceTexts.size === 0) return keys.map(() => NO_HASHES);
  const texts = keys.map(({ id }) => sourceTexts.get(id) ?? '');
  const hashes = await hashSources(locale, settings.messageFormat, texts);
  return keys.map(({ id }, index) => (sourceTexts.has(id) ? hashes[index]! : NO_HASHES));
}

/**
 * Archives active keys. For a revert, `archivedBefore` contains the changes that archived the keys
 * first.
 */
export async function archiveKeys(
  writing: Writing,
  keys: readonly KeyRef[],
  archivedBefore?: readonly (string | null)[],
): Promise<void> {
  if (keys.length === 0) return;
  const { tx, project, by } = writing;
  await archiveKeyRows(tx, project.id, idsOf(keys), by, archivedBefore);
  await accountKeys(writing, keys.map(archived));
}

const archived = (key: KeyRef): KeyChange => ({
  key: Object.assign(key, { archived: true }),
  wasActive: true,
  isActive: false,
  isNew: false,
});

/** Restores archived keys. The caller has checked that no active key has one of their names. */
export async function restoreKeys(
  writing: Writing,
  keys: readonly KeyRef[],
  account: AccountOptions = {},
): Promise<void> {
  if (keys.length === 0) return;
  const { tx, project, by } = writing;
  await restoreKeyRows(tx, project.id, idsOf(keys), by);
  await accountKeys(writing, keys.map(restored), account);
}

const restored = (key: KeyRef): KeyChange => ({
  key: Object.assign(key, { archived: false }),
  wasActive: false,
  isActive: true,
  isNew: false,
});

export interface KeyEdit {
  key: KeyRef;
  change: SomeKeyFields;
}

/**
 * Edits keys and adds the edits to their history. The caller has checked that the new names are not
 * in use. A key can still be found by its former name until another key gets that name.
 */
export async function editKeys(
  writing: Writing,
  edits: readonly KeyEdit[],
  {
    descriptionOrigin = 'person',
    ...account
  }: AccountOptions & { descriptionOrigin?: DescriptionOrigin } = {},
): Promise<void> {
  if (edits.length === 0) return;
  const { tx, project, by, changes } = writing;
  changes.written.add(KEYS);
  const history = edits.map(({ key, change }) => historyOf(key, change));
  const names = edits.flatMap(({ change: { name } }) => name ?? []);
  await storeNames(names, () => setFields(tx, project.id, history, { ...by, descriptionOrigin }));
  await renameKeys(writing, edits);
  const limited = edits.filter(({ change }) => change.maxLength !== undefined);
  changes.recheck('key', idsOf(limited.map(({ key }) => key)));
  const keyChanges = edits.flatMap(changesOf);
  const translatable = new Map(account.translatable);
  for (const { key, change } of edits) {
    if (change.translatable !== undefined) translatable.set(key.id, change.translatable);
  }
  await accountKeys(writing, keyChanges, { ...account, translatable });
}

async function renameKeys({ tx, project, by }: Writing, edits: readonly KeyEdit[]): Promise<void> {
  const renamed = edits.filter(({ change }) => change.name !== undefined);
  if (renamed.length === 0) return;
  const names = renamed.map(({ change }) => change.name!);
  await deleteAliases(tx, project.id, names);
  const aliases = renamed.map(({ key }) => ({ keyId: key.id, name: key.name }));
  await storeNames(namesOf(renamed.map(({ key }) => key)), () =>
    insertAliases(tx, project.id, aliases, by.now),
  );
}

/**
 * Applies an edit to a key, and returns the resulting changes. A rename counts as two changes: the
 * key with the old name is archived, and a key with the new name is created.
 */
function changesOf({ key, change: { name, translatable } }: KeyEdit): KeyChange[] {
  const before = { ...key };
  if (name !== undefined) key.name = name;
  if (key.archived) {
    if (translatable !== undefined) key.translatable = translatable;
    return [];
  }
  const same = { wasActive: true, isActive: true, isNew: false };
  if (name === undefined) return translatable === undefined ? [] : [{ key, ...same }];
  return [
    { key: before, ...same, isActive: false },
    { key, ...same, wasActive: false },
  ];
}

/** Returns the fields that an edit changes, with their old and new values. */
export function historyOf(key: KeyRef, change: SomeKeyFields): KeyFieldsChange {
  const before = Object.fromEntries(
    Object.entries(fieldsOf(key)).filter(([field]) => Object.hasOwn(change, field)),
  );
  return { keyId: key.id, before, after: change };
}

export async function tagKeys(
  { tx, project, by, changes }: Writing,
  keyIds: readonly string[],
  tag: string,
): Promise<void> {
  if (keyIds.length === 0) return;
  await addTag(tx, project.id, { keyIds, tag }, by);
  changes.written.add(KEYS);
}

export async function identifyKeys(
  { tx, project, changes }: Writing,
  keys: readonly { id: string; unitId: string }[],
): Promise<void> {
  if (keys.length === 0) return;
  await setUnitIds(tx, project.id, keys);
  changes.written.add(KEYS);
}

const idsOf = (keys: readonly KeyRef[]): string[] => keys.map(({ id }) => id);
const namesOf = (keys: readonly KeyRef[]): string[] => keys.map(({ name }) => name);
