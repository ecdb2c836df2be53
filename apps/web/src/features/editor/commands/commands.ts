import type { Locale, Row, ValueState } from '@parlance/sdk';
import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { sayProblem } from '../../../lib/problem.ts';
import { toast } from '../../../ui/toast/toast.tsx';
import { closeToasts } from '../../../ui/toast/toast-queue.ts';
import { textIn, wholeCellQuery } from '../cell/cell.queries.ts';
import { baseOfCell, fillCell } from '../cell/cell-draft.ts';
import { familyForms, isFamilyRow } from '../cell/forms/family.ts';
import { mapText } from '../cell/map-text.ts';
import { knownKeyId, type OpenCell } from '../cell/open-cell.ts';
import type { Drafts } from '../drafts/drafts.ts';
import { findRow, type RowQuery } from '../editor.queries.ts';
import type { WindowStore } from '../grid/store/window-store.ts';
import type { ActivePlace } from '../place/use-place.ts';
import { hasTranslated } from '../review/review-queue.ts';
import { askAllEngines } from '../suggestion.queries.ts';
import { findWork, isUnreviewed, needsReview, WORK_ROWS } from './find-work.ts';

/** State that the commands of the editor share. */
export interface CommandContext {
  readonly store: WindowStore;
  readonly rows: Omit<RowQuery, 'query'>;
  readonly drafts: Drafts;
  readonly place: ActivePlace;
  readonly row: Row | null;
  /** Locale of the active cell. Null if the active cell is not a translation. */
  readonly locale: Locale | null;
  /** The active cell. In a plural family, the cells of all forms. */
  readonly cells: readonly OpenCell[];
  /** Suggestions that the keyboard shortcuts with digits insert. */
  readonly offered: { readonly current: readonly string[] };
  readonly queries: QueryClient;
  readonly t: TFunction;
  /** Text of the editor's query. */
  readonly q: string;
  /** Called after a bulk change was undone. */
  onChangeUndone(): void;
}

/** Goes to a row by its number or the name of its key. Returns false if there is no such row. */
export async function goTo(context: CommandContext, place: string): Promise<boolean> {
  const { store, rows, t } = context;
  const { active, move } = context.place;
  const { total } = store.state();
  const number = /^\d[\d,. ]*$/.test(place) ? Number(place.replace(/[,. ]/g, '')) : null;
  const found =
    number === null
      ? await findRow(rows, { name: place }).then((of) => (of ? store.find(of.keyId) : -1))
      : number >= 1 && (number <= total || number <= (await store.total()))
        ? number - 1
        : -1;
  if (found < 0) toast(t('editor.say.noKey'));
  else {
    // Loads the row at once. The grid itself would load it only after scrolling has stopped.
    void store.load(found);
    move({ ...active, row: found });
  }
  return found >= 0;
}

/** Goes to the next or previous row with a value that is missing or outdated, needs a review, or has findings. */
export async function goToWork(context: CommandContext, step: 1 | -1): Promise<void> {
  const { store, locale, t } = context;
  const { active, move } = context.place;
  if (!locale) return;
  const found = await findWork(store, active.row, step, locale.code);
  if (found === null) toast(t('editor.say.noWork', { count: WORK_ROWS }));
  else move({ ...active, row: found });
}

async function whole({ queries }: CommandContext, cell: OpenCell): Promise<OpenCell> {
  const isPart = cell.source.isTruncated || cell.value?.isTruncated === true;
  if (!isPart) return cell;
  const { source, ...found } = await queries.fetchQuery(wholeCellQuery(cell));
  // The command applies to the source string that the row shows.
  return { ...found, source: { ...cell.source, text: source.text, isTruncated: false } };
}

/** Returns the cell of the key in the active row. For a plural family, this is the cell of the form `other`. */
const ownCell = ({ cells, row }: CommandContext): OpenCell | undefined =>
  cells.find(({ keyId }) => keyId === row?.keyId) ?? cells[0];

/**
 * Writes texts as drafts into the active cell. For a plural family, writes a text into each form that the locale needs.
 */
