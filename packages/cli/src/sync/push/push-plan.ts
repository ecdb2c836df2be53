import type { StateDifference } from '../states.ts';
import type { Difference } from '../three-way.ts';

/** Content of a push in one locale. */
export interface PushPlan {
  locale: string;
  texts: Difference[];
  /** Unchanged texts whose descriptions are sent. */
  described: Difference[];
  /** Keys to archive because of `--prune`. */
  archive: string[];
  /** Number of keys that only the project has and that the push keeps. */
  onlyThere: number;
  /**
   * Number of texts that only the files have because the project archived or cleared them. The push
   * does not restore them.
   */
  onlyHere: number;
  newer: number;
  /** Review states that only the files have changed. They are sent with `--states`. */
  states: StateDifference[];
}
