import type { Locale, Row, ValueState } from '@parlance/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sayProblem } from '../../lib/problem.ts';
import { toast } from '../../ui/toast.tsx';
import { textIn, wholeCellQuery } from './cell/cell.queries.ts';
import { baseOfCell, fillCell } from './cell/cell-draft.ts';
import { familyForms, isFamilyRow } from './cell/family.ts';
import { mapText } from './cell/map-text.ts';
import type { OpenCell } from './cell/open-cell.ts';
import type { Drafts } from './drafts/drafts.ts';
import { findRow, type RowQuery } from './editor.queries.ts';
import { findWork, needsReview, WORK_ROWS } from './find-work.ts';
import { DENSITIES, type Density } from './grid/columns.ts';
import type { WindowStore } from './grid/window-store.ts';
import type { GridCommand } from './shortcuts.ts';
import { askAllEngines } from './suggestion.queries.ts';
import type { ActivePlace } from './use-place.ts';
import type { EditorPreferences } from './use-preferences.ts';
import type { SelectionCommand } from './use-selection.ts';

interface CommandContext {
  readonly store: WindowStore;
  readonly rows: Omit<RowQuery, 'query'>;
  readonly drafts: Drafts;
  readonly place: ActivePlace;
  readonly row: Row | null;
  /** Locale of the active cell. Null if that is no translation. */
  readonly locale: Locale | null;
  /** The active cell, or those of the forms of a plural family. */
  readonly cells: readonly OpenCell[];
  readonly preferences: EditorPreferences;
  /** Texts that a digit takes. */
  readonly offered: { readonly current: readonly string[] };
  /** Called after a bulk change was undone. */
  onChangeUndone(): void;
}

/** The commands whose effect is in the frame of the page: they open something or choose rows. */
type FrameCommand =
  | 'edit'
  | 'history'
  | 'suggestions'
  | 'query'
  | 'filter'
  | 'goTo'
  | 'columns'
  | 'help'
  | 'bulk'
  | 'fillEqual'
  | SelectionCommand;

