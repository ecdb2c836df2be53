import type { TextColumn } from '@parlance/formats';
import { type DeclaredPlural, familyCandidates, widerPlural } from '@parlance/messages';
import type { Db } from '../../../db/client.ts';
import { fail } from '../../../errors.ts';
import {
  accountKeys,
  createKeys,
  editKeys,
  findKeysByFormerNames,
  hasAliases,
  hasKeys,
  identifyKeys,
  type KeyEdit,
  type KeyRef,
  lockKeys,
  newKeyRef,
  restoreKeys,
  type SomeKeyFields,
  tagKeys,
  unchanged,
  type Writing,
} from '../../content/index.ts';
import { type ProjectRef, rangesOf } from '../../kernel/index.ts';
import type { Conflicts } from './conflicts.ts';
import type { FileContent, LocaleTexts } from './file-content.ts';
import { FileKeyFinder } from './find-file-keys.ts';
import type { ImportPlan } from './import-rows.ts';
import type { RunKeys } from './run-keys.ts';
import { WarningList } from './warning-list.ts';

/** A batch of consecutive keys of a file, after the import has created or updated them. */
export interface KeyBatch {
  from: number;
  refs: KeyRef[];
  isNew: boolean[];
  /** Indexes of the keys that have a source text in the file. */
  inSource: Set<number>;
  /**
   * Indexes of the keys whose source text in the file is older than the source text in the project.
   * Translations in the file belong to the older text.
   */
  hasOlderSource: Set<number>;
  restoredIds: ReadonlySet<string>;
  /**
   * Indexes of the keys that were changed after the staging. The import writes neither these keys
   * nor their values.
   */
  refused: Set<number>;
}

/**
 * `renewed`: descriptions in the file replace descriptions that came from files. `undescribed`:
 * descriptions in the file apply only to keys without a description.
 */
export type Described = 'renewed' | 'undescribed';

export interface KeyTaking {
  writing: Writing;
  content: FileContent;
  describes: Described;
  /**
   * True if the file sets properties, such as a maximum length, of existing keys. False for a
   * translator's file.
   */
  takesFlags: boolean;
  /**
   * True if XLIFF ids in the file replace existing ids of keys. Keys without an id always get the
   * id in the file.
   */
  replacesUnitIds: boolean;
  tags: readonly string[];
  /** Plan of a staged import or of a merge. Null for any other import. */
  plan: ImportPlan | null;
  /** False to leave archived keys and their texts as they are. */
  restores: boolean;
  /** Keys of earlier files of the same import. The import adds the keys of this file. */
  runKeys: RunKeys | null;
  conflicts: Conflicts;
}

/**
 * Tag of keys that Xcode has marked as stale, because it found them in no source file. The import does not archive
 * them.
 */
const STALE_TAG = 'stale';

class TakenKeys {
  readonly made: KeyRef[] = [];
  readonly edited: KeyEdit[] = [];
  readonly restored: KeyRef[] = [];
  readonly widened: KeyRef[] = [];
  readonly staleIds: string[] = [];
  readonly identified: { id: string; unitId: string }[] = [];
  readonly declared = new Map<string, DeclaredPlural>();
  readonly translatable = new Map<string, boolean>();
}

const NOT_RESTORED =
  'the key is archived, and was not restored because a file with source texts cannot be read';

export class KeyTaker {
  created = 0;
  restored = 0;
  edited = 0;
  readonly warnings = new WarningList();
  readonly #taking: KeyTaking;
  readonly #finder: FileKeyFinder | null;
  readonly #renamed: ReadonlyMap<string, KeyRef>;
  readonly #sources: LocaleTexts | undefined;
  #nextSource = 0;

