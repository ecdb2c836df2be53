/**
 * True if an `If-None-Match` header contains `*` or one of the entity tags. The comparison is weak
 * (RFC 9110 §13.1.2).
 */
export function matchesEtag(header: string | undefined, etags: readonly string[]): boolean {
  if (header === undefined) return false;
  return header
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === '*' || etags.includes(tag.replace(/^W\//, '')));
}
