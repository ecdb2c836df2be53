/** Escapes a member name for a JSON Pointer (RFC 6901 §3). */
export const escapePointer = (member: string): string =>
  member.replaceAll('~', '~0').replaceAll('/', '~1');
