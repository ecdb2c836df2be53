import type { ValueOrigin, ValueState } from '../../../db/schema.generated.ts';
import { checkWrites } from '../check/check-writes.ts';
import type { KeyRef } from '../key/key-ref.ts';
import { isOfOtherSource, type LockedValue, readValues } from '../value/value.store.ts';
import type { CountedValue } from './changes.ts';
import { type RestoredVersion, restoreMissing, restoreOver } from './restored.store.ts';
import { findClearedTexts } from './sources/sources.store.ts';
import { accountSources, followSources, rewordSources } from './sources/sources.ts';
import {
  addValues,
  type CheckedWrite,
  clearValues,
  insertValues,
  replaceValue,
  replaceValues,
  requireReferences,
  sourceVersionOf,
  type TextWrite,
} from './values.store.ts';
import type { Writing, WrittenLocale } from './writing.ts';

export type { TextWrite } from './values.store.ts';

export interface CellWrite {
  text: string;
  state: ValueState;
  origin: ValueOrigin;
  /**
   * True if the text was made from the current source text. If false, an outdated value stays
   * outdated.
   */
  isConfirmed: boolean;
  /** The version of the source text from which a confirmed text was made. Defaults to the current one. */
  sourceVersion?: number;
  /** Bit mask of the findings. Absent for an unchecked text. */
  checks?: bigint;
}

/** The planned change of a value: new content, or `clear` to delete the value. */
export interface PlannedCell {
  key: KeyRef;
  value: LockedValue | null;
  isOutdated: boolean;
  plan: CellWrite | 'clear';
}

/**
 * Writes values of one locale with a constant number of statements. The caller has locked the keys.
 * If source texts are written too, the caller writes them first.
 * @returns the versions of inserted values by key id, and the keys whose values another transaction
 * has inserted meanwhile
 */
export async function writeCells(
  writing: Writing,
  locale: WrittenLocale,
  cells: readonly PlannedCell[],
): Promise<{ late: ReadonlySet<string>; added: ReadonlyMap<string, number> }> {
  const fills: TextWrite[] = [];
  const replacements: Replacement[] = [];
  const clears: Clearing[] = [];
  for (const { key, value, isOutdated, plan } of cells) {
    if (plan === 'clear') clears.push({ key, before: value! });
    else if (!value) fills.push({ key, ...plan });
    else replacements.push(replacementOf(key, value, isOutdated, plan));
  }
  await replaceTexts(writing, locale, replacements);
  const added = await fillTexts(writing, locale, fills);
  await clearTexts(writing, locale, clears);
  return { late: new Set(idsOf(fills).filter((id) => !added.has(id))), added };
}

function replacementOf(
  key: KeyRef,
  before: LockedValue,
  isOutdated: boolean,
  { isConfirmed, ...plan }: CellWrite,
): Replacement {
  if (isConfirmed) return { key, before, ...plan };
  const unknownWords = before.unknown_words;
  if (!isOutdated) return { key, before, ...plan, unknownWords };
  return { key, before, ...plan, unknownWords, sourceVersion: before.source_version };
}

type Filling = { areNew?: boolean };

/**
 * Inserts missing values. If a source text was deleted earlier and the inserted text differs from
 * it, its translations become outdated.
 * @returns the versions of the inserted values by key id, without values that another transaction
 * has inserted meanwhile
 */
export async function fillTexts(
  writing: Writing,
  locale: WrittenLocale,
  writes: readonly TextWrite[],
  { areNew = false }: Filling = {},
): Promise<ReadonlyMap<string, number>> {
  if (writes.length === 0) return new Map();
  const { tx, project, by, changes } = writing;
  const isSource = locale.id === project.source_locale_id;
  if (isSource && !areNew) await rewordCleared(writing, writes);
  const checked = await checkTexts(writing, locale, writes);
  if (!areNew && writes.length > 1)
    await requireReferences(tx, project.id, locale.id, idsOf(writes));
  const added = areNew
    ? await addTexts(writing, locale, checked)
    : await insertValues(tx, project.id, locale.id, checked, by);
  if (added.size === 0) return added;
  changes.written.add(locale.id);
  for (const write of writes) {
    if (added.has(write.key.id)) changes.count(locale, write.key, countedOf(write), 1);
  }
  if (isSource) {
    const sources = writes.filter(({ key }) => added.has(key.id));
    if (!areNew) await followSources(writing, sources);
    else
      await accountSources(
        writing,
        sources.map(({ key }) => key),
      );
  }
  return added;
}

/**
 * Inserts values of keys that this transaction has created. No other transaction can have inserted
 * values of these keys.
 */
async function addTexts(
  { tx, project, by, inFlight }: Writing,
  locale: WrittenLocale,
  writes: readonly CheckedWrite[],
): Promise<Map<string, number>> {
  await inFlight.start(() => addValues(tx, project.id, locale.id, writes, by));
  return new Map(idsOf(writes).map((id) => [id, 1]));
}

