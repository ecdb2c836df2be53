import type { Cell, Row } from '@parlance/sdk';
import { actorName } from '../../../../lib/words/actor-name.ts';

/**
 * Returns the value of a cell if it is newer than before. For a plural family, returns the first form that is newer
 * than before.
 */
function newest(before: Cell | null | undefined, after: Cell): Pick<Cell, 'updatedBy'> | undefined {
  if (!after.forms) return after.version > (before?.version ?? 0) ? after : undefined;
  const earlierVersions = new Map(before?.forms?.map(({ keyId, version }) => [keyId, version]));
  return after.forms.find(({ keyId, version }) => version > (earlierVersions.get(keyId) ?? 0));
}

/** Remembers which cells other people have changed while the user views them. */
export class ChangedBy {
  readonly #userId: string;
  readonly #names = new Map<string, string>();
  readonly #listeners = new Set<() => void>();

  constructor(userId: string) {
    this.#userId = userId;
  }

  /** Returns the name of the person who changed a cell. Returns undefined if no other person has changed it. */
  nameOf(keyId: string, locale: string): string | undefined {
    return this.#names.get(`${keyId} ${locale}`);
  }

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  };

  /** Compares two states of a row, and records the cells that differ. */
  compare(before: Row, after: Row): void {
    let isNew = false;
    for (const [locale, cell] of Object.entries(after.values)) {
      const by = cell && newest(before.values[locale], cell)?.updatedBy;
      if (!by || by.id === this.#userId) continue;
      this.#names.set(`${after.keyId} ${locale}`, actorName(by));
      isNew = true;
    }
    if (isNew) this.#notify();
  }

  /** Forgets the change of a cell after the user has seen it. */
  forget(keyId: string, locale: string): void {
    if (this.#names.delete(`${keyId} ${locale}`)) this.#notify();
  }

  #notify(): void {
    for (const changed of [...this.#listeners]) changed();
  }
}
