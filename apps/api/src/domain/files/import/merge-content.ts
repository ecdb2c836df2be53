import { type ImportConflict, LIMITS } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import type { ValueState } from '../../../db/schema.generated.ts';
import { fail, failAt } from '../../../errors.ts';
import {
  type ContentProject,
  findKeysByFormerNames,
  findKeysByNames,
  hasAliases,
  type KeyRef,
  readSlots,
  readValues,
  type Slot,
  type SyncState,
} from '../../content/index.ts';
import { type ProjectRef, rangesOf } from '../../kernel/index.ts';
import type { LocaleRow } from '../../project/index.ts';
import { ContentBuilder, type FileContent, LocaleTexts } from './file-content.ts';
import type { ArchivedRow, ImportPlan } from './import-rows.ts';
import { decide, type MergeRules } from './merge-rules.ts';
import { PlannedKeys } from './planned-keys.ts';
import type { WarningList } from './warning-list.ts';

export interface Merge extends MergeRules {
  /** True to import the state of a text even if the file and the project have the same text. */
  states: boolean;
  /** State of the project at the last sync of the file. */
  base: SyncState;
  archive: readonly string[];
  archivePath: string;
  tags: readonly string[];
}

export interface MergeTarget {
  project: ContentProject;
  locales: readonly LocaleRow[];
  /**
   * Tag of the locale to merge. The merge ignores the texts of other locales in the file. For
   * example, a translator's file also contains source texts.
   */
  localeTag: string;
}

const BATCH_KEYS = 2000;

interface MergedKey {
  index: number;
  name: string;
  key: KeyRef | undefined;
  isKept: boolean;
  isWritten: boolean;
  place: number;
}

type PlannedText = [state: ValueState | null, plan: number | 'same' | 'older'];

interface FileText {
  merged: MergedKey;
  text: string;
  state: ValueState | null;
}

/**
 * Decides which texts of a file the import writes. The caller holds the content lock. The caller
 * must merge again if a user edits a value before the texts are written.
 * @throws `import_conflict` with the conflicts, or `validation_failed`
 */
export async function mergeContent(
  tx: Db,
  target: MergeTarget,
  file: FileContent,
  merge: Merge,
): Promise<{ content: FileContent; plan: ImportPlan }> {
  const merging = new Merging(tx, target, file, merge);
  for (const [from, to] of rangesOf(file.names.length, BATCH_KEYS)) await merging.add(from, to);
  const archived = await merging.findArchived();
  merging.requireNoConflicts();
  return merging.finish(archived);
}

class Merging {
  readonly #tx: Db;
  readonly #target: MergeTarget;
  readonly #file: FileContent;
  readonly #merge: Merge;
  readonly #builder = new ContentBuilder();
  readonly #keys = new PlannedKeys();
  readonly #texts: LocaleTexts[];
  readonly #next: number[];
  readonly #fileKeyIds = new Set<string>();
  readonly #conflicts: ImportConflict[] = [];
  #conflictCount = 0;
  #leftOut = 0;

  constructor(tx: Db, target: MergeTarget, file: FileContent, merge: Merge) {
    this.#tx = tx;
    this.#target = target;
    this.#file = file;
    this.#merge = merge;
    this.#texts = file.locales.map(({ localeTag }) => new LocaleTexts(localeTag));
    this.#next = file.locales.map(() => 0);
    this.#builder.content.locales.push(...this.#texts);
    this.#warnings.addAll(file.warnings);
  }

