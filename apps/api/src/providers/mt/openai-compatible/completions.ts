import type { EngineContext, TranslateCall } from '../engine.ts';
import { type HttpAnswer, HttpClient } from '../http/http.ts';
import { requestInDialects } from '../model/dialects.ts';
import type { ModelLimits } from '../model/limits.ts';
import type { ModelClient } from '../model/model-engine.ts';
import { buildMessages, type PromptItem } from '../model/prompt.ts';
import { explainModelError, LABEL, readCompletion, readEventStream } from './answer.ts';
import { ANSWER_FORMATS, type AnswerFormat, buildResponseFormat } from './answer-format.ts';

/** HTTP statuses with which servers reject an unknown parameter. */
const REFUSING_STATUSES = [400, 415, 422, 501];

export interface CompletionsOptions {
  readonly baseUrl: string;
  readonly key: string | undefined;
  readonly model: string;
  readonly limits: ModelLimits;
  readonly context: EngineContext;
}

/** Requests chat completions with the parameters that the server accepts. */
export class Completions implements ModelClient {
  readonly #options: CompletionsOptions;
  readonly #client: HttpClient;
  /**
   * Parameters that the requests use. If the server rejects a parameter, later requests do not use
   * it.
   */
  #dialect: Dialect = { format: 'json_schema', sendsTemperature: true };

  constructor(options: CompletionsOptions) {
    const { baseUrl, key, context, limits } = options;
    this.#options = options;
    this.#client = new HttpClient({
      label: LABEL,
      baseUrl,
      context,
      headers: key ? { authorization: `Bearer ${key}` } : {},
      secrets: key ? [key] : [],
      timeoutMs: limits.timeoutMs,
      explain: explainModelError,
      readText: readEventStream,
    });
  }

  /**
   * Returns the text of the completion for a call. If the server rejects a parameter, tries again
   * without it.
   */
  async complete(call: TranslateCall, items: readonly PromptItem[]): Promise<string> {
    const { answer, dialect } = await requestInDialects({
      first: this.#dialect,
      refusingStatuses: REFUSING_STATUSES,
      send: (attempt) => this.#send(call, items, attempt),
      failure: (refusal) => this.#client.failure(refusal),
      simplify,
    });
    if (dialect !== this.#dialect) this.#learn(dialect);
    return readCompletion(answer.body);
  }

  close(): void {
    this.#client.close();
  }

  #send(
    call: TranslateCall,
    items: readonly PromptItem[],
    { format, sendsTemperature }: Dialect,
  ): Promise<HttpAnswer> {
    const { model, limits } = this.#options;
    const ids = items.map(({ id }) => id);
    return this.#client.request({
      method: 'POST',
      path: '/chat/completions',
      body: {
        model,
        messages: buildMessages(call, items, limits.maxBatchLength),
        stream: false,
        ...(sendsTemperature ? { temperature: 0 } : {}),
        response_format: buildResponseFormat(format, ids),
      },
      signal: call.signal,
      passStatuses: REFUSING_STATUSES,
    });
  }

  #learn(dialect: Dialect): void {
    this.#dialect = dialect;
    const { context, model } = this.#options;
    const message = 'language model rejects an optional parameter; continuing without it';
    context.log('info', message, { model, ...dialect });
  }
}

interface Dialect {
  readonly format: AnswerFormat;
  readonly sendsTemperature: boolean;
}

function simplify(dialect: Dialect, refusal: HttpAnswer): Dialect | null {
  const said = JSON.stringify(refusal.body ?? '');
  if (dialect.sendsTemperature && /temperature/i.test(said))
    return { ...dialect, sendsTemperature: false };
  const format = ANSWER_FORMATS[ANSWER_FORMATS.indexOf(dialect.format) + 1];
  if (format !== undefined) return { ...dialect, format };
  return dialect.sendsTemperature ? { ...dialect, sendsTemperature: false } : null;
}
