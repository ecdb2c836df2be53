import { SQL_STATES, sqlStateOf } from '../../../db/fault.ts';
import { fail } from '../../../errors.ts';

/**
 * Matches the names of the unique constraints on the hashes of key names. PostgreSQL has chosen a name for each
 * partition of the table.
 */
const CONSTRAINT =
  /^(translation_key_name|translation_key_\d+_name_hash_project_id_key|key_alias(_\d+)?_pkey)$/;

/**
 * Runs a statement that stores names of keys.
 * @throws `content_invalid` if two names of the project have the same hash
 */
export async function storeNames<Result>(
  names: readonly string[],
  statement: () => Promise<Result>,
): Promise<Result> {
  try {
    return await statement();
  } catch (error) {
    const { constraint = '' } = error as { constraint?: string };
    const isCollision = sqlStateOf(error) === SQL_STATES.uniqueViolation;
    if (!isCollision || !CONSTRAINT.test(constraint)) throw error;
    const which = names.length === 1 ? `The key name ${names[0]}` : 'A key name of the request';
    return fail(
      'content_invalid',
      `${which} has the same hash as another name in this project. Choose another name.`,
    );
  }
}
