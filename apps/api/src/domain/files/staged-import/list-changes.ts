import {
  IMPORT_CHANGE_KINDS,
  type ImportChange,
  type ImportChangeKind,
  LIMITS,
} from '@parlance/contracts';
import { foldText } from '@parlance/messages';
import type { Db } from '../../../db/client.ts';
import { decodeCursor, encodeCursor } from '../../../lib/cursor.ts';
import type { Page } from '../../kernel/index.ts';
import { bitsOf, type StoredArchived, type StoredValue } from './chunk-content.ts';
import { readChunks } from './read-chunks.ts';
import type { StagedImportRow } from './staged-import.store.ts';

/** Maximum number of chunks for one page. If they contain too few changes, the page is short. */
const MAX_CHUNKS = 32;

export interface ChangesQuery {
  kind?: ImportChangeKind;
  locale?: string;
  query?: string;
  limit?: number;
  cursor?: string;
}

/** Lists the changes of a staged import in the order in which they are stored. */
export async function listChanges(
  db: Db,
  staged: StagedImportRow,
  { kind, locale, query, limit = LIMITS.defaultPageSize, cursor }: ChangesQuery,
): Promise<Page<ImportChange>> {
  const cursorParts = decodeCursor(cursor, /^(\d{1,9}):(\d{1,9})$/);
  const [from, fromRow] = cursorParts ? cursorParts.map(Number) : [0, 0];
  const kinds = bitsOf(kind === undefined ? IMPORT_CHANGE_KINDS : [kind]);
  const found: ImportChange[] = [];
  const wanted = query === undefined ? undefined : foldText(query);
  let chunks = 0;
  const filter = { kinds, from, ...(locale === undefined ? {} : { locale }) };
  for await (const { chunk, locale: tag, rows } of readChunks<StoredRow>(db, staged, filter)) {
    if (chunks++ === MAX_CHUNKS) {
      return { rows: found, nextCursor: encodeCursor(`${chunk}:0`), limit };
    }
    for (let at = chunk === from ? fromRow! : 0; at < rows.length; at++) {
      const row = rows[at]!;
      if (kind !== undefined && row[2] !== kind) continue;
      const change = toChange(row, tag);
      if (wanted !== undefined && !contains(change, wanted)) continue;
      if (found.length === limit) {
        return { rows: found, nextCursor: encodeCursor(`${chunk}:${at}`), limit };
      }
      found.push(change);
    }
  }
  return { rows: found, nextCursor: null, limit };
}

type StoredRow = StoredValue | StoredArchived;

function toChange(row: StoredRow, locale: string | null): ImportChange {
  const [key, , kind, before] = row;
  if (locale === null) return { key, locale, kind, before, after: null };
  const after = (row as StoredValue)[4];
  return { key, locale, kind, before: kind === 'same' ? after : before, after };
}

const contains = ({ key, before, after }: ImportChange, wanted: string): boolean =>
  [key, before, after].some((text) => text !== null && foldText(text).includes(wanted));
