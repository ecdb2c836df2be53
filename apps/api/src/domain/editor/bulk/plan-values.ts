import type { Replacement, ValuesBulkAction } from '@parlance/contracts';
import { CHECK_CODES, type CheckCode } from '@parlance/messages';
import type { Db } from '../../../db/client.ts';
import { fail, failAt } from '../../../errors.ts';
import type { YieldToLoop } from '../../../lib/yield-to-loop.ts';
import {
  type CellWrite,
  CheckerSource,
  type ContentProject,
  compileReplacement,
  type LockedValue,
  mapPlurals,
  type PlannedCell,
  readCheckInputs,
  readValues,
  replace,
} from '../../content/index.ts';
import { planText } from '../../editing/index.ts';
import type { LocaleRow } from '../../project/index.ts';
import { openMemory } from '../../translation/index.ts';
import type { BulkOrder } from './bulk-run.store.ts';
import { failTooLong, type GrowthBudget } from './growth-budget.ts';

export type ValuesOrder = Extract<BulkOrder, { kind: 'values' }>;

export interface BulkCell extends Omit<PlannedCell, 'plan'> {
  /** Id of the form `other` in the key's plural family, or the key's own id if it has no family. */
  otherId: string;
  isStored: boolean;
  /** True if the caller has read another version of the value or of its source string. */
  isOtherRead: boolean;
}

export type CellPlan = PlannedCell['plan'] | null;

export interface PlanPlace {
  project: ContentProject;
  allLocales: readonly LocaleRow[];
  locale: { id: number; code: string };
  yieldToLoop: YieldToLoop;
  growth: GrowthBudget;
}

/**
 * Computes the changes that a bulk action makes to values of one locale.
 * @throws `limit_exceeded` if replacing texts takes too long
 */
export function planValues(
  db: Db,
  order: ValuesOrder,
  place: PlanPlace,
  cells: readonly BulkCell[],
): Promise<CellPlan[]> | CellPlan[] {
  const { setState, clear, copy, setText, fillFromMemory, replace, applyFix } = order.action;
  if (setState) return cells.map((cell) => (cell.value ? planText(cell, setState) : null));
  if (clear) return cells.map(({ value }) => (value ? 'clear' : null));
  if (copy) return planCopies(db, copy, place, cells);
  if (setText) return cells.map((cell) => planSameText(cell, setText, place.growth));
  if (fillFromMemory) return planMemory(db, order, place, cells);
  if (replace) return planReplacements(replace, place, cells);
  return planFixes(db, applyFix!.check as CheckCode, place, cells);
}

/**
 * Requires that the regular expression and the name of the check are valid. The JSON schema cannot
 * check them.
 * @throws `validation_failed`
 */
export function requireAction({ replace, applyFix }: ValuesBulkAction): void {
  if (replace) requirePattern(replace);
  if (applyFix && !(CHECK_CODES as readonly string[]).includes(applyFix.check)) {
    failAt('/action/applyFix/check', `is not one of the checks ${CHECK_CODES.join(', ')}`);
  }
}

function requirePattern(replacement: Replacement): void {
  try {
    compileReplacement(replacement);
  } catch (error) {
    failAt('/action/replace/find', `is not a pattern of RE2: ${(error as Error).message}`);
  }
}

async function planCopies(
  db: Db,
  { from, overwrite = false, state = 'needs_review' }: NonNullable<ValuesBulkAction['copy']>,
  { project, allLocales, locale, yieldToLoop, growth }: PlanPlace,
  cells: readonly BulkCell[],
): Promise<CellPlan[]> {
  const origin = allLocales.find(({ code }) => code === from);
  if (!origin) return fail('not_found', `The locale ${from} does not exist.`);
  const plans = cells.map((): CellPlan => null);
  if (origin.id === locale.id) return plans;
  const ids = cells.flatMap(({ key, otherId }) => [key.id, otherId]);
  const texts = await readValues(db, project.id, origin.id, ids);
  const { messageFormat } = project.settings;
  for (const [at, { key, otherId, value }] of cells.entries()) {
    const copied = (texts.get(key.id) ?? texts.get(otherId))?.text;
    if (copied === undefined || (value && !overwrite)) continue;
    const text = await mapPlurals(copied, messageFormat, locale.code);
    growth.take(key.name, copied, text);
    plans[at] = written(value, { text, state, origin: 'manual', isConfirmed: true });
    await yieldToLoop();
  }
  return plans;
}

