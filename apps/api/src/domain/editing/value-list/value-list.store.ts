import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { ValueOrigin, ValueState } from '../../../db/schema.generated.ts';
import { containsText } from '../../../db/statements/contains-text.ts';
import {
  countedFindingMask,
  foldKindsIn,
  ofOtherSource,
  selectValues,
  type ValueRow,
} from '../../content/index.ts';
import {
  inJoinedScan,
  type ProjectRef,
  SCAN_MS,
  SCAN_ROWS,
  type Scan,
  type ScanOptions,
  type ScanResult,
  scanPage,
} from '../../kernel/index.ts';

export interface ValueFilter {
  keyId?: string;
  state?: ValueState;
  origin?: ValueOrigin;
  outdated?: boolean;
  keyPrefix?: string;
  /** Finds values whose key name or text contains this text, regardless of case. */
  q?: string;
  updatedSince?: Date;
  /** Bit mask of checks. Selects values with a finding of at least one of these checks. */
  checkMask?: bigint;
}

export interface ValuePlace {
  localeId: number;
  keyId: string;
}

export interface ValuePage<Row> {
  rows: Row[];
  next: ValuePlace | null;
}

export interface ValuePageQuery {
  after: ValuePlace | null;
  limit: number;
  signal: AbortSignal;
}

/** Lists values of active keys by locale in the order of `localeIds`, and then by key id. */
export async function listValues(
  db: Db,
  projectId: ProjectRef,
  locales: { ids: readonly number[]; sourceId: number },
  filter: ValueFilter,
  page: ValuePageQuery,
): Promise<ValuePage<ValueRow>> {
  return inJoinedScan(db, async (tx) => {
    const from = page.after === null ? 0 : locales.ids.indexOf(page.after.localeId);
    const rows: ValueRow[] = [];
    const startedAt = performance.now();
    let budget = SCAN_ROWS;
    let after = page.after?.keyId ?? null;
    for (const localeId of from < 0 ? [] : locales.ids.slice(from)) {
      const part = await readLocale(tx, projectId, localeId, locales.sourceId, filter, {
        after,
        limit: page.limit - rows.length,
        budget,
        maxMs: SCAN_MS - (performance.now() - startedAt),
        signal: page.signal,
      });
      rows.push(...part.rows);
      if (part.next !== null) return { rows, next: { localeId, keyId: part.next } };
      after = null;
      budget -= part.looked;
    }
    return { rows, next: null };
  });
}

async function readLocale(
  tx: Db,
  projectId: ProjectRef,
  localeId: number,
  sourceId: number,
  filter: ValueFilter,
  page: ScanOptions,
): Promise<ScanResult<ValueRow>> {
  const { keyId, state, origin, outdated, keyPrefix, q, updatedSince, checkMask } = filter;
  const scan: Scan<ValueRow> = {
    async findEnd(after, rows) {
      if (keyId !== undefined) return null;
      const row = await tx
        .selectFrom('translation_value')
        .where('project_id', '=', projectId)
        .where('locale_id', '=', localeId)
        .where('key_id', '>', after)
        .select('key_id')
        .orderBy('key_id')
        .offset(rows - 1)
        .limit(1)
        .executeTakeFirst();
      return row?.key_id ?? null;
    },
    async read(after, end, limit) {
      let query = selectValues(tx, projectId)
        .where('v.locale_id', '=', localeId)
        .where('v.key_id', '>', after)
        .where('k.id', '>', after)
        .where('k.archived_at', 'is', null);
      if (end !== null) query = query.where('v.key_id', '<=', end).where('k.id', '<=', end);
      if (q !== undefined) {
        const keyIds = await findContaining(tx, projectId, localeId, { after, end }, q);
        if (keyIds.length === 0) return [];
        query = query.where(sql<boolean>`v.key_id = any(${keyIds}::uuid[])`);
      }
      if (keyId !== undefined) query = query.where('v.key_id', '=', keyId);
      if (state !== undefined) query = query.where('v.state', '=', state);
      if (origin !== undefined) query = query.where('v.origin', '=', origin);
      if (outdated !== undefined) {
        const isOutdated = sql`(v.locale_id <> ${sourceId}::smallint and ${ofOtherSource})`;
        query = query.where(sql<boolean>`${isOutdated} = ${outdated}::boolean`);
      }
      if (keyPrefix !== undefined) {
        query = query.where(sql<boolean>`starts_with(k.name, ${keyPrefix}::text)`);
      }
      if (updatedSince !== undefined) query = query.where('v.updated_at', '>=', updatedSince);
      if (checkMask !== undefined) {
        query = query.where(sql<boolean>`${countedFindingMask()} & ${checkMask}::bigint <> 0`);
      }
      return query.orderBy('v.key_id').limit(limit).execute();
    },
    idOf: (row) => row.key_id,
  };
  return scanPage(scan, page);
}

/**
 * Returns the keys in a range of ids whose name or text contains `part`. Names and texts are
 * searched by two statements, because a join takes twice as long.
 */
async function findContaining(
  tx: Db,
  projectId: ProjectRef,
  localeId: number,
  { after, end }: { after: string; end: string | null },
  part: string,
): Promise<string[]> {
  const inSlice = (id: ReturnType<typeof sql>) =>
    end === null
      ? sql`${id} > ${after}::uuid`
      : sql`${id} > ${after}::uuid and ${id} <= ${end}::uuid`;
  const { rows } = await sql<{ id: string }>`
    select v.key_id as id from translation_value v
    where v.project_id = ${projectId}::uuid and v.locale_id = ${localeId}::smallint
      and ${inSlice(sql`v.key_id`)} and ${containsText(sql`v.text`, part, { kinds: foldKindsIn('v') })}
    union
    select k.id from translation_key k
    where k.project_id = ${projectId}::uuid
      and ${inSlice(sql`k.id`)} and ${containsText(sql`k.name`, part)}`.execute(tx);
  return rows.map(({ id }) => id);
}
