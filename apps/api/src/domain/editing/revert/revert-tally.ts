import { LIMITS } from '@parlance/contracts';

/**
 * A key or value that the revert leaves unchanged, because somebody has changed it after the
 * reverted change.
 */
export interface RevertConflict {
  kind: 'created' | 'archived' | 'restored' | 'edited' | 'value';
  keyId: string;
  localeId: number | null;
  /**
   * Number of the version that the reverted change replaced. Null if it is unknown or if the
   * conflict is about a key.
   */
  replacedVersion: number | null;
}

export class RevertTally {
  values = 0;
  keysArchived = 0;
  keysRestored = 0;
  keysEdited = 0;
  /** Number of keys and values that already have the content from before the reverted change. */
  unchanged = 0;
  conflictsCount = 0;
  readonly conflicts: RevertConflict[] = [];
  /** Locales whose values are restored. */
  readonly localeIds = new Set<number>();

  addConflict(conflict: RevertConflict): void {
    this.conflictsCount++;
    if (this.conflicts.length < LIMITS.revertConflictsListed) this.conflicts.push(conflict);
  }

  get keys(): number {
    return this.keysArchived + this.keysRestored + this.keysEdited;
  }

  get writes(): boolean {
    return this.values + this.keys > 0;
  }
}
