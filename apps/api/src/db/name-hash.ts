import { type RawBuilder, sql } from 'kysely';

/** The expression of the SQL function `name_hash`, written out: calling the function costs more. */
export const nameHash = (name: RawBuilder<unknown>) =>
  sql`substring(sha256(convert_to(${name}, 'UTF8')) for 16)`;
