import type { TranslationJob } from '@parlance/contracts';

const MINUTE_MS = 60_000;

/**
 * Returns the finished part of a job in percent. It is rounded down, so that 100 means that all strings are finished.
 */
export const percentOf = ({ total, done, failed }: TranslationJob['progress']): number =>
  total === 0 ? 100 : Math.floor((100 * (done + failed)) / total);

/** Returns the speed of a running job and the remaining time. Returns null if no string is finished yet. */
export function rateOf(
  { startedAt, progress: { total, done, failed } }: TranslationJob,
  now: number,
): { perMinute: number; minutesLeft: number } | null {
  const finished = done + failed;
  if (startedAt === null || finished === 0) return null;
  const minutes = Math.max(now - Date.parse(startedAt), 1) / MINUTE_MS;
  return {
    perMinute: Math.round(finished / minutes),
    minutesLeft: Math.max(1, Math.ceil((minutes * (total - finished)) / finished)),
  };
}
