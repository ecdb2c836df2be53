import { LIMITS } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import { createYieldToLoop } from '../../../lib/yield-to-loop.ts';
import {
  type CellWrite,
  type ChangedTextRow,
  createKeys,
  findKeysByIds,
  findOwnTexts,
  type KeyRef,
  lockKeys,
  lockValues,
  needsKey,
  type PlannedCell,
  readValues,
  type Writing,
  writeCells,
} from '../../content/index.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import type { LocaleRow } from '../../project/index.ts';
import { readRowKeys } from '../row/row.store.ts';
import type { PreviewItem } from './bulk-tally.ts';
import { findMissingForms, type MissingForm } from './find-missing-forms.ts';
import { GrowthBudget } from './growth-budget.ts';
import { type BulkCell, type PlanPlace, planValues, type ValuesOrder } from './plan-values.ts';
import { createReadCheck } from './read-check.ts';
import type { ValuesRun } from './values-run.ts';
import { findWrittenSince } from './written-since.store.ts';

/**
 * Applies a bulk action to the values of the given rows. A dry run (`writing` is null) locks and
 * writes nothing. Otherwise, the caller holds the content lock exclusively.
 */
export async function bulkValues(
  tx: Db,
  run: ValuesRun,
  rowIds: readonly string[],
  writing: Writing | null,
): Promise<void> {
  const { project, order } = run;
  const means = { yieldToLoop: createYieldToLoop(run.signal), growth: new GrowthBudget() };
  const rows = await readRowKeys(tx, project.id, rowIds);
  const otherIds = new Map(
    rows.flatMap(({ id, forms }) => (forms ?? [{ id }]).map((form) => [form.id, id] as const)),
  );
  const forms = await findMissingForms(tx, run, rows);
  for (const { key, otherId } of forms) otherIds.set(key.id, otherId);
  const ids = [...otherIds.keys()];
  if (writing) await createKeys(writing, keysOf(forms));
  const found = writing
    ? await lockKeys(tx, project.id, ids, 'update')
    : await findKeysByIds(tx, project.id, ids);
  const keys = new Map(found.map((key) => [key.id, key]));
  if (writing) writing.lockedKeys = found;
  const unstored = new Map(writing ? [] : forms.map(({ form }) => [form.id, form]));
  for (const [id, key] of unstored) keys.set(id, key);
  const sourceVersions = new Map(found.map((key) => [key.id, key.source_version]));
  const isOtherRead = await createReadCheck(tx, run, found);
  for (const locale of sourceFirst(run)) {
    const isTarget = locale.id !== project.source_locale_id;
    const read = writing ? lockValues : readValues;
    const values = await read(tx, project.id, locale.id, ids);
    const excepted = new Set(
      order.except.filter((one) => one.locale === locale.code).map(({ keyId }) => keyId),
    );
    const cells = ids.flatMap((id): BulkCell[] => {
      const key = keys.get(id)!;
      const value = values.get(id) ?? null;
      const otherId = otherIds.get(id)!;
      if (excepted.has(id) || excepted.has(otherId)) return [];
      const isOutdated =
        isTarget && value !== null && value.source_version !== sourceVersions.get(id);
      if (!value && !needsKey(locale.code, key)) return [];
      const isStored = !unstored.has(id);
      const read = { key, otherId, value };
      return [{ ...read, isOutdated, isStored, isOtherRead: isOtherRead(locale, read) }];
    });
    const planned = await planCells(tx, run, locale, cells, means);
    if (writing) await writeCells(writing, locale, planned);
  }
}

const keysOf = (forms: readonly MissingForm[]): KeyRef[] => forms.map(({ key }) => key);

/**
 * Returns the locales of a bulk change with the source locale first, because a new source text
 * marks existing translations as outdated.
 */
const sourceFirst = ({ locales, project }: ValuesRun): LocaleRow[] =>
  locales.toSorted(
    (a, b) =>
      Number(b.id === project.source_locale_id) - Number(a.id === project.source_locale_id) ||
      a.id - b.id,
  );

