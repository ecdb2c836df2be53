import type { Db } from '../../db/client.ts';
import type { ValueOrigin, ValueState } from '../../db/schema.generated.ts';
import { findEarlierSources } from '../key/earlier-source.store.ts';
import { bumpSourceVersions, type RewordedKey } from '../key/key.store.ts';
import type { LocaleRow } from '../locale/locale.store.ts';
import type { ProjectRef } from '../tenant.ts';
import type { ContentChanges } from '../value/content-changes.store.ts';
import { needsKey } from '../value/needed-values.ts';
import { trackOutdated, trackReworded } from '../value/outdated-count.store.ts';
import { isOfOtherSource } from '../value/source-version.store.ts';
import { resetChecks } from '../value/value-checks.store.ts';
import {
  addValues,
  findClearedTexts,
  findDifferences,
  insertValues,
  lockValues,
  replaceValues,
  type ValueWrite,
} from '../value/value-writes.store.ts';
import type { Conflicts } from './conflicts.ts';
import type { LocaleTexts } from './file-content.ts';
import type { ImportRecorder, ValueKind, ValueRow } from './import-rows.ts';
import type { KeyBatch } from './take-keys.ts';
import type { WarningList } from './warning-list.ts';

/** Rule for a value that differs from the file's. */
export type ImportMode = 'overwrite' | 'keep' | 'fail';

export interface ValueTally {
  created: number;
  updated: number;
  unchanged: number;
  skipped: number;
}

export interface LocaleImport {
  projectId: ProjectRef;
  locale: LocaleRow;
  isSource: boolean;
  texts: LocaleTexts;
  mode: ImportMode;
  /** States that a repeated text may give a reviewed value. */
  lowersTo: readonly ValueState[];
  /** A text that differs stays, with a warning; a translation that came with the other one is outdated. */
  fills: boolean;
  warnings: WarningList;
  importId: string;
  now: Date;
  changes: ContentChanges;
  values: ValueTally;
  conflicts: Conflicts;
  /** Takes the ids of keys whose source text changes and that may be the `other` of a plural family. */
  rewordedOthers: RewordedKey[];
  recorder: ImportRecorder | null;
}

/** State of a value whose text a file repeats. */
function repeatedState(
  state: ValueState,
  inFile: ValueState | null,
  lowersTo: readonly ValueState[],
): ValueState {
  const isKept = inFile === null || (state === 'reviewed' && !lowersTo.includes(inFile));
  return isKept ? state : inFile;
}

/** One text of the file, and which key of the batch it is of. */
interface FileWrite extends ValueWrite {
  at: number;
  /** Version of the value that the text replaces under a plan, 0 if there is none; null without a plan. */
  expectedVersion: number | null;
}

/**
 * Maximum length of the texts in one statement, in UTF-16 code units, give or take one text: the driver
 * encodes all of them in one turn of the event loop.
 */
const STATEMENT_LENGTH = 1024 * 1024;

/** Writes one locale's texts, batch by batch of keys: those that differ, and no others. */
export class LocaleWriter {
  readonly #tx: Db;
  readonly #run: LocaleImport;
  /** The first text that is not written yet. */
  #next = 0;
  /** The first key whose source text in the file is another one than the project's, and the number of such keys. */
  #firstOlder: string | null = null;
  #olderCount = 0;
  /** The rows of the batch. */
  #rows: ValueRow[] = [];

  constructor(tx: Db, run: LocaleImport) {
    this.#tx = tx;
    this.#run = run;
  }

