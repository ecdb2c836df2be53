import {
  type Engine,
  type EngineContext,
  type EngineDefinition,
  EngineError,
  type EngineErrorCode,
  type PairReadiness,
  type SegmentResult,
  type TranslateCall,
} from './engine.ts';
import { createHttpClient, type HttpAnswer, realTiming, type Timing } from './http.ts';
import { acceptTranslation, badResponse, escapeStrayXml } from './http-answer.ts';
import { checkBaseUrl, checkHeaderKey, checkWholeNumber, isLoopbackUrl } from './http-settings.ts';
import { createLimiter } from './limiter.ts';
import { readModelAnswer } from './model-answer.ts';
import {
  explainModelError,
  LABEL,
  RefusedError,
  readCompletion,
  readEventStream,
} from './openai-compatible-answer.ts';
import {
  ANSWER_FORMATS,
  type AnswerFormat,
  buildMessages,
  buildResponseFormat,
  PROMPT_VERSION,
  type PromptItem,
} from './openai-compatible-prompt.ts';

const DEFAULT_BASE_URL = 'https://api.openai.com/v1';
const MAX_SEGMENTS = 40;
const DEFAULT_BATCH_LENGTH = 6_000;
const DEFAULT_CONCURRENT_CALLS = 4;
const DEFAULT_TIMEOUT_MS = 120_000;
const NO_ANSWER = `${LABEL} did not return the translations in the requested form`;
const SAME_LOCALE = 'The source and the target locale are the same';
/** Answers to a parameter that the server does not know. */
const REFUSING_STATUSES = [400, 415, 422, 501];

type ModelSettings = Readonly<Record<string, string | undefined>>;

/** Any server with the chat completions API: Ollama, vLLM, llama.cpp, hosted ones. */
export const openaiCompatible: EngineDefinition = {
  id: 'openai-compatible',
  summary:
    'Translation by a language model with the chat completions API: Ollama, vLLM, llama.cpp or a hosted model. Uses descriptions, neighboring strings, examples, the glossary and formality.',
  settings: [
    {
      variable: 'OPENAI_BASE_URL',
      description: `Base URL including \`/v1\`, such as \`http://localhost:11434/v1\` for Ollama. If only a key is set, it defaults to ${DEFAULT_BASE_URL}.`,
      check: checkBaseUrl,
    },
    {
      variable: 'OPENAI_API_KEY',
      description: 'API key, if the server requires one.',
      secret: true,
      check: checkHeaderKey,
    },
    {
      variable: 'OPENAI_MODEL',
      description: 'Name of the model on the server. If empty, the engine is off.',
    },
    {
      variable: 'OPENAI_BATCH_LENGTH',
      description:
        'Maximum number of source characters per request. Neighboring strings and examples may take as many again. A request takes about as many tokens as this value, and Ollama truncates a request that exceeds its context (`num_ctx`).',
      default: String(DEFAULT_BATCH_LENGTH),
      check: checkWholeNumber(200, 50_000),
    },
    {
      variable: 'OPENAI_CONCURRENT_CALLS',
      description: 'Maximum number of concurrent requests.',
      default: String(DEFAULT_CONCURRENT_CALLS),
      check: checkWholeNumber(1, 64),
    },
    {
      variable: 'OPENAI_TIMEOUT_MS',
      description: 'Timeout of one request in milliseconds, including the time to load the model.',
      default: String(DEFAULT_TIMEOUT_MS),
      check: checkWholeNumber(1_000, 1_800_000),
    },
  ],
  create: (settings, context) => createOpenaiCompatible(settings, context),
};

