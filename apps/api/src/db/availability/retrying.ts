import { type IsolationLevel, Kysely, type Transaction, type TransactionBuilder } from 'kysely';
import { backoffMs, retry } from '../../lib/retry.ts';
import { SQL_STATES, sqlStateOf } from '../fault.ts';
import type { Database } from '../schema.generated.ts';

const ATTEMPTS = 6;
const FIRST_WAIT_MS = 20;
const MAX_WAIT_MS = 500;

/** True if PostgreSQL undid a transaction only because of others that ran at the same time. */
export function isContention(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === SQL_STATES.deadlock || state === SQL_STATES.serializationFailure;
}

type Builder = Pick<
  TransactionBuilder<Database>,
  'execute' | 'setAccessMode' | 'setIsolationLevel'
>;

/**
 * A database whose transactions run again after a deadlock or a serialization failure: PostgreSQL ends one of the
 * transactions involved, and leaves it to its client to repeat it. So the function of a transaction keeps no state
 * from one run to the next; {@link onceOnly} is for one that does.
 */
export class RetryingDb extends Kysely<Database> {
  override transaction(): TransactionBuilder<Database> {
    // Kysely's class has private fields, so it cannot be implemented as an interface.
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

/** Returns a database whose transactions do not run again: their callers repeat more than the transaction. */
export const onceOnly = (db: Kysely<Database>): Pick<Kysely<Database>, 'transaction'> =>
  db instanceof RetryingDb ? { transaction: () => db.plainTransaction() } : db;
