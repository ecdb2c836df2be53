import { type SelectQueryBuilder, sql } from 'kysely';
import { type Page, type PageQuery, pageOf } from './paging.ts';
import { type TimePageQuery, timePageOf } from './time-paging.ts';

type Order = 'asc' | 'desc';

/**
 * Reads a page of the rows of a query, which it sorts by their ids. `idColumn` is the column whose
 * value is the member `id` of a row.
 */
export async function pageById<DB, TB extends keyof DB, Row extends { id: string }>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { after, limit }: PageQuery,
  order: Order,
  idColumn = 'id',
): Promise<Page<Row>> {
  const id = sql.ref<string>(idColumn);
  const rest = after === null ? query : query.where(sql<boolean>`${id} ${beyond(order)} ${after}`);
  const rows = await rest
    .orderBy(id, order)
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, (row) => row.id);
}

/** Columns of the time and the id by which a list is sorted, and the members of a row that contain their values. */
interface TimeColumns<Row> {
  readonly at: string;
  readonly id: string;
  readonly placeOf: (row: Row) => { at: Date; id: string };
}

/** Reads a page of the rows of a query, which it sorts by time and id. */
export async function pageByTime<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { after, limit }: TimePageQuery,
  order: Order,
  columns: TimeColumns<Row>,
): Promise<Page<Row>> {
  const [at, id] = [sql.ref<Date>(columns.at), sql.ref<string>(columns.id)];
  const rest =
    after === null
      ? query
      : query.where(sql<boolean>`(${at}, ${id}) ${beyond(order)} (${after.at}, ${after.id})`);
  const rows = await rest
    .orderBy(at, order)
    .orderBy(id, order)
    .limit(limit + 1)
    .execute();
  return timePageOf(rows, limit, columns.placeOf);
}

const beyond = (order: Order) => (order === 'asc' ? sql`>` : sql`<`);
