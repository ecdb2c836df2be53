/** Returns `value` if it is a path on `origin`. A link with another value could lead to another site. */
export function ownPath(value: unknown, origin: string): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined;
  const url = URL.parse(value, origin);
  return url?.origin === origin ? url.pathname + url.search + url.hash : undefined;
}
