import pg from 'pg';

/**
 * Errors that a database connection raised. They are recorded here because errors of sockets and
 * files can have the same Node error codes.
 */
const raised = new WeakSet<Error>();

export async function ofDatabase<Answer>(answer: PromiseLike<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error) raised.add(error);
    throw error;
  }
}

/** Names of SQLSTATE codes (PostgreSQL's documentation, appendix A). */
export const SQL_STATES = {
  readOnly: '25006',
  uniqueViolation: '23505',
  serializationFailure: '40001',
  deadlock: '40P01',
  noSchema: '3F000',
  privilege: '42501',
  lockNotAvailable: '55P03',
  insufficientResources: '53000',
  diskFull: '53100',
  outOfMemory: '53200',
  queryCanceled: '57014',
} as const;

/** True if the database or a connection to it raised the error. */
export const isOfDatabase = (error: unknown): error is Error & { readonly code?: string } =>
  error instanceof pg.DatabaseError || (error instanceof Error && raised.has(error));

/** Returns the SQLSTATE code of a database error. Null if the error has no such code. */
export const sqlStateOf = (error: unknown): string | null =>
  isOfDatabase(error) && /^[0-9A-Z]{5}$/.test(error.code ?? '') ? error.code! : null;
