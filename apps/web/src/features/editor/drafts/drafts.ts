import type { Client, TranslationValue, ValueState } from '@parlance/sdk';
import { type CellId, cellKey } from '../cell/open-cell.ts';
import type { Draft, DraftStore } from './draft.ts';
import { createSaveQueue, type SaveStatus, type WaitReason } from './save-queue.ts';
import { type Base, baseOf, type Save, type Saved, saveValue, TextConflict } from './save-value.ts';
import type { Tabs } from './tabs.ts';
import { createUndo, type UndoableChange, type UndoDeps, type Undone } from './undo.ts';

/** State of a cell beside the value that the service has. */
export interface CellStatus {
  readonly state: 'clean' | 'draft' | 'blocked' | 'saving' | 'waiting' | 'failed' | 'conflict';
  /** Text that is not saved yet. Absent if there is none. */
  readonly text?: string;
  /** Time of the last edit of the text. */
  readonly at?: number;
  /** Present with `waiting`. */
  readonly reason?: WaitReason;
  /** Present with `failed`. */
  readonly problem?: unknown;
  /** Present with `conflict`: the value as it is now, null if it is missing. */
  readonly theirs?: TranslationValue | null;
  /** True if the cell is being edited in another tab. */
  readonly isElsewhere: boolean;
}

/** A cell for the draft store: it names its key, so that a list of drafts needs no other call. */
export interface DraftCell extends CellId {
  readonly organizationId: string;
  readonly key: string;
}

export interface ListedDraft {
  readonly draft: Draft;
  readonly status: CellStatus;
}

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
  /** Keeps the text as a draft that a check keeps from being saved. */
  block(cell: CellId): void;
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
  /** Writes changes to the store that are still to be written. */
  flush(): Promise<void>;
}

export interface DraftsDeps {
  readonly userId: string;
  readonly store: DraftStore;
  readonly tabs: Tabs;
  valuesOf(organizationId: string): Pick<Client['i18n']['values'], 'update' | 'put' | 'delete'>;
  readonly revert: UndoDeps['revert'];
  /** Called when a save waits for a sign-in. */
  onSessionEnd(): void;
  now(): number;
  schedule(delayMs: number, run: () => void): void;
}

const WRITE_AFTER_MS = 200;

type Outcome = Pick<CellStatus, 'reason' | 'problem' | 'theirs'> & {
  readonly state: 'saving' | 'waiting' | 'failed' | 'conflict';
};

interface QueuedSave extends Save {
  /** Place among the steps that can be undone. */
  readonly place: number;
}

interface Entry {
  draft: Draft;
  outcome: Outcome;
}

const SAVING: Outcome = { state: 'saving' };
const STAGES = { typing: 'draft', blocked: 'blocked' } as const;

/** True if a text or a state is not the one that the service has. A missing value without a text stays missing. */
const hasChange = ({ text, base }: Draft, state: ValueState | undefined): boolean =>
  text !== base.text || (base.id !== null && state !== undefined && state !== base.state);

/** The base of a text that was written while `sent` was saved: a merged answer is merged once more. */
const baseAfter = (base: Base, sent: Save, { value }: Saved): Base =>
  value.text === sent.text ? baseOf(value) : { ...base, text: sent.text };

