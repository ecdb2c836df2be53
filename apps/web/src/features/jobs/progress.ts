import type { TranslationJob } from '@parlance/contracts';

const MINUTE_MS = 60_000;

/** Returns how much of a job is finished, in percent. Rounded down, so that 100 means all of it. */
export const percentOf = ({ total, done, failed }: TranslationJob['progress']): number =>
  total === 0 ? 100 : Math.floor((100 * (done + failed)) / total);

/** Returns the rate of a running job and the time that is left. Null before its first string is finished. */
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
