import {
  AZURE_CODES,
  explainAzureError,
  LABEL,
  readAzureLanguages,
  readAzureTranslations,
} from './azure/answer.ts';
import type {
  Engine,
  EngineContext,
  EngineDefinition,
  EngineVariables,
  TranslateCall,
} from './engine.ts';
import { standardElements } from './html/dialects.ts';
import { HtmlEngine, type HtmlService, PROVIDER_CAPABILITIES } from './html/html-engine.ts';
import { HttpClient, realTiming, type Timing } from './http/http.ts';
import { cacheLoad, LIST_TIMEOUT_MS, LIST_TTL_MS } from './http/http-cache.ts';
import type { ServiceLanguages, ServicePair } from './locale-codes.ts';
import { checkBaseUrl, checkHeaderKey } from './setting-checks.ts';

const DEFAULT_BASE_URL = 'https://api.cognitive.microsofttranslator.com';
/** Maximum length of a request in characters (learn.microsoft.com, "Service limits"). */
const MAX_LENGTH = 50_000;
/** Maximum number of strings in a batch. The service accepts 1,000, but a fault would then cost more. */
const MAX_BATCH_SEGMENTS = 100;
/** Maximum length of a batch in code units. It leaves room for the elements of placeholders. */
const MAX_BATCH_LENGTH = 10_000;
const MAX_CONCURRENT_CALLS = 4;
/**
 * Timeout of a request in milliseconds. The service answers within 15 seconds, and with a custom
 * system within 120 seconds.
 */
const TIMEOUT_MS = 120_000;
const API_VERSION = '3.0';

/** Engine for Azure AI Translator, version 3.0 (learn.microsoft.com, "Translator v3.0"). */
export const azure: EngineDefinition = {
  id: 'azure',
  summary: 'Translation by Azure Translator, with the key of a resource. Supports glossaries.',
  settings: [
    {
      variable: 'AZURE_TRANSLATOR_KEY',
      description: 'Key of a Translator resource.',
      secret: true,
      check: checkHeaderKey,
    },
    {
      variable: 'AZURE_TRANSLATOR_REGION',
      description: 'Region of the resource, such as `westeurope`. A global resource needs none.',
      check: checkHeaderKey,
    },
    {
      variable: 'AZURE_TRANSLATOR_URL',
      description:
        'URL of the API. `https://api-eur.cognitive.microsofttranslator.com` processes texts within Europe. A resource with a domain of its own needs its URL with the path `/translator/text/v3.0`.',
      default: DEFAULT_BASE_URL,
      check: checkBaseUrl,
    },
    {
      variable: 'AZURE_TRANSLATOR_CATEGORY',
      description: 'Category of a custom translation system. If empty, the general system is used.',
    },
  ],
  create: createAzure,
};

/** Creates the engine. Returns null if there is no key. Only tests replace `timing`. */
export function createAzure(
  settings: EngineVariables,
  context: EngineContext,
  timing: Timing = realTiming,
): Engine | null {
  const key = settings.AZURE_TRANSLATOR_KEY;
  if (!key) return null;
  const category = settings.AZURE_TRANSLATOR_CATEGORY;
  return new HtmlEngine({
    id: azure.id,
    version: category ? `v3/${category}` : 'v3',
    capabilities: {
      ...PROVIDER_CAPABILITIES,
      maxBatchSegments: MAX_BATCH_SEGMENTS,
      maxBatchLength: MAX_BATCH_LENGTH,
      maxConcurrentCalls: MAX_CONCURRENT_CALLS,
    },
    service: new AzureService(key, settings, context, timing),
  });
}

class AzureService implements HtmlService {
  readonly label = LABEL;
  readonly dialect = standardElements('class="notranslate"');
  readonly ownCodes = AZURE_CODES;
  readonly limit = { max: MAX_LENGTH, sizeOf: (html: string) => html.length };
  readonly languages: () => Promise<ServiceLanguages>;
  readonly #category: string | undefined;
  readonly #client: HttpClient;

  constructor(key: string, settings: EngineVariables, context: EngineContext, timing: Timing) {
    const region = settings.AZURE_TRANSLATOR_REGION;
    this.#category = settings.AZURE_TRANSLATOR_CATEGORY || undefined;
    this.#client = new HttpClient({
      label: LABEL,
      baseUrl: settings.AZURE_TRANSLATOR_URL || DEFAULT_BASE_URL,
      context,
      headers: {
        'ocp-apim-subscription-key': key,
        ...(region ? { 'ocp-apim-subscription-region': region } : {}),
      },
      secrets: [key],
      timeoutMs: TIMEOUT_MS,
      explain: explainAzureError,
    });
    this.languages = cacheLoad(() => this.#loadLanguages(), LIST_TTL_MS, timing);
  }

  async send(
    { source, target }: ServicePair,
    texts: readonly string[],
    { signal, onRequest }: TranslateCall,
  ): Promise<unknown> {
    const { body } = await this.#client.request({
      method: 'POST',
      path: '/translate',
      query: {
        'api-version': API_VERSION,
        from: source,
        to: target,
        textType: 'html',
        ...(this.#category === undefined ? {} : { category: this.#category }),
      },
      body: texts.map((text) => ({ Text: text })),
      signal,
      onRequest,
    });
    return readAzureTranslations(body);
  }

  close(): void {
    this.#client.close();
  }

  async #loadLanguages(): Promise<ServiceLanguages> {
    const { body } = await this.#client.request({
      method: 'GET',
      path: '/languages',
      query: { 'api-version': API_VERSION, scope: 'translation' },
      timeoutMs: LIST_TIMEOUT_MS,
    });
    return readAzureLanguages(body);
  }
}
