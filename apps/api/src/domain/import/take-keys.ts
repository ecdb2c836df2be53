import type { TextColumn } from '@parlance/formats';
import { type SaidPlural, widerPlural } from '@parlance/messages';
import type { Db } from '../../db/client.ts';
import { fail } from '../../errors.ts';
import { rangesOf } from '../batches.ts';
import { accountKeys, type ContentProject, type KeyChange } from '../key/account-keys.ts';
import {
  addTag,
  findKeysByFormerNames,
  hasAliases,
  hasKeys,
  insertKeys,
  type KeyRef,
  type NewKey,
  newKeyRef,
  restoreKeyRows,
  setFields,
  setUnitIds,
} from '../key/key.store.ts';
import type { KeyFieldsChange } from '../key/key-history.store.ts';
import type { ProjectRef } from '../tenant.ts';
import type { ContentChanges } from '../value/content-changes.store.ts';
import { KEYS } from '../value/revision.store.ts';
import { resetChecks } from '../value/value-checks.store.ts';
import type { Conflicts } from './conflicts.ts';
import type { FileContent } from './file-content.ts';
import { FileKeyFinder } from './find-file-keys.ts';
import type { ImportPlan } from './import-rows.ts';
import { WarningList } from './warning-list.ts';

/** Some of a file's keys, in its order, as they are once the import has them. */
export interface KeyBatch {
  /** Index of the first among the file's names. */
  from: number;
  refs: KeyRef[];
  /** True if the key was made in this import: it has no values. */
  isNew: boolean[];
  /** Those whose translations in the file are of another source text than the project's. */
  hasOlderSource: Set<number>;
  /** Ids of the keys that have a source text in the file. */
  sourceIds: ReadonlySet<string>;
  /** Ids of the keys that were archived before. */
  restoredIds: ReadonlySet<string>;
  /** Those that are not as the import's plan expects: nothing of them is written. */
  refused: Set<number>;
}

/** Keys that take their description from the file: those whose description is of a file, or only those without one. */
export type Described = 'renewed' | 'undescribed';

/** The import that takes the keys. */
export interface KeyTaking {
  project: ContentProject;
  content: FileContent;
  changes: ContentChanges;
  importId: string;
  now: Date;
  describes: Described;
  /** True if the file gives marks to keys that were there. A translator's file does not. */
  marks: boolean;
  /** True if unit ids of the file replace those that keys already have. Keys without one always take it. */
  replacesUnitIds: boolean;
  /** Tags of the keys that the import creates. */
  tags: readonly string[];
  /** Null if the import has no plan. */
  plan: ImportPlan | null;
  /** Receives the keys that are not as the plan expects. */
  conflicts: Conflicts;
}

/** Tag of keys that Xcode found in no source file. They are not archived automatically. */
const STALE_TAG = 'stale';

/** Finds, restores and makes the keys that a file names, and keeps its descriptions. */
export class KeyTaker {
  created = 0;
  restored = 0;
  /** Keys that were there and got another description, maximum length or `translatable`. */
  edited = 0;
  readonly warnings = new WarningList();
  readonly #tx: Db;
  readonly #taking: KeyTaking;
  /** The first source text of the file whose key is not taken yet. */
  #nextSource = 0;
  /** Null where there were no keys before. */
  readonly #finder: FileKeyFinder | null;
  /** Keys that the file still calls by a former name, by that name. */
  readonly #renamed: ReadonlyMap<string, KeyRef>;

  private constructor(
    tx: Db,
    taking: KeyTaking,
    found: { hasKeys: boolean; renamed: ReadonlyMap<string, KeyRef> },
  ) {
    this.#tx = tx;
    this.#taking = taking;
    this.#finder = found.hasKeys ? new FileKeyFinder(tx, taking.project.id) : null;
    this.#renamed = found.renamed;
    for (const [name, key] of found.renamed) {
      const message = `the key was renamed to ${JSON.stringify(key.name)}`;
      this.warnings.add({ path: name, code: 'renamed_key', message });
    }
  }

