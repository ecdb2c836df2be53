import pg from 'pg';
import { tellsOfUnconfirmedCommit } from './availability/standby.ts';
import { UnconfirmedCommitError } from './availability/trouble.ts';

/**
 * A connection of the pool that handles its own errors. pg's pool handles only errors of idle
 * connections, and an unhandled error would end the process.
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

  /** @throws UnconfirmedCommitError if the standby did not confirm a commit since the last call */
  requireConfirmed(): void {
    const isUnconfirmed = this.#isUnconfirmed;
    this.#isUnconfirmed = false;
    if (isUnconfirmed) throw new UnconfirmedCommitError();
  }
}

export const connectClient = async (pool: pg.Pool): Promise<PoolClient & pg.PoolClient> =>
  (await pool.connect()) as PoolClient & pg.PoolClient;
