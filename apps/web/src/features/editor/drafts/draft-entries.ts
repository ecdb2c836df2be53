import type { CellId } from '../cell/open-cell.ts';
import type { CellNames } from './cell-names.ts';
import type { CellStatus, ListedDraft } from './cell-status.ts';
import type { Draft } from './draft.ts';

/** Result of the last attempt to save a draft. */
export type Outcome = Pick<CellStatus, 'reason' | 'problem' | 'theirs' | 'source'> & {
  readonly state: 'saving' | 'waiting' | 'failed' | 'conflict';
};

export interface Entry {
  readonly draft: Draft;
  readonly outcome: Outcome;
}

const STAGES = { typing: 'draft', blocked: 'blocked' } as const;

/** The drafts of a user by cell name, with the functions to call when a draft changes. */
export interface DraftEntries {
  get(name: string): Entry | undefined;
  all(): readonly Entry[];
  put(name: string, entry: Entry): void;
  delete(name: string): void;
  stateOf(cell: CellId): CellStatus;
  subscribe(cell: CellId, changed: () => void): () => void;
  list(): readonly ListedDraft[];
  subscribeAll(changed: () => void): () => void;
  /** Calls the listeners of a cell after its state has changed without a change of its draft. */
  touch(name: string): void;
  /** Calls the listeners of the list of drafts. */
  touchAll(): void;
}

export function createDraftEntries(
  names: CellNames,
  isElsewhere: (name: string) => boolean,
): DraftEntries {
  const entries = new Map<string, Entry>();
  const statuses = new Map<string, CellStatus>();
  const listeners = new Map<string, Set<() => void>>();
  const listListeners = new Set<() => void>();
  let listed: readonly ListedDraft[] | null = null;

  const touchAll = (): void => {
    for (const listener of [...listListeners]) listener();
  };
  function touch(name: string): void {
    statuses.delete(name);
    listed = null;
    for (const listener of [...(listeners.get(name) ?? [])]) listener();
    touchAll();
  }
  function statusOf(name: string): CellStatus {
    const entry = entries.get(name);
    if (!entry) return { state: 'clean', isElsewhere: isElsewhere(name) };
    const { draft, outcome } = entry;
    const { text, at, stage, checks } = draft;
    const shown = { text, at, isElsewhere: isElsewhere(name) };
    if (stage === 'committed') return { ...outcome, ...shown };
    return { state: STAGES[stage], ...shown, ...(checks && { checks }) };
  }
  function stateOf(cell: CellId): CellStatus {
    const name = names.of(cell);
    const cachedStatus = statuses.get(name);
    if (cachedStatus) return cachedStatus;
    const status = statusOf(name);
    statuses.set(name, status);
    return status;
  }
  return {
    get: (name) => entries.get(name),
    all: () => [...entries.values()],
    put(name, entry) {
      entries.set(name, entry);
      touch(name);
    },
    delete(name) {
      if (entries.delete(name)) touch(name);
    },
    stateOf,
    subscribe(cell, changed) {
      const name = names.of(cell);
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(changed));
      return () => {
        set.delete(changed);
        if (set.size === 0 && listeners.get(name) === set) listeners.delete(name);
      };
    },
    list() {
      listed ??= [...entries.values()]
        .map(({ draft }) => ({ draft, status: stateOf(draft) }))
        .sort((a, b) => a.draft.at - b.draft.at);
      return listed;
    },
    subscribeAll(changed) {
      listListeners.add(changed);
      return () => listListeners.delete(changed);
    },
    touch,
    touchAll,
  };
}