/** The commands of the editor, and the way to a row by its number or key. */
export function useCommands(
  context: CommandContext,
  frame: Readonly<Record<FrameCommand, () => void>>,
): {
  commands: Readonly<Record<GridCommand, (chord?: string) => void>>;
  goTo(place: string): Promise<void>;
  /** Takes a suggestion as the text of the active cell. */
  use(text: string): void;
  /** Undoes the last save or bulk change, or the bulk change of an id. */
  undo(changeId?: string): Promise<void>;
  /** Copies the texts of another locale into the active cell, as drafts. */
  copyFrom(localeCode: string): void;
} {
  const { store, rows, drafts, row, locale, cells, preferences, offered } = context;
  const { active, move } = context.place;
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { total } = store.state();

  async function goTo(place: string): Promise<void> {
    const number = /^\d[\d,. ]*$/.test(place) ? Number(place.replace(/[,. ]/g, '')) : null;
    const found =
      number === null
        ? await findRow(rows, { name: place }).then((of) => (of ? store.find(of.keyId) : -1))
        : number >= 1 && (number <= total || number <= (await store.total()))
          ? number - 1
          : -1;
    if (found < 0) toast(t('editor.say.noKey'));
    else {
      // A scrollbar passes many rows and the grid waits until it rests; here the row is known.
      void store.load(found);
      move({ ...active, row: found });
    }
  }

  async function work(step: 1 | -1): Promise<void> {
    if (!locale) return;
    const found = await findWork(store, active.row, step, locale.code);
    if (found === null) toast(t('editor.say.noWork', { count: WORK_ROWS }));
    else move({ ...active, row: found });
  }

  const whole = async (cell: OpenCell): Promise<OpenCell> => {
    const isPart = cell.source.isTruncated || cell.value?.isTruncated === true;
    return isPart ? await queries.fetchQuery(wholeCellQuery(cell)) : cell;
  };
  /** Returns the active cell with its whole text. */
  const wholeCell = async (): Promise<OpenCell | null> => {
    const cell = cells.find(({ keyId }) => keyId === row?.keyId) ?? cells[0];
    return cell ? await whole(cell) : null;
  };
  /** Writes a text into each form of the active cell that its locale needs, as a draft. */
  async function fill(textOf: (cell: OpenCell) => Promise<string | null>): Promise<void> {
    const forms = row && locale && isFamilyRow(row) ? familyForms(row, locale.code) : null;
    const isNeeded = ({ pluralCategory }: OpenCell) =>
      forms === null || forms.some((form) => form.category === pluralCategory && form.isNeeded);
    for (const cell of cells.filter(isNeeded)) {
      const text = await textOf(cell);
      if (text !== null) fillCell(drafts, cell, await mapText(cell, text));
    }
  }
  /** Gives the text of the active cell a state, or the texts of its plural forms. Returns false if there is none. */
  async function setState(choose: (current: ValueState) => ValueState): Promise<boolean> {
    const filled = (await Promise.all(cells.map(whole))).filter(({ value }) => value !== null);
    const current = filled.find(({ keyId }) => keyId === row?.keyId) ?? filled[0];
    if (!current) {
      if (cells.length > 0) toast(t('editor.say.noText'));
      return false;
    }
    const state = choose(current.value!.state);
    for (const cell of filled) {
      drafts.commit(cell, baseOfCell(drafts, cell), state);
    }
    return true;
  }
  async function review(): Promise<void> {
    if (!locale || !(await setState(() => 'reviewed'))) return;
    const found = await findWork(store, active.row, 1, locale.code, needsReview);
    if (found === null) toast(t('editor.say.noReview'));
    else move({ ...active, row: found });
  }
  async function undo(changeId?: string): Promise<void> {
    try {
      const undone = await drafts.undo(changeId);
      if (undone.kind === 'undoneChange') {
        context.onChangeUndone();
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
      const found = projectId === rows.projectId ? await store.find(keyId) : -1;
      if (found >= 0) move({ ...active, row: found });
    } catch (error) {
      toast(sayProblem(error));
    }
  }

  async function use(text: string): Promise<void> {
    const cell = await wholeCell();
    if (!cell) return;
    fillCell(drafts, cell, await mapText(cell, text));
    drafts.commit(cell, baseOfCell(drafts, cell));
    toast(t('editor.say.used'));
  }
  async function copyFrom(localeCode: string): Promise<void> {
    if (!row) return;
    await fill((cell) => textIn(cell, row, localeCode));
    toast(t('editor.say.copied'));
  }

  return {
    goTo,
    use: (text) => void use(text),
    copyFrom: (code) => void copyFrom(code),
    undo,
    commands: {
      ...frame,
      nextWork: () => void work(1),
      previousWork: () => void work(-1),
      reviewed: () => void setState((now) => (now === 'reviewed' ? 'translated' : 'reviewed')),
      review: () => void review(),
      needsReview: () => void setState(() => 'needs_review'),
      copySource: () => void fill(async (cell) => (await whole(cell)).source.text),
      panel: () => preferences.setView({ isPanelOpen: !preferences.isPanelOpen }),
      tree: () => preferences.setView({ isTreeOpen: !preferences.isTreeOpen }),
      invisibles: () => {
        const showsInvisibles = !preferences.showsInvisibles;
        preferences.setView({ showsInvisibles });
        toast(t(showsInvisibles ? 'editor.say.invisiblesOn' : 'editor.say.invisiblesOff'));
      },
      density: () => {
        const names = Object.keys(DENSITIES) as Density[];
        const next = names[(names.indexOf(preferences.density) + 1) % names.length]!;
        preferences.setView({ density: next });
      },
      machine() {
        const cell = cells.find(({ keyId }) => keyId === row?.keyId) ?? cells[0];
        frame.suggestions();
        if (!cell) return;
        void askAllEngines(queries, cell).then(
          (hasAsked) => !hasAsked && toast(t('editor.say.noEngine')),
          (error: unknown) => toast(sayProblem(error)),
        );
      },
      suggestion(chord = '1') {
        const text = offered.current[Number(chord) - 1];
        if (text === undefined) frame.suggestions();
        else void use(text);
      },
      undo: () => void undo(),
    },
  };
}
