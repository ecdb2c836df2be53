import type { EngineContext, TranslateCall } from '../engine.ts';
import { type HttpAnswer, HttpClient } from '../http/http.ts';
import { requestInDialects } from '../model/dialects.ts';
import type { ModelLimits } from '../model/limits.ts';
import type { ModelClient } from '../model/model-engine.ts';
import { answerSchema, buildMessages, type PromptItem } from '../model/prompt.ts';
import { explainAnthropicError, LABEL, readMessage } from './answer.ts';

const API_VERSION = '2023-06-01';
const TOOL = 'return_translations';

export interface MessagesOptions {
  readonly baseUrl: string;
  readonly key: string;
  readonly model: string;
  readonly maxTokens: number;
  readonly limits: ModelLimits;
  readonly context: EngineContext;
}

/** Parameters that some models do not accept. */
interface Dialect {
  /** Newer models reject a temperature. */
  readonly sendsTemperature: boolean;
  /** Models that always think reject a tool that they must call. */
  readonly forcesTool: boolean;
}

/** Requests messages with a tool call, whose input has the JSON schema of an answer. */
export class Messages implements ModelClient {
  readonly #options: MessagesOptions;
  readonly #client: HttpClient;
  #dialect: Dialect = { sendsTemperature: true, forcesTool: true };

  constructor(options: MessagesOptions) {
    const { baseUrl, key, context, limits } = options;
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
  }

  async complete(call: TranslateCall, items: readonly PromptItem[]): Promise<string> {
    const { answer, dialect } = await requestInDialects({
      first: this.#dialect,
      refusingStatuses: [400],
      send: (attempt) => this.#send(call, items, attempt),
      failure: (refusal) => this.#client.failure(refusal),
      simplify,
    });
    if (dialect !== this.#dialect) {
      this.#dialect = dialect;
      const { context, model } = this.#options;
      context.log('info', 'language model rejects an optional parameter; continuing without it', {
        model,
        ...dialect,
      });
    }
    return readMessage(answer.body);
  }

  close(): void {
    this.#client.close();
  }

  #send(
    call: TranslateCall,
    items: readonly PromptItem[],
    { sendsTemperature, forcesTool }: Dialect,
  ): Promise<HttpAnswer> {
    const { model, maxTokens, limits } = this.#options;
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
      passStatuses: [400],
    });
  }
}

function simplify(dialect: Dialect, refusal: HttpAnswer): Dialect | null {
  const said = JSON.stringify(refusal.body ?? '');
  if (dialect.sendsTemperature && /temperature/i.test(said))
    return { ...dialect, sendsTemperature: false };
  if (dialect.forcesTool && /tool_choice|tool use/i.test(said))
    return { ...dialect, forcesTool: false };
  return null;
}
