const DAY_OR_TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d{2}):(\d{2})))?$/i;

/**
 * Parses a `DayOrTimeInput`. A day means its first moment in UTC. Returns null for a date that does
 * not exist, such as February 31, which `Date.parse` would read as March 3.
 */
export function parseTime(input: string): Date | null {
  const match = DAY_OR_TIME.exec(input);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const offsetHours = Number(match[9] ?? 0);
  const offsetMinutes = Number(match[10] ?? 0);
  if (hour! > 23 || minute! > 59 || second! > 59 || offsetHours > 23 || offsetMinutes > 59)
    return null;
  const milliseconds = Math.trunc(Number(`0.${match[7] ?? 0}`) * 1000);
  const local = new Date(0);
  local.setUTCFullYear(year!, month! - 1, day!);
  if (local.getUTCMonth() !== month! - 1 || local.getUTCDate() !== day!) return null;
  local.setUTCHours(hour!, minute!, second!, milliseconds);
  const offsetMs = (offsetHours * 60 + offsetMinutes) * 60_000 * (match[8] === '-' ? -1 : 1);
  return new Date(local.getTime() - offsetMs);
}
