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
export class DraftEntries {
  readonly #names: CellNames;
  readonly #isElsewhere: (name: string) => boolean;
  readonly #entries = new Map<string, Entry>();
  readonly #statuses = new Map<string, CellStatus>();
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #listListeners = new Set<() => void>();
  #listed: readonly ListedDraft[] | null = null;

  /** @param isElsewhere - Returns true for a cell that is edited in another tab */
  constructor(names: CellNames, isElsewhere: (name: string) => boolean) {
    this.#names = names;
    this.#isElsewhere = isElsewhere;
  }

  get(name: string): Entry | undefined {
    return this.#entries.get(name);
  }

  all(): readonly Entry[] {
    return [...this.#entries.values()];
  }

  put(name: string, entry: Entry): void {
    this.#entries.set(name, entry);
    this.touch(name);
  }

  delete(name: string): void {
    if (this.#entries.delete(name)) this.touch(name);
  }

  stateOf(cell: CellId): CellStatus {
    const name = this.#names.of(cell);
    const cachedStatus = this.#statuses.get(name);
    if (cachedStatus) return cachedStatus;
    const status = this.#statusOf(name);
    this.#statuses.set(name, status);
    return status;
  }

  subscribe(cell: CellId, changed: () => void): () => void {
    const name = this.#names.of(cell);
    const set = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, set.add(changed));
    return () => {
      set.delete(changed);
      if (set.size === 0 && this.#listeners.get(name) === set) this.#listeners.delete(name);
    };
  }

  list(): readonly ListedDraft[] {
    this.#listed ??= [...this.#entries.values()]
      .map(({ draft }) => ({ draft, status: this.stateOf(draft) }))
      .sort((a, b) => a.draft.at - b.draft.at);
    return this.#listed;
  }

  subscribeAll(changed: () => void): () => void {
    this.#listListeners.add(changed);
    return () => this.#listListeners.delete(changed);
  }

  /** Calls the listeners of a cell after its state has changed without a change of its draft. */
  touch(name: string): void {
    this.#statuses.delete(name);
    this.#listed = null;
    for (const listener of [...(this.#listeners.get(name) ?? [])]) listener();
    this.touchAll();
  }

  /** Calls the listeners of the list of drafts. */
  touchAll(): void {
    for (const listener of [...this.#listListeners]) listener();
  }

  #statusOf(name: string): CellStatus {
    const isElsewhere = this.#isElsewhere(name);
    const entry = this.#entries.get(name);
    if (!entry) return { state: 'clean', isElsewhere };
    const { draft, outcome } = entry;
    const { text, at, stage, checks } = draft;
    const shown = { text, at, isElsewhere };
    if (stage === 'committed') return { ...outcome, ...shown };
    return { state: STAGES[stage], ...shown, ...(checks && { checks }) };
  }
}
