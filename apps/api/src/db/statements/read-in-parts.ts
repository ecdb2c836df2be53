import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../client.ts';

/**
 * Reads the rows of a query in parts of `size`, as they stand when it begins: what the transaction writes
 * meanwhile is not seen. The last part is not full. `cursor` names the reader: a transaction has one of a name at a time.
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