  get #warnings(): WarningList {
    return this.#builder.content.warnings;
  }

  async add(from: number, to: number): Promise<void> {
    const names = this.#file.names.slice(from, to);
    const keys = await findFileKeys(this.#tx, this.#target.project.id, names);
    const batch = names.map((name, at): MergedKey => {
      const index = from + at;
      return { index, name, key: keys.get(name), isKept: false, isWritten: false, place: -1 };
    });
    for (const { id } of keys.values()) this.#fileKeyIds.add(id);
    const decided: (() => void)[] = [];
    for (const at of this.#texts.keys()) {
      decided.push(...(await this.#decideLocale(at, batch, from, to)));
    }
    this.#addKeys(batch);
    for (const push of decided) push();
  }

  async #decideLocale(
    at: number,
    batch: readonly MergedKey[],
    from: number,
    to: number,
  ): Promise<(() => void)[]> {
    const { project, locales, localeTag } = this.#target;
    const { id: projectId, source_locale: sourceLocale } = project;
    const read = this.#file.locales[at]!;
    const localeTexts = this.#texts[at]!;
    const locale = locales.find(({ code }) => code === read.localeTag)!;
    const texts: FileText[] = [];
    for (; this.#next[at]! < read.length; this.#next[at]!++) {
      const index = this.#next[at]!;
      const keyIndex = read.keyIndexAt(index);
      if (keyIndex >= to) break;
      const merged = batch[keyIndex - from]!;
      texts.push({ merged, text: read.textAt(index), state: read.stateAt(index) });
    }
    const ids = texts.flatMap(({ merged: { key } }) => (key ? [key.id] : []));
    const values = await readValues(this.#tx, projectId, locale.id, ids);
    const isReference = locale.code === sourceLocale && localeTag !== sourceLocale;
    const isSame = ({ merged: { key }, text }: FileText): boolean =>
      key !== undefined && !key.archived && values.get(key.id)?.text === text;
    const hasOwnState = ({ merged: { key }, state }: FileText): boolean =>
      this.#merge.states && !isReference && state !== null && values.get(key!.id)?.state !== state;
    const slots = await readSlots(this.#tx, projectId, this.#merge.base, {
      keyIds: texts.flatMap((text) =>
        text.merged.key && (!isSame(text) || hasOwnState(text)) ? [text.merged.key.id] : [],
      ),
      localeIds: [locale.id],
    });
    const slotOf = new Map(slots.map((slot) => [slot.keyId, slot]));
    const pushes: (() => void)[] = [];
    for (const one of texts) {
      const { merged, text, state } = one;
      const { key } = merged;
      const push = (written: string, ...rest: PlannedText): void => {
        merged.isKept = true;
        pushes.push(() => localeTexts.pushPlanned(merged.place, written, ...rest));
      };
      if (isSame(one)) {
        const value = values.get(key!.id)!;
        const slot = hasOwnState(one) ? slotOf.get(key!.id) : undefined;
        if (slot?.base === text && slot.baseState === value.state) {
          merged.isWritten = true;
          push(text, state, value.version);
        } else push('', null, 'same');
        continue;
      }
      const slot = key && slotOf.get(key.id);
      if (slot && slot.text !== null && isReference) {
        push(text, null, 'older');
        continue;
      }
      const { take, warning } = decide(text, slot, this.#merge);
      if (warning) this.#warnings.add({ path: merged.name, ...warning });
      if (take === 'conflict') this.#addConflict(slot!, text);
      else if (take === 'project') this.#leftOut++;
      else {
        merged.isWritten = true;
        push(text, state, key ? (values.get(key.id)?.version ?? 0) : 0);
      }
    }
    return pushes;
  }

  #addConflict({ key, locale, base, text, state, by }: Slot, file: string | null): void {
    this.#conflictCount++;
    if (this.#conflicts.length >= LIMITS.mergeConflictsListed) return;
    this.#conflicts.push({ key, locale, base, file, project: text, state, by });
  }

  /** Adds the keys that the import must create or write. A key may have no text in the file. */
  #addKeys(batch: readonly MergedKey[]): void {
    const { names } = this.#builder.content;
    const hasTexts = (index: number) => this.#file.locales.some((texts) => texts.hasKey(index));
    for (const merged of batch) {
      const { index, name, key } = merged;
      if (!merged.isKept && (key || hasTexts(index))) continue;
      merged.place = names.length;
      this.#builder.addKey(
        {
          name,
          values: [],
          description: this.#file.descriptions.at(index),
          id: this.#file.unitIds.at(index),
        },
        this.#file.flags.at(index),
      );
      this.#keys.push({
        id: key?.id ?? null,
        wasArchived: key?.archived ?? false,
        isWritten: !key || key.archived || merged.isWritten,
      });
    }
  }

  async findArchived(): Promise<ArchivedRow[]> {
    const { archive, archivePath, base, conflicts } = this.#merge;
    const { id: projectId, source_locale_id: sourceLocaleId } = this.#target.project;
    const rows: ArchivedRow[] = [];
    const keys = (await findKeysByNames(this.#tx, projectId, archive)).filter(
      ({ archived }) => !archived,
    );
    for (const { id, name } of keys) {
      if (!this.#fileKeyIds.has(id)) continue;
      failAt(`${archivePath}/${archive.indexOf(name)}`, 'names a key that the file has');
    }
    const ids = keys.map(({ id }) => id);
    const values = await readValues(this.#tx, projectId, sourceLocaleId, ids);
    const slots = await readSlots(this.#tx, projectId, base, {
      keyIds: ids,
      localeIds: [sourceLocaleId],
    });
    for (const slot of slots) {
      const { keyId, key, text } = slot;
      const isChanged = text !== slot.base;
      if (isChanged && conflicts === 'fail') this.#addConflict(slot, null);
      else if (isChanged && conflicts === 'theirs') {
        const message = 'changed in the project since the base, so the key was not archived';
        this.#warnings.add({ path: key, code: 'archive_skipped', message });
      } else {
        rows.push({ keyId, key, before: text, version: values.get(keyId)?.version ?? 0 });
      }
    }
    return rows;
  }

  /** @throws `import_conflict` if there is a conflict */
  requireNoConflicts(): void {
    const count = this.#conflictCount;
    if (count === 0) return;
    const what = count === 1 ? 'A text was' : `${count} texts were`;
    fail(
      'import_conflict',
      `${what} changed both in the file and in the project. Nothing was written. Decide with \`conflicts\`.`,
      {
        errors: this.#conflicts.slice(0, LIMITS.importConflictsListed).map(({ key, locale }) => ({
          path: key,
          message: `was changed on both sides in ${locale}`,
          code: 'conflict' as const,
        })),
        conflicts: this.#conflicts,
      },
    );
  }

  finish(archived: readonly ArchivedRow[]): { content: FileContent; plan: ImportPlan } {
    const plan: ImportPlan = {
      leftOut: this.#leftOut,
      begin: () => Promise.resolve(),
      keyAt: (index) => this.#keys.at(index),
      archived: async function* () {
        if (archived.length > 0) yield archived;
      },
      finish: () => Promise.resolve(),
    };
    return { content: this.#builder.content, plan };
  }
}

/**
 * Returns the active and archived keys to which the names in a file refer. A file may use former
 * names of keys.
 */
async function findFileKeys(
  tx: Db,
  projectId: ProjectRef,
  names: readonly string[],
): Promise<Map<string, KeyRef>> {
  const keys = await findKeysByNames(tx, projectId, names);
  const found = new Map(keys.map((key) => [key.name, key]));
  if (!(await hasAliases(tx, projectId))) return found;
  const missing = names.filter((name) => !found.has(name));
  return new Map([...found, ...(await findKeysByFormerNames(tx, projectId, missing))]);
}
