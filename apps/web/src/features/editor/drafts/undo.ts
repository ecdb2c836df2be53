import { type Client, isParlanceError, type TranslationValue } from '@parlance/sdk';
import type { CellId } from '../cell/open-cell.ts';
import type { Base } from './save-value.ts';

const MAX_SAVES = 50;

/** A save of this tab that can be undone. */
export interface UndoableSave {
  readonly cell: CellId & { readonly organizationId: string };
  readonly replaced: Base;
  readonly value: Pick<TranslationValue, 'id' | 'version'>;
}

export type Undone =
  | { readonly kind: 'undone'; readonly cell: CellId; readonly value: TranslationValue | null }
  /** Somebody has changed the value since. */
  | { readonly kind: 'changed'; readonly cell: CellId }
  | { readonly kind: 'nothing' };

type Values = Pick<Client['i18n']['values'], 'update' | 'delete'>;

async function restore(
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
  push(save: UndoableSave): void;
  /** Undoes the newest save. If the call fails, the save can be undone again. */
  undo(): Promise<Undone>;
}

/** Creates the list of the last 50 saves of this tab. */
export function createUndo(valuesOf: (organizationId: string) => Values): Undo {
  const saves: UndoableSave[] = [];
  return {
    push(save) {
      saves.push(save);
      if (saves.length > MAX_SAVES) saves.shift();
    },
    async undo() {
      const save = saves.pop();
      if (save === undefined) return { kind: 'nothing' };
      const { cell } = save;
      try {
        const value = await restore(valuesOf(cell.organizationId), save);
        const earlier = saves.findLastIndex(({ value: { id } }) => id === save.value.id);
        // The restored text is a version of its own: the save before it is undone from there.
        if (value !== null && earlier >= 0) saves[earlier] = { ...saves[earlier]!, value };
        return { kind: 'undone', cell, value };
      } catch (error) {
        if (isParlanceError(error, 'version_conflict')) return { kind: 'changed', cell };
        saves.push(save);
        throw error;
      }
    },
  };
}