  /** Batches come in the file's order. */
  async write(batch: KeyBatch): Promise<void> {
    const { texts, values } = this.#run;
    const end = batch.from + batch.refs.length;
    let fresh: FileWrite[] = [];
    let old: FileWrite[] = [];
    let length = 0;
    const older: { at: number }[] = [];
    for (; this.#next < texts.length && texts.keyIndexAt(this.#next) < end; this.#next++) {
      const at = texts.keyIndexAt(this.#next) - batch.from;
      const plan = texts.planAt(this.#next);
      if (plan === 'same') values.unchanged++;
      else if (plan === 'older') older.push({ at });
      else if (!batch.refused.has(at)) {
        const text = texts.textAt(this.#next);
        (batch.isNew[at] ? fresh : old).push({
          at,
          keyId: batch.refs[at]!.id,
          text,
          state: texts.stateAt(this.#next),
          sourceVersion: this.#sourceVersionOf(batch, at),
          expectedVersion: plan,
        });
        length += text.length;
      }
      if (length < STATEMENT_LENGTH) continue;
      await this.#writeAll(batch, fresh, old);
      fresh = [];
      old = [];
      length = 0;
    }
    if (older.length > 0) this.#noteOlder(batch, older);
    values.skipped += older.length;
    await this.#writeAll(batch, fresh, old);
  }

  async #writeAll(batch: KeyBatch, fresh: FileWrite[], old: FileWrite[]): Promise<void> {
    const { locale, recorder } = this.#run;
    if (fresh.length > 0) await this.#add(batch, fresh, addValues);
    if (old.length > 0) await this.#writeDifferences(batch, old);
    if (recorder && this.#rows.length > 0) {
      const rows = this.#rows.splice(0).sort((a, b) => a.keyIndex - b.keyIndex);
      await recorder.addValues(locale.code, rows);
    }
  }

  #record(
    batch: KeyBatch,
    kind: ValueKind,
    { at, text, state }: FileWrite,
    value: { text: string; version: number } | null,
  ): void {
    if (!this.#run.recorder) return;
    const key = batch.refs[at]!.name;
    const before = value?.text ?? null;
    const version = value?.version ?? 0;
    this.#rows.push({ key, keyIndex: batch.from + at, kind, before, after: text, version, state });
  }

  /** True if the value is the one that the plan replaces, or if there is no plan; else a conflict. */
  #isExpected(batch: KeyBatch, { at, expectedVersion }: FileWrite, version: number): boolean {
    if (expectedVersion === null || expectedVersion === version) return true;
    const { locale, conflicts } = this.#run;
    const message = `was edited in ${locale.code} since`;
    conflicts.add({ path: batch.refs[at]!.name, message });
    return false;
  }

  /** Version of the text that the file's translation was made from. */
  #sourceVersionOf({ refs, hasOlderSource }: KeyBatch, at: number): number {
    const { source_version: version } = refs[at]!;
    return hasOlderSource.has(at) && !this.#run.isSource ? Math.max(0, version - 1) : version;
  }

  /** The file's source texts are others than the project's, which stay. */
  #noteOlder(batch: KeyBatch, writes: readonly { at: number }[]): void {
    for (const { at } of writes) {
      batch.hasOlderSource.add(at);
      this.#firstOlder ??= batch.refs[at]!.name;
      this.#olderCount += 1;
    }
  }

