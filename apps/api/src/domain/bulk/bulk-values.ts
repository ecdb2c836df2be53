import { LIMITS } from '@parlance/contracts';
import type { Db } from '../../db/client.ts';
import { createPace } from '../../lib/pace.ts';
import type { ChangedTextRow } from '../change/change-item.store.ts';
import type { ContentProject } from '../key/account-keys.ts';
import { insertFormKeys } from '../key/insert-form-keys.ts';
import { findKeysByIds, type KeysWrittenBy, lockKeys } from '../key/key.store.ts';
import type { LocaleRow } from '../locale/locale.store.ts';
import { readRowKeys } from '../row/row.store.ts';
import type { ContentChanges } from '../value/content-changes.store.ts';
import { needsKey } from '../value/needed-values.ts';
import { lockValues, readValues } from '../value/value-writes.store.ts';
import type { BulkCell, CellWrite } from './bulk-cell.ts';
import type { BulkTally, PreviewItem } from './bulk-tally.ts';
import { GrowthBudget } from './growth-budget.ts';
import { findMissingForms } from './missing-forms.ts';
import { type PlanPlace, planValues, type ValuesOrder } from './plan-values.ts';
import { type PlannedCell, writeValues } from './write-values.ts';
import { findWrittenSince } from './written-since.store.ts';

/** Change that writes what is planned. */
export interface BulkWriting {
  by: KeysWrittenBy;
  changes: ContentChanges;
}

/** An order in the state of a project at one moment. */
export interface ValuesRun {
  project: ContentProject;
  sourceLocaleId: number;
  /** The locales of the order. */
  locales: readonly LocaleRow[];
  order: ValuesOrder;
  tally: BulkTally;
  signal: AbortSignal;
}

/**
 * Plans the action for the values of some rows and writes it. With `writing` null, nothing is locked or written. To
 * write, the caller holds the content lock exclusively.
 */
export async function bulkValues(
  tx: Db,
  run: ValuesRun,
  rowIds: readonly string[],
  writing: BulkWriting | null,
): Promise<void> {
  const { project, sourceLocaleId, order } = run;
  const means = { pace: createPace(run.signal), growth: new GrowthBudget() };
  const rows = await readRowKeys(tx, project.id, rowIds);
  const otherIds = new Map(
    rows.flatMap(({ id, forms }) => (forms ?? [{ id }]).map((form) => [form.id, id] as const)),
  );
  const forms = await findMissingForms(tx, run, rows);
  for (const { key, otherId } of forms) otherIds.set(key.id, otherId);
  const ids = [...otherIds.keys()];
  if (writing && forms.length > 0) {
    const keys = forms.map(({ key }) => key);
    await insertFormKeys(tx, project, keys, writing.by, writing.changes);
  }
  if (writing) await lockKeys(tx, project.id, ids, 'update');
  const found = await findKeysByIds(tx, project.id, ids);
  const keys = new Map(found.map((key) => [key.id, key]));
  const unstored = new Map(writing ? [] : forms.map(({ form }) => [form.id, form]));
  for (const [id, key] of unstored) keys.set(id, key);
  const sourceVersions = new Map(found.map((key) => [key.id, key.source_version]));
  for (const locale of sourceFirst(run)) {
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
      const cell = { key, otherId, value, isStored: !unstored.has(id) };
      return value || needsKey(locale.code, key) ? [cell] : [];
    });
    const planned = await planCells(tx, run, locale, cells, means);
    if (!writing || planned.length === 0) continue;
    const { by, changes } = writing;
    const target = { project, sourceLocaleId, keys, sourceVersions, by, changes };
    await writeValues(tx, target, locale, planned);
  }
}

/** Other source texts outdate translations, so they are written first. */
const sourceFirst = ({ locales, sourceLocaleId }: ValuesRun): LocaleRow[] =>
  locales.toSorted(
    (a, b) => Number(b.id === sourceLocaleId) - Number(a.id === sourceLocaleId) || a.id - b.id,
  );

/** The cells that the action changes; the others are counted. */
async function planCells(
  tx: Db,
  { project, sourceLocaleId, order, tally }: ValuesRun,
  locale: LocaleRow,
  cells: readonly BulkCell[],
  means: Pick<PlanPlace, 'pace' | 'growth'>,
): Promise<PlannedCell[]> {
  const plans = await planValues(tx, order, { project, sourceLocaleId, locale, ...means }, cells);
  const planned = cells.filter(({ value }, index) => value && plans[index] !== null);
  const written =
    planned.length === 0
      ? null
      : await findWrittenSince(
          tx,
          project.id,
          locale.id,
          planned.map(({ key }) => key.id),
          order,
        );
  return cells.flatMap((cell, index): PlannedCell[] => {
    const plan = plans[index]!;
    if (plan === null) {
      tally.skipped++;
      return [];
    }
    if (cell.value && written?.has(cell.key.id)) {
      tally.conflicts++;
      return [];
    }
    const planned = { ...cell, plan };
    tally.addChanged(cell.isStored ? () => previewOf(planned, locale) : null);
    return [planned];
  });
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
  // As UTF-16 code units a code point has at most two.
  const points = [...text.slice(0, 2 * LIMITS.rowTextLength + 2)];
  const isTruncated = points.length > LIMITS.rowTextLength;
  const shown = isTruncated ? points.slice(0, LIMITS.rowTextLength).join('') : text;
  return { text: shown, isTruncated, state, origin, version };
}
