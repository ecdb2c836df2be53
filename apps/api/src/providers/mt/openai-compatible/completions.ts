import type { TranslateCall } from '../engine.ts';
import { type HttpAnswer, HttpClient } from '../http/http.ts';
import { Dialects } from '../model/dialects.ts';
import type { ModelClient, ModelClientOptions } from '../model/model-engine.ts';
import { buildMessages, type PromptItem } from '../model/prompt.ts';
import { explainModelError, LABEL, readCompletion, readEventStream } from './answer.ts';
import { ANSWER_FORMATS, type AnswerFormat, buildResponseFormat } from './answer-format.ts';

/** HTTP statuses with which servers reject an unknown parameter. */
const REFUSING_STATUSES = [400, 415, 422, 501];

export interface CompletionsOptions extends ModelClientOptions {
  readonly key: string | undefined;
}

/** Requests chat completions with the parameters that the server accepts. */
export class Completions implements ModelClient {
  readonly #options: CompletionsOptions;
  readonly #client: HttpClient;
  readonly #dialects: Dialects<Dialect>;

  constructor(options: CompletionsOptions) {
    const { baseUrl, key, context, limits, model } = options;
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
    this.#dialects = new Dialects<Dialect>({
      first: { format: 'json_schema', sendsTemperature: true },
      refusingStatuses: REFUSING_STATUSES,
      client: this.#client,
      context,
      model,
      simplify,
    });
  }

  /**
   * Returns the text of the completion for a call. If the server rejects a parameter, tries again
   * without it.
   */
  async complete(call: TranslateCall, items: readonly PromptItem[]): Promise<string> {
    const { body } = await this.#dialects.request((dialect) => this.#send(call, items, dialect));
    return readCompletion(body);
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
      onRequest: call.onRequest,
      passStatuses: REFUSING_STATUSES,
    });
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
