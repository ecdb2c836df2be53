import { failCursor } from '../paging.ts';

/** An opaque cursor for a place in a list. */
export const encodeCursor = (place: string): string =>
  Buffer.from(place, 'latin1').toString('base64url');

/** The place of a cursor, in its parts; null at the start. @throws `validation_failed` for a foreign one. */
export function decodeCursor(cursor: string | undefined, pattern: RegExp): string[] | null {
  if (cursor === undefined) return null;
  const match = pattern.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (match) return match.slice(1);
  return failCursor();
}
