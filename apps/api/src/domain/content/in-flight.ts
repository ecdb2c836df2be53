/**
 * Runs one statement of a transaction without waiting for it, so that the process can prepare the next rows while
 * PostgreSQL inserts the previous ones. Later statements of the transaction run after it on the same connection, and
 * see its effects.
 */
export class InFlight {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Waits for the previous statement, then starts this statement without waiting for it.
   *
   * @throws the error of the previous statement
   */
  async start(statement: () => Promise<unknown>): Promise<void> {
    await this.#last;
    this.#last = statement();
    // The next call of `start` or `settle` throws the error. Until then, it must not be an unhandled rejection.
    this.#last.catch(() => {});
  }

  /** Waits for the running statement. @throws the error of the statement */
  async settle(): Promise<void> {
    await this.#last;
  }
}
