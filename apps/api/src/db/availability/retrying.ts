import { type IsolationLevel, Kysely, type Transaction, type TransactionBuilder } from 'kysely';
import { backoffMs, retry } from '../../lib/retry.ts';
import { SQL_STATES, sqlStateOf } from '../fault.ts';
import type { Database } from '../schema.generated.ts';

const ATTEMPTS = 6;
const FIRST_WAIT_MS = 20;
const MAX_WAIT_MS = 500;

/** True if PostgreSQL rolled back a transaction because of concurrent transactions. */
export function isContention(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === SQL_STATES.deadlock || state === SQL_STATES.serializationFailure;
}

type Builder = Pick<
  TransactionBuilder<Database>,
  'execute' | 'setAccessMode' | 'setIsolationLevel'
>;

/**
 * A database client that repeats a transaction after a deadlock or serialization failure. The
 * callback of a transaction must not keep state between attempts. {@link onceOnly} returns a client
 * without repetition.
 */
export class RetryingDb extends Kysely<Database> {
  override transaction(): TransactionBuilder<Database> {
    return retrying(super.transaction()) as unknown as TransactionBuilder<Database>;
  }

  plainTransaction(): TransactionBuilder<Database> {
    return super.transaction();
  }
}

const retrying = (builder: Builder): Builder => ({
  execute: <Result>(run: (tx: Transaction<Database>) => Promise<Result>) =>
    retry(() => builder.execute(run), {
      attempts: ATTEMPTS,
      delayAfter: (error, attempt) =>
        isContention(error)
          ? backoffMs(attempt, { firstMs: FIRST_WAIT_MS, maxMs: MAX_WAIT_MS })
          : null,
    }),
  setAccessMode: (mode) => retrying(builder.setAccessMode(mode)) as never,
  setIsolationLevel: (level: IsolationLevel) => retrying(builder.setIsolationLevel(level)) as never,
});

/**
 * Returns a database client that does not repeat transactions, for callers that repeat them
 * together with other work.
 */
export const onceOnly = (db: Kysely<Database>): Pick<Kysely<Database>, 'transaction'> =>
  db instanceof RetryingDb ? { transaction: () => db.plainTransaction() } : db;
