import type { TranslationValue, ValueState } from '@parlance/sdk';
import type { CellId } from '../cell/open-cell.ts';
import { createCellNames } from './cell-names.ts';
import type { CellStatus, DraftCell, ListedDraft } from './cell-status.ts';
import { cellCommands, listCommands } from './draft-commands.ts';
import { createDraftEntries } from './draft-entries.ts';
import {
  createChanges,
  createSavedValues,
  createSending,
  type DraftModel,
  type DraftsDeps,
  receive,
  restore,
} from './draft-saving.ts';
import { createDraftWriter } from './draft-writer.ts';
import { createEditedCells } from './edited-cells.ts';
import type { Base } from './save-value.ts';
import { createUndo, type UndoableChange, type Undone } from './undo.ts';

export interface Drafts {
  /** Resolves when the drafts of earlier sessions are back in their cells. */
  readonly ready: Promise<void>;
  stateOf(cell: CellId): CellStatus;
  /** Calls `changed` whenever {@link stateOf} the cell changes. Returns the function that ends it. */
  subscribe(cell: CellId, changed: () => void): () => void;
  /** Every text that is not saved, oldest first. The array is replaced when it changes. */
  list(): readonly ListedDraft[];
  subscribeAll(changed: () => void): () => void;
  /** Calls `listener` with each value that was saved here, undone here or saved in another tab. */
  onSaved(listener: (cell: CellId, value: TranslationValue | null) => void): () => void;
  /** Time of the last save. Null if there was none. */
  savedAt(): number | null;
  /** True if the browser refused to store a draft: it would be lost with the page. */
  isAtRisk(): boolean;

  /** The value that the text of a cell was written from, if the text is not saved yet. */
  baseOf(cell: CellId): Base | null;
  edit(cell: DraftCell, base: Base, text: string): void;
  /** Saves the text, the state or both. Does nothing if neither has changed. */
  commit(cell: DraftCell, base: Base, state?: ValueState): void;
  /** Keeps the text as a draft that checks keep from being saved. */
  block(cell: CellId, checks: readonly string[]): void;
  /** Makes the draft of a form without a key that of the key which it has got meanwhile. */
  adopt(cell: CellId, before: CellId): void;
  /** Tells other tabs that the cell is no longer edited here. */
  leave(cell: CellId): void;
  discard(cell: CellId): void;
  /** Discards every draft, also those in the store. */
  discardAll(): Promise<void>;
  /** Ends a conflict: saves the text over theirs, gives it up, or goes on editing it on top of theirs. */
  resolve(cell: CellId, choice: 'mine' | 'theirs' | 'edit'): void;
  /** Makes a bulk change one that {@link undo} reverts. */
  onChanged(change: UndoableChange): void;
  /** Undoes the newest save or bulk change, or the bulk change of an id. */
  undo(changeId?: string): Promise<Undone>;
  /** Hands on a value that another call of this tab has changed. */
  announce(cell: CellId, value: TranslationValue | null): void;
  /** Sends everything that waits, and everything that failed, now. */
  retry(): void;
  /** Saves every text that is not, as one that needs review: nobody has looked at what the checks say. */
  saveAll(): void;
  /** Writes changes to the store that are still to be written. */
  flush(): Promise<void>;
}

/** Creates the model of the texts of one user that are not saved yet. */
export function createDrafts(deps: DraftsDeps): Drafts {
  const { store, tabs } = deps;
  const names = createCellNames();
  const edited = createEditedCells(tabs, names);
  const entries = createDraftEntries(names, edited.isElsewhere);
  const writer = createDraftWriter(store, deps.schedule, entries.touchAll);
  const undo = createUndo(deps);
  const saved = createSavedValues({ names, tabs });
  const changes = createChanges({ entries, names, writer });
  let savedAt: number | null = null;
  const parts = { deps, names, edited, entries, writer, undo, changes, saved };
  const queue = createSending(parts, () => {
    savedAt = deps.now();
  });
  const model: DraftModel = { ...parts, queue };
  tabs.onMessage((message) => receive(model, message));
  tabs.post({ type: 'who' });
  const commands = cellCommands(model);
  return {
    ready: restore(model),
    stateOf: entries.stateOf,
    subscribe: entries.subscribe,
    list: entries.list,
    subscribeAll: entries.subscribeAll,
    onSaved: saved.onSaved,
    savedAt: () => savedAt,
    isAtRisk: () => writer.isRefused() && entries.all().length > 0,
    baseOf: (cell) => entries.get(names.of(cell))?.draft.base ?? null,
    ...commands,
    leave: edited.leave,
    ...listCommands(model, commands.discard),
    onChanged: (change) => undo.push(change),
    async undo(changeId) {
      // The newest edit may be a save that is not answered yet.
      await queue.answered();
      const undone = await undo.undo(changeId);
      if (undone.kind === 'undone') saved.announce(undone.cell, undone.value);
      return undone;
    },
    announce: saved.announce,
    flush: writer.flush,
  };
}
