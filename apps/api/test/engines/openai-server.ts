import { randomBytes } from 'node:crypto';
import { changeText, fakeTranslate, spoilTexts } from './fake-translation.ts';
import {
  type EngineServer,
  type RecordedRequest,
  type Reply,
  startFaultyServer,
  type TextFault,
} from './faulty-server.ts';

/** A text with this word is left out of every answer. */
export const OMITTED_WORD = 'Omitword';
/** A request with this word is refused. */
export const REFUSED_WORD = 'Refuseword';

/** Faults of the completion around the translations. */
export type CompletionFault =
  | TextFault
  | { kind: 'missing-id'; index: number }
  | { kind: 'wrong-ids' }
  | { kind: 'doubled-id' }
  | { kind: 'same-id-twice' }
  | { kind: 'number-ids' }
  | { kind: 'text-not-string' }
  | { kind: 'lone-surrogate' }
  | { kind: 'fenced' }
  | { kind: 'prose-around' }
  | { kind: 'thinking-aloud' }
  | { kind: 'bare-array' }
  | { kind: 'content-parts' }
  | { kind: 'event-stream' }
  | { kind: 'only-prose' }
  | { kind: 'refusal' }
  | { kind: 'content-filter' }
  | { kind: 'cut-off' }
  | { kind: 'empty-completion' }
  | { kind: 'error-in-200' };

export interface OpenaiServerOptions {
  requiresKey: boolean;
  readonly model: string;
  /** The `response_format` types that it takes. */
  formats: readonly string[];
  takesTemperature: boolean;
  /** In characters of all messages. */
  contextLength: number;
  /** The error text for a prompt that is too long. */
  contextErrorStyle: 'openai' | 'llama.cpp' | 'vllm' | 'llama.cpp-500';
}

export interface OpenaiServer extends EngineServer<CompletionFault> {
  readonly key: string;
  readonly options: OpenaiServerOptions;
}

interface Item {
  readonly id: string;
  readonly text: string;
}

/**
 * The chat completions API as OpenAI publishes it and Ollama, vLLM and llama.cpp imitate it, in
 * front of a "model" that does what a good prompt asks for: it changes words predictably and keeps
 * placeholders, tags and ids.
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

/** Answers a request for a completion as the provider would, or with a fault. */
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

  const user = messages.findLast(({ role }) => role === 'user');
  const data = JSON.parse(user?.content ?? '') as { target: string; items: Item[] };
  const refusal = fault?.kind === 'refusal' || prompt.includes(REFUSED_WORD);
  const items = data.items.filter(({ text }) => !text.includes(OMITTED_WORD));
  const isXml = prompt.includes('The text is XML');
  const translated = items.map(({ id, text }) => ({
    id,
    text: translateText(text, data.target, isXml),
  }));
  const allowedIds = readAllowedIds(format);
  const answered = spoilItems(translated, fault).filter(
    // Constrained decoding cannot write an id outside of the schema.
    ({ id }) => allowedIds === null || allowedIds.includes(String(id)),
  );
  const content = wrapContent(answered, fault);
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

/** A completion as a server streams it. */
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

const PLACEHOLDER =
  /\{\{[^{}]*\}\}|[$%]?\{[^{}]*\}|\$t\([^()]*\)|%(?:\d+\$)?[sd]|<\/?[A-Za-z][^<>]*>|https?:\S+|&\w+;/g;

function translateText(text: string, target: string, isXml: boolean): string {
  if (isXml) return changeText(text, (run) => fakeTranslate(run, target));
  let translated = '';
  let at = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    translated += fakeTranslate(text.slice(at, match.index), target) + match[0];
    at = match.index + match[0].length;
  }
  return translated + fakeTranslate(text.slice(at), target);
}

function spoilItems(
  items: readonly Item[],
  fault: CompletionFault | undefined,
): { id: unknown; text: unknown }[] {
  switch (fault?.kind) {
    case undefined:
      return [...items];
    case 'missing-id':
      return items.filter((_item, index) => index !== fault.index);
    case 'fewer':
      return items.slice(0, -1);
    case 'more':
      return [...items, { id: '999', text: 'one~more' }];
    case 'wrong-ids':
      return items.map(({ id, text }) => ({ id: `item-${id}`, text }));
    case 'doubled-id':
      return items.map(({ text }) => ({ id: items[0]?.id, text }));
    case 'same-id-twice':
      return [...items, ...items];
    case 'number-ids':
      return items.map(({ id, text }) => ({ id: Number(id), text }));
    case 'text-not-string':
      return items.map(({ id, text }) => ({ id, text: { translation: text } }));
    case 'lone-surrogate':
      return items.map(({ id, text }) => ({ id, text: `${text}\ud83d` }));
    case 'drop-tag':
    case 'double-tag':
    case 'space-tag':
    case 'raw-entities':
    case 'empty':
    case 'control-character': {
      const texts = spoilTexts(
        items.map(({ text }) => text),
        fault,
      );
      return items.map(({ id }, index) => ({ id, text: texts[index] }));
    }
    default:
      return [...items];
  }
}

function wrapContent(
  items: readonly { id: unknown; text: unknown }[],
  fault: CompletionFault | undefined,
): unknown {
  const json = JSON.stringify({ items });
  switch (fault?.kind) {
    case 'fenced':
      return `\`\`\`json\n${json}\n\`\`\``;
    case 'prose-around':
      return `Here is [the] translation, as {asked}:\n${json}\nLet me know if "you" need more.`;
    case 'thinking-aloud':
      return `<think>The user wants {"items":[]}. Let me see…</think>\n${json}`;
    case 'bare-array':
      return JSON.stringify(items);
    case 'content-parts':
      return [
        { type: 'text', text: json.slice(0, 9) },
        { type: 'text', text: json.slice(9) },
      ];
    case 'only-prose':
      return 'The translation is: Guardar.';
    case 'cut-off':
      return json.slice(0, json.length / 2);
    case 'empty-completion':
      return '';
    default:
      return json;
  }
}

function finishReason(fault: CompletionFault | undefined): string {
  if (fault?.kind === 'cut-off') return 'length';
  return fault?.kind === 'content-filter' ? 'content_filter' : 'stop';
}

function readAllowedIds(
  format: { type: string; json_schema?: unknown } | undefined,
): readonly string[] | null {
  if (format?.type !== 'json_schema') return null;
  const found = /"enum":(\[[^\]]*\])/.exec(JSON.stringify(format.json_schema));
  return found === null ? null : (JSON.parse(found[1] ?? '[]') as string[]);
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
