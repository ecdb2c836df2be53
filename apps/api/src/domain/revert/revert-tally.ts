import { LIMITS } from '@parlance/contracts';

/** A key or a value that somebody has changed after the reverted change. The revert leaves it unchanged. */
export interface RevertConflict {
  kind: 'created' | 'archived' | 'restored' | 'edited' | 'value';
  keyId: string;
  localeId: number | null;
  /**
   * Number of the version that the reverted change replaced. Null for a key, or if the version is not known any more.
   */
  replacedVersion: number | null;
}

/** Counts what a revert changes and what it leaves unchanged. */
export class RevertTally {
  values = 0;
  keysArchived = 0;
  keysRestored = 0;
  keysEdited = 0;
  /** Number of keys and values that need no revert, because they are as they were before the reverted change. */
  unchanged = 0;
  conflictsCount = 0;
  /** The first conflicts. A response contains at most a fixed number of them. */
  readonly conflicts: RevertConflict[] = [];

  addConflict(conflict: RevertConflict): void {
    this.conflictsCount++;
    if (this.conflicts.length < LIMITS.revertConflictsListed) this.conflicts.push(conflict);
  }

  get writes(): boolean {
    return this.values + this.keysArchived + this.keysRestored + this.keysEdited > 0;
  }
}