function planSameText(
  { key, value }: BulkCell,
  { text, overwrite = false, state = 'translated' }: NonNullable<ValuesBulkAction['setText']>,
  growth: GrowthBudget,
): CellPlan {
  if (value && !overwrite) return null;
  growth.take(key.name, value?.text ?? '', text);
  return written(value, { text, state, origin: 'manual', isConfirmed: true });
}

async function planMemory(
  db: Db,
  { action, memoryProjectIds }: ValuesOrder,
  { project, locale, growth }: PlanPlace,
  cells: readonly BulkCell[],
): Promise<CellPlan[]> {
  const plans = cells.map((): CellPlan => null);
  if (locale.id === project.source_locale_id) return plans;
  const { overwrite = false } = action.fillFromMemory!;
  const ids = cells.flatMap(({ key, otherId }) => [key.id, otherId]);
  const sources = await readValues(db, project.id, project.source_locale_id, ids);
  const asked = cells.flatMap(({ key, otherId, value }, index) => {
    const source = sources.get(key.id) ?? sources.get(otherId);
    if (!source || (value && !overwrite)) return [];
    const category = key.plural_category as PluralOf['category'] | null;
    return [{ index, text: source.text, ...(category === null ? {} : { plural: { category } }) }];
  });
  const memory = openMemory(db, {
    organizationId: project.organization_id,
    projectIds: memoryProjectIds,
    homeProjectId: project.id,
  });
  const found = await memory.find(asked, {
    messageFormat: project.settings.messageFormat,
    sourceLocale: project.source_locale,
    targetLocale: locale.code,
  });
  for (const [at, text] of found.entries()) {
    if (text === undefined) continue;
    const { index, text: source } = asked[at]!;
    growth.take(cells[index]!.key.name, source, text);
    const write: CellWrite = { text, state: 'needs_review', origin: 'memory', isConfirmed: true };
    plans[index] = written(cells[index]!.value, write);
  }
  return plans;
}

type PluralOf = NonNullable<Parameters<ReturnType<typeof openMemory>['find']>[0][number]['plural']>;

async function planReplacements(
  replacement: Replacement,
  { yieldToLoop, growth }: PlanPlace,
  cells: readonly BulkCell[],
): Promise<CellPlan[]> {
  const plans: CellPlan[] = [];
  for (const { key, value } of cells) {
    const replaced = value && (await replace(value.text, replacement));
    if (replaced === 'too_long') failTooLong(key.name);
    if (replaced === 'too_slow') {
      fail('limit_exceeded', `The pattern takes too long in a text of ${key.name}. Simplify it.`);
    }
    plans.push(replaced && reworded(key.name, value!, replaced.text, growth));
    await yieldToLoop();
  }
  return plans;
}

async function planFixes(
  db: Db,
  check: CheckCode,
  { project, locale, yieldToLoop, growth }: PlanPlace,
  cells: readonly BulkCell[],
): Promise<CellPlan[]> {
  const places = cells.flatMap(({ key, value }) =>
    value ? [{ localeId: locale.id, keyId: key.id }] : [],
  );
  const inputs = await readCheckInputs(db, project.id, project.source_locale_id, places);
  const checker = await new CheckerSource(project.id).open(db, [locale.id]);
  const fixes = new Map<string, string>();
  for (const input of inputs) {
    const findings = await checker.findFixes(input);
    const fix = findings.find((finding) => finding.code === check && finding.fix)?.fix;
    if (fix) fixes.set(input.keyId, fix.text);
    await yieldToLoop();
  }
  return cells.map(({ key, value }) => {
    const text = fixes.get(key.id);
    return value && text !== undefined ? reworded(key.name, value, text, growth) : null;
  });
}

function reworded(
  keyName: string,
  value: LockedValue,
  text: string,
  growth: GrowthBudget,
): CellPlan {
  if (text === value.text) return null;
  growth.take(keyName, value.text, text);
  const state = value.state === 'needs_review' ? 'needs_review' : 'translated';
  return { text, state, origin: 'manual', isConfirmed: false };
}

const written = (value: LockedValue | null, write: CellWrite): CellPlan =>
  value?.text === write.text && value.state === write.state ? null : write;
