import { type RawBuilder, sql } from 'kysely';
import type { ArchivedFilter } from './paging.ts';

/** SQL condition that hides archived rows unless they are requested. */
export function isListed(
  archivedAt: RawBuilder<unknown>,
  { withArchived, onlyArchived }: ArchivedFilter,
): RawBuilder<boolean> {
  if (onlyArchived) return sql<boolean>`${archivedAt} is not null`;
  return withArchived ? sql<boolean>`true` : sql<boolean>`${archivedAt} is null`;
}
