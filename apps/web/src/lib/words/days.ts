export const DAY_MS = 24 * 60 * 60_000;

/** Returns the last `count` days in UTC, such as `2026-01-31`, oldest first, including today. */
export const lastDays = (count: number, nowMs = Date.now()): string[] =>
  Array.from({ length: count }, (_, at) =>
    new Date(nowMs - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  );

/**
 * Returns a function that formats days in UTC in a language. It is shared, because a formatter costs more than all
 * formatted days of a table.
 */
export function dayNamer(language: string): (day: string) => string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  return (day) => format.format(new Date(day));
}
