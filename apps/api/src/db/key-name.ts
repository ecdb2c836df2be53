import { type RawBuilder, sql } from 'kysely';
import { isOfProject, type ProjectId } from './statements/plan-hints.ts';

/**
 * Returns the SQL condition that a row has this key name in the project. `alias` is a row of a key
 * or of a former key name.
 */
export const isNamed = (alias: string, projectId: ProjectId, name: RawBuilder<unknown>) => {
  const column = (field: string) => sql.ref(`${alias}.${field}`);
  // Compares the name in addition to its hash, because two names may have the same hash.
  return sql<boolean>`(
    ${column('name_hash')} = name_hash(${projectId}::uuid, ${name})
    and ${isOfProject(column('project_id'), projectId)} and ${column('name')} = ${name})`;
};

/**
 * Returns the SQL expression for the name of a plural form in the family of a key. `alias` is the
 * row of the key, and `category` is an expression. The separator before the category is the same as
 * in `familyJoint`.
 */
export const formName = (alias: string, category: RawBuilder<unknown>): RawBuilder<string> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const style = column('plural_style');
  return sql<string>`(${column('plural_family')} ||
    case when ${column('plural_ordinal')} and ${style} = '_' then '_ordinal_' else ${style} end || ${category})`;
};
