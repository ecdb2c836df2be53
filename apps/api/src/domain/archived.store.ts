import { type RawBuilder, sql } from 'kysely';
import type { ArchivedFilter } from './paging.ts';

/** Condition on rows of a list: the filter for archived rows lets the row pass. */
export function isListed(
  archivedAt: RawBuilder<unknown>,
  { withArchived, onlyArchived }: ArchivedFilter,
): RawBuilder<boolean> {
  if (onlyArchived) return sql<boolean>`${archivedAt} is not null`;
  return withArchived ? sql<boolean>`true` : sql<boolean>`${archivedAt} is null`;
}
