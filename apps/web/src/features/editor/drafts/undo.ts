import { type Client, isParlanceError, type TranslationValue } from '@parlance/sdk';
import type { CellId } from '../cell/open-cell.ts';
import type { Base } from './save-value.ts';

const MAX_STEPS = 50;

/** A save of this tab that can be undone. */
export interface UndoableSave {
  readonly cell: CellId & { readonly organizationId: string };
  readonly replaced: Base;
  readonly value: Pick<TranslationValue, 'id' | 'version'>;
}

/** A bulk change, translation job or edit of a key in this tab, which is undone as a whole. */
export interface UndoableChange {
  readonly organizationId: string;
  readonly projectId: string;
  /** Id of the change, or a name for the step. */
  readonly changeId: string;
  /** Undoes a step of several changes, with the same result as a revert. Defaults to a revert of the change. */
  undo?(): Promise<number>;
}

interface Step {
  readonly place: number;
  done: UndoableSave | UndoableChange;
}

export type Undone =
  | { readonly kind: 'undone'; readonly cell: CellId; readonly value: TranslationValue | null }
  /** The change was undone, except for `conflicts` texts that were changed since. */
  | { readonly kind: 'undoneChange'; readonly changeId: string; readonly conflicts: number }
  /** Somebody has changed the value since. */
  | { readonly kind: 'changed'; readonly cell: CellId }
  | { readonly kind: 'nothing' };

type Values = Pick<Client['i18n']['values'], 'update' | 'delete'>;

/** Restores the value of a cell that a save has replaced. */
export async function restoreSaved(
  values: Values,
  { cell: { projectId }, replaced, value: { id: valueId, version } }: UndoableSave,
): Promise<TranslationValue | null> {
  if (replaced.id === null) {
    await values.delete({ projectId, valueId, version });
    return null;
  }
  const { text, state } = replaced;
  const { data } = await values.update({
    projectId,
    valueId,
    version,
    text,
    ...(state !== null && { state }),
  });
  return data;
}

export interface Undo {
  /** Returns the position of a save among the steps, because answers may arrive in another order. */
  begin(): number;
  /** Adds a step at a position from {@link begin}, or as the newest. */
  push(done: UndoableSave | UndoableChange, place?: number): void;
  /** Undoes the newest step, or a certain change. If the call fails, the step can be undone again. */
  undo(changeId?: string): Promise<Undone>;
}

export interface UndoDeps {
  valuesOf(organizationId: string): Values;
  /** Reverts a change. Returns the number of texts that were changed since and stay. */
  revert(change: UndoableChange): Promise<number>;
}

/** Creates the list of the last 50 saves and bulk changes in this tab. */
export function createUndo({ valuesOf, revert }: UndoDeps): Undo {
  const steps: Step[] = [];
  let begun = 0;

  function insert(step: Step): void {
    steps.splice(steps.findLastIndex(({ place }) => place < step.place) + 1, 0, step);
    if (steps.length > MAX_STEPS) steps.shift();
  }

  /** The restored text is a new version, from which the previous save is undone. */
  function rebase(value: TranslationValue): void {
    const step = steps.findLast(({ done }) => 'cell' in done && done.value.id === value.id);
    if (step) step.done = { ...(step.done as UndoableSave), value };
  }

  async function undoSave(save: UndoableSave): Promise<Undone> {
    const { cell } = save;
    try {
      const value = await restoreSaved(valuesOf(cell.organizationId), save);
      if (value !== null) rebase(value);
      return { kind: 'undone', cell, value };
    } catch (error) {
      if (isParlanceError(error, 'version_conflict')) return { kind: 'changed', cell };
      throw error;
    }
  }

  return {
    begin: () => ++begun,
    push: (done, place = ++begun) => insert({ place, done }),
    async undo(changeId) {
      const at =
        changeId === undefined
          ? steps.length - 1
          : steps.findIndex(({ done }) => 'changeId' in done && done.changeId === changeId);
      const [step] = at < 0 ? [] : steps.splice(at, 1);
      if (step === undefined) return { kind: 'nothing' };
      const { done } = step;
      try {
        if ('cell' in done) return await undoSave(done);
        const undone = done.undo ? done.undo() : revert(done);
        return { kind: 'undoneChange', changeId: done.changeId, conflicts: await undone };
      } catch (error) {
        insert(step);
        throw error;
      }
    },
  };
}
