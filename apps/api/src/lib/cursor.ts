import { failAt } from '../errors.ts';

/** Returns an opaque cursor for a place in a list. */
export const encodeCursor = (place: string): string => Buffer.from(place).toString('base64url');

/** Returns the groups of `pattern` in a cursor's place. @throws `validation_failed` if the place does not match */
export function readCursor(cursor: string, pattern: RegExp): string[] {
  const bytes = Buffer.from(cursor, 'base64url');
  const place = bytes.toString();
  const match = Buffer.from(place).equals(bytes) ? pattern.exec(place) : null;
  return match ? match.slice(1) : failCursor();
}

/** As {@link readCursor}. Null for the first page, which has no cursor. */
export const decodeCursor = (cursor: string | undefined, pattern: RegExp): string[] | null =>
  cursor === undefined ? null : readCursor(cursor, pattern);

/** Rejects a cursor that no page of the list returned. @throws `validation_failed` */
export function failCursor(): never {
  failAt('query/cursor', 'is not a cursor of this list; use meta.nextCursor of the previous page');
}
