import type { TranslationValue, ValueState } from '@parlance/sdk';
import type { CellId } from '../cell/open-cell.ts';
import { CellNames } from './cell-names.ts';
import type { CellStatus, DraftCell, ListedDraft } from './cell-status.ts';
import { cellCommands, listCommands } from './draft-commands.ts';
import { DraftEntries } from './draft-entries.ts';
import {
  createDraftQueue,
  DraftChanges,
  type DraftModel,
  type DraftsDeps,
  receive,
  restore,
  SavedValues,
} from './draft-saving.ts';
import { DraftWriter } from './draft-writer.ts';
import { EditedCells } from './edited-cells.ts';
import type { Base } from './save-value.ts';
import { type UndoableChange, UndoList, type Undone } from './undo.ts';

export interface Drafts {
  /** Resolves when the drafts that were not saved in earlier sessions are restored. */
  readonly ready: Promise<void>;
  stateOf(cell: CellId): CellStatus;
  /**
   * Calls `changed` whenever the result of {@link stateOf} changes for this cell. Returns a function that unsubscribes.
   */
  subscribe(cell: CellId, changed: () => void): () => void;
  /** Returns all unsaved texts, oldest first. Returns another array after each change. */
  list(): readonly ListedDraft[];
  subscribeAll(changed: () => void): () => void;
  /** Calls `listener` with each value that was saved or restored in this tab, or saved in another tab. */
  onSaved(listener: (cell: CellId, value: TranslationValue | null) => void): () => void;
  /** Returns the time of the last save. Returns null if nothing was saved yet. */
  savedAt(): number | null;
  /** True if the browser could not store a draft. The draft would be lost if the page was closed. */
  isAtRisk(): boolean;

  /**
   * Returns the version of the value on which the unsaved text of a cell is based. Returns null if the cell has no
   * unsaved text.
   */
  baseOf(cell: CellId): Base | null;
  edit(cell: DraftCell, base: Base, text: string): void;
  /** Saves the text of a cell, its state or both. Does nothing if neither has changed. */
  commit(cell: DraftCell, base: Base, state?: ValueState): void;
  /** Keeps the text of a cell as a draft, because a check prevents saving it. */
  block(cell: CellId, checks: readonly string[]): void;
  /** Moves the draft of a plural form to the key that was created for the form. */
  adopt(cell: CellId, before: CellId): void;
  /** Notifies other tabs that the user has left the cell in this tab. */
  leave(cell: CellId): void;
  discard(cell: CellId): void;
  /** Discards all drafts, including those in the browser's database. */
  discardAll(): Promise<void>;
  /**
   * Resolves a conflict of a cell. `mine` saves the user's text, `theirs` discards it, and `edit` lets the user
   * continue to edit it on the basis of the other text.
   */
  resolve(cell: CellId, choice: 'mine' | 'theirs' | 'edit'): void;
  /** Adds a bulk change to the steps that {@link undo} can undo. */
  onChanged(change: UndoableChange): void;
  /** Undoes the last save or bulk change. If `changeId` is given, undoes this bulk change. */
  undo(changeId?: string): Promise<Undone>;
  /** Reports a value that another request of this tab has written. */
  announce(cell: CellId, value: TranslationValue | null): void;
  /** Repeats all saves that are waiting or have failed. */
  retry(): void;
  /** Saves all unsaved texts with the state `needs_review`, because the user has not reviewed their findings. */
  saveAll(): void;
  /** Stores drafts that are waiting to be stored in the browser's database. */
  flush(): Promise<void>;
}

/** Creates the unsaved texts of a user. */
export function createDrafts(deps: DraftsDeps): Drafts {
  const { store, tabs } = deps;
  const names = new CellNames();
  const edited = new EditedCells(tabs, names);
  const entries = new DraftEntries(names, (name) => edited.isElsewhere(name));
  const writer = new DraftWriter(store, deps.schedule, () => entries.touchAll());
  const undo = new UndoList(deps);
  const saved = new SavedValues(names, tabs);
  const changes = new DraftChanges({ names, entries, writer });
  let savedAt: number | null = null;
  const parts = { deps, names, edited, entries, writer, undo, changes, saved };
  const queue = createDraftQueue(parts, () => {
    savedAt = deps.now();
  });
  const model: DraftModel = { ...parts, queue };
  tabs.onMessage((message) => receive(model, message));
  tabs.post({ type: 'who' });
  const commands = cellCommands(model);
  return {
    ready: restore(model),
    stateOf: (cell) => entries.stateOf(cell),
    subscribe: (cell, changed) => entries.subscribe(cell, changed),
    list: () => entries.list(),
    subscribeAll: (changed) => entries.subscribeAll(changed),
    onSaved: (listener) => saved.onSaved(listener),
    savedAt: () => savedAt,
    isAtRisk: () => writer.isRefused() && entries.all().length > 0,
    baseOf: (cell) => entries.get(names.of(cell))?.draft.base ?? null,
    ...commands,
    leave: (cell) => edited.leave(cell),
    ...listCommands(model, commands.discard),
    onChanged: (change) => undo.push(change),
    async undo(changeId) {
      // The newest edit may be a save to which the service has not responded yet.
      await queue.answered();
      const undone = await undo.undo(changeId);
      if (undone.kind === 'undone') saved.announce(undone.cell, undone.value);
      return undone;
    },
    announce: (cell, value) => saved.announce(cell, value),
    flush: () => writer.flush(),
  };
}
