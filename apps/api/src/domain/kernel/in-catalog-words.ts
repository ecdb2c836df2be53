import type { Fault } from '@parlance/contracts';
import { FormatError, remedyIn } from '@parlance/formats';
import { Failure } from '../../errors.ts';

/**
 * Runs a parser and converts its errors to errors of the API. `malformed` is the message for a file
 * in another format.
 */
export async function inCatalogWords<Result>(
  malformed: 'malformed_request' | 'content_invalid',
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { message, path, line, column } = error;
    const remedy = remedyIn('import', error.remedy);
    const at = [line && `line ${line}`, column && `column ${column}`].filter(Boolean);
    const where = at.length === 0 ? '' : ` (${at.join(', ')})`;
    const detail = `${message}${where}${remedy === undefined ? '' : `; ${remedy}`}`;
    const fault: Fault = { path, message, line, column, ...(remedy && { remedy }) };
    const code = error.remedy === 'charset' ? 'charset' : 'syntax';
    if (!error.isMalformed) throw new Failure('content_invalid', detail, { errors: [fault] });
    throw new Failure(malformed, detail, { errors: [{ ...fault, code }] });
  }
}
