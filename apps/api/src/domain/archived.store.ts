import { type RawBuilder, sql } from 'kysely';
import type { ArchivedFilter } from './paging.ts';

/** True for rows that a list includes, judged by the time at which they were archived. */
export function isListed(
  archivedAt: RawBuilder<unknown>,
  { withArchived, onlyArchived }: ArchivedFilter,
): RawBuilder<boolean> {
  if (onlyArchived) return sql<boolean>`${archivedAt} is not null`;
  return withArchived ? sql<boolean>`true` : sql<boolean>`${archivedAt} is null`;
}
