import { randomBytes } from 'node:crypto';
import {
  type EngineServer,
  type RecordedRequest,
  type Reply,
  startFaultyServer,
} from '../faulty-server.ts';
import {
  answerItems,
  type CompletionFault,
  isRefused,
  readAllowedIds,
  wrapContent,
} from './fake-model.ts';

export interface AnthropicServer extends EngineServer<CompletionFault> {
  readonly key: string;
  readonly options: AnthropicServerOptions;
}

export interface AnthropicServerOptions {
  takesTemperature: boolean;
  takesForcedTools: boolean;
  /** Maximum number of tokens that a request may specify. */
  maxTokens: number;
  /** Maximum length of all messages, in characters. */
  contextLength: number;
}

interface MessagesRequest {
  readonly model: string;
  readonly max_tokens?: number;
  readonly system: string;
  readonly messages: readonly { role: string; content: string }[];
  readonly tools: readonly { name: string; input_schema: unknown }[];
  readonly tool_choice: { type: string; name?: string };
  readonly temperature?: number;
}

export const ANTHROPIC_MODEL = 'claude-fake-1';

/** Simulates the Messages API as published (platform.claude.com, "Messages"). */
export async function startAnthropicServer(
  overrides: Partial<AnthropicServerOptions> = {},
): Promise<AnthropicServer> {
  const key = `sk-ant-${randomBytes(16).toString('hex')}`;
  const options = {
    takesTemperature: true,
    takesForcedTools: true,
    maxTokens: 64_000,
    contextLength: 200_000,
    ...overrides,
  };
  const server = await startFaultyServer<CompletionFault>({
    translatePath: '/v1/messages',
    answer(request, fault) {
      const { headers } = request;
      if (headers['x-api-key'] !== key)
        return refuse(401, 'authentication_error', 'invalid x-api-key');
      if (headers['anthropic-version'] !== '2023-06-01')
        return refuse(400, 'invalid_request_error', 'anthropic-version: header is required');
      if (`${request.method} ${request.path}` !== 'POST /v1/messages')
        return refuse(404, 'not_found_error', 'Not found');
      return complete(request, fault, options);
    },
  });
  return { ...server, key, options };
}

function complete(
  request: RecordedRequest,
  fault: CompletionFault | undefined,
  options: AnthropicServerOptions,
): Reply {
  const body = request.body as MessagesRequest;
  const invalid = (message: string) => refuse(400, 'invalid_request_error', message);
  if (body.model !== ANTHROPIC_MODEL) return refuse(404, 'not_found_error', `model: ${body.model}`);
  if (body.max_tokens === undefined) return invalid('max_tokens: Field required');
  if (body.max_tokens > options.maxTokens) {
    const reason = `which is the maximum allowed number of output tokens for ${body.model}`;
    return invalid(`max_tokens: ${body.max_tokens} > ${options.maxTokens}, ${reason}`);
  }
  if (body.temperature !== undefined && !options.takesTemperature)
    return invalid('`temperature` is deprecated for this model.');
  if (body.tool_choice.type === 'tool' && !options.takesForcedTools)
    return invalid('Thinking may not be enabled when tool_choice forces tool use.');
  const user = body.messages.at(-1)?.content ?? '';
  if (body.system.length + user.length > options.contextLength)
    return invalid('prompt is too long: 250000 tokens > 200000 maximum');

  const [tool] = body.tools;
  const asked = {
    system: body.system,
    user,
    allowedIds: readAllowedIds(tool?.input_schema),
  };
  if (fault?.kind === 'error-in-200')
    return { status: 200, body: { type: 'error', error: { type: 'api_error', message: 'no' } } };
  const content = wrapContent(answerItems(asked, fault), fault);
  return {
    status: 200,
    body: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: body.model,
      content: isRefused(asked, fault) ? [] : buildContent(String(content), body, tool?.name),
      stop_reason: stopReason(body, isRefused(asked, fault), fault),
      usage: { input_tokens: user.length, output_tokens: 1 },
    },
  };
}

/** Returns a call of the tool if the model writes JSON, and text otherwise. */
function buildContent(content: string, body: MessagesRequest, name: string | undefined): unknown[] {
  if (content === '') return [];
  if (body.tool_choice.type === 'tool') {
    try {
      const input: unknown = JSON.parse(content);
      return [
        { type: 'text', text: 'Here are the translations.' },
        { type: 'tool_use', id: 'toolu_1', name, input },
      ];
    } catch {
      return [{ type: 'text', text: content }];
    }
  }
  return [
    { type: 'thinking', thinking: 'The user wants…', signature: '' },
    { type: 'text', text: content },
  ];
}

function stopReason(
  body: MessagesRequest,
  isRefusal: boolean,
  fault: CompletionFault | undefined,
): string {
  if (isRefusal || fault?.kind === 'content-filter') return 'refusal';
  if (fault?.kind === 'cut-off') return 'max_tokens';
  return body.tool_choice.type === 'tool' ? 'tool_use' : 'end_turn';
}

function refuse(status: number, type: string, message: string): Reply {
  return { status, body: { type: 'error', error: { type, message }, request_id: 'req_1' } };
}
