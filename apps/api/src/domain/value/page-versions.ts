import { LIMITS } from '@parlance/contracts';
import type { Db } from '../../db/client.ts';
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import type { Page } from '../paging.ts';
import type { Actor } from '../principal.ts';
import type { ProjectRef } from '../tenant.ts';
import { findActors, getValue, listSuperseded, type ValueVersionRow } from './value.store.ts';

export interface ValueVersionView extends ValueVersionRow {
  by: Actor;
}

/** The versions of a value, the current one first. @throws `not_found` */
export async function pageVersions(
  db: Db,
  projectId: ProjectRef,
  valueId: string,
  query: { limit?: number; cursor?: string },
): Promise<Page<ValueVersionView>> {
  const limit = query.limit ?? LIMITS.defaultPageSize;
  const place = decodeCursor(query.cursor, /^(\d{1,9})$/);
  const before = place === null ? null : Number(place[0]);
  const value = await getValue(db, projectId, valueId);
  const superseded = await listSuperseded(db, projectId, value, { before, limit: limit + 1 });
  const current = { ...value, at: value.updated_at };
  const found = before === null ? [current, ...superseded] : superseded;
  const rows = found.slice(0, limit);
  const actors = await findActors(
    db,
    projectId,
    rows.map((row) => row.change_id),
  );
  const last = rows.at(-1);
  return {
    rows: rows.map((row) => ({ ...row, by: actors.get(row.change_id)! })),
    nextCursor: found.length > limit && last ? encodeCursor(`${last.version}`) : null,
    limit,
  };
}
