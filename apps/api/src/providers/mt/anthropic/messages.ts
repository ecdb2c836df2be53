import type { HttpAnswer } from '../http/http.ts';
import { ChatClient } from '../model/chat-client.ts';
import type { ModelClientOptions } from '../model/model-engine.ts';
import { answerSchema } from '../model/prompt.ts';
import { explainAnthropicError, LABEL, readMessage } from './answer.ts';

const API_VERSION = '2023-06-01';
const TOOL = 'return_translations';

export interface MessagesSettings {
  readonly key: string;
  readonly maxTokens: number;
}

/** Parameters that some models do not accept. */
interface Dialect {
  /** False for newer models, which reject a temperature. */
  readonly sendsTemperature: boolean;
  /** False for models that always think. They reject requests that force a tool call. */
  readonly forcesTool: boolean;
  /** Maximum number of tokens in an answer. Lower than the setting for models with a lower limit. */
  readonly maxTokens: number;
}

/** Creates a client that requests messages with a tool call, whose input has the JSON schema of an answer. */
export const createMessages = (options: ModelClientOptions, { key, maxTokens }: MessagesSettings) =>
  new ChatClient<Dialect>(options, {
    label: LABEL,
    headers: { 'x-api-key': key, 'anthropic-version': API_VERSION },
    secrets: [key],
    explain: explainAnthropicError,
    path: '/v1/messages',
    first: { sendsTemperature: true, forcesTool: true, maxTokens },
    refusingStatuses: [400],
    simplify,
    bodyOf: ({ model, system, user, ids }, dialect) => ({
      model,
      max_tokens: dialect.maxTokens,
      system,
      messages: [{ role: 'user', content: user }],
      tools: [
        {
          name: TOOL,
          description: 'Takes the JSON answer with the translations.',
          input_schema: answerSchema(ids),
        },
      ],
      tool_choice: dialect.forcesTool ? { type: 'tool', name: TOOL } : { type: 'auto' },
      ...(dialect.sendsTemperature ? { temperature: 0 } : {}),
    }),
    read: readMessage,
  });

function simplify(dialect: Dialect, { said = '' }: HttpAnswer): Dialect | null {
  const maxTokens = Number(/\bmax_tokens: \d+ > (\d+)/.exec(said)?.[1]);
  if (maxTokens > 0 && maxTokens < dialect.maxTokens) return { ...dialect, maxTokens };
  if (dialect.sendsTemperature && /temperature/i.test(said))
    return { ...dialect, sendsTemperature: false };
  if (dialect.forcesTool && /tool_choice|tool use/i.test(said))
    return { ...dialect, forcesTool: false };
  return null;
}
