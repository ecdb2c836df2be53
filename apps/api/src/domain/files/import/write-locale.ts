import type { ValueState } from '../../../db/schema.generated.ts';
import {
  fillTexts,
  findCorrected,
  type KeyRef,
  type LockedValue,
  lockKeys,
  lockValues,
  type Replacement,
  replaceTexts,
  type TextWrite,
  type Writing,
} from '../../content/index.ts';
import type { LocaleRow } from '../../project/index.ts';
import type { Conflicts } from './conflicts.ts';
import type { LocaleTexts } from './file-content.ts';
import { type ComparedText, findDifferences } from './import.store.ts';
import type { ImportRecorder, ValueKind, ValueRow } from './import-rows.ts';
import type { KeyBatch } from './take-keys.ts';
import type { WarningList } from './warning-list.ts';

export type ImportMode = 'overwrite' | 'keep' | 'fail';

export interface ValueTally {
  created: number;
  updated: number;
  unchanged: number;
  skipped: number;
}

export interface LocaleImport {
  writing: Writing;
  locale: LocaleRow;
  isSource: boolean;
  texts: LocaleTexts;
  mode: ImportMode;
  /**
   * A reviewed value gets one of these states if the file has the text of the value in that state.
   */
  lowersTo: readonly ValueState[];
  /**
   * True to keep the project's source text and report a warning if the file has a different source
   * text. Translations in the file then count as outdated.
   */
  fills: boolean;
  warnings: WarningList;
  values: ValueTally;
  conflicts: Conflicts;
  recorder: ImportRecorder | null;
}

/** Returns the state after the import of a value whose text is the same in the file and in the project. */
function repeatedState(
  state: ValueState,
  inFile: ValueState | null,
  lowersTo: readonly ValueState[],
): ValueState {
  const isKept = inFile === null || (state === 'reviewed' && !lowersTo.includes(inFile));
  return isKept ? state : inFile;
}

/** A source text of the file that differs from the project's. */
interface SourceOfFile {
  readonly at: number;
  readonly key: KeyRef;
  readonly text: string;
}

interface FileText extends ComparedText {
  at: number;
  key: KeyRef;
  /**
   * Version of the source text from which the translation was made. Null if it was made from the
   * project's current source text.
   */
  olderVersion: number | null;
  /**
   * Version of the value that a staged import expects, or 0 for a missing value. Null for a direct
   * import.
   */
  expectedVersion: number | null;
}

const writeOf = ({ key, text, state, olderVersion }: FileText): TextWrite => ({
  key,
  text,
  state: state ?? 'translated',
  origin: 'import',
  ...(olderVersion === null ? {} : { sourceVersion: olderVersion }),
});

/**
 * Approximate maximum length of the texts in one statement, in code units. The database driver
 * blocks the event loop while it encodes a statement.
 */
const STATEMENT_LENGTH = 1024 * 1024;

/** Writes the texts of one locale that differ from the project's values. */
export class LocaleWriter {
  readonly #run: LocaleImport;
  #next = 0;
  #firstOlder: string | null = null;
  #olderCount = 0;
  #rows: ValueRow[] = [];

  constructor(run: LocaleImport) {
    this.#run = run;
  }

