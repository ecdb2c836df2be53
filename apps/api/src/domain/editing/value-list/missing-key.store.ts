import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { containsText } from '../../../db/statements/contains-text.ts';
import { findKeyScanEnd } from '../../content/index.ts';
import { inJoinedScan, type ProjectRef, type Scan, scanPage } from '../../kernel/index.ts';
import type { ValueFilter, ValuePage, ValuePageQuery } from './value-list.store.ts';

/** A key whose value is missing in a locale that needs it. */
export interface MissingRow {
  key_id: string;
  key: string;
  source_version: number;
}

export interface NeededCategories {
  cardinal: readonly string[];
  /** The cardinal categories that at least one integer selects. */
  integer: readonly string[];
  ordinal: readonly string[];
}

/**
 * Lists active keys without a value in a locale. Omits plural forms that the locale does not need.
 */
export async function listMissing(
  db: Db,
  projectId: ProjectRef,
  localeId: number,
  needed: NeededCategories,
  filter: Pick<ValueFilter, 'keyId' | 'keyPrefix' | 'q'>,
  page: ValuePageQuery,
): Promise<ValuePage<MissingRow>> {
  const { keyId, keyPrefix, q } = filter;
  return inJoinedScan(db, async (tx) => {
    const scan: Scan<MissingRow> = {
      findEnd: async (after, rows) =>
        keyId === undefined ? findKeyScanEnd(tx, projectId, after, rows) : null,
      read(after, end, limit) {
        let query = tx
          .selectFrom('translation_key as k')
          .where('k.project_id', '=', projectId)
          .where('k.id', '>', after)
          .where('k.archived_at', 'is', null)
          .where(
            sql<boolean>`k.translatable and (k.plural_category is null or k.plural_everywhere
              or not k.plural_ordinal and k.plural_category = any(case when k.plural_said = 'integer'
                then ${needed.integer}::text[] else ${needed.cardinal}::text[] end)
              or k.plural_ordinal and k.plural_category = any(${needed.ordinal}::text[]))`,
          )
          .where(
            sql<boolean>`not exists (
              select from translation_value v
              where v.project_id = k.project_id and v.locale_id = ${localeId}::smallint
                and v.key_id = k.id and v.key_id > ${after}::uuid
                and (${end}::uuid is null or v.key_id <= ${end}::uuid))`,
          )
          .select(['k.id as key_id', 'k.name as key', 'k.source_version']);
        if (end !== null) query = query.where('k.id', '<=', end);
        if (keyId !== undefined) query = query.where('k.id', '=', keyId);
        if (keyPrefix !== undefined) {
          query = query.where(sql<boolean>`starts_with(k.name, ${keyPrefix}::text)`);
        }
        if (q !== undefined) query = query.where(containsText(sql`k.name`, q));
        return query.orderBy('k.id').limit(limit).execute();
      },
      idOf: (row) => row.key_id,
    };
    const { limit, signal } = page;
    const after = page.after?.keyId ?? null;
    const result = await scanPage(scan, { after, limit, signal });
    const next = result.next === null ? null : { localeId, keyId: result.next };
    return { rows: result.rows, next };
  });
}
