import type { LocaleCounts, PendingRelease, Release } from '@parlance/contracts';

/** Current values, or an earlier release again. */
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
