const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Delays after each failed attempt, as the Standard Webhooks specification recommends. */
const DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** Fraction by which a delay is randomly shorter or longer, so that webhooks do not all retry together. */
const JITTER = 0.2;
/** Maximum delay after a failure of a receiver whose last success was within {@link GOOD_MS}. */
export const GOOD_CEILING_MS = HOUR_MS;
/** Time after a success during which a receiver counts as only briefly unavailable. */
const GOOD_MS = 24 * HOUR_MS;
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;
/** Time after the first failure at which the owners are warned. */
export const WARN_MS = 6 * HOUR_MS;
/** Time after the first failure at which the webhook is disabled. */
export const DISABLE_MS = 72 * HOUR_MS;

interface FailedAttempt {
  readonly attempts: number;
  readonly succeededAt?: Date | null;
  readonly retryAfterMs?: number | undefined;
}

/**
 * Returns the time of the next attempt.
 *
 * @param failed.attempts - Number of failures so far, at least 1
 * @param failed.succeededAt - Time of the last success of the receiver
 * @param failed.retryAfterMs - Delay that the receiver asked for. It can only make the delay longer.
 * @param random - Random number in [0, 1)
 */
export function nextAttemptAt(
  now: Date,
  { attempts, succeededAt = null, retryAfterMs = 0 }: FailedAttempt,
  random: number,
): Date {
  const step = DELAYS_MS[Math.min(attempts, DELAYS_MS.length) - 1]!;
  const wasGood = succeededAt !== null && now.getTime() - succeededAt.getTime() < GOOD_MS;
  const planned = wasGood ? Math.min(step, GOOD_CEILING_MS / (1 + JITTER)) : step;
  const delayMs = planned * (1 - JITTER + 2 * JITTER * random);
  const asked = Math.min(retryAfterMs, MAX_RETRY_AFTER_MS);
  return new Date(now.getTime() + Math.round(Math.max(delayMs, asked)));
}

/** Failures of a webhook since its last success. */
export interface FailureState {
  readonly failingSince: Date | null;
  readonly warnedAt: Date | null;
}

/**
 * Returns the step that is due because of the time since a webhook's first failure: warn or disable. Null if no
 * step is due.
 */
export function dueStep(
  { failingSince, warnedAt }: FailureState,
  now: Date,
): 'warn' | 'disable' | null {
  if (failingSince === null) return null;
  const sinceMs = now.getTime() - failingSince.getTime();
  if (sinceMs >= DISABLE_MS) return 'disable';
  return sinceMs >= WARN_MS && warnedAt === null ? 'warn' : null;
}

/** Returns when a webhook needs a worker: at its next attempt, or earlier if a warning or disabling is due. */
export function nextStepAt({ failingSince, warnedAt }: FailureState, attemptAt: Date): Date {
  if (failingSince === null) return attemptAt;
  const since = failingSince.getTime();
  const stepMs = since + (warnedAt === null ? WARN_MS : DISABLE_MS);
  return new Date(Math.min(attemptAt.getTime(), stepMs));
}
