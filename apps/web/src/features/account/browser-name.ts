/** Browsers by a part of their user agent. A browser whose user agent also names another browser comes first. */
const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** Returns the browser and the system of a user agent, such as `Firefox, Linux`. Null if both are unknown. */
export function browserName(userAgent: string | null): string | null {
  if (userAgent === null) return null;
  const found = [BROWSERS, SYSTEMS].flatMap(
    (names) => names.find(([part]) => userAgent.includes(part))?.[1] ?? [],
  );
  return found.length === 0 ? null : found.join(', ');
}
