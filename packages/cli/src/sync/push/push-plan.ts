import type { StateDifference } from '../states.ts';
import type { Difference } from '../three-way.ts';

export interface PushPlan {
  locale: string;
  /** True if the project does not have the locale, so that the push adds it. */
  isNewLocale: boolean;
  texts: Difference[];
  /** Unchanged texts whose descriptions are sent. */
  described: Difference[];
  /** Names of the keys that the push archives because of `--prune`. */
  archive: string[];
  /** Number of keys that only the project contains and that the push does not archive. */
  onlyThere: number;
  /**
   * Number of texts that were archived or cleared in the project. The push does not restore them.
   */
  onlyHere: number;
  /**
   * Names of the archived keys among the texts in `onlyHere` that were added to the files again after the last sync.
   */
  archivedThere: string[];
  /** Number of sent texts that were archived or cleared in the project. */
  restored: number;
  newer: number;
  /** Review states that the push sends, because they have changed in the files but not in the project. */
  states: StateDifference[];
}
