import pg from 'pg';
import { tellsOfUnconfirmedCommit } from './availability/standby.ts';
import { UnconfirmedCommitError } from './availability/trouble.ts';

/**
 * A connection of the pool. A connection that breaks between two statements of a transaction does not end the
 * process: pg's pool listens for errors of idle connections only.
 */
export class PoolClient extends pg.Client {
  #isUnconfirmed = false;

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => {});
    this.on('notice', (notice) => {
      this.#isUnconfirmed ||= tellsOfUnconfirmedCommit(notice);
    });
  }

  /** @throws UnconfirmedCommitError if the standby did not confirm what was committed since the last call. */
  requireConfirmed(): void {
    const isUnconfirmed = this.#isUnconfirmed;
    this.#isUnconfirmed = false;
    if (isUnconfirmed) throw new UnconfirmedCommitError();
  }
}

/** A connection of a pool that makes {@link PoolClient}s. */
export const connectClient = async (pool: pg.Pool): Promise<PoolClient & pg.PoolClient> =>
  (await pool.connect()) as PoolClient & pg.PoolClient;
