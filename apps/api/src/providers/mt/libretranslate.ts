import { Semaphore } from '../../lib/semaphore.ts';
import { raceAbort } from '../../race-abort.ts';
import {
  type Engine,
  type EngineCapabilities,
  type EngineContext,
  type EngineDefinition,
  EngineError,
  failedSegment,
  type PairReadiness,
  type SegmentResult,
  type TranslateCall,
} from './engine.ts';
import { HttpClient, realTiming, type Timing } from './http.ts';
import { cacheLoad } from './http-cache.ts';
import { inHalves } from './in-halves.ts';
import {
  type EncodedSegment,
  encodeSegment,
  explainLibreError,
  LABEL,
  readResults,
  UntranslatableError,
} from './libretranslate/answer.ts';
import {
  type LibreLanguages,
  type LibrePair,
  pairCodes,
  readLanguages,
} from './libretranslate/locales.ts';
import { checkBaseUrl, checkHeaderKey, checkWholeNumber, isLoopbackUrl } from './setting-checks.ts';

const MAX_CONCURRENT_CALLS = 2;
/**
 * Timeout, in milliseconds, of requests for lists such as the supported languages. The service
 * waits for them before it chooses an engine.
 */
const LANGUAGES_TIMEOUT_MS = 10_000;
const LANGUAGES_TTL_MS = 10 * 60_000;

const DEFAULT_BATCH_SEGMENTS = 25;
const DEFAULT_BATCH_LENGTH = 4_000;
const DEFAULT_TIMEOUT_MS = 60_000;

type LibreSettings = Readonly<Record<string, string | undefined>>;

/**
 * Engine for a LibreTranslate server (https://github.com/LibreTranslate/LibreTranslate) of the
 * operator or of a third party.
 */
export const libretranslate: EngineDefinition = {
  id: 'libretranslate',
  summary: 'Translation by a LibreTranslate server. Does not support glossaries or formality.',
  settings: [
    {
      variable: 'LIBRETRANSLATE_URL',
      description: 'URL of the server, such as `http://localhost:5000`.',
      check: checkBaseUrl,
    },
    {
      variable: 'LIBRETRANSLATE_API_KEY',
      description: 'API key, if the server requires one.',
      secret: true,
      check: checkHeaderKey,
    },
    {
      variable: 'LIBRETRANSLATE_BATCH_SEGMENTS',
      description:
        'Maximum number of strings per request. Must not exceed the batch limit of the server.',
      default: String(DEFAULT_BATCH_SEGMENTS),
      check: checkWholeNumber(1, 1_000),
    },
    {
      variable: 'LIBRETRANSLATE_BATCH_LENGTH',
      description:
        'Maximum number of characters per request. Keep it well below the character limit of the server, which also counts markup.',
      default: String(DEFAULT_BATCH_LENGTH),
      check: checkWholeNumber(100, 100_000),
    },
    {
      variable: 'LIBRETRANSLATE_TIMEOUT_MS',
      description: 'Timeout of one request in milliseconds.',
      default: String(DEFAULT_TIMEOUT_MS),
      check: checkWholeNumber(1_000, 600_000),
    },
  ],
  create: (settings, context) => createLibretranslate(settings, context),
};

/** Creates the engine. Returns null if there is no server URL. Only tests replace `timing`. */
export function createLibretranslate(
  settings: LibreSettings,
  context: EngineContext,
  timing: Timing = realTiming,
): Engine | null {
  return settings.LIBRETRANSLATE_URL ? new LibretranslateEngine(settings, context, timing) : null;
}

class LibretranslateEngine implements Engine {
  readonly id = libretranslate.id;
  readonly version = '1';
  readonly capabilities: EngineCapabilities;
  readonly #apiKey: string | undefined;
  readonly #client: HttpClient;
  readonly #languages: () => Promise<LibreLanguages>;
  readonly #calls = new Semaphore(MAX_CONCURRENT_CALLS);

  constructor(settings: LibreSettings, context: EngineContext, timing: Timing) {
    const baseUrl = settings.LIBRETRANSLATE_URL!;
    this.#apiKey = settings.LIBRETRANSLATE_API_KEY || undefined;
    this.#client = new HttpClient({
      label: LABEL,
      baseUrl,
      context,
      // Requests English error messages, because errors are recognized by their messages.
      headers: { 'accept-language': 'en' },
      secrets: this.#apiKey === undefined ? [] : [this.#apiKey],
      timeoutMs: Number(settings.LIBRETRANSLATE_TIMEOUT_MS || DEFAULT_TIMEOUT_MS),
      explain: explainLibreError,
    });
    this.#languages = cacheLoad(() => this.#loadLanguages(), LANGUAGES_TTL_MS, timing);
    this.capabilities = {
      renderings: ['html'],
      maxBatchSegments: Number(settings.LIBRETRANSLATE_BATCH_SEGMENTS || DEFAULT_BATCH_SEGMENTS),
      maxBatchLength: Number(settings.LIBRETRANSLATE_BATCH_LENGTH || DEFAULT_BATCH_LENGTH),
      maxConcurrentCalls: MAX_CONCURRENT_CALLS,
      glossary: 'none',
      formality: false,
      context: false,
      local: isLoopbackUrl(baseUrl),
    };
  }

  async readiness(sourceLocale: string, targetLocale: string): Promise<PairReadiness> {
    const codes = pairCodes({ sourceLocale, targetLocale }, await this.#languages());
    if (typeof codes === 'string') return { status: 'unsupported', reason: codes };
    const isAsAsked = codes.target.toLowerCase() === targetLocale.toLowerCase();
    return isAsAsked ? { status: 'ready' } : { status: 'ready', via: codes.target };
  }

  async translate(call: TranslateCall): Promise<SegmentResult[]> {
    call.signal.throwIfAborted();
    if (call.segments.length === 0) return [];
    return this.#calls.run(async () => {
      const codes = pairCodes(call, await raceAbort(this.#languages(), call.signal));
      if (typeof codes === 'string') throw new EngineError('unsupported_pair', codes);
      const results = await inHalves(
        call.segments.map(encodeSegment),
        (part) => this.#send(call, codes, part),
        (error, { segment }) => {
          if (!(error instanceof UntranslatableError)) throw error;
          return failedSegment(segment, error.message);
        },
      );
      return [...results];
    }, call.signal);
  }

  async close(): Promise<void> {
    this.#client.close();
  }

  async #loadLanguages(): Promise<LibreLanguages> {
    const { body } = await this.#client.request({
      method: 'GET',
      path: '/languages',
      timeoutMs: LANGUAGES_TIMEOUT_MS,
    });
    return readLanguages(body);
  }

  async #send(
    call: TranslateCall,
    codes: LibrePair,
    segments: readonly EncodedSegment[],
  ): Promise<SegmentResult[]> {
    const { body } = await this.#client.request({
      method: 'POST',
      path: '/translate',
      body: {
        q: segments.map(({ markup }) => markup.html),
        source: codes.source,
        target: codes.target,
        format: 'html',
        ...(this.#apiKey === undefined ? {} : { api_key: this.#apiKey }),
      },
      signal: call.signal,
    });
    return readResults(body, segments);
  }
}
