import { type RawBuilder, sql } from 'kysely';

/** The expression of the SQL function `name_hash`, written out: calling the function costs more. */
export const nameHash = (name: RawBuilder<unknown>) =>
  sql`substring(sha256(convert_to(${name}, 'UTF8')) for 16)`;

/**
 * The expression for the name that a form has in the plural family of a key. `alias` is that of the key, and
 * `category` an expression. Names are joined as `familyJoint` does.
 */
export const formName = (alias: string, category: RawBuilder<unknown>): RawBuilder<string> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const style = column('plural_style');
  return sql<string>`(${column('plural_family')} ||
    case when ${column('plural_ordinal')} and ${style} = '_' then '_ordinal_' else ${style} end || ${category})`;
};
