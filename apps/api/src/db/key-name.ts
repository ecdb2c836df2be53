import { type RawBuilder, sql } from 'kysely';
import { isOfProject, type ProjectId } from './statements/plan-hints.ts';

/** Returns the condition that the row `alias`, of a key or of a former name, has this name in the project. */
export const isNamed = (alias: string, projectId: ProjectId, name: RawBuilder<unknown>) => {
  const column = (field: string) => sql.ref(`${alias}.${field}`);
  // The name is compared too, because two names may have the same hash.
  return sql<boolean>`(
    ${column('name_hash')} = name_hash(${projectId}::uuid, ${name})
    and ${isOfProject(column('project_id'), projectId)} and ${column('name')} = ${name})`;
};

/**
 * Returns the expression for the name of a form in the plural family of a key. `alias` names the key's row, and
 * `category` is an expression. The parts are joined as in `familyJoint`.
 */
export const formName = (alias: string, category: RawBuilder<unknown>): RawBuilder<string> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const style = column('plural_style');
  return sql<string>`(${column('plural_family')} ||
    case when ${column('plural_ordinal')} and ${style} = '_' then '_ordinal_' else ${style} end || ${category})`;
};
