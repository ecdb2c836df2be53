import type { Client, TranslationValue } from '@parlance/sdk';
import type { CellId } from '../cell/open-cell.ts';
import type { CellNames } from './cell-names.ts';
import type { Draft, DraftStore } from './draft.ts';
import type { DraftEntries, Outcome } from './draft-entries.ts';
import type { DraftWriter } from './draft-writer.ts';
import type { EditedCells } from './edited-cells.ts';
import { SaveQueue, type SaveStatus } from './save-queue.ts';
import {
  type AddKey,
  type Base,
  baseOf,
  type Save,
  type Saved,
  saveValue,
  TextConflict,
} from './save-value.ts';
import type { TabMessage, Tabs } from './tabs.ts';
import type { UndoDeps, UndoList } from './undo.ts';

export interface DraftsDeps {
  readonly userId: string;
  readonly store: DraftStore;
  readonly tabs: Tabs;
  valuesOf(organizationId: string): Pick<Client['i18n']['values'], 'update' | 'put' | 'delete'>;
  /** Creates the key of a plural form, and returns its id. */
  addKey(organizationId: string, ...key: Parameters<AddKey>): ReturnType<AddKey>;
  /** Proposes a text for a value that the user may not change. */
  propose(save: Save): Promise<void>;
  readonly revert: UndoDeps['revert'];
  /** Called when a text cannot be saved before the user has signed in again. */
  onSessionEnd(): void;
  now(): number;
  schedule(delayMs: number, run: () => void): void;
}

interface QueuedSave extends Save {
  /** Position of the save in the list of steps that the user can undo. */
  readonly place: number;
}

const SAVING: Outcome = { state: 'saving' };

/**
 * Returns the base version of a text that was written while `sent` was being saved. If the service has merged `sent`
 * with another text, the new text has to be merged too. A proposal does not change the value, so the base stays.
 */
const baseAfter = (base: Base, sent: Save, { value }: Saved): Base => {
  if (!value) return base;
  return value.text === sent.text
    ? { ...baseOf(value), source: base.source }
    : { ...base, text: sent.text };
};

/** State that the functions for drafts share. */
export interface DraftModel {
  readonly deps: DraftsDeps;
  readonly names: CellNames;
  readonly edited: EditedCells;
  readonly entries: DraftEntries;
  readonly writer: DraftWriter;
  readonly undo: UndoList;
  readonly queue: SaveQueue<QueuedSave, Saved>;
  readonly changes: DraftChanges;
  readonly saved: SavedValues;
}

/** Changes drafts in memory and in the browser's database. */
export class DraftChanges {
  readonly #names: CellNames;
  readonly #entries: DraftEntries;
  readonly #writer: DraftWriter;

  constructor({ names, entries, writer }: Pick<DraftModel, 'names' | 'entries' | 'writer'>) {
    this.#names = names;
    this.#entries = entries;
    this.#writer = writer;
  }

  set(draft: Draft, outcome: Outcome = SAVING): void {
    const name = this.#names.of(draft);
    const earlier = this.#entries.get(name)?.draft;
    // The key of the plural form was created in the meantime.
    if (earlier && earlier.keyId !== draft.keyId) this.#writer.write(earlier, true);
    this.#writer.write(draft, false);
    this.#entries.put(name, { draft, outcome });
  }

  remove(name: string): void {
    const entry = this.#entries.get(name);
    if (!entry) return;
    this.#writer.write(entry.draft, true);
    this.#entries.delete(name);
  }
}

type SavedListener = (cell: CellId, value: TranslationValue | null) => void;

/** Values that were saved in this tab or in another tab. */
export class SavedValues {
  readonly #names: CellNames;
  readonly #tabs: Tabs;
  readonly #listeners = new Set<SavedListener>();
  /** Newest saved value of each cell. The page may not have reloaded these values yet. */
  readonly #bases = new Map<string, Base>();

  constructor(names: CellNames, tabs: Tabs) {
    this.#names = names;
    this.#tabs = tabs;
  }

