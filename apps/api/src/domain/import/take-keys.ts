import type { FileWarning } from '@parlance/formats';
import type { Db } from '../../db/client.ts';
import { newId } from '../../db/uuid.ts';
import { fail } from '../../errors.ts';
import { rangesOf } from '../batches.ts';
import { accountKeys, type ContentProject, type KeyChange } from '../key/account-keys.ts';
import {
  findKeysByFormerNames,
  findKeysByNames,
  hasAliases,
  insertKeys,
  type KeyRef,
  type NewKey,
  setDescriptions,
  setKeysArchived,
} from '../key/key.store.ts';
import type { CountChanges } from '../value/value-count.store.ts';
import type { FileContent, LocaleTexts } from './file-content.ts';

/** The keys of a file, as they are once the import has them. */
export interface ImportedKeys {
  /** In the file's order. */
  refs: KeyRef[];
  /** Whether the key was made now: it has no values. */
  isNew: boolean[];
  created: number;
  restored: number;
  warnings: FileWarning[];
}

/** Finds, restores and makes the keys that a file names, and keeps its descriptions. */
export async function takeKeys(
  tx: Db,
  project: ContentProject,
  content: FileContent,
  sourceTexts: LocaleTexts | undefined,
  changes: CountChanges,
  now: Date,
): Promise<ImportedKeys> {
  const { names } = content;
  const found = await findFileKeys(tx, project.id, names);
  const inSource = new Set(sourceTexts?.keyIndexes);
  const keyChanges: KeyChange[] = [];
  const refs: KeyRef[] = [];
  const isNew: boolean[] = [];
  const fresh: NewKey[] = [];
  const revived: KeyRef[] = [];
  const described: { id: string; description: string }[] = [];
  names.forEach((name, index) => {
    const description = content.descriptions.get(index);
    const existing = found.keys.get(name);
    isNew.push(existing === undefined);
    if (existing) {
      refs.push(existing);
      if (description !== undefined && description !== existing.description) {
        described.push({ id: existing.id, description });
      }
      if (existing.archived) {
        existing.archived = false;
        revived.push(existing);
        keyChanges.push({ key: existing, wasLiving: false, isLiving: true, isNew: false });
      }
      return;
    }
    const key = newKeyRef(name, inSource.has(index) ? 1 : 0);
    refs.push(key);
    fresh.push({
      id: key.id,
      name,
      description: description ?? '',
      sourceVersion: key.source_version,
    });
    keyChanges.push({ key, wasLiving: false, isLiving: true, isNew: true });
  });
  for (const [from, to] of rangesOf(fresh.length)) {
    await insertKeys(tx, project, fresh.slice(from, to), now);
  }
  for (const [from, to] of rangesOf(described.length)) {
    await setDescriptions(tx, project.id, described.slice(from, to), now);
  }
  const revivedIds = revived.map(({ id }) => id);
  if (revivedIds.length > 0) await setKeysArchived(tx, project.id, revivedIds, null, now);
  await accountKeys(tx, project, keyChanges, changes);
  return {
    refs,
    isNew,
    created: fresh.length,
    restored: revived.length,
    warnings: found.warnings,
  };
}

/** Archives living keys, out of every count. */
export async function archiveKeys(
  tx: Db,
  project: ContentProject,
  keys: readonly KeyRef[],
  changes: CountChanges,
  now: Date,
): Promise<void> {
  for (const [from, to] of rangesOf(keys.length)) {
    const ids = keys.slice(from, to).map(({ id }) => id);
    await setKeysArchived(tx, project.id, ids, now, now);
  }
  const keyChanges = keys.map((key) => ({ key, wasLiving: true, isLiving: false, isNew: false }));
  await accountKeys(tx, project, keyChanges, changes);
}

const newKeyRef = (name: string, sourceVersion: number): KeyRef => ({
  id: newId(),
  name,
  archived: false,
  source_version: sourceVersion,
  description: '',
  plural_family: null,
  plural_style: null,
  plural_category: null,
  plural_ordinal: false,
});

/** The existing keys of a file by the name that the file has, be it one that they had before. */
async function findFileKeys(
  tx: Db,
  projectId: string,
  names: readonly string[],
): Promise<{ keys: Map<string, KeyRef>; warnings: FileWarning[] }> {
  const keys = new Map<string, KeyRef>();
  const warnings: FileWarning[] = [];
  const renames = await hasAliases(tx, projectId);
  const byId = new Map<string, string>();
  for (const [from, to] of rangesOf(names.length)) {
    const batch = names.slice(from, to);
    for (const key of await findKeysByNames(tx, projectId, batch)) keys.set(key.name, key);
    if (!renames) continue;
    const unknown = batch.filter((name) => !keys.has(name));
    for (const [formerName, key] of await findKeysByFormerNames(tx, projectId, unknown)) {
      keys.set(formerName, key);
      const message = `the key is now called ${JSON.stringify(key.name)}`;
      warnings.push({ path: formerName, code: 'renamed_key', message });
    }
  }
  for (const [name, key] of keys) {
    const other = byId.get(key.id);
    if (other !== undefined) {
      const message = `${JSON.stringify(other)} and ${JSON.stringify(name)} are one key since it was renamed`;
      fail('content_invalid', `${message}; keep one of them.`, {
        errors: [{ path: name, message }],
      });
    }
    byId.set(key.id, name);
  }
  return { keys, warnings };
}
