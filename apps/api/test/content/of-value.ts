import { type RawBuilder, sql } from 'kysely';
import { placeOfValue } from '../../src/db/ids/value-id.ts';

/** Returns the SQL condition for the row of a value in a table with one row per key and locale. */
export function ofValue(valueId: string): RawBuilder<boolean> {
  const { keyId, localeId } = placeOfValue(valueId);
  return sql<boolean>`(key_id = ${keyId}::uuid and locale_id = ${localeId}::smallint)`;
}
