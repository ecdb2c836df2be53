import type { EngineContext } from '../engine.ts';
import type { HttpAnswer, HttpClient } from '../http/http.ts';
import { RefusedError } from './model-errors.ts';

export interface DialectsOptions<Dialect> {
  readonly first: Dialect;
  /** HTTP statuses with which servers reject a parameter. */
  readonly refusingStatuses: readonly number[];
  readonly client: HttpClient;
  readonly context: EngineContext;
  readonly model: string;
  /** Returns the parameters for the next attempt. Null if there are no others. */
  simplify(dialect: Dialect, refusal: HttpAnswer): Dialect | null;
}

/** Parameters of requests to a language model, as far as the server accepts them. */
export class Dialects<Dialect extends object> {
  readonly #options: DialectsOptions<Dialect>;
  #known: Dialect;

  constructor(options: DialectsOptions<Dialect>) {
    this.#options = options;
    this.#known = options.first;
  }

  /**
   * Sends a request. If the server rejects a parameter, tries again without it. Later requests do
   * not use it either. Throws the first error if the server accepts no variant.
   */
  async request(send: (dialect: Dialect) => Promise<HttpAnswer>): Promise<HttpAnswer> {
    const { refusingStatuses, client, simplify } = this.#options;
    let firstRefusal: Error | undefined;
    for (let dialect = this.#known; ; ) {
      const answer = await send(dialect);
      if (!refusingStatuses.includes(answer.status)) {
        if (dialect !== this.#known) this.#learn(dialect);
        return answer;
      }
      const refusal = client.failure(answer);
      if (refusal instanceof RefusedError || refusal.code !== 'engine_bad_response') throw refusal;
      firstRefusal ??= refusal;
      const next = simplify(dialect, answer);
      if (next === null) throw firstRefusal;
      dialect = next;
    }
  }

  #learn(dialect: Dialect): void {
    this.#known = dialect;
    const { context, model } = this.#options;
    const message = 'language model rejects an optional parameter; continuing without it';
    context.log('info', message, { model, ...dialect });
  }
}
