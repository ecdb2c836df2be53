export const DAY_MS = 24 * 60 * 60_000;

/** The last `count` days in UTC, such as `2026-01-31`, the oldest first, today included. */
export const lastDays = (count: number, nowMs = Date.now()): string[] =>
  Array.from({ length: count }, (_, at) =>
    new Date(nowMs - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  );

/** Returns a function that names days in UTC in a language. A formatter costs more than all names of a table. */
export function dayNamer(language: string): (day: string) => string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  return (day) => format.format(new Date(day));
}
