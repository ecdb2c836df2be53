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
      /** Changes that the content of the release makes for the readers of the environment. */
      changes: PendingRelease;
      /** Tag of the source locale. */
      sourceLocale: string;
    };
