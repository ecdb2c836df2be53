/** Runs one piece of work at a time for each name, in the order of the calls. */
export class NamedMutex {
  readonly #last = new Map<string, Promise<void>>();

  async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(name);
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    this.#last.set(name, over);
    try {
      await before;
      return await work();
    } finally {
      end();
      if (this.#last.get(name) === over) this.#last.delete(name);
    }
  }
}