  /** @throws `content_invalid` where two names of the file are one key since it was renamed. */
  static async open(tx: Db, taking: KeyTaking): Promise<KeyTaker> {
    const { project, content } = taking;
    const found = {
      hasKeys: await hasKeys(tx, project.id),
      renamed: await findRenamedKeys(tx, project.id, content.names),
    };
    return new KeyTaker(tx, taking, found);
  }

  async take(from: number, to: number): Promise<KeyBatch> {
    const { project, content, changes, importId, now, describes, tags, conflicts } = this.#taking;
    const by = { changeId: importId, now };
    const { names, descriptions, unitIds, marks } = content;
    const batchNames = names.slice(from, to);
    const found = await this.#find(batchNames);
    const batch: KeyBatch = {
      from,
      refs: [],
      isNew: [],
      hasOlderSource: new Set(),
      sourceIds: new Set(),
      restoredIds: new Set(),
      refused: new Set(),
    };
    const keyChanges: KeyChange[] = [];
    const fresh: NewKey[] = [];
    const revivedIds: string[] = [];
    const edited: KeyFieldsChange[] = [];
    const said = new Map<string, SaidPlural>();
    const translatable = new Map<string, boolean>();
    const limitedIds: string[] = [];
    const staleIds: string[] = [];
    const identified: { id: string; unitId: string }[] = [];
    for (const [at, name] of batchNames.entries()) {
      const description = descriptions.at(from + at);
      const unitId = unitIds.at(from + at);
      const existing = found.get(name);
      const { said: saidHere, isUntranslatable, maxLength, isStale } = marks.at(from + at);
      const fault = this.#findFault(from + at, existing);
      if (fault !== null) {
        conflicts.add({ path: name, message: fault });
        batch.refused.add(at);
      }
      batch.isNew.push(existing === undefined);
      if (!existing) {
        const key = newKeyRef(name);
        batch.refs.push(key);
        if (saidHere !== null) said.set(key.id, saidHere);
        if (isUntranslatable) translatable.set(key.id, false);
        if (isStale) staleIds.push(key.id);
        fresh.push({
          ...{ id: key.id, name, description: description ?? '', sourceVersion: 0 },
          ...{ maxLength: maxLength ?? undefined, unitId },
        });
        keyChanges.push({ key, wasLiving: false, isLiving: true, isNew: true });
        continue;
      }
      batch.refs.push(existing);
      const isRenewed = describes === 'renewed' && existing.description_origin === 'file';
      const isTaken = isRenewed || existing.description === '';
      const edit: KeyFieldsChange = { keyId: existing.id, before: {}, after: {} };
      if (isTaken && description !== undefined && description !== existing.description) {
        edit.before.description = existing.description;
        edit.after.description = description;
      }
      const isLocked = isUntranslatable && this.#taking.marks && existing.translatable;
      if (isLocked) {
        edit.before.translatable = true;
        edit.after.translatable = false;
        translatable.set(existing.id, false);
      }
      if (this.#taking.marks && maxLength !== null && existing.max_length === null) {
        edit.before.maxLength = null;
        edit.after.maxLength = maxLength;
        limitedIds.push(existing.id);
      }
      if (isStale && this.#taking.marks) staleIds.push(existing.id);
      if (unitId !== undefined && this.#takesUnitId(existing, unitId)) {
        identified.push({ id: existing.id, unitId });
      }
      if (Object.keys(edit.after).length > 0) edited.push(edit);
      if (existing.archived && !this.#leavesArchived(from + at)) {
        existing.archived = false;
        revivedIds.push(existing.id);
        keyChanges.push({ key: existing, wasLiving: false, isLiving: true, isNew: false });
      } else if (!existing.archived && (saysMore(existing, saidHere) || isLocked)) {
        keyChanges.push({ key: existing, wasLiving: true, isLiving: true, isNew: false });
      }
      if (saidHere !== null) said.set(existing.id, saidHere);
    }
    if (fresh.length > 0)
      await insertKeys(this.#tx, project, fresh, { ...by, tags, descriptionOrigin: 'file' });
    if (edited.length > 0) {
      await setFields(this.#tx, project.id, edited, { ...by, descriptionOrigin: 'file' });
      this.edited += edited.length;
      changes.written.add(KEYS);
    }
    if (staleIds.length > 0) {
      await addTag(this.#tx, project.id, { keyIds: staleIds, tag: STALE_TAG }, by);
      changes.written.add(KEYS);
    }
    if (identified.length > 0) {
      await setUnitIds(this.#tx, project.id, identified);
      changes.written.add(KEYS);
    }
    if (limitedIds.length > 0) await resetChecks(this.#tx, project.id, limitedIds);
    if (revivedIds.length > 0) {
      await restoreKeyRows(this.#tx, project.id, revivedIds, by);
    }
    // A family may be spread over batches: each time, its members so far are counted again.
    batch.sourceIds = this.#takeSourceIds(batch, to);
    batch.restoredIds = new Set(revivedIds);
    const held = { present: batch.refs, gainsSource: batch.sourceIds, said, translatable };
    await accountKeys(this.#tx, project, keyChanges, changes, held);
    this.created += fresh.length;
    this.restored += revivedIds.length;
    return batch;
  }

  #takesUnitId({ unit_id: known }: KeyRef, unitId: string): boolean {
    return known === null || (this.#taking.replacesUnitIds && known !== unitId);
  }

  /** Describes a difference between a key and the import's plan that affects the key; null if there is none. */
  #findFault(index: number, existing: KeyRef | undefined): string | null {
    const planned = this.#taking.plan?.keyAt(index);
    if (!planned) return null;
    const { id, wasArchived, isWritten } = planned;
    if (id === null) return existing ? 'was created since' : null;
    if (!existing) return 'was renamed since';
    if (!isWritten) return null;
    if (existing.id !== id) return 'is a different key now';
    return existing.archived && !wasArchived ? 'was archived since' : null;
  }

  /** True if the plan knew the key as active: that it was archived since stays so. */
  #leavesArchived(index: number): boolean {
    return this.#taking.plan?.keyAt(index).wasArchived === false;
  }

  /** Ids of the batch's keys that have a source text in the file. */
  #takeSourceIds({ from, refs }: KeyBatch, to: number): Set<string> {
    const { project, content } = this.#taking;
    const tag = project.sourceLocale;
    const texts = content.locales.find(({ localeTag }) => localeTag === tag);
    const ids = new Set<string>();
    for (; texts && this.#nextSource < texts.length; this.#nextSource++) {
      const index = texts.keyIndexAt(this.#nextSource);
      if (index >= to) break;
      ids.add(refs[index - from]!.id);
    }
    return ids;
  }

  async #find(names: readonly string[]): Promise<Map<string, KeyRef>> {
    if (!this.#finder) return new Map();
    const keys = await this.#finder.find(names);
    if (this.#renamed.size === 0) return keys;
    for (const name of names) {
      const key = this.#renamed.get(name);
      if (key) keys.set(name, key);
    }
    return keys;
  }
}

/** True if the file says of a key's plural family what is not known yet. */
const saysMore = ({ plural_said }: KeyRef, said: SaidPlural | null): boolean =>
  said !== null && widerPlural(plural_said, said) !== plural_said;

async function findRenamedKeys(
  tx: Db,
  projectId: ProjectRef,
  names: TextColumn,
): Promise<Map<string, KeyRef>> {
  const renamed = new Map<string, KeyRef>();
  if (!(await hasAliases(tx, projectId))) return renamed;
  const formerNames = new Map<string, string>();
  for (const [from, to] of rangesOf(names.length)) {
    const found = await findKeysByFormerNames(tx, projectId, names.slice(from, to));
    for (const [name, key] of found) {
      const other = formerNames.get(key.name);
      if (other !== undefined) refuseOneKey(other, name);
      formerNames.set(key.name, name);
      renamed.set(name, key);
    }
  }
  for (const [from, to] of rangesOf(renamed.size === 0 ? 0 : names.length)) {
    for (const name of names.slice(from, to)) {
      const former = formerNames.get(name);
      if (former !== undefined) refuseOneKey(former, name);
    }
  }
  return renamed;
}

function refuseOneKey(one: string, other: string): never {
  const message = `${JSON.stringify(one)} and ${JSON.stringify(other)} are the same key: it was renamed`;
  fail('content_invalid', `${message}; keep one of them.`, {
    errors: [{ path: other, message }],
  });
}
