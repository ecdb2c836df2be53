import { SQL_STATES, sqlStateOf } from '../../db/fault.ts';
import { fail } from '../../errors.ts';

const CONSTRAINTS: readonly unknown[] = ['translation_key_name', 'key_alias_pkey'];

/**
 * Runs a statement that stores names of keys; see the SQL function `name_hash`.
 *
 * @throws `content_invalid` if the hash of a name is that of another name of the project
 */
export async function storeNames<Result>(
  names: readonly string[],
  statement: () => Promise<Result>,
): Promise<Result> {
  try {
    return await statement();
  } catch (error) {
    const { constraint } = error as { constraint?: unknown };
    const isCollision = sqlStateOf(error) === SQL_STATES.uniqueViolation;
    if (!isCollision || !CONSTRAINTS.includes(constraint)) throw error;
    const which = names.length === 1 ? `The key name ${names[0]}` : 'A key name of the request';
    return fail(
      'content_invalid',
      `${which} has the same hash as another name in this project. Choose another name.`,
    );
  }
}
