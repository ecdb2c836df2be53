import type { EngineError, TranslateCall } from '../engine.ts';
import { type HttpAnswer, HttpClient, type HttpClientOptions } from '../http/http.ts';
import type { ModelClient, ModelClientOptions } from './model-engine.ts';
import { RefusedError } from './model-errors.ts';
import { buildPrompt, type Prompt, type PromptItem } from './prompt.ts';

/** Content of a request that translates a batch of strings. */
export interface ChatRequest extends Prompt {
  readonly model: string;
  /** Ids of the strings, in order. */
  readonly ids: readonly string[];
}

/** API of a provider. A dialect has the parameters that some of its models or servers reject. */
export interface ChatApi<Dialect>
  extends Pick<HttpClientOptions, 'label' | 'headers' | 'secrets' | 'readText'> {
  readonly path: string;
  readonly first: Dialect;
  /** HTTP statuses with which servers reject a parameter. */
  readonly refusingStatuses: readonly number[];
  /** Returns the parameters for the next attempt. Null if there are no further parameters to try. */
  simplify(dialect: Dialect, refusal: HttpAnswer): Dialect | null;
  bodyOf(request: ChatRequest, dialect: Dialect): object;
  /** Returns the text in which the model answers. */
  read(body: unknown): string;
  explain(answer: HttpAnswer): EngineError | undefined;
}

/** Sends requests to a language model, with the parameters that the server accepts. */
export class ChatClient<Dialect extends object> implements ModelClient {
  readonly #options: ModelClientOptions;
  readonly #api: ChatApi<Dialect>;
  readonly #client: HttpClient;
  #known: Dialect;

  constructor(options: ModelClientOptions, api: ChatApi<Dialect>) {
    const { baseUrl, context, limits } = options;
    this.#options = options;
    this.#api = api;
    this.#client = new HttpClient({ ...api, baseUrl, context, timeoutMs: limits.timeoutMs });
    this.#known = api.first;
  }

  /**
   * Sends a request. If the server rejects a parameter, tries again without it. Later requests do
   * not use it either. Throws the first error if the server accepts no variant.
   */
  async complete(call: TranslateCall, items: readonly PromptItem[]): Promise<string> {
    const { refusingStatuses, simplify, read } = this.#api;
    let firstRefusal: Error | undefined;
    for (let dialect = this.#known; ; ) {
      const answer = await this.#send(call, items, dialect);
      if (!refusingStatuses.includes(answer.status)) {
        if (dialect !== this.#known) this.#learn(dialect);
        return read(answer.body);
      }
      const refusal = this.#client.failure(answer);
      if (refusal instanceof RefusedError || refusal.code !== 'engine_bad_response') throw refusal;
      firstRefusal ??= refusal;
      const next = simplify(dialect, answer);
      if (next === null) throw firstRefusal;
      dialect = next;
    }
  }

  close(): void {
    this.#client.close();
  }

  #send(call: TranslateCall, items: readonly PromptItem[], dialect: Dialect): Promise<HttpAnswer> {
    const { model, limits } = this.#options;
    const { path, bodyOf, refusingStatuses } = this.#api;
    const prompt = buildPrompt(call, items, limits.maxBatchLength);
    const ids = items.map(({ id }) => id);
    return this.#client.request({
      method: 'POST',
      path,
      body: bodyOf({ ...prompt, model, ids }, dialect),
      signal: call.signal,
      onRequest: call.onRequest,
      passStatuses: refusingStatuses,
    });
  }

  #learn(dialect: Dialect): void {
    this.#known = dialect;
    const { context, model } = this.#options;
    const message = 'language model rejects an optional parameter; continuing without it';
    context.log('info', message, { model, ...dialect });
  }
}
