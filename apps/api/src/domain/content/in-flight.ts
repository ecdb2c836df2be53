/**
 * Runs one statement without waiting for it, so that the process prepares the next rows while
 * PostgreSQL inserts the previous rows. Later statements of the connection see its effects.
 */
export class InFlight {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Waits for the previous statement and starts this statement.
   * @throws the error of the previous statement
   */
  async start(statement: () => Promise<unknown>): Promise<void> {
    await this.#last;
    this.#last = statement();
    // The next call throws the error. Until then, it must not be an unhandled rejection.
    this.#last.catch(() => {});
  }

  async settle(): Promise<void> {
    await this.#last;
  }
}