  async write(batch: KeyBatch): Promise<void> {
    const { isSource, texts, values } = this.#run;
    const end = batch.from + batch.refs.length;
    let fresh: FileText[] = [];
    let old: FileText[] = [];
    let length = 0;
    const older: SourceOfFile[] = [];
    for (; this.#next < texts.length && texts.keyIndexAt(this.#next) < end; this.#next++) {
      const at = texts.keyIndexAt(this.#next) - batch.from;
      const plan = texts.planAt(this.#next);
      if (isSource) batch.inSource.add(at);
      if (plan === 'same') values.unchanged++;
      else if (plan === 'older') {
        older.push({ at, key: batch.refs[at]!, text: texts.textAt(this.#next) });
      } else if (!batch.refused.has(at)) {
        const text = texts.textAt(this.#next);
        (batch.isNew[at] ? fresh : old).push({
          at,
          key: batch.refs[at]!,
          text,
          state: texts.stateAt(this.#next),
          olderVersion: this.#olderVersionOf(batch, at),
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
    if (older.length > 0) await this.#noteOlder(batch, older);
    values.skipped += older.length;
    await this.#writeAll(batch, fresh, old);
  }

  async #writeAll(batch: KeyBatch, fresh: FileText[], old: FileText[]): Promise<void> {
    const { locale, recorder } = this.#run;
    if (fresh.length > 0) await this.#add(batch, fresh, { areNew: true });
    if (old.length > 0) await this.#writeDifferences(batch, old);
    if (recorder && this.#rows.length > 0) {
      const rows = this.#rows.splice(0).sort((a, b) => a.keyIndex - b.keyIndex);
      await recorder.addValues(locale.code, rows);
    }
  }

  #record(
    batch: KeyBatch,
    kind: ValueKind,
    { at, key: { name: key }, text, state }: FileText,
    value: { text: string; version: number } | null,
  ): void {
    if (!this.#run.recorder) return;
    const before = value?.text ?? null;
    const version = value?.version ?? 0;
    this.#rows.push({ key, keyIndex: batch.from + at, kind, before, after: text, version, state });
  }

  /** True if the value has the version that a staged import expects. If not, reports a conflict. */
  #isExpected({ key, expectedVersion }: FileText, version: number): boolean {
    if (expectedVersion === null || expectedVersion === version) return true;
    const { locale, conflicts } = this.#run;
    const message = `was edited in ${locale.code} since`;
    conflicts.add({ path: key.name, message });
    return false;
  }

  #olderVersionOf({ refs, hasOlderSource }: KeyBatch, at: number): number | null {
    if (this.#run.isSource || !hasOlderSource.has(at)) return null;
    return Math.max(0, refs[at]!.source_version - 1);
  }

  /**
   * Notes keys whose source text in the file is older than the project's. If the project's source
   * text only corrects it, translations in the file count as up to date.
   */
  async #noteOlder(batch: KeyBatch, sources: readonly SourceOfFile[]): Promise<void> {
    const corrected = await findCorrected(this.#run.writing, sources);
    for (const { at, key } of sources) {
      if (!corrected.has(key.id)) batch.hasOlderSource.add(at);
      this.#firstOlder ??= batch.refs[at]!.name;
      this.#olderCount += 1;
    }
  }

  /**
   * Reports only one warning about source texts that differ. In a file whose source texts are
   * identifiers, every source text differs.
   */
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

  async #writeDifferences(batch: KeyBatch, texts: readonly FileText[]): Promise<void> {
    const { writing, locale, values, recorder, lowersTo } = this.#run;
    const { tx, project } = writing;
    const found = await findDifferences(tx, project.id, locale.id, { texts, lowersTo });
    values.unchanged += texts.length - found.length;
    if (recorder) {
      const indexes = new Set(found.map(({ index }) => index));
      for (const [index, text] of texts.entries()) {
        if (!indexes.has(index)) this.#record(batch, 'same', text, null);
      }
    }
    const differing = found.filter(({ index, version }) =>
      this.#isExpected(texts[index]!, version),
    );
    const absent = differing.filter(({ version }) => version === 0);
    const present = differing.filter(({ version }) => version > 0);
    await this.#add(
      batch,
      absent.map(({ index }) => texts[index]!),
    );
    await this.#change(
      batch,
      present.map(({ index }) => texts[index]!),
    );
  }

  async #add(batch: KeyBatch, texts: readonly FileText[], { areNew = false } = {}): Promise<void> {
    if (texts.length === 0) return;
    const { writing, locale, values } = this.#run;
    if (!areNew) await this.#lockSources(texts);
    const added = await fillTexts(writing, locale, texts.map(writeOf), { areNew });
    values.created += added.size;
    for (const text of texts) {
      if (added.has(text.key.id)) this.#record(batch, 'added', text, null);
    }
    const late = added.size === texts.length ? [] : texts.filter(({ key }) => !added.has(key.id));
    await this.#change(batch, late);
  }

  async #change(batch: KeyBatch, texts: readonly FileText[]): Promise<void> {
    if (texts.length === 0) return;
    const { writing, locale, values } = this.#run;
    const isPlanned = texts[0]!.expectedVersion !== null;
    const mode = isPlanned ? 'overwrite' : this.#run.mode;
    const fills = !isPlanned && this.#run.fills;
    if (fills) await this.#noteOlder(batch, texts);
    if (mode === 'keep' || fills) {
      values.skipped += texts.length;
      await this.#recordSkipped(batch, texts);
      return;
    }
    await this.#lockSources(texts);
    const locked = await this.#lock(texts);
    await this.#add(
      batch,
      texts.filter((text) => !locked.has(text.key.id) && this.#isExpected(text, 0)),
    );
    const changed: Replacement[] = [];
    for (const text of texts) {
      const before = locked.get(text.key.id);
      if (!before || !this.#isExpected(text, before.version)) continue;
      const write = writeOf(text);
      const state =
        before.text === text.text
          ? repeatedState(before.state, text.state, this.#run.lowersTo)
          : write.state;
      if (before.text === text.text && state === before.state) {
        values.unchanged++;
        this.#record(batch, 'same', text, null);
        continue;
      }
      this.#record(batch, mode === 'fail' ? 'conflict' : 'changed', text, before);
      if (mode === 'fail') {
        const message = `has a different value in ${locale.code}`;
        this.#run.conflicts.add({ path: text.key.name, message });
      } else {
        changed.push({ ...write, state, before });
      }
    }
    await replaceTexts(writing, locale, changed);
    values.updated += changed.length;
  }

  async #recordSkipped(batch: KeyBatch, texts: readonly FileText[]): Promise<void> {
    if (!this.#run.recorder) return;
    const values = await this.#lock(texts);
    for (const text of texts) {
      this.#record(batch, 'skipped', text, values.get(text.key.id) ?? null);
    }
  }

  /**
   * Locks the keys of source texts until the transaction ends. This avoids a deadlock with an edit
   * of a translation, which locks the key first and then the value.
   */
  async #lockSources(texts: readonly FileText[]): Promise<void> {
    const { writing, isSource } = this.#run;
    if (isSource) await lockKeys(writing.tx, writing.project.id, idsOf(texts), 'update');
  }

  #lock(texts: readonly FileText[]): Promise<Map<string, LockedValue>> {
    const { writing, locale } = this.#run;
    return lockValues(writing.tx, writing.project.id, locale.id, idsOf(texts));
  }
}

const idsOf = (texts: readonly FileText[]): string[] => texts.map(({ key }) => key.id);
