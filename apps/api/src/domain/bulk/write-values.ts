import type { Db } from '../../db/client.ts';
import type { ValueOrigin, ValueState } from '../../db/schema.generated.ts';
import { accountKeys, type ContentProject } from '../key/account-keys.ts';
import { findEarlierSources, findRewordedForms } from '../key/earlier-source.store.ts';
import {
  bumpFormVersions,
  bumpSourceVersions,
  type KeyRef,
  type KeysWrittenBy,
} from '../key/key.store.ts';
import { forgetSourceHashes } from '../key/translation-key.store.ts';
import type { ContentChanges } from '../value/content-changes.store.ts';
import { needsKey } from '../value/needed-values.ts';
import { trackOutdated } from '../value/outdated-count.store.ts';
import { isOfOtherSource } from '../value/source-version.store.ts';
import { resetChecks } from '../value/value-checks.store.ts';
import {
  clearValues,
  findClearedTexts,
  insertValues,
  replaceValues,
  type ValueWrite,
} from '../value/value-writes.store.ts';
import type { BulkCell, CellWrite } from './bulk-cell.ts';

/** A bulk change that is under way, in a transaction that holds the content lock and the keys. */
export interface Writing {
  project: ContentProject;
  sourceLocaleId: number;
  by: KeysWrittenBy;
  changes: ContentChanges;
  /** The keys of the rows at hand, by their ids. */
  keys: ReadonlyMap<string, KeyRef>;
  /** Source versions of the keys before the transaction changed any. */
  sourceVersions: ReadonlyMap<string, number>;
}

export interface PlannedCell extends BulkCell {
  plan: CellWrite | 'clear';
}

interface PlannedWrite extends BulkCell {
  plan: CellWrite;
}

/**
 * Writes planned cells of one locale, as single edits would, in a number of statements that does not depend on
 * their number. Values of the source locale come before all others.
 */
export async function writeValues(
  tx: Db,
  run: Writing,
  locale: { id: number; code: string },
  cells: readonly PlannedCell[],
): Promise<void> {
  const writes = cells.filter((cell): cell is PlannedWrite => cell.plan !== 'clear');
  const fills = writes.filter(({ value }) => value === null);
  const replacements = writes.filter(({ value }) => value !== null);
  const clears = cells.filter(({ plan }) => plan === 'clear');
  const isSource = locale.id === run.sourceLocaleId;
  if (cells.length > 0) run.changes.written.add(locale.id);
  if (replacements.length > 0) {
    if (isSource) await reword(tx, run, replacements.filter(isReworded));
    await replaceAll(tx, run, locale, replacements);
  }
  if (fills.length > 0) {
    if (isSource) await beginSources(tx, run, fills);
    await fillAll(tx, run, locale, fills);
  }
  if (clears.length > 0) {
    await clearAll(tx, run, locale, clears);
    if (isSource) await endSources(tx, run, clears);
  }
}

const isReworded = ({ value, plan }: PlannedWrite): boolean => value!.text !== plan.text;

const idsOf = (cells: readonly BulkCell[]): string[] => cells.map(({ key }) => key.id);

async function replaceAll(
  tx: Db,
  run: Writing,
  locale: { id: number; code: string },
  cells: readonly PlannedWrite[],
): Promise<void> {
  const { project, by } = run;
  for (const [origin, part] of Map.groupBy(cells, ({ plan }) => plan.origin)) {
    const writes = part.map((cell) => writeOf(run, cell));
    await replaceValues(tx, project.id, locale.id, writes, { origin, ...by });
    for (const [index, { key, value, plan }] of part.entries()) {
      count(run, locale, { key, ...value! }, -1);
      const { sourceVersion } = writes[index]!;
      count(run, locale, { key, ...plan, source_version: sourceVersion }, 1);
    }
  }
}

/** The source version of a value that stays outdated, or not, as it was before the transaction. */
function writeOf(
  { sourceVersions }: Writing,
  { key, value, plan }: PlannedWrite,
): ValueWrite & { state: ValueState } {
  const { text, state, isConfirmed } = plan;
  const wasOutdated = isOfOtherSource(value!.source_version, sourceVersions.get(key.id)!);
  const isOfNow = isConfirmed || !wasOutdated;
  return {
    keyId: key.id,
    text,
    state,
    sourceVersion: isOfNow ? key.source_version : value!.source_version,
    unknownWords: isConfirmed ? null : value!.unknown_words,
  };
}

