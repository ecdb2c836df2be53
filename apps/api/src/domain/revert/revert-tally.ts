import { LIMITS } from '@parlance/contracts';

/** A key or a value that others have changed since, and that therefore stays. */
export interface RevertConflict {
  kind: 'created' | 'archived' | 'restored' | 'edited' | 'value';
  keyId: string;
  localeId: number | null;
  /** The version of a value that the change replaced. Null for a key, and if the version is no longer known. */
  replacedVersion: number | null;
}

/** Counts of the changes that a revert makes and omits. */
export class RevertTally {
  values = 0;
  keysArchived = 0;
  keysRestored = 0;
  keysEdited = 0;
  /** Number of items that are already in the state from before the change. */
  unchanged = 0;
  conflictsCount = 0;
  /** The first conflicts, up to a limit. */
  readonly conflicts: RevertConflict[] = [];

  addConflict(conflict: RevertConflict): void {
    this.conflictsCount++;
    if (this.conflicts.length < LIMITS.revertConflictsListed) this.conflicts.push(conflict);
  }

  get writes(): boolean {
    return this.values + this.keysArchived + this.keysRestored + this.keysEdited > 0;
  }
}