async function fill(
  { row, locale, cells, drafts }: CommandContext,
  textOf: (cell: OpenCell) => Promise<string | null>,
): Promise<void> {
  const forms = row && locale && isFamilyRow(row) ? familyForms(row, locale.code) : null;
  const isNeeded = ({ pluralCategory }: OpenCell) =>
    forms === null || forms.some((form) => form.category === pluralCategory && form.isNeeded);
  for (const cell of cells.filter(isNeeded)) {
    const text = await textOf(cell);
    if (text !== null) fillCell(drafts, cell, await mapText(cell, text));
  }
}

export const copySource = (context: CommandContext): Promise<void> =>
  fill(context, async (cell) => (await whole(context, cell)).source.text);

/** Copies the texts of another locale into the active cell, as drafts. */
export async function copyFrom(context: CommandContext, localeCode: string): Promise<void> {
  const { row, t } = context;
  if (!row) return;
  await fill(context, (cell) => textIn(cell, row, localeCode));
  toast(t('editor.say.copied'));
}

/** True if a text of the cell is being saved and the service has not responded yet. */
const isSent = (drafts: Drafts, cell: OpenCell): boolean =>
  ['saving', 'waiting'].includes(drafts.stateOf(cell).state);

/** Sets the state of the texts in the active cell. Returns false if the cell has no text. */
export async function setState(
  context: CommandContext,
  choose: (current: ValueState) => ValueState,
): Promise<boolean> {
  const { cells, row, drafts, t } = context;
  const all = await Promise.all(cells.map((cell) => whole(context, cell)));
  const filled = all.filter((cell) => cell.value !== null || isSent(drafts, cell));
  const current = filled.find(({ keyId }) => keyId === row?.keyId) ?? filled[0];
  if (!current) {
    if (cells.length > 0) toast(t('editor.say.noText'));
    return false;
  }
  const state = choose(current.value?.state ?? 'translated');
  for (const cell of filled) drafts.commit(cell, baseOfCell(drafts, cell), state);
  return true;
}

/** Marks the active text as reviewed, and goes to the next text that needs a review. */
export async function review(context: CommandContext): Promise<void> {
  if (!context.locale || !(await setState(context, () => 'reviewed'))) return;
  await goToReview(context);
}

/** Goes to the next text that needs a review. */
export async function goToReview(context: CommandContext): Promise<void> {
  const { store, locale, t } = context;
  const { active, move } = context.place;
  if (!locale) return;
  const isWanted = hasTranslated(context.q) ? isUnreviewed : needsReview;
  const found = await findWork(store, active.row, 1, locale.code, isWanted);
  if (found === null) toast(t('editor.say.noReview'));
  else move({ ...active, row: found });
}

/** Undoes the last save or bulk change. If `changeId` is given, undoes this bulk change. */
export async function undo(context: CommandContext, changeId?: string): Promise<void> {
  const { drafts, rows, store, t } = context;
  try {
    const undone = await drafts.undo(changeId);
    if (undone.kind === 'undoneChange') {
      context.onChangeUndone();
      closeToasts(({ action }) => action?.of === undone.changeId);
      toast(
        undone.conflicts > 0
          ? t('editor.say.undonePart', { count: undone.conflicts })
          : t('editor.say.undoneChange'),
      );
      return;
    }
    toast(t(`editor.say.${undone.kind}`));
    if (undone.kind === 'nothing') return;
    const { keyId, projectId } = undone.cell;
    const found = projectId === rows.projectId ? await store.find(knownKeyId(keyId)) : -1;
    if (found >= 0) context.place.move({ ...context.place.active, row: found });
  } catch (error) {
    toast(sayProblem(error));
  }
}

/** Replaces the text of the active cell with a suggestion. */
export async function use(context: CommandContext, text: string): Promise<void> {
  const { drafts, t } = context;
  const openCell = ownCell(context);
  if (!openCell) return;
  const cell = await whole(context, openCell);
  fillCell(drafts, cell, await mapText(cell, text));
  drafts.commit(cell, baseOfCell(drafts, cell));
  toast(t('editor.say.used'));
}

/** Requests suggestions of the translation engines for the active cell. */
export async function askEngines(context: CommandContext): Promise<void> {
  const { queries, t } = context;
  const cell = ownCell(context);
  if (!cell) return;
  try {
    if (!(await askAllEngines(queries, cell))) toast(t('editor.say.noEngine'));
  } catch (error) {
    toast(sayProblem(error));
  }
}