/** The engine itself; `timing` is the machine's clock but in tests. */
export function createOpenaiCompatible(
  settings: ModelSettings,
  context: EngineContext,
  timing: Timing = realTiming,
): Engine | null {
  const { OPENAI_API_KEY: key, OPENAI_MODEL: model } = settings;
  if (!settings.OPENAI_BASE_URL && !key) return null;
  if (!model) {
    context.log('warn', 'OPENAI_MODEL is not set: the engine openai-compatible is off');
    return null;
  }
  const baseUrl = settings.OPENAI_BASE_URL || DEFAULT_BASE_URL;
  const timeoutMs = Number(settings.OPENAI_TIMEOUT_MS || DEFAULT_TIMEOUT_MS);
  const maxConcurrentCalls = Number(settings.OPENAI_CONCURRENT_CALLS || DEFAULT_CONCURRENT_CALLS);
  const maxBatchLength = Number(settings.OPENAI_BATCH_LENGTH || DEFAULT_BATCH_LENGTH);
  const limit = createLimiter(maxConcurrentCalls);
  const client = createHttpClient({
    label: LABEL,
    baseUrl,
    context,
    headers: key ? { authorization: `Bearer ${key}` } : {},
    secrets: key ? [key] : [],
    attemptTimeoutMs: timeoutMs,
    deadlineMs: timeoutMs * 2,
    explain: explainModelError,
    readText: readEventStream,
    timing,
  });
  /** Options that the model takes; learned from its refusals. */
  let dialect: Dialect = { format: 'json_schema', sendsTemperature: true };

  async function complete(call: TranslateCall, items: readonly PromptItem[]): Promise<string> {
    let firstRefusal: EngineError | undefined;
    for (let attempt: Dialect | null = dialect; attempt !== null; ) {
      const answer: HttpAnswer = await client.request({
        method: 'POST',
        path: '/chat/completions',
        body: {
          model,
          messages: buildMessages(call, items, maxBatchLength),
          stream: false,
          ...(attempt.sendsTemperature ? { temperature: 0 } : {}),
          response_format: buildResponseFormat(
            attempt.format,
            items.map(({ id }) => id),
          ),
        },
        signal: call.signal,
        passStatuses: REFUSING_STATUSES,
      });
      if (!REFUSING_STATUSES.includes(answer.status)) {
        if (attempt !== dialect) {
          dialect = attempt;
          context.log(
            'info',
            'language model rejects an optional parameter; continuing without it',
            { model, ...attempt },
          );
        }
        return readCompletion(answer.body);
      }
      const refusal = client.failure(answer);
      if (refusal instanceof RefusedError || refusal.code !== 'engine_bad_response') throw refusal;
      firstRefusal ??= refusal;
      attempt = simplify(attempt, answer);
    }
    throw firstRefusal ?? badResponse(`${LABEL} rejects every variant of the request`);
  }

  /** The accepted translations by item id. */
  async function ask(
    call: TranslateCall,
    items: readonly PromptItem[],
  ): Promise<ReadonlyMap<string, string>> {
    const ids = items.map(({ id }) => id);
    const parsed = readModelAnswer(await complete(call, items), ids);
    if (parsed === null) throw badResponse(NO_ANSWER);
    const accepted = new Map<string, string>();
    for (const { id, segment } of items) {
      const text = acceptTranslation(parsed.get(id), segment.body);
      if (text !== null) accepted.set(id, call.rendering === 'xml' ? escapeStrayXml(text) : text);
    }
    if (accepted.size === 0) throw badResponse(NO_ANSWER);
    return accepted;
  }

  async function translate(call: TranslateCall): Promise<SegmentResult[]> {
    const items = call.segments.map((segment, index) => ({ id: String(index + 1), segment }));
    try {
      const accepted = await ask(call, items);
      const missing = items.filter(({ id }) => !accepted.has(id));
      const again = missing.length === 0 ? NOTHING : await askAgain(call, missing);
      return items.map(({ id, segment }) => {
        const body = accepted.get(id) ?? again.accepted.get(id);
        return body === undefined
          ? { id: segment.id, error: again.error }
          : { id: segment.id, body };
      });
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      return call.segments.map(({ id }) => ({
        id,
        error: { code: error.code, detail: error.message },
      }));
    }
  }

  /** Asks once more for items that the model left out or broke. Its good translations stay in any case. */
  async function askAgain(
    call: TranslateCall,
    missing: readonly PromptItem[],
  ): Promise<SecondAnswer> {
    const items = missing.map((item) => ({ ...item, problem: PROBLEM_OF_MISSING }));
    try {
      return { ...NOTHING, accepted: await ask(call, items) };
    } catch (error) {
      call.signal.throwIfAborted();
      if (!(error instanceof EngineError)) throw error;
      return { ...NOTHING, error: { code: error.code, detail: error.message } };
    }
  }

  return {
    id: openaiCompatible.id,
    version: `${model}/${PROMPT_VERSION}`,
    capabilities: {
      renderings: ['named', 'xml'],
      maxBatchSegments: MAX_SEGMENTS,
      maxBatchLength,
      maxConcurrentCalls,
      glossary: 'prompt',
      formality: true,
      context: true,
      hints: true,
      local: isLoopbackUrl(baseUrl),
    },
    async readiness(sourceLocale, targetLocale): Promise<PairReadiness> {
      return sourceLocale === targetLocale
        ? { status: 'unsupported', reason: SAME_LOCALE }
        : { status: 'ready' };
    },
    async translate(call) {
      call.signal.throwIfAborted();
      if (call.segments.length === 0) return [];
      if (call.segments.length > MAX_SEGMENTS)
        throw new EngineError(
          'too_large',
          `${LABEL} accepts at most ${MAX_SEGMENTS} strings per request`,
        );
      if (call.sourceLocale === call.targetLocale)
        throw new EngineError('unsupported_pair', SAME_LOCALE);
      return limit(call.signal, () => translate(call));
    },
    async close() {
      client.close();
    },
  };
}

interface Dialect {
  readonly format: AnswerFormat;
  readonly sendsTemperature: boolean;
}

interface SecondAnswer {
  readonly accepted: ReadonlyMap<string, string>;
  readonly error: { readonly code: EngineErrorCode; readonly detail: string };
}

const NOTHING: SecondAnswer = {
  accepted: new Map(),
  error: { code: 'engine_bad_response', detail: `${LABEL} did not return this string` },
};

const PROBLEM_OF_MISSING = 'The last answer had no usable translation under this id.';

/** The next dialect to try after a refusal, or null. Reasoning models refuse any temperature but their own. */
function simplify(dialect: Dialect, refusal: HttpAnswer): Dialect | null {
  const said = JSON.stringify(refusal.body ?? '');
  if (dialect.sendsTemperature && /temperature/i.test(said))
    return { ...dialect, sendsTemperature: false };
  const format = ANSWER_FORMATS[ANSWER_FORMATS.indexOf(dialect.format) + 1];
  if (format !== undefined) return { ...dialect, format };
  return dialect.sendsTemperature ? { ...dialect, sendsTemperature: false } : null;
}
