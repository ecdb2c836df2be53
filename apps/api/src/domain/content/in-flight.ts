/**
 * One statement of a transaction that is not awaited yet, so that the next rows are prepared while PostgreSQL inserts
 * these. Later statements of the transaction wait for it on the connection, and see what it has written.
 */
export class InFlight {
  #last: Promise<unknown> = Promise.resolve();

  /** Waits for the previous statement, and starts this one. @throws the error of the previous statement */
  async start(statement: () => Promise<unknown>): Promise<void> {
    await this.#last;
    this.#last = statement();
    // The next caller that waits for the statement receives its error.
    this.#last.catch(() => {});
  }

  /** Waits for the statement that is running. @throws its error */
  async settle(): Promise<void> {
    await this.#last;
  }
}
