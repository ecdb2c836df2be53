import type { LocaleCounts, PendingRelease, Release } from '@parlance/contracts';

/** The current values, or an earlier release to publish again. */
export type PublishSource =
  | {
      pending: PendingRelease;
      /** Counts of the target locales. */
      counts: readonly LocaleCounts[];
      requireReview: boolean;
      /** Tag of the source locale. */
      sourceLocale: string;
    }
  | { release: Release };
