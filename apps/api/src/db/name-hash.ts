import { type RawBuilder, sql } from 'kysely';

/** What the function name_hash returns, written out: PostgreSQL calls such a function at a cost. */
export const nameHash = (name: RawBuilder<unknown>) =>
  sql`substring(sha256(convert_to(${name}, 'UTF8')) for 16)`;
