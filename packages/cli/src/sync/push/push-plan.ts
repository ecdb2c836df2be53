import type { StateDifference } from '../states.ts';
import type { Difference } from '../three-way.ts';

export interface PushPlan {
  locale: string;
  texts: Difference[];
  /** Unchanged texts whose descriptions are sent. */
  described: Difference[];
  /** Keys to archive because of `--prune`. */
  archive: string[];
  /** Number of keys that only the project contains and that the push does not archive. */
  onlyThere: number;
  /**
   * Number of texts that the project has archived or cleared. The push does not restore these
   * texts.
   */
  onlyHere: number;
  newer: number;
  /** Review states that only the files have changed. */
  states: StateDifference[];
}
