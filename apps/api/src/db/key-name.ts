import { type RawBuilder, sql } from 'kysely';
import { isOfProject, type ProjectId } from './statements/plan-hints.ts';

/**
 * Returns the SQL condition that a row has this key name in the project. `alias` is the alias of
 * the table in the statement, which contains either keys or former key names.
 */
export const isNamed = (alias: string, projectId: ProjectId, name: RawBuilder<unknown>) => {
  const column = (field: string) => sql.ref(`${alias}.${field}`);
  // Compares the name in addition to its hash, because two names may have the same hash.
  return sql<boolean>`(
    ${column('name_hash')} = name_hash(${projectId}::uuid, ${name})
    and ${isOfProject(column('project_id'), projectId)} and ${column('name')} = ${name})`;
};

/**
 * Returns the SQL expression for the name of a plural form: the key's name, the separator of
 * `familyJoint` and the category.
 */
export const formName = (alias: string, category: RawBuilder<unknown>): RawBuilder<string> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const style = column('plural_style');
  return sql<string>`(${column('plural_family')} ||
    case when ${column('plural_ordinal')} and ${style} = '_' then '_ordinal_' else ${style} end || ${category})`;
};