async function planCells(
  tx: Db,
  { project, allLocales, order, tally }: ValuesRun,
  locale: LocaleRow,
  cells: readonly BulkCell[],
  means: Pick<PlanPlace, 'yieldToLoop' | 'growth'>,
): Promise<PlannedCell[]> {
  const barred = await findBarred(tx, project.id, locale, order, cells);
  const all = await planValues(tx, order, { project, allLocales, locale, ...means }, cells);
  const plans = all.map((plan, index) => (barred?.has(cells[index]!.key.id) ? null : plan));
  const planned = cells.filter(({ value }, index) => value && plans[index] !== null);
  const later =
    planned.length === 0
      ? null
      : await findWrittenSince(
          tx,
          project.id,
          locale.id,
          planned.map(({ key }) => key.id),
          order,
        );
  const conflicts: BulkCell[] = [];
  const written = cells.flatMap((cell, index): PlannedCell[] => {
    const plan = plans[index]!;
    if (plan === null) {
      tally.skipped++;
      return [];
    }
    if (cell.isOtherRead || (cell.value && later?.has(cell.key.id))) {
      conflicts.push(cell);
      return [];
    }
    const planned = { ...cell, plan };
    tally.addChanged(cell.isStored ? () => previewOf(planned, locale) : null);
    return [planned];
  });
  await addConflicts(tx, project, tally, locale, conflicts);
  return written;
}

/**
 * Counts the values that have changed since the caller read them, and adds the current content of
 * the first ones to the preview.
 */
async function addConflicts(
  tx: Db,
  { id: projectId, source_locale_id }: ValuesRun['project'],
  tally: ValuesRun['tally'],
  { code }: LocaleRow,
  conflicts: readonly BulkCell[],
): Promise<void> {
  tally.conflicts += conflicts.length;
  const shown = conflicts.slice(0, LIMITS.bulkPreview - tally.conflictPreview.length);
  if (shown.length === 0) return;
  const ids = shown.flatMap(({ key, otherId }) => [key.id, otherId]);
  const sources = await readValues(tx, projectId, source_locale_id, ids);
  for (const { key, otherId, value } of shown) {
    const source = sources.get(key.id) ?? sources.get(otherId);
    tally.conflictPreview.push({
      keyId: key.id,
      key: key.name,
      locale: code,
      current: value && changedText(value, value.version),
      currentSource: source ? changedText(source, source.version) : null,
      sourceVersion: key.source_version,
    });
  }
}

/** Returns the keys whose texts were written by the author that the action excludes. Null if it excludes none. */
async function findBarred(
  tx: Db,
  projectId: ProjectRef,
  { id: localeId }: LocaleRow,
  { skipsTextsOf: author }: ValuesOrder,
  cells: readonly BulkCell[],
): Promise<Set<string> | null> {
  if (!author) return null;
  return findOwnTexts(tx, projectId, { localeId, keyIds: cells.map(({ key }) => key.id) }, author);
}

const previewOf = ({ key, value, plan }: PlannedCell, { code }: LocaleRow): PreviewItem => ({
  kind: 'value',
  keyId: key.id,
  key: key.name,
  locale: code,
  before: value && changedText(value, value.version),
  after: plan === 'clear' ? null : changedText(plan, (value?.version ?? 0) + 1),
  keyBefore: null,
  keyAfter: null,
});

function changedText(
  { text, state, origin }: Pick<CellWrite, 'text' | 'state' | 'origin'>,
  version: number,
): ChangedTextRow {
  const points = [...text.slice(0, 2 * LIMITS.rowTextLength + 2)];
  const isTruncated = points.length > LIMITS.rowTextLength;
  const shown = isTruncated ? points.slice(0, LIMITS.rowTextLength).join('') : text;
  return { text: shown, isTruncated, state, origin, version };
}
