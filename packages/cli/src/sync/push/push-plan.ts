import type { StateDifference } from '../states.ts';
import type { Difference } from '../three-way.ts';

/** Content of a push in one locale. */
export interface PushPlan {
  locale: string;
  /** Texts that the push sends. */
  texts: Difference[];
  /** Unchanged texts that are sent for their descriptions. */
  described: Difference[];
  /** Keys to archive with `--prune`. */
  archive: string[];
  /** Number of keys that only the project still has, and that stay. */
  onlyThere: number;
  /** Number of texts that the project has archived or cleared, and that stay so. */
  onlyHere: number;
  newer: number;
  /** States that only the files have changed. Sent with `--states`. */
  states: StateDifference[];
}
