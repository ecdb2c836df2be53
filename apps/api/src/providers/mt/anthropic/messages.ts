import type { TranslateCall } from '../engine.ts';
import { type HttpAnswer, HttpClient } from '../http/http.ts';
import { Dialects } from '../model/dialects.ts';
import type { ModelClient, ModelClientOptions } from '../model/model-engine.ts';
import { answerSchema, buildMessages, type PromptItem } from '../model/prompt.ts';
import { explainAnthropicError, LABEL, readMessage } from './answer.ts';

const API_VERSION = '2023-06-01';
const TOOL = 'return_translations';

export interface MessagesOptions extends ModelClientOptions {
  readonly key: string;
  readonly maxTokens: number;
}

/** Parameters that some models do not accept. */
interface Dialect {
  /** Newer models reject a temperature. */
  readonly sendsTemperature: boolean;
  /** False for models that always think, because they reject a tool that they are forced to call. */
  readonly forcesTool: boolean;
  /** Lower than the setting for models whose answers are shorter. */
  readonly maxTokens: number;
}

/** Requests messages with a tool call, whose input has the JSON schema of an answer. */
export class Messages implements ModelClient {
  readonly #options: MessagesOptions;
  readonly #client: HttpClient;
  readonly #dialects: Dialects<Dialect>;

  constructor(options: MessagesOptions) {
    const { baseUrl, key, context, limits, model, maxTokens } = options;
    this.#options = options;
    this.#client = new HttpClient({
      label: LABEL,
      baseUrl,
      context,
      headers: { 'x-api-key': key, 'anthropic-version': API_VERSION },
      secrets: [key],
      timeoutMs: limits.timeoutMs,
      explain: explainAnthropicError,
    });
    this.#dialects = new Dialects<Dialect>({
      first: { sendsTemperature: true, forcesTool: true, maxTokens },
      refusingStatuses: [400],
      client: this.#client,
      context,
      model,
      simplify,
    });
  }

  async complete(call: TranslateCall, items: readonly PromptItem[]): Promise<string> {
    const { body } = await this.#dialects.request((dialect) => this.#send(call, items, dialect));
    return readMessage(body);
  }

  close(): void {
    this.#client.close();
  }

  #send(
    call: TranslateCall,
    items: readonly PromptItem[],
    { sendsTemperature, forcesTool, maxTokens }: Dialect,
  ): Promise<HttpAnswer> {
    const { model, limits } = this.#options;
    const [system, user] = buildMessages(call, items, limits.maxBatchLength);
    return this.#client.request({
      method: 'POST',
      path: '/v1/messages',
      body: {
        model,
        max_tokens: maxTokens,
        system: system!.content,
        messages: [user],
        tools: [
          {
            name: TOOL,
            description: 'Takes the JSON answer with the translations.',
            input_schema: answerSchema(items.map(({ id }) => id)),
          },
        ],
        tool_choice: forcesTool ? { type: 'tool', name: TOOL } : { type: 'auto' },
        ...(sendsTemperature ? { temperature: 0 } : {}),
      },
      signal: call.signal,
      onRequest: call.onRequest,
      passStatuses: [400],
    });
  }
}

function simplify(dialect: Dialect, { said = '' }: HttpAnswer): Dialect | null {
  const maxTokens = Number(/\bmax_tokens: \d+ > (\d+)/.exec(said)?.[1]);
  if (maxTokens > 0 && maxTokens < dialect.maxTokens) return { ...dialect, maxTokens };
  if (dialect.sendsTemperature && /temperature/i.test(said))
    return { ...dialect, sendsTemperature: false };
  if (dialect.forcesTool && /tool_choice|tool use/i.test(said))
    return { ...dialect, forcesTool: false };
  return null;
}