  /** Adds the warning that a whole file gets: files of keywords have another source string at each key. */
  finish(): void {
    if (this.#firstOlder === null) return;
    const { locale, warnings } = this.#run;
    const [what, were] =
      this.#olderCount === 1
        ? ['the source string in the file differs', 'was']
        : [`${this.#olderCount} source strings in the file differ`, 'were'];
    const message = `${what} from the project's (${locale.code}), which ${were} kept`;
    warnings.add({ path: this.#firstOlder, code: 'source_differs', message });
  }

  async #writeDifferences(batch: KeyBatch, writes: readonly FileWrite[]): Promise<void> {
    const { projectId, locale, isSource, values, recorder, lowersTo } = this.#run;
    const found = await findDifferences(this.#tx, projectId, locale.id, { writes, lowersTo });
    values.unchanged += writes.length - found.length;
    if (recorder) {
      const indexes = new Set(found.map(({ index }) => index));
      for (const [index, write] of writes.entries()) {
        if (!indexes.has(index)) this.#record(batch, 'same', write, null);
      }
    }
    const differing = found.filter(({ index, version }) =>
      this.#isExpected(batch, writes[index]!, version),
    );
    const absent = differing.filter(({ version }) => version === 0);
    const present = differing.filter(({ version }) => version > 0);
    if (absent.length > 0) {
      const missing = absent.map(({ index }) => writes[index]!);
      await this.#add(batch, missing, insertValues);
      // Their translations, if there are any, had nothing to be checked against.
      if (isSource) {
        const ids = missing.map(({ keyId }) => keyId);
        await resetChecks(this.#tx, projectId, ids, { hasOtherSource: true });
      }
    }
    if (present.length > 0) {
      await this.#change(
        batch,
        present.map(({ index }) => writes[index]!),
      );
    }
  }

  /** A first source text outdates nothing: no value was written from another. */
  async #add(
    batch: KeyBatch,
    writes: readonly FileWrite[],
    insert: typeof insertValues,
  ): Promise<void> {
    const { projectId, locale, isSource, importId, now, changes, values } = this.#run;
    if (isSource && insert === insertValues) await this.#growClearedVersions(batch, writes);
    const by = { origin: 'import', state: 'translated', changeId: importId, now } as const;
    const added = await insert(this.#tx, projectId, locale.id, writes, by);
    changes.written.add(locale.id);
    values.created += added.length;
    const isAll = added.length === writes.length;
    const addedIds = new Set(isAll ? [] : added);
    const late: FileWrite[] = [];
    for (const write of writes) {
      if (isAll || addedIds.has(write.keyId)) {
        this.#count(batch, write, write.state ?? 'translated', 'import', 1);
        this.#countOutdated(batch, write, write.sourceVersion, 1);
        this.#record(batch, 'added', write, null);
      } else {
        late.push(write);
      }
    }
    // A value that came meanwhile is one that is there.
    if (late.length > 0) await this.#change(batch, late);
  }

  async #change(batch: KeyBatch, writes: readonly FileWrite[]): Promise<void> {
    const { projectId, locale, isSource, importId, now, values } = this.#run;
    const isPlanned = writes[0]!.expectedVersion !== null;
    const mode = isPlanned ? 'overwrite' : this.#run.mode;
    const fills = !isPlanned && this.#run.fills;
    if (fills) this.#noteOlder(batch, writes);
    if (mode === 'keep' || fills) {
      values.skipped += writes.length;
      await this.#recordSkipped(batch, writes);
      return;
    }
    const keyIds = writes.map(({ keyId }) => keyId);
    const locked = await lockValues(this.#tx, projectId, locale.id, keyIds);
    // Nobody but a person who made a value missing meanwhile.
    const cleared = writes.filter(
      (write) => !locked.has(write.keyId) && this.#isExpected(batch, write, 0),
    );
    if (cleared.length > 0) await this.#add(batch, cleared, insertValues);
    const changed: (FileWrite & { state: ValueState })[] = [];
    const reworded: FileWrite[] = [];
    for (const write of writes) {
      const value = locked.get(write.keyId);
      if (!value) continue;
      if (!this.#isExpected(batch, write, value.version)) continue;
      const isReworded = value.text !== write.text;
      const state = isReworded
        ? (write.state ?? 'translated')
        : repeatedState(value.state, write.state, this.#run.lowersTo);
      if (!isReworded && state === value.state) {
        values.unchanged++;
        this.#record(batch, 'same', write, null);
        continue;
      }
      this.#record(batch, mode === 'fail' ? 'conflict' : 'changed', write, value);
      if (mode === 'fail') {
        const { name } = batch.refs[write.at]!;
        const message = `has a different value in ${locale.code}`;
        this.#run.conflicts.add({ path: name, message });
        continue;
      }
      const change = { ...write, state };
      if (isReworded) reworded.push(change);
      changed.push(change);
      this.#count(batch, write, value.state, value.origin, -1);
      this.#count(batch, write, state, 'import', 1);
    }
    if (changed.length === 0) return;
    if (isSource && reworded.length > 0) await this.#growSourceVersions(batch, reworded);
    for (const write of changed) {
      this.#countOutdated(batch, write, locked.get(write.keyId)!.source_version, -1);
      this.#countOutdated(batch, write, write.sourceVersion, 1);
    }
    const by = { origin: 'import', changeId: importId, now } as const;
    await replaceValues(this.#tx, projectId, locale.id, changed, by);
    this.#run.changes.written.add(locale.id);
    values.updated += changed.length;
  }

  async #recordSkipped(batch: KeyBatch, writes: readonly FileWrite[]): Promise<void> {
    const { projectId, locale, recorder } = this.#run;
    if (!recorder) return;
    const keyIds = writes.map(({ keyId }) => keyId);
    const values = await lockValues(this.#tx, projectId, locale.id, keyIds);
    for (const write of writes) {
      this.#record(batch, 'skipped', write, values.get(write.keyId) ?? null);
    }
  }

  /** If a source text was removed and another one comes, the source text changes. */
  async #growClearedVersions(batch: KeyBatch, writes: readonly FileWrite[]): Promise<void> {
    const { projectId, locale } = this.#run;
    const keyIds = writes.map(({ keyId }) => keyId);
    const last = await findClearedTexts(this.#tx, projectId, locale.id, keyIds);
    const reworded = writes.filter(({ keyId, text }) => (last.get(keyId) ?? text) !== text);
    if (reworded.length > 0) await this.#growSourceVersions(batch, reworded);
  }

  /** The source texts of these keys change: what was translated from the old ones is outdated. */
  async #growSourceVersions(batch: KeyBatch, writes: readonly FileWrite[]): Promise<void> {
    const { projectId, locale, importId, now, changes, rewordedOthers } = this.#run;
    const by = { changeId: importId, now };
    const reworded = await findEarlierSources(this.#tx, projectId, locale.id, writes);
    const byKey = new Map(reworded.map((key) => [key.keyId, key]));
    const versions = new Map<string, number>();
    // All translations of a new text are outdated; those of a text that returns have to be counted.
    for (const track of [trackReworded, trackOutdated]) {
      const isNew = track === trackReworded;
      const keys = reworded.filter(({ earlier }) => (earlier === null) === isNew);
      if (keys.length === 0) continue;
      const ids = keys.map(({ keyId }) => keyId);
      const written = await track(this.#tx, projectId, ids, changes, () =>
        bumpSourceVersions(this.#tx, projectId, keys, by),
      );
      for (const [keyId, version] of written) versions.set(keyId, version);
    }
    for (const write of writes) {
      const key = batch.refs[write.at]!;
      key.source_version = versions.get(write.keyId)!;
      if (key.name.endsWith('other')) rewordedOthers.push(byKey.get(key.id)!);
      write.sourceVersion = key.source_version;
    }
  }

  #count(
    batch: KeyBatch,
    { at }: FileWrite,
    state: ValueState,
    origin: ValueOrigin,
    by: 1 | -1,
  ): void {
    const { locale, changes } = this.#run;
    if (needsKey(locale.code, batch.refs[at]!)) changes.addValue(locale.id, state, origin, by);
  }

  /** A value that is written from an older source text than the key's, or no longer is. */
  #countOutdated(batch: KeyBatch, { at }: FileWrite, sourceVersion: number, by: 1 | -1): void {
    const { locale, changes } = this.#run;
    if (isOfOtherSource(sourceVersion, batch.refs[at]!.source_version)) {
      changes.addOutdated(locale.id, by);
    }
  }
}