async function fillAll(
  tx: Db,
  run: Writing,
  locale: { id: number; code: string },
  cells: readonly PlannedWrite[],
): Promise<void> {
  const { project, by } = run;
  for (const [origin, part] of Map.groupBy(cells, ({ plan }) => plan.origin)) {
    const writes = part.map(({ key, plan: { text, state } }) => ({
      keyId: key.id,
      text,
      state,
      sourceVersion: key.source_version,
    }));
    await insertValues(tx, project.id, locale.id, writes, { origin, state: 'translated', ...by });
    for (const { key, plan } of part) {
      count(run, locale, { key, ...plan, source_version: key.source_version }, 1);
    }
  }
}

async function clearAll(
  tx: Db,
  run: Writing,
  locale: { id: number; code: string },
  cells: readonly PlannedCell[],
): Promise<void> {
  await clearValues(tx, run.project.id, locale.id, idsOf(cells), run.by);
  for (const { key, value } of cells) count(run, locale, { key, ...value! }, -1);
}

function count(
  { changes }: Writing,
  { id, code }: { id: number; code: string },
  value: {
    key: BulkCell['key'];
    state: ValueState;
    origin: ValueOrigin;
    source_version: number;
  },
  by: 1 | -1,
): void {
  const { key, state, origin, source_version: sourceVersion } = value;
  if (needsKey(code, key)) changes.addValue(id, state, origin, by);
  if (isOfOtherSource(sourceVersion, key.source_version)) changes.addOutdated(id, by);
}

/** Other source texts: translations of other texts of the keys, and of the forms that are made from them, are outdated. */
async function reword(tx: Db, run: Writing, cells: readonly PlannedWrite[]): Promise<void> {
  if (cells.length === 0) return;
  const { project, changes, keys, by } = run;
  const texts = cells.map(({ key, plan: { text } }) => ({ keyId: key.id, text }));
  const reworded = await findEarlierSources(tx, project.id, run.sourceLocaleId, texts);
  const forms = await findRewordedForms(tx, project.id, reworded);
  const ids = [...reworded, ...forms].map(({ keyId }) => keyId);
  await trackOutdated(tx, project.id, ids, changes, async () => {
    for (const versions of [
      await bumpFormVersions(tx, project.id, forms, by),
      await bumpSourceVersions(tx, project.id, reworded, by),
    ]) {
      for (const [id, version] of versions) {
        const key = keys.get(id);
        if (key) key.source_version = version;
      }
    }
  });
}

/** First source texts may begin or end plural families; one that differs from a removed one outdates translations. */
async function beginSources(tx: Db, run: Writing, cells: readonly PlannedWrite[]): Promise<void> {
  const { project, sourceLocaleId, changes } = run;
  const ids = idsOf(cells);
  const last = await findClearedTexts(tx, project.id, sourceLocaleId, ids);
  await reword(
    tx,
    run,
    cells.filter(({ key, plan }) => (last.get(key.id) ?? plan.text) !== plan.text),
  );
  const present = cells.map(({ key }) => key);
  await accountKeys(tx, project, [], changes, { present, gainsSource: new Set(ids) });
  await forgetSourceHashes(tx, project.id, ids);
  await resetChecks(tx, project.id, ids, { hasOtherSource: true });
}

/** Lost source texts may begin plural families. */
async function endSources(tx: Db, run: Writing, cells: readonly PlannedCell[]): Promise<void> {
  const { project, changes } = run;
  const keyChanges = cells.map(({ key }) => ({
    key,
    wasLiving: true,
    isLiving: true,
    isNew: false,
  }));
  await accountKeys(tx, project, keyChanges, changes);
  await forgetSourceHashes(tx, project.id, idsOf(cells));
  await resetChecks(tx, project.id, idsOf(cells), { hasOtherSource: true });
}
