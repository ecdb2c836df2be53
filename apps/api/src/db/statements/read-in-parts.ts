import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../client.ts';

/**
 * Reads the rows of a query in parts of `size` rows. Changes that the transaction makes while the
 * rows are read are not visible. Only the last part has fewer rows, and it may be empty. `cursor`
 * is the name of the PostgreSQL cursor. The name must be unique in the transaction.
 */
export async function* readInParts<Row>(
  tx: Db,
  cursor: string,
  query: RawBuilder<Row>,
  size: number,
): AsyncGenerator<Row[], void> {
  const name = sql.ref(cursor);
  await sql`declare ${name} no scroll cursor for ${query}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Row>`fetch forward ${sql.lit(size)} from ${name}`.execute(tx);
    yield rows;
    if (rows.length < size) break;
  }
  await sql`close ${name}`.execute(tx);
}