/** Creates the model of the texts of one user that are not saved yet. */
export function createDrafts(deps: DraftsDeps): Drafts {
  const { userId, store, tabs } = deps;
  const tab = Math.random().toString(36).slice(2);
  const entries = new Map<string, Entry>();
  const statuses = new Map<string, CellStatus>();
  const listeners = new Map<string, Set<() => void>>();
  const listListeners = new Set<() => void>();
  const savedListeners = new Set<(cell: CellId, value: TranslationValue | null) => void>();
  const elsewhere = new Map<string, string>();
  const edited = new Map<string, CellId>();
  /** Values that were saved here: the caller may not have read them yet. */
  const saved = new Map<string, Base>();
  const unwritten = new Map<string, { draft: Draft; isGone: boolean }>();
  const undo = createUndo(deps);
  let listed: readonly ListedDraft[] | null = null;
  let savedAt: number | null = null;
  let isAtRisk = false;
  let isWriting = false;

  const queue = createSaveQueue<QueuedSave, Saved>({
    send: (_name, save) => saveValue(deps.valuesOf(save.cell.organizationId), save),
    rebase: (save, sent, answer) => ({ ...save, base: baseAfter(save.base, sent, answer) }),
    schedule: deps.schedule,
    onStatus,
  });

  function changed(name: string): void {
    statuses.delete(name);
    listed = null;
    for (const listener of listeners.get(name) ?? []) listener();
    for (const listener of listListeners) listener();
  }

  function write(name: string, draft: Draft, isGone: boolean): void {
    unwritten.set(name, { draft, isGone });
    if (isWriting) return;
    isWriting = true;
    deps.schedule(WRITE_AFTER_MS, () => void flush());
  }

  async function flush(): Promise<void> {
    isWriting = false;
    const writes = [...unwritten.values()];
    unwritten.clear();
    try {
      await Promise.all(
        writes.map(({ draft, isGone }) => (isGone ? store.delete(draft) : store.put(draft))),
      );
      isAtRisk = false;
    } catch {
      // Private windows and full disks refuse. The page then warns before it is closed.
      isAtRisk = true;
      for (const listener of listListeners) listener();
    }
  }

  function set(draft: Draft, outcome: Outcome = SAVING): void {
    const name = cellKey(draft);
    entries.set(name, { draft, outcome });
    write(name, draft, false);
    changed(name);
  }

  function remove(name: string): void {
    const entry = entries.get(name);
    if (!entry) return;
    entries.delete(name);
    write(name, entry.draft, true);
    changed(name);
  }

  function enqueue(draft: Draft): void {
    const { organizationId, projectId, keyId, locale, text, state, base } = draft;
    const cell = { organizationId, projectId, keyId, locale };
    const save = { cell, text, base, ...(state && { state }), place: undo.begin() };
    queue.save(cellKey(draft), save);
  }

  function send(draft: Draft): void {
    set({ ...draft, stage: 'committed' });
    void flush();
    enqueue(draft);
  }

  function tell(cell: CellId, value: TranslationValue | null): void {
    if (value) saved.set(cellKey(cell), baseOf(value));
    else saved.delete(cellKey(cell));
    for (const listener of savedListeners) listener(cell, value);
  }

  function announce(cell: CellId, value: TranslationValue | null): void {
    const { projectId, keyId, locale } = cell;
    tell(cell, value);
    tabs.post({ type: 'saved', cell: { projectId, keyId, locale }, value });
  }

  function onSaved(name: string, save: QueuedSave, answer: Saved): void {
    const { cell } = save;
    const { value, replaced } = answer;
    savedAt = deps.now();
    if (replaced) undo.push({ cell, replaced, value }, save.place);
    const entry = entries.get(name);
    if (entry) {
      const { draft, outcome } = entry;
      const isSent = draft.stage === 'committed' && draft.state === save.state;
      if (draft.text === save.text && (isSent || draft.stage === 'typing')) remove(name);
      else set({ ...draft, base: baseAfter(draft.base, save, answer) }, outcome);
    }
    announce(cell, value);
  }

  function onStatus(name: string, status: SaveStatus<QueuedSave, Saved>): void {
    if (status.kind === 'saved') onSaved(name, status.save, status.saved);
    const draft = entries.get(name)?.draft;
    if (draft?.stage !== 'committed' || status.kind === 'saved') return;
    if (status.kind === 'saving') set(draft);
    else if (status.kind === 'waiting') {
      set(draft, { state: 'waiting', reason: status.reason });
      if (status.reason === 'session') deps.onSessionEnd();
    } else if (status.problem instanceof TextConflict) {
      set(draft, { state: 'conflict', theirs: status.problem.theirs });
    } else set(draft, { state: 'failed', problem: status.problem });
  }

  function statusOf(name: string): CellStatus {
    const entry = entries.get(name);
    const isElsewhere = elsewhere.has(name);
    if (!entry) return { state: 'clean', isElsewhere };
    const { draft, outcome } = entry;
    const { text, at, stage } = draft;
    if (stage === 'committed') return { ...outcome, text, at, isElsewhere };
    return { state: STAGES[stage], text, at, isElsewhere };
  }

  function stateOf(cell: CellId): CellStatus {
    const name = cellKey(cell);
    const known = statuses.get(name);
    if (known) return known;
    const status = statusOf(name);
    statuses.set(name, status);
    return status;
  }

  /** Returns the newer one of a value that was read and the value that was saved here. */
  function newest(name: string, base: Base): Base {
    const known = saved.get(name);
    return known && known.version > base.version ? known : base;
  }

  function startEditing(cell: CellId): void {
    const { projectId, keyId, locale } = cell;
    const name = cellKey(cell);
    if (edited.has(name)) return;
    edited.set(name, { projectId, keyId, locale });
    tabs.post({ type: 'editing', tab, cell: { projectId, keyId, locale } });
  }

  tabs.onMessage((message) => {
    if (message.type === 'who') {
      for (const cell of edited.values()) tabs.post({ type: 'editing', tab, cell });
      return;
    }
    const name = cellKey(message.cell);
    if (message.type === 'saved') {
      const own = entries.get(name)?.draft;
      if (own && own.text === message.value?.text && !queue.has(name)) remove(name);
      return tell(message.cell, message.value);
    }
    if (message.type === 'editing') elsewhere.set(name, message.tab);
    else if (elsewhere.get(name) === message.tab) elsewhere.delete(name);
    changed(name);
  });
  tabs.post({ type: 'who' });

  async function restore(): Promise<void> {
    const stored = await store.list(userId).catch(() => {
      isAtRisk = true;
      return [];
    });
    for (const draft of stored) {
      const name = cellKey(draft);
      if (entries.has(name)) continue;
      entries.set(name, { draft, outcome: SAVING });
      if (draft.stage === 'committed') enqueue(draft);
      changed(name);
    }
  }

  function discard(cell: CellId): void {
    queue.drop(cellKey(cell));
    remove(cellKey(cell));
  }

  return {
    ready: restore(),
    stateOf,
    subscribe(cell, listener) {
      const name = cellKey(cell);
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(name);
      };
    },
    list() {
      listed ??= [...entries.values()]
        .map(({ draft }) => ({ draft, status: stateOf(draft) }))
        .sort((a, b) => a.draft.at - b.draft.at);
      return listed;
    },
    subscribeAll(listener) {
      listListeners.add(listener);
      return () => listListeners.delete(listener);
    },
    onSaved(listener) {
      savedListeners.add(listener);
      return () => savedListeners.delete(listener);
    },
    savedAt: () => savedAt,
    isAtRisk: () => isAtRisk && entries.size > 0,
    baseOf: (cell) => entries.get(cellKey(cell))?.draft.base ?? null,

    edit(cell, base, text) {
      const { organizationId, projectId, keyId, locale, key } = cell;
      const name = cellKey(cell);
      const earlier = entries.get(name);
      const from = earlier?.draft.base ?? newest(name, base);
      if (text === from.text && !queue.has(name)) return remove(name);
      startEditing(cell);
      const place = { userId, organizationId, projectId, keyId, locale, key };
      set({ ...place, text, base: from, stage: 'typing', at: deps.now() }, earlier?.outcome);
    },
    commit(cell, base, state) {
      const { organizationId, projectId, keyId, locale, key } = cell;
      const name = cellKey(cell);
      const from = newest(name, base);
      const draft = entries.get(name)?.draft ?? {
        ...{ userId, organizationId, projectId, keyId, locale, key },
        ...{ text: from.text, base: from, stage: 'typing' as const, at: deps.now() },
      };
      if (draft.stage === 'committed' && state === undefined && queue.has(name)) return;
      if (!queue.has(name) && !hasChange(draft, state)) return remove(name);
      const { state: _, ...rest } = draft;
      send({ ...rest, ...(state && { state }) });
    },
    block(cell) {
      const entry = entries.get(cellKey(cell));
      if (entry) set({ ...entry.draft, stage: 'blocked' }, entry.outcome);
    },
    leave(cell) {
      const { projectId, keyId, locale } = cell;
      if (!edited.delete(cellKey(cell))) return;
      tabs.post({ type: 'left', tab, cell: { projectId, keyId, locale } });
    },
    discard,
    async discardAll() {
      for (const { draft } of [...entries.values()]) discard(draft);
      await flush();
      await store.deleteAll(userId);
    },
    resolve(cell, choice) {
      const entry = entries.get(cellKey(cell));
      if (entry?.outcome.state !== 'conflict') return;
      const { draft, outcome } = entry;
      const theirs = outcome.theirs ?? null;
      if (choice === 'theirs') {
        remove(cellKey(cell));
        tell(cell, theirs);
      } else {
        tell(cell, theirs);
        const onTop = { ...draft, base: baseOf(theirs) };
        if (choice === 'mine') send(onTop);
        else set({ ...onTop, stage: 'typing' });
      }
    },
    onChanged: (change) => undo.push(change),
    async undo(changeId) {
      // The newest edit may be a save that is not answered yet.
      await queue.answered();
      const undone = await undo.undo(changeId);
      if (undone.kind === 'undone') announce(undone.cell, undone.value);
      return undone;
    },
    announce,
    retry() {
      for (const { draft, outcome } of [...entries.values()]) {
        if (draft.stage === 'committed' && outcome.state === 'failed') send(draft);
      }
      queue.retryNow();
    },
    flush,
  };
}
