import type { Fault } from '@parlance/contracts';
import type { Db } from '../../db/client.ts';
import { BULK_ROWS, rangesOf } from '../batches.ts';
import { bumpSourceVersions } from '../key/key.store.ts';
import type { LocaleRow } from '../locale/locale.store.ts';
import { type CountChanges, needsKey } from '../value/value-count.store.ts';
import {
  findDifferences,
  insertValues,
  lockValues,
  replaceValues,
  type ValueWrite,
} from '../value/write-values.ts';
import type { LocaleTexts } from './file-content.ts';
import type { ImportedKeys } from './take-keys.ts';

/** What happens to a value that differs from the file's. */
export type ImportMode = 'overwrite' | 'keep' | 'fail';

export interface ValueTally {
  created: number;
  updated: number;
  unchanged: number;
  skipped: number;
}

export interface LocaleImport {
  projectId: string;
  locale: LocaleRow;
  isSource: boolean;
  texts: LocaleTexts;
  keys: ImportedKeys;
  mode: ImportMode;
  importId: string;
  now: Date;
  changes: CountChanges;
  values: ValueTally;
  /** Filled in the mode `fail`. */
  conflicts: Fault[];
}

/** One text of the file, and which of the file's keys it is of. */
interface FileWrite extends ValueWrite {
  keyIndex: number;
}

/** Writes the texts of one locale of a file: those that differ, and no others. */
export async function writeLocale(tx: Db, run: LocaleImport): Promise<void> {
  const { texts } = run;
  for (const [from, to] of rangesOf(texts.texts.length, BULK_ROWS)) {
    const batch: FileWrite[] = [];
    for (let at = from; at < to; at++) {
      const keyIndex = texts.keyIndexes[at]!;
      const key = run.keys.refs[keyIndex]!;
      batch.push({
        keyIndex,
        keyId: key.id,
        text: texts.texts[at]!,
        state: texts.states[at]!,
        sourceVersion: key.source_version,
      });
    }
    await writeBatch(tx, run, batch);
  }
}

async function writeBatch(tx: Db, run: LocaleImport, batch: readonly FileWrite[]): Promise<void> {
  const fresh = batch.filter(({ keyIndex }) => run.keys.isNew[keyIndex]);
  const old = batch.filter(({ keyIndex }) => !run.keys.isNew[keyIndex]);
  if (fresh.length > 0) await addValues(tx, run, fresh);
  if (old.length === 0) return;
  const differing = await findDifferences(tx, run.projectId, run.locale.id, old);
  run.values.unchanged += old.length - differing.length;
  const absent = differing.filter(({ version }) => version === 0).map(({ index }) => old[index]!);
  const present = differing.filter(({ version }) => version > 0).map(({ index }) => old[index]!);
  if (absent.length > 0) {
    if (run.isSource) await growSourceVersions(tx, run, absent);
    await addValues(tx, run, absent);
  }
  if (present.length > 0) await changeValues(tx, run, present);
}

async function addValues(tx: Db, run: LocaleImport, writes: readonly FileWrite[]): Promise<void> {
  const by = {
    origin: 'import',
    state: 'translated',
    changeId: run.importId,
    now: run.now,
  } as const;
  const added = new Set(await insertValues(tx, run.projectId, run.locale.id, writes, by));
  run.values.created += added.size;
  for (const write of writes) {
    if (added.has(write.keyId)) count(run, write, write.state ?? 'translated', 'import', 1);
  }
  // A value that came meanwhile is one that is there.
  const late = writes.filter((write) => !added.has(write.keyId));
  if (late.length > 0) await changeValues(tx, run, late);
}

async function changeValues(
  tx: Db,
  run: LocaleImport,
  writes: readonly FileWrite[],
): Promise<void> {
  if (run.mode === 'keep') {
    run.values.skipped += writes.length;
    return;
  }
  const locked = await lockValues(
    tx,
    run.projectId,
    run.locale.id,
    writes.map((write) => write.keyId),
  );
  const changed: (FileWrite & { state: NonNullable<FileWrite['state']> })[] = [];
  const reworded: FileWrite[] = [];
  for (const write of writes) {
    const value = locked.get(write.keyId)!;
    const isReworded = value.text !== write.text;
    const state = write.state ?? (isReworded ? 'translated' : value.state);
    if (!isReworded && state === value.state) {
      run.values.unchanged++;
      continue;
    }
    if (run.mode === 'fail') {
      run.conflicts.push(conflictOf(run, write));
      continue;
    }
    if (isReworded) reworded.push(write);
    changed.push({ ...write, state });
    count(run, write, value.state, value.origin, -1);
    count(run, write, state, 'import', 1);
  }
  if (changed.length === 0) return;
  if (run.isSource && reworded.length > 0) {
    await growSourceVersions(tx, run, reworded);
    for (const write of changed) {
      write.sourceVersion = run.keys.refs[write.keyIndex]!.source_version;
    }
  }
  await replaceValues(tx, run.projectId, run.locale.id, changed, {
    origin: 'import',
    changeId: run.importId,
    now: run.now,
  });
  run.values.updated += changed.length;
}

function conflictOf(run: LocaleImport, write: FileWrite): Fault {
  const { name } = run.keys.refs[write.keyIndex]!;
  return { path: name, message: `has another value in ${run.locale.code}` };
}

/** The source texts of these keys change: what was translated from the old ones is outdated. */
async function growSourceVersions(
  tx: Db,
  run: LocaleImport,
  writes: readonly FileWrite[],
): Promise<void> {
  const ids = writes.map((write) => write.keyId);
  await bumpSourceVersions(tx, run.projectId, ids, run.now);
  for (const write of writes) {
    const key = run.keys.refs[write.keyIndex]!;
    key.source_version++;
    write.sourceVersion = key.source_version;
  }
}

function count(
  run: LocaleImport,
  { keyIndex }: FileWrite,
  state: Parameters<CountChanges['addValue']>[1],
  origin: Parameters<CountChanges['addValue']>[2],
  by: 1 | -1,
): void {
  if (needsKey(run.locale.code, run.keys.refs[keyIndex]!)) {
    run.changes.addValue(run.locale.id, state, origin, by);
  }
}
