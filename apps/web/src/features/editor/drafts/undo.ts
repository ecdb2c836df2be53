import { type Client, isParlanceError, type TranslationValue } from '@parlance/sdk';
import type { CellId } from '../cell/open-cell.ts';
import { type Base, sourceVersionOf } from './save-value.ts';

const MAX_STEPS = 50;

/** A save of this tab that can be undone. */
export interface UndoableSave {
  readonly cell: CellId & { readonly organizationId: string };
  readonly replaced: Base;
  readonly value: Pick<TranslationValue, 'id' | 'version'>;
}

/** A bulk change, a translation job or an edit of a key in this tab. The user can undo it in one step. */
export interface UndoableChange {
  readonly organizationId: string;
  readonly projectId: string;
  /** Id of the change. For a step that consists of several changes, a name that identifies the step. */
  readonly changeId: string;
  /**
   * Undoes a step that consists of several changes. Returns the number of conflicts. Absent for a single change,
   * which is reverted.
   */
  undo?(): Promise<number>;
}

interface Step {
  readonly place: number;
  done: UndoableSave | UndoableChange;
}

export type Undone =
  | { readonly kind: 'undone'; readonly cell: CellId; readonly value: TranslationValue | null }
  /** The change was undone. `conflicts` texts stay, because somebody has changed them since. */
  | { readonly kind: 'undoneChange'; readonly changeId: string; readonly conflicts: number }
  /** The save was not undone, because somebody has changed the value or its source string since. */
  | { readonly kind: 'changed'; readonly cell: CellId }
  | { readonly kind: 'nothing' };

type Values = Pick<Client['i18n']['values'], 'update' | 'delete'>;

/** Restores the value that a save has replaced. */
export async function restoreSaved(
  values: Values,
  { cell: { projectId }, replaced, value: { id: valueId, version } }: UndoableSave,
): Promise<TranslationValue | null> {
  if (replaced.id === null) {
    await values.delete({ projectId, valueId, version });
    return null;
  }
  const { text, state } = replaced;
  const cell = { projectId, valueId, version, text, ...sourceVersionOf(replaced) };
  try {
    return (await values.update({ ...cell, ...(state !== null && { state }) })).data;
  } catch (error) {
    if (state !== 'reviewed' || !isParlanceError(error, 'role_forbidden')) throw error;
    // A user who may not review gets at least the text back. Somebody else then reviews it again.
    const { data } = await values.update(cell);
    if (data.version === version) throw error;
    return data;
  }
}

export interface UndoDeps {
  valuesOf(organizationId: string): Values;
  /** Reverts a change. Returns the number of texts that stay because somebody has changed them since. */
  revert(change: UndoableChange): Promise<number>;
}

/** The last 50 saves and bulk changes in this tab, which the user can undo. */
export class UndoList {
  readonly #deps: UndoDeps;
  readonly #steps: Step[] = [];
  /** The highest position that was assigned to a step. */
  #lastPlace = 0;

  constructor(deps: UndoDeps) {
    this.#deps = deps;
  }

  /**
   * Returns a position in the list of steps for a save that begins. Responses may arrive in another order than the
   * saves were made.
   */
  begin(): number {
    return ++this.#lastPlace;
  }

  /** Adds a step at a position that {@link begin} has returned. Without a position, adds it as the newest step. */
  push(done: UndoableSave | UndoableChange, place = this.begin()): void {
    this.#insert({ place, done });
  }

  /** Undoes the newest step, or the step of the given change. If the request fails, the step stays in the list. */
  async undo(changeId?: string): Promise<Undone> {
    const index =
      changeId === undefined
        ? this.#steps.length - 1
        : this.#steps.findIndex(({ done }) => 'changeId' in done && done.changeId === changeId);
    const [step] = index < 0 ? [] : this.#steps.splice(index, 1);
    if (step === undefined) return { kind: 'nothing' };
    const { done } = step;
    try {
      if ('cell' in done) return await this.#undoSave(done);
      const undone = done.undo ? done.undo() : this.#deps.revert(done);
      return { kind: 'undoneChange', changeId: done.changeId, conflicts: await undone };
    } catch (error) {
      this.#insert(step);
      throw error;
    }
  }

  #insert(step: Step): void {
    const steps = this.#steps;
    steps.splice(steps.findLastIndex(({ place }) => place < step.place) + 1, 0, step);
    if (steps.length > MAX_STEPS) steps.shift();
  }

  async #undoSave(save: UndoableSave): Promise<Undone> {
    const { cell } = save;
    try {
      const value = await restoreSaved(this.#deps.valuesOf(cell.organizationId), save);
      if (value !== null) this.#rebase(value);
      return { kind: 'undone', cell, value };
    } catch (error) {
      if (isParlanceError(error, 'version_conflict')) return { kind: 'changed', cell };
      throw error;
    }
  }

  /**
   * Bases an earlier save of the same value on the version that undoing a save has created, so that
   * the earlier save can be undone next.
   */
  #rebase(value: TranslationValue): void {
    const step = this.#steps.findLast(({ done }) => 'cell' in done && done.value.id === value.id);
    if (step) step.done = { ...(step.done as UndoableSave), value };
  }
}
