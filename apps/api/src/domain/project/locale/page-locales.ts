import { LIMITS } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import { decodeCursor, encodeCursor } from '../../../lib/cursor.ts';
import type { Page, ProjectRef } from '../../kernel/index.ts';
import { listAllLocales } from './locale.store.ts';
import { type LocaleView, viewLocales } from './view-locales.ts';

/** Lists the source locale, then the other locales in the order of their creation. */
export async function pageLocales(
  db: Db,
  project: { id: ProjectRef; source_locale_id: number },
  { limit = LIMITS.defaultPageSize, cursor }: { limit?: number; cursor?: string },
): Promise<Page<LocaleView> & { total: number }> {
  const cursorParts = decodeCursor(cursor, /^(\d{1,5})$/);
  const last = cursorParts === null ? null : Number(cursorParts[0]);
  const all = await listAllLocales(db, project.id);
  const isSource = ({ id }: { id: number }): boolean => id === project.source_locale_id;
  const left = all
    .filter((locale) => last === null || (!isSource(locale) && locale.id > last))
    .sort((a, b) => Number(isSource(b)) - Number(isSource(a)));
  const rows = left.slice(0, limit);
  const isMore = left.length > limit;
  const end = rows.at(-1);
  const nextCursor = isMore && end ? encodeCursor(`${isSource(end) ? 0 : end.id}`) : null;
  return { rows: await viewLocales(db, project, rows), nextCursor, limit, total: all.length };
}
