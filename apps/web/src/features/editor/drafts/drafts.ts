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
  /** Resolves when the drafts of earlier sessions are restored. */
  readonly ready: Promise<void>;
  stateOf(cell: CellId): CellStatus;
  /** Calls `changed` whenever {@link stateOf} the cell changes. Returns a function that unsubscribes. */
  subscribe(cell: CellId, changed: () => void): () => void;
  /** Every unsaved text, oldest first. The array is replaced when it changes. */
  list(): readonly ListedDraft[];
  subscribeAll(changed: () => void): () => void;
  /** Calls `listener` with each value that was saved or undone here, or saved in another tab. */
  onSaved(listener: (cell: CellId, value: TranslationValue | null) => void): () => void;
  /** Time of the last save. Null if there was none. */
  savedAt(): number | null;
  /** True if the browser could not store a draft, which would be lost with the page. */
  isAtRisk(): boolean;

  /** Returns the value from which a cell's unsaved text was written. Null without an unsaved text. */
  baseOf(cell: CellId): Base | null;
  edit(cell: DraftCell, base: Base, text: string): void;
  /** Saves the text, the state or both. Does nothing if neither has changed. */
  commit(cell: DraftCell, base: Base, state?: ValueState): void;
  /** Keeps the text as a draft, because checks prevent saving it. */
  block(cell: CellId, checks: readonly string[]): void;
  /** Assigns the draft of a form without a key to the key that was created since. */
  adopt(cell: CellId, before: CellId): void;
  /** Tells other tabs that the cell is no longer edited here. */
  leave(cell: CellId): void;
  discard(cell: CellId): void;
  /** Discards every draft, including those in the store. */
  discardAll(): Promise<void>;
  /**
   * Resolves a conflict: saves the text over the other one, discards it, or continues editing on top of the other one.
   */
  resolve(cell: CellId, choice: 'mine' | 'theirs' | 'edit'): void;
  /** Adds a bulk change to the steps that {@link undo} reverts. */
  onChanged(change: UndoableChange): void;
  /** Undoes the newest save or bulk change, or the bulk change with an id. */
  undo(changeId?: string): Promise<Undone>;
  /** Publishes a value that another call of this tab has changed. */
  announce(cell: CellId, value: TranslationValue | null): void;
  /** Sends all waiting and failed saves now. */
  retry(): void;
  /** Saves every unsaved text as needing review, because nobody has looked at the findings. */
  saveAll(): void;
  /** Writes pending changes to the store. */
  flush(): Promise<void>;
}

/** Creates the model of a user's unsaved texts. */
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
      // The newest edit may be a save without an answer yet.
      await queue.answered();
      const undone = await undo.undo(changeId);
      if (undone.kind === 'undone') saved.announce(undone.cell, undone.value);
      return undone;
    },
    announce: saved.announce,
    flush: writer.flush,
  };
}
