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

export interface GeminiServer extends EngineServer<CompletionFault> {
  readonly key: string;
  readonly options: GeminiServerOptions;
}

export interface GeminiServerOptions {
  /** Maximum length of all messages, in characters. */
  contextLength: number;
  takesSystemInstruction: boolean;
  takesJsonMode: boolean;
  /** Maximum number of ids in a schema. */
  maxIds: number;
}

interface Content {
  readonly parts: readonly { readonly text: string }[];
}

interface GenerateRequest {
  readonly systemInstruction?: Content;
  readonly contents: readonly Content[];
  readonly generationConfig: {
    readonly responseMimeType?: string;
    readonly responseSchema?: unknown;
  };
}

export const GEMINI_MODEL = 'gemini-fake-1';
const PATH = `/v1beta/models/${GEMINI_MODEL}:generateContent`;

/** Simulates `generateContent` as published (ai.google.dev, "generateContent"). */
export async function startGeminiServer(
  overrides: Partial<GeminiServerOptions> = {},
): Promise<GeminiServer> {
  const key = `AIza${randomBytes(20).toString('hex')}`;
  const options = {
    contextLength: 200_000,
    takesSystemInstruction: true,
    takesJsonMode: true,
    maxIds: 1_000,
    ...overrides,
  };
  const server = await startFaultyServer<CompletionFault>({
    translatePath: PATH,
    answer(request, fault) {
      if (request.headers['x-goog-api-key'] !== key) {
        return refuse(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
          { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
        ]);
      }
      if (`${request.method} ${request.path}` !== `POST ${PATH}`)
        return refuse(404, 'NOT_FOUND', 'models/other is not found for API version v1beta');
      return generate(request, fault, options);
    },
  });
  return { ...server, key, options };
}

function generate(
  request: RecordedRequest,
  fault: CompletionFault | undefined,
  options: GeminiServerOptions,
): Reply {
  const body = request.body as GenerateRequest;
  const refusal = findUnsupported(body, options);
  if (refusal !== null) return refuse(400, 'INVALID_ARGUMENT', refusal);
  const parts = [body.systemInstruction, body.contents.at(-1)].flatMap(
    (content) => content?.parts ?? [],
  );
  const asked = {
    system: textOf({ parts: parts.slice(0, -1) }),
    user: textOf({ parts: parts.slice(-1) }),
    allowedIds: readAllowedIds(body.generationConfig.responseSchema),
  };
  if (asked.system.length + asked.user.length > options.contextLength) {
    const message =
      'The input token count (250000) exceeds the maximum number of tokens allowed (200000).';
    return refuse(400, 'INVALID_ARGUMENT', message);
  }
  if (fault?.kind === 'error-in-200') return { status: 200, body: { usageMetadata: {} } };
  if (isRefused(asked, fault))
    return { status: 200, body: { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } } };
  if (fault?.kind === 'content-filter')
    return { status: 200, body: { candidates: [{ finishReason: 'SAFETY', index: 0 }] } };
  const text = String(wrapContent(answerItems(asked, fault), fault));
  const half = Math.floor(text.length / 2);
  const answer = [
    { text: 'The user wants {"items":[]}.', thought: true },
    { text: text.slice(0, half) },
    { text: text.slice(half) },
  ];
  const finishReason = fault?.kind === 'cut-off' ? 'MAX_TOKENS' : 'STOP';
  return {
    status: 200,
    body: {
      candidates: [{ content: { role: 'model', parts: answer }, finishReason, index: 0 }],
      usageMetadata: { promptTokenCount: asked.user.length },
      modelVersion: GEMINI_MODEL,
    },
  };
}

/** Returns the error message of the service for a parameter that the model does not support. */
function findUnsupported(
  { systemInstruction, generationConfig }: GenerateRequest,
  { takesSystemInstruction, takesJsonMode, maxIds }: GeminiServerOptions,
): string | null {
  const { responseSchema: schema, responseMimeType: type } = generationConfig;
  if (systemInstruction !== undefined && !takesSystemInstruction)
    return `Developer instruction is not enabled for models/${GEMINI_MODEL}`;
  if (type !== undefined && !takesJsonMode)
    return `JSON mode is not enabled for models/${GEMINI_MODEL}`;
  if (JSON.stringify(schema)?.includes('additionalProperties'))
    return 'Unknown name "additionalProperties"';
  if ((readAllowedIds(schema)?.length ?? 0) > maxIds)
    return 'The specified schema produces a constraint that has too many states for serving.';
  return null;
}

const textOf = (content: Content | undefined): string =>
  content?.parts.map(({ text }) => text).join('') ?? '';

function refuse(code: number, status: string, message: string, details: unknown[] = []): Reply {
  return { status: code, body: { error: { code, message, status, details } } };
}
