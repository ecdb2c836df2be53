import { randomBytes } from 'node:crypto';
import {
  type EngineServer,
  type RecordedRequest,
  type Reply,
  startFaultyServer,
} from './faulty-server.ts';
import {
  answerItems,
  type CompletionFault,
  isRefused,
  readAllowedIds,
  wrapContent,
} from './models/fake-model.ts';

export interface OpenaiServerOptions {
  requiresKey: boolean;
  readonly model: string;
  /** The supported `response_format` types. */
  formats: readonly string[];
  takesTemperature: boolean;
  /** Maximum length of all messages, in characters. */
  contextLength: number;
  /** Style of the error message for a prompt that is too long. */
  contextErrorStyle: 'openai' | 'llama.cpp' | 'vllm' | 'llama.cpp-500';
}

export interface OpenaiServer extends EngineServer<CompletionFault> {
  readonly key: string;
  readonly options: OpenaiServerOptions;
}

/**
 * Simulates the chat completions API of OpenAI, which Ollama, vLLM and llama.cpp imitate. The simulated model follows
 * a good prompt: it changes words predictably and keeps placeholders, tags and ids.
 */
export async function startOpenaiServer(
  overrides: Partial<OpenaiServerOptions> = {},
): Promise<OpenaiServer> {
  const key = `sk-${randomBytes(16).toString('hex')}`;
  const options: OpenaiServerOptions = {
    requiresKey: false,
    model: 'fake-model',
    formats: ['json_schema', 'json_object'],
    takesTemperature: true,
    contextLength: 200_000,
    contextErrorStyle: 'openai',
    ...overrides,
  };

  const server = await startFaultyServer<CompletionFault>({
    translatePath: '/v1/chat/completions',
    answer(request, fault) {
      if (options.requiresKey && request.headers.authorization !== `Bearer ${key}`)
        return refuse(
          401,
          `Incorrect API key provided: ${request.headers.authorization}.`,
          'invalid_api_key',
        );
      if (request.method !== 'POST' || request.path !== '/v1/chat/completions')
        return refuse(404, 'Unknown request URL', 'unknown_url');
      return complete(request, fault, options);
    },
  });

  return { ...server, key, options };
}

/** Answers a completion request like the provider, or with a fault. */
function complete(
  request: RecordedRequest,
  fault: CompletionFault | undefined,
  options: OpenaiServerOptions,
): Reply {
  const body = request.body as Record<string, unknown> | undefined;
  if (body?.model !== options.model)
    return refuse(404, `The model \`${String(body?.model)}\` does not exist`, 'model_not_found');
  const messages = body.messages as { role: string; content: string }[];
  const prompt = messages.map(({ content }) => content).join('\n');
  const format = body.response_format as { type: string; json_schema?: unknown } | undefined;
  if (format !== undefined && !options.formats.includes(format.type))
    return refuse(400, `This model does not support response format \`${format.type}\`.`, null);
  if (format?.type === 'json_object' && !/json/i.test(prompt))
    return refuse(400, "'messages' must contain the word 'json' in some form.", null);
  if (body.temperature !== undefined && !options.takesTemperature)
    return refuse(
      400,
      "Unsupported value: 'temperature' does not support 0 with this model.",
      'unsupported_value',
    );
  if (prompt.length > options.contextLength) return refuseLength(options.contextErrorStyle);

  const texts = (role: string) =>
    messages.filter((message) => message.role === role).map(({ content }) => content);
  const asked = {
    system: texts('system').join('\n'),
    user: texts('user').at(-1) ?? '',
    allowedIds: format?.type === 'json_schema' ? readAllowedIds(format.json_schema) : null,
  };
  const refusal = isRefused(asked, fault);
  const content = wrapContent(answerItems(asked, fault), fault);
  if (fault?.kind === 'error-in-200')
    return { status: 200, body: { error: { message: 'upstream failed', code: 502 } } };
  if (fault?.kind === 'event-stream') return { status: 200, text: streamOf(String(content)) };
  return {
    status: 200,
    body: {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      model: options.model,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: refusal ? null : content,
            refusal: refusal ? 'I cannot help with that.' : null,
          },
          finish_reason: finishReason(fault),
        },
      ],
      usage: { prompt_tokens: prompt.length, completion_tokens: 1, total_tokens: prompt.length },
    },
  };
}

/** Returns a completion in the form of a server stream. */
function streamOf(content: string): string {
  const pieces = content.match(/.{1,7}/gs) ?? [];
  const events = [...pieces, null].map((piece) =>
    JSON.stringify({
      object: 'chat.completion.chunk',
      choices: [
        { index: 0, delta: { content: piece }, finish_reason: piece === null ? 'stop' : null },
      ],
    }),
  );
  return `: keep-alive\n\n${[...events, '[DONE]'].map((event) => `data: ${event}\n\n`).join('')}`;
}

function finishReason(fault: CompletionFault | undefined): string {
  if (fault?.kind === 'cut-off') return 'length';
  return fault?.kind === 'content-filter' ? 'content_filter' : 'stop';
}

function refuse(status: number, message: string, code: string | null): Reply {
  return { status, body: { error: { message, type: 'invalid_request_error', param: null, code } } };
}

function refuseLength(style: OpenaiServerOptions['contextErrorStyle']): Reply {
  switch (style) {
    case 'openai':
      return refuse(
        400,
        "This model's maximum context length is 8192 tokens.",
        'context_length_exceeded',
      );
    case 'llama.cpp':
      return {
        status: 400,
        body: {
          error: {
            code: 400,
            message: 'request (4390 tokens) exceeds the available context size (4096 tokens)',
            type: 'exceed_context_size_error',
          },
        },
      };
    case 'llama.cpp-500':
      return {
        status: 500,
        body: {
          error: { code: 500, message: 'Context size has been exceeded.', type: 'server_error' },
        },
      };
    case 'vllm':
      return {
        status: 400,
        body: {
          object: 'error',
          message: 'Please reduce the length of the messages or completion.',
          type: 'BadRequestError',
          code: 400,
        },
      };
  }
}
