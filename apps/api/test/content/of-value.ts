import { type RawBuilder, sql } from 'kysely';
import { placeOfValue } from '../../src/db/ids/value-id.ts';

/** The condition for the row of a value in a table that has one for each key and locale. */
export function ofValue(valueId: string): RawBuilder<boolean> {
  const { keyId, localeId } = placeOfValue(valueId);
  return sql<boolean>`(key_id = ${keyId}::uuid and locale_id = ${localeId}::smallint)`;
}
