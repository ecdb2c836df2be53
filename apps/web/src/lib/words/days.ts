export const DAY_MS = 24 * 60 * 60_000;

/** Returns the last `count` days, oldest first, including today. Days are in UTC, such as `2026-01-31`. */
export const lastDays = (count: number, nowMs = Date.now()): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(nowMs - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );

/**
 * Returns a function that formats days in a language. The function keeps its formatter, because creating one takes
 * longer than formatting all days of a table.
 */
export function dayNamer(language: string): (day: string) => string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  return (day) => format.format(new Date(day));
}
