/**
 * One statement of a transaction that nobody waits for yet: the next rows are prepared while PostgreSQL inserts these.
 * Later statements of the transaction wait for their turn on its connection, and see what it has written.
 */
export class InFlight {
  #last: Promise<unknown> = Promise.resolve();

  /** Waits for the statement before, and leaves this one under way. @throws what the statement before threw */
  async start(statement: () => Promise<unknown>): Promise<void> {
    await this.#last;
    this.#last = statement();
    // The next caller who waits for it learns of its failure.
    this.#last.catch(() => {});
  }

  /** Waits for the statement that is under way. @throws what it threw */
  async settle(): Promise<void> {
    await this.#last;
  }
}