async function rewordCleared(writing: Writing, writes: readonly TextWrite[]): Promise<void> {
  const { tx, project } = writing;
  const ids = writes.map(({ key }) => key.id);
  const last = await findClearedTexts(tx, project.id, project.source_locale_id, ids);
  const reworded = writes.filter(({ key, text }) => (last.get(key.id) ?? text) !== text);
  await rewordSources(writing, reworded);
}

export interface Replacement extends TextWrite {
  before: LockedValue;
}

export async function replaceTexts(
  writing: Writing,
  locale: WrittenLocale,
  writes: readonly Replacement[],
): Promise<void> {
  if (writes.length === 0) return;
  const { tx, project, by, changes } = writing;
  if (locale.id === project.source_locale_id) {
    const reworded = writes.filter(({ before, text }) => before.text !== text);
    await rewordSources(writing, reworded);
  }
  const checked = await checkTexts(writing, locale, writes);
  const [single] = checked;
  if (checked.length === 1) await replaceValue(tx, project.id, locale.id, single!, by);
  else await replaceValues(tx, project.id, locale.id, checked, by);
  changes.written.add(locale.id);
  for (const write of writes) {
    changes.count(locale, write.key, write.before, -1);
    changes.count(locale, write.key, countedOf(write), 1);
  }
}

const countedOf = (write: TextWrite) => ({
  state: write.state,
  origin: write.origin,
  source_version: sourceVersionOf(write),
});

interface Clearing {
  key: KeyRef;
  before: LockedValue;
}

/**
 * Deletes values and keeps their history. Deleting a source text does not mark translations as
 * outdated.
 */
async function clearTexts(
  writing: Writing,
  locale: WrittenLocale,
  cells: readonly Clearing[],
): Promise<void> {
  if (cells.length === 0) return;
  const { tx, project, by, changes } = writing;
  const ids = cells.map(({ key }) => key.id);
  await clearValues(tx, project.id, locale.id, ids, by);
  changes.written.add(locale.id);
  for (const { key, before } of cells) changes.count(locale, key, before, -1);
  if (locale.id === project.source_locale_id)
    await followSources(
      writing,
      cells.map(({ key }) => ({ key, text: null })),
    );
}

export interface Restoration extends RestoredVersion {
  readonly current: CountedValue | null;
  readonly earlier: CountedValue | null;
}

/**
 * Restores earlier versions of values. The caller has locked the keys. The texts are copied inside
 * the database.
 */
export async function restoreTexts(
  writing: Writing,
  locale: WrittenLocale,
  values: readonly Restoration[],
): Promise<void> {
  if (values.length === 0) return;
  const { tx, project, by, changes } = writing;
  const over = values.filter(({ current, earlier }) => current && earlier);
  const missing = values.filter(({ current, earlier }) => !current && earlier);
  const gone = values.filter(({ current, earlier }) => current && !earlier);
  if (over.length > 0) await restoreOver(tx, project.id, locale.id, over, by);
  if (missing.length > 0) await restoreMissing(tx, project.id, locale.id, missing, by);
  if (gone.length > 0) {
    const ids = gone.map(({ key }) => key.id);
    const names = gone.map(({ replaced }) => replaced);
    await clearValues(tx, project.id, locale.id, ids, by, names);
  }
  changes.written.add(locale.id);
  changes.recheck('revert', idsOf(values));
  for (const { key, current, earlier } of values) {
    if (key.archived) continue;
    if (current) changes.count(locale, key, current, -1);
    if (earlier) changes.count(locale, key, earlier, 1);
  }
  if (locale.id !== project.source_locale_id) return;
  const texts = await readValues(tx, project.id, locale.id, idsOf(values));
  await followSources(
    writing,
    values.map(({ key }) => ({ key, text: texts.get(key.id)?.text ?? null })),
  );
}

async function checkTexts<Write extends TextWrite>(
  { tx, project, checks }: Writing,
  locale: WrittenLocale,
  writes: readonly Write[],
): Promise<(Write & CheckedWrite)[]> {
  const unchecked = writes.filter(({ checks }) => checks === undefined);
  const texts = unchecked.map((write) => ({
    key: write.key,
    text: write.text,
    isOutdated: isOfOtherSource(sourceVersionOf(write), write.key.source_version),
    unknownWords: write.unknownWords ?? null,
  }));
  const masks =
    texts.length === 0 ? [] : await checkWrites(tx, project.id, checks, locale.id, texts);
  let at = 0;
  return writes.map((write) => ({ ...write, checks: write.checks ?? masks[at++]! }));
}

const idsOf = (writes: readonly { readonly key: KeyRef }[]): string[] =>
  writes.map(({ key }) => key.id);
