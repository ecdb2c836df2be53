import type {
  Engine,
  EngineContext,
  EngineDefinition,
  EngineVariables,
  TranslateCall,
} from './engine.ts';
import { OWN_ELEMENTS } from './html/dialects.ts';
import { HtmlEngine, type HtmlService } from './html/html-engine.ts';
import { HttpClient, realTiming, type Timing } from './http/http.ts';
import { asObject } from './http/http-answer.ts';
import { cacheLoad, LIST_TIMEOUT_MS } from './http/http-cache.ts';
import { explainLibreError, LABEL, readLanguages } from './libretranslate/answer.ts';
import type { ServiceLanguages, ServicePair } from './locale-codes.ts';
import { checkBaseUrl, checkHeaderKey, checkWholeNumber, isLoopbackUrl } from './setting-checks.ts';

const MAX_CONCURRENT_CALLS = 2;
const LANGUAGES_TTL_MS = 10 * 60_000;

const DEFAULT_BATCH_SEGMENTS = 25;
const DEFAULT_BATCH_LENGTH = 4_000;
const DEFAULT_TIMEOUT_MS = 60_000;

const timeoutOf = ({ LIBRETRANSLATE_TIMEOUT_MS: timeoutMs }: EngineVariables): number =>
  Number(timeoutMs || DEFAULT_TIMEOUT_MS);

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
  create: createLibretranslate,
};

/** Creates the engine. Returns null if there is no server URL. Only tests replace `timing`. */
export function createLibretranslate(
  settings: EngineVariables,
  context: EngineContext,
  timing: Timing = realTiming,
): Engine | null {
  if (!settings.LIBRETRANSLATE_URL) return null;
  return new HtmlEngine({
    id: libretranslate.id,
    version: '1',
    capabilities: {
      renderings: ['html'],
      maxBatchSegments: Number(settings.LIBRETRANSLATE_BATCH_SEGMENTS || DEFAULT_BATCH_SEGMENTS),
      maxBatchLength: Number(settings.LIBRETRANSLATE_BATCH_LENGTH || DEFAULT_BATCH_LENGTH),
      maxConcurrentCalls: MAX_CONCURRENT_CALLS,
      requestTimeoutMs: timeoutOf(settings),
      glossary: 'none',
      formality: false,
      context: false,
      local: isLoopbackUrl(settings.LIBRETRANSLATE_URL),
    },
    service: new LibretranslateService(settings, context, timing),
  });
}

class LibretranslateService implements HtmlService {
  readonly label = LABEL;
  readonly dialect = OWN_ELEMENTS;
  readonly languages: () => Promise<ServiceLanguages>;
  readonly #apiKey: string | undefined;
  readonly #client: HttpClient;

  constructor(settings: EngineVariables, context: EngineContext, timing: Timing) {
    this.#apiKey = settings.LIBRETRANSLATE_API_KEY || undefined;
    this.#client = new HttpClient({
      label: LABEL,
      baseUrl: settings.LIBRETRANSLATE_URL!,
      context,
      // Requests English error messages, because errors are recognized by their messages.
      headers: { 'accept-language': 'en' },
      secrets: this.#apiKey === undefined ? [] : [this.#apiKey],
      timeoutMs: timeoutOf(settings),
      explain: explainLibreError,
    });
    this.languages = cacheLoad(() => this.#loadLanguages(), LANGUAGES_TTL_MS, timing);
  }

  async send(
    pair: ServicePair,
    texts: readonly string[],
    { signal, onRequest }: TranslateCall,
  ): Promise<unknown> {
    const { body } = await this.#client.request({
      method: 'POST',
      path: '/translate',
      body: {
        q: texts,
        ...pair,
        format: 'html',
        ...(this.#apiKey === undefined ? {} : { api_key: this.#apiKey }),
      },
      signal,
      onRequest,
    });
    return asObject(body)?.translatedText;
  }

  close(): void {
    this.#client.close();
  }

  async #loadLanguages(): Promise<ServiceLanguages> {
    const { body } = await this.#client.request({
      method: 'GET',
      path: '/languages',
      timeoutMs: LIST_TIMEOUT_MS,
    });
    return readLanguages(body);
  }
}
