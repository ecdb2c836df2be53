import { type RawBuilder, sql } from 'kysely';
import { isOfProject, type ProjectId } from './statements/plan-hints.ts';

/** True if the row `alias`, of a key or of a former name, has this name in the project: an expression. */
export const isNamed = (alias: string, projectId: ProjectId, name: RawBuilder<unknown>) => {
  const column = (field: string) => sql.ref(`${alias}.${field}`);
  // The names of two keys may have one hash.
  return sql<boolean>`(
    ${column('name_hash')} = name_hash(${projectId}::uuid, ${name})
    and ${isOfProject(column('project_id'), projectId)} and ${column('name')} = ${name})`;
};

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
