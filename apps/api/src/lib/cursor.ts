import { failAt } from '../errors.ts';

/** Encodes a position in a list as an opaque cursor. */
export const encodeCursor = (position: string): string =>
  Buffer.from(position).toString('base64url');

/**
 * Decodes a cursor, matches it against `pattern`, and returns the captured groups.
 * @throws `validation_failed` if the cursor does not match
 */
export function readCursor(cursor: string, pattern: RegExp): string[] {
  const bytes = Buffer.from(cursor, 'base64url');
  const position = bytes.toString();
  const match = Buffer.from(position).equals(bytes) ? pattern.exec(position) : null;
  return match ? match.slice(1) : failCursor();
}

/** Decodes the cursor of a page. Returns null if there is no cursor, as for the first page. */
export const decodeCursor = (cursor: string | undefined, pattern: RegExp): string[] | null =>
  cursor === undefined ? null : readCursor(cursor, pattern);

export function failCursor(): never {
  failAt('query/cursor', 'is not a cursor of this list; use meta.nextCursor of the previous page');
}
