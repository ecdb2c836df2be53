import { Semaphore } from '../../lib/semaphore.ts';
import {
  type Engine,
  type EngineCapabilities,
  type EngineContext,
  type EngineDefinition,
  EngineError,
  type EngineErrorCode,
  type PairReadiness,
  type SegmentResult,
  type TranslateCall,
} from './engine.ts';
import { acceptTranslation, badResponse, escapeStrayXml } from './http-answer.ts';
import { LABEL, RefusedError } from './openai-compatible/answer.ts';
import { Completions } from './openai-compatible/completions.ts';
import { PROMPT_VERSION, type PromptItem } from './openai-compatible/prompt.ts';
import { readModelAnswer } from './read-model-answer.ts';
import { checkBaseUrl, checkHeaderKey, checkWholeNumber, isLoopbackUrl } from './setting-checks.ts';

const DEFAULT_BASE_URL = 'https://api.openai.com/v1';
const MAX_SEGMENTS = 40;
const DEFAULT_BATCH_LENGTH = 6_000;
const DEFAULT_CONCURRENT_CALLS = 4;
const DEFAULT_TIMEOUT_MS = 120_000;
const NO_ANSWER = `${LABEL} did not return the translations in the requested form`;
const TOO_MANY = `${LABEL} accepts at most ${MAX_SEGMENTS} strings per request`;
const SAME_LOCALE = 'The source and the target locale are the same';

type ModelSettings = Readonly<Record<string, string | undefined>>;

/**
 * Engine for any server with the chat completions API, such as Ollama, vLLM, llama.cpp or a hosted
 * server.
 */
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

/** Creates the engine. Returns null if the settings disable it. */
export function createOpenaiCompatible(
  settings: ModelSettings,
  context: EngineContext,
): Engine | null {
  const { OPENAI_API_KEY: key, OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: model } = settings;
  if (!baseUrl && !key) return null;
  if (model) return new OpenaiCompatibleEngine(model, settings, context);
  context.log('warn', 'OPENAI_MODEL is not set: the engine openai-compatible is off');
  return null;
}

class OpenaiCompatibleEngine implements Engine {
  readonly id = openaiCompatible.id;
  readonly version: string;
  readonly capabilities: EngineCapabilities;
  readonly #completions: Completions;
  readonly #calls: Semaphore;

  constructor(model: string, settings: ModelSettings, context: EngineContext) {
    const baseUrl = settings.OPENAI_BASE_URL || DEFAULT_BASE_URL;
    const maxConcurrentCalls = Number(settings.OPENAI_CONCURRENT_CALLS || DEFAULT_CONCURRENT_CALLS);
    const maxBatchLength = Number(settings.OPENAI_BATCH_LENGTH || DEFAULT_BATCH_LENGTH);
    this.version = `${model}/${PROMPT_VERSION}`;
    this.#calls = new Semaphore(maxConcurrentCalls);
    this.#completions = new Completions({
      baseUrl,
      key: settings.OPENAI_API_KEY,
      model,
      maxBatchLength,
      timeoutMs: Number(settings.OPENAI_TIMEOUT_MS || DEFAULT_TIMEOUT_MS),
      context,
    });
    this.capabilities = {
      renderings: ['named', 'xml'],
      maxBatchSegments: MAX_SEGMENTS,
      maxBatchLength,
      maxConcurrentCalls,
      glossary: 'prompt',
      formality: true,
      context: true,
      hints: true,
      local: isLoopbackUrl(baseUrl),
    };
  }

  async readiness(sourceLocale: string, targetLocale: string): Promise<PairReadiness> {
    return sourceLocale === targetLocale
      ? { status: 'unsupported', reason: SAME_LOCALE }
      : { status: 'ready' };
  }

  async translate(call: TranslateCall): Promise<SegmentResult[]> {
    call.signal.throwIfAborted();
    if (call.segments.length === 0) return [];
    if (call.segments.length > MAX_SEGMENTS) throw new EngineError('too_large', TOO_MANY);
    if (call.sourceLocale === call.targetLocale)
      throw new EngineError('unsupported_pair', SAME_LOCALE);
    return this.#calls.run(() => this.#translate(call), call.signal);
  }

  async close(): Promise<void> {
    this.#completions.close();
  }

  async #translate(call: TranslateCall): Promise<SegmentResult[]> {
    const items = call.segments.map((segment, index) => ({ id: String(index + 1), segment }));
    try {
      const accepted = await this.#ask(call, items);
      const missing = items.filter(({ id }) => !accepted.has(id));
      const again = missing.length === 0 ? NOTHING : await this.#askAgain(call, missing);
      return items.map(({ id, segment }) => {
        const body = accepted.get(id) ?? again.accepted.get(id);
        return body === undefined
          ? { id: segment.id, error: again.error }
          : { id: segment.id, body };
      });
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      const { code, message: detail } = error;
      return call.segments.map(({ id }) => ({ id, error: { code, detail } }));
    }
  }

  /** Asks the model for translations. Returns the accepted translations by item id. */
  async #ask(
    call: TranslateCall,
    items: readonly PromptItem[],
  ): Promise<ReadonlyMap<string, string>> {
    const ids = items.map(({ id }) => id);
    const parsed = readModelAnswer(await this.#completions.complete(call, items), ids);
    if (parsed === null) throw badResponse(NO_ANSWER);
    const accepted = new Map<string, string>();
    for (const { id, segment } of items) {
      const text = acceptTranslation(parsed.get(id), segment.body);
      if (text !== null) accepted.set(id, call.rendering === 'xml' ? escapeStrayXml(text) : text);
    }
    if (accepted.size === 0) throw badResponse(NO_ANSWER);
    return accepted;
  }

  /** Asks the model again for items that are missing or damaged in its answer. */
  async #askAgain(call: TranslateCall, missing: readonly PromptItem[]): Promise<SecondAnswer> {
    const items = missing.map((item) => ({ ...item, problem: PROBLEM_OF_MISSING }));
    try {
      return { ...NOTHING, accepted: await this.#ask(call, items) };
    } catch (error) {
      call.signal.throwIfAborted();
      if (!(error instanceof EngineError)) throw error;
      return { ...NOTHING, error: { code: error.code, detail: error.message } };
    }
  }
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
