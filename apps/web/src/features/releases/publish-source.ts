import type { LocaleCounts, PendingRelease, Release } from '@parlance/contracts';

/** The content of a new release: the current values, or the content of an earlier release. */
export type PublishSource =
  | {
      pending: PendingRelease;
      /** Numbers of values in each target locale. */
      counts: readonly LocaleCounts[];
      requireReview: boolean;
      /** Tag of the source locale. */
      sourceLocale: string;
    }
  | {
      release: Release;
      /** Tag of the source locale. */
      sourceLocale: string;
    };