  /** Records a saved value, and calls the listeners in this tab. */
  tell(cell: CellId, value: TranslationValue | null): void {
    const name = this.#names.of(cell);
    if (value && value.keyId !== cell.keyId) {
      this.#names.rename({ ...cell, keyId: value.keyId }, name);
    }
    if (value) this.#bases.set(name, baseOf(value));
    else this.#bases.delete(name);
    for (const listener of [...this.#listeners]) listener(cell, value);
  }

  /** Records a saved value in this tab and in the other tabs. */
  announce({ projectId, keyId, locale }: CellId, value: TranslationValue | null): void {
    const cell = { projectId, keyId, locale };
    this.tell(cell, value);
    this.#tabs.post({ type: 'saved', cell, value });
  }

  /** Returns the newer of two values: the value that was read and the value that was saved here. */
  newest(name: string, base: Base): Base {
    const newerBase = this.#bases.get(name);
    return newerBase && newerBase.version > base.version
      ? { ...newerBase, source: base.source }
      : base;
  }

  onSaved(listener: SavedListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Creates the queue that sends drafts to the service, and handles the results. */
export function createDraftQueue(
  model: Omit<DraftModel, 'queue'>,
  onSavedAt: () => void,
): DraftModel['queue'] {
  const { deps, entries, changes, undo, saved } = model;

  function onSaved(name: string, save: QueuedSave, answer: Saved): void {
    const { cell } = save;
    const { value, replaced } = answer;
    onSavedAt();
    if (value && replaced) undo.push({ cell, replaced, value }, save.place);
    const entry = entries.get(name);
    if (entry) {
      const { draft, outcome } = entry;
      const isSent = draft.stage === 'committed' && draft.state === save.state;
      if (draft.text === save.text && (isSent || draft.stage === 'typing')) changes.remove(name);
      else changes.set({ ...draft, base: baseAfter(draft.base, save, answer) }, outcome);
    }
    if (value) saved.announce(cell, value);
  }

  function onStatus(name: string, status: SaveStatus<QueuedSave, Saved>): void {
    if (status.kind === 'saved') onSaved(name, status.save, status.saved);
    const draft = entries.get(name)?.draft;
    if (draft?.stage !== 'committed' || status.kind === 'saved') return;
    if (status.kind === 'saving') changes.set(draft);
    else if (status.kind === 'waiting') {
      changes.set(draft, { state: 'waiting', reason: status.reason });
      if (status.reason === 'session') deps.onSessionEnd();
    } else if (status.problem instanceof TextConflict) {
      const { theirs, source } = status.problem;
      changes.set(draft, { state: 'conflict', theirs, source });
    } else changes.set(draft, { state: 'failed', problem: status.problem });
  }

  return new SaveQueue<QueuedSave, Saved>({
    send: (_name, save) => {
      const { organizationId } = save.cell;
      return saveValue(deps.valuesOf(organizationId), save, {
        addKey: (...key) => deps.addKey(organizationId, ...key),
        propose: deps.propose,
      });
    },
    rebase: (save, sent, answer) => ({ ...save, base: baseAfter(save.base, sent, answer) }),
    schedule: deps.schedule,
    onStatus,
  });
}

function enqueue({ names, queue, undo }: DraftModel, draft: Draft): void {
  const { text, state, base } = draft;
  const save = { cell: draft, text, base, ...(state && { state }), place: undo.begin() };
  queue.save(names.of(draft), save);
}

export function send(model: DraftModel, draft: Draft): void {
  const { checks: _, ...rest } = draft;
  const committed = { ...rest, stage: 'committed' as const };
  model.changes.set(committed);
  void model.writer.flush();
  enqueue(model, committed);
}

/** Handles a message from another tab of the same user. */
export function receive(
  { names, edited, entries, changes, queue, saved }: DraftModel,
  message: TabMessage,
): void {
  if (message.type === 'who') {
    edited.answer();
    return;
  }
  const name = names.of(message.cell);
  if (message.type === 'saved') {
    const savedDraft = entries.get(name)?.draft;
    if (savedDraft && savedDraft.text === message.value?.text && !queue.has(name))
      changes.remove(name);
    saved.tell(message.cell, message.value);
    return;
  }
  edited.note(message.type, name, message.tab);
  entries.touch(name);
}

/** Restores drafts that were not saved when the page was closed. */
export async function restore(model: DraftModel): Promise<void> {
  const { deps, names, entries, writer } = model;
  const stored = await deps.store.list(deps.userId).catch(() => {
    writer.refuse();
    return [];
  });
  for (const draft of stored) {
    const name = names.of(draft);
    if (entries.get(name)) continue;
    entries.put(name, { draft, outcome: SAVING });
    if (draft.stage === 'committed') enqueue(model, draft);
  }
}