  private constructor(
    taking: KeyTaking,
    found: { hasKeys: boolean; renamed: ReadonlyMap<string, KeyRef> },
  ) {
    const { tx, project } = taking.writing;
    this.#taking = taking;
    this.#finder = found.hasKeys ? new FileKeyFinder(tx, project.id) : null;
    this.#renamed = found.renamed;
    this.#sources = taking.content.locales.find(
      ({ localeTag }) => localeTag === project.source_locale,
    );
    for (const [name, key] of found.renamed) {
      const message = `the key was renamed to ${JSON.stringify(key.name)}`;
      this.warnings.add({ path: name, code: 'renamed_key', message });
    }
  }

  /** @throws `content_invalid` if two names in the file refer to the same key */
  static async open(taking: KeyTaking): Promise<KeyTaker> {
    const { writing, content } = taking;
    const { tx, project } = writing;
    const found = {
      hasKeys: await hasKeys(tx, project.id),
      renamed: await findRenamedKeys(tx, project.id, content.names),
    };
    return new KeyTaker(taking, found);
  }

  async take(from: number, to: number): Promise<KeyBatch> {
    const { writing, content, tags, conflicts } = this.#taking;
    const names = content.names.slice(from, to);
    const found = await this.#find(names);
    await this.#lockForms([...found.values()]);
    const batch: KeyBatch = {
      from,
      refs: [],
      isNew: [],
      inSource: new Set(),
      hasOlderSource: new Set(),
      restoredIds: new Set(),
      refused: new Set(),
    };
    const taken = new TakenKeys();
    for (const [at, name] of names.entries()) {
      const existing = found.get(name);
      const fault = this.#findFault(from + at, existing);
      if (fault !== null) {
        conflicts.add({ path: name, message: fault });
        batch.refused.add(at);
      }
      if (existing?.archived && !this.#taking.restores) {
        batch.refused.add(at);
        this.warnings.add({ path: name, code: 'archived_key', message: NOT_RESTORED });
      }
      batch.isNew.push(existing === undefined);
      batch.refs.push(existing ?? this.#make(from + at, name, taken));
      if (existing && !batch.refused.has(at)) this.#renew(from + at, existing, taken);
    }
    writing.lockedKeys = batch.refs;
    const { declared, translatable } = taken;
    const sourceTexts = this.#sourceTextsOf(from, batch);
    await createKeys(writing, taken.made, {
      tags,
      areUnused: true,
      declared,
      translatable,
      sourceTexts,
    });
    await editKeys(writing, taken.edited, { descriptionOrigin: 'file', declared, translatable });
    await tagKeys(writing, taken.staleIds, STALE_TAG);
    await identifyKeys(writing, taken.identified);
    await restoreKeys(writing, taken.restored, { declared, translatable });
    await accountKeys(writing, taken.widened.map(unchanged), { declared, translatable });
    batch.restoredIds = new Set(taken.restored.map(({ id }) => id));
    for (const { id } of taken.made) this.#taking.runKeys?.made.add(id);
    for (const { id } of taken.restored) this.#taking.runKeys?.restored.add(id);
    this.created += taken.made.length;
    this.edited += taken.edited.length;
    this.restored += taken.restored.length;
    return batch;
  }

  #sourceTextsOf(from: number, { refs, isNew, refused }: KeyBatch): Map<string, string> {
    const texts = new Map<string, string>();
    const sources = this.#sources;
    if (!sources) return texts;
    const end = from + refs.length;
    for (; this.#nextSource < sources.length; this.#nextSource++) {
      const index = sources.keyIndexAt(this.#nextSource);
      if (index >= end) break;
      const at = index - from;
      if (isNew[at] && !refused.has(at)) {
        texts.set(refs[at]!.id, sources.textAt(this.#nextSource));
      }
    }
    return texts;
  }

  /**
   * Locks the keys of plural forms before their values are locked, because a later batch may update
   * the plural family of these keys.
   */
  async #lockForms(keys: readonly KeyRef[]): Promise<void> {
    const { tx, project } = this.#taking.writing;
    const { messageFormat } = project.settings;
    const forms = keys.filter(({ name }) => familyCandidates(name, messageFormat).length > 0);
    const ids = forms.map(({ id }) => id);
    if (ids.length > 0) await lockKeys(tx, project.id, ids, 'update');
  }

  #make(index: number, name: string, taken: TakenKeys): KeyRef {
    const { descriptions, unitIds, flags } = this.#taking.content;
    const { declared, isUntranslatable, maxLength, isStale } = flags.at(index);
    const key = newKeyRef(name, {
      description: descriptions.at(index) ?? '',
      description_origin: 'file',
      max_length: maxLength,
      unit_id: unitIds.at(index) ?? null,
    });
    taken.made.push(key);
    if (declared !== null) taken.declared.set(key.id, declared);
    if (isUntranslatable) taken.translatable.set(key.id, false);
    if (isStale) taken.staleIds.push(key.id);
    return key;
  }

  #renew(index: number, key: KeyRef, taken: TakenKeys): void {
    const { content, describes, takesFlags } = this.#taking;
    const { declared, isUntranslatable, maxLength, isStale } = content.flags.at(index);
    const description = content.descriptions.at(index);
    const unitId = content.unitIds.at(index);
    const change: SomeKeyFields = {};
    const isRenewed = describes === 'renewed' && key.description_origin === 'file';
    if ((isRenewed || key.description === '') && description !== undefined) {
      if (description !== key.description) change.description = description;
    }
    if (takesFlags && isUntranslatable && key.translatable) {
      change.translatable = false;
      taken.translatable.set(key.id, false);
    }
    if (takesFlags && maxLength !== null && key.max_length === null) change.maxLength = maxLength;
    if (takesFlags && isStale) taken.staleIds.push(key.id);
    if (unitId !== undefined && this.#takesUnitId(key, unitId)) {
      taken.identified.push({ id: key.id, unitId });
    }
    if (Object.keys(change).length > 0) taken.edited.push({ key, change });
    const restores = this.#taking.restores && !this.#leavesArchived(index);
    if (key.archived && restores) taken.restored.push(key);
    else if (!key.archived && saysMore(key, declared)) taken.widened.push(key);
    if (declared !== null) taken.declared.set(key.id, declared);
  }

  #takesUnitId({ unit_id: known }: KeyRef, unitId: string): boolean {
    return known === null || (this.#taking.replacesUnitIds && known !== unitId);
  }

  /**
   * Returns the reason why a staged import must not write a key, or null. For example, the key was
   * changed after the staging.
   */
  #findFault(index: number, existing: KeyRef | undefined): string | null {
    const planned = this.#taking.plan?.keyAt(index);
    if (!planned) return null;
    const { id, wasArchived, isWritten } = planned;
    if (id === null) {
      const isKnown = existing === undefined || this.#taking.runKeys?.made.has(existing.id);
      return isKnown ? null : 'was created since';
    }
    if (!existing) return 'was renamed since';
    if (!isWritten) return null;
    if (existing.id !== id) return 'is a different key now';
    return existing.archived && !wasArchived ? 'was archived since' : null;
  }

  /**
   * True if the import leaves an archived key archived, because the key was active at the staging.
   */
  #leavesArchived(index: number): boolean {
    return this.#taking.plan?.keyAt(index).wasArchived === false;
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

/**
 * True if the file states a more general kind of plural than the project has stored for the key.
 */
const saysMore = ({ plural_said }: KeyRef, declared: DeclaredPlural | null): boolean =>
  declared !== null && widerPlural(plural_said, declared) !== plural_said;

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
      if (other !== undefined) failOneKey(other, name);
      formerNames.set(key.name, name);
      renamed.set(name, key);
    }
  }
  for (const [from, to] of rangesOf(renamed.size === 0 ? 0 : names.length)) {
    for (const name of names.slice(from, to)) {
      const former = formerNames.get(name);
      if (former !== undefined) failOneKey(former, name);
    }
  }
  return renamed;
}

function failOneKey(one: string, other: string): never {
  const message = `${JSON.stringify(one)} and ${JSON.stringify(other)} are the same key: it was renamed`;
  fail('content_invalid', `${message}; keep one of them.`, {
    errors: [{ path: other, message }],
  });
}
