/**
 * Sends statements without waiting for their results. The process prepares the next rows while
 * PostgreSQL inserts the previous ones.
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
    this.#last.catch(() => {});
  }

  async settle(): Promise<void> {
    await this.#last;
  }
}
