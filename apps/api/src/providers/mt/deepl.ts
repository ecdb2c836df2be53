import { Semaphore } from '../../lib/semaphore.ts';
import { raceAbort } from '../../race-abort.ts';
import { DeeplGlossaryStore } from './deepl/glossary-store.ts';
import { type DeeplLanguages, toGlossaryCode } from './deepl/locales.ts';
import {
  buildBody,
  LABEL,
  NOT_XML,
  type PairCodes,
  pairCodes,
  readResults,
  rejectedSegment,
} from './deepl/request.ts';
import {
  type Engine,
  type EngineCapabilities,
  type EngineContext,
  type EngineDefinition,
  EngineError,
  type EngineVariables,
  type PairReadiness,
  type SegmentResult,
  type TranslateCall,
} from './engine.ts';
import { OwnGlossaries } from './glossaries/own-glossaries.ts';
import { type HttpAnswer, HttpClient, realTiming, type Timing } from './http/http.ts';
import { asObject, asText, badResponse } from './http/http-answer.ts';
import { cacheLoad, LIST_TIMEOUT_MS, LIST_TTL_MS } from './http/http-cache.ts';
import { checkBaseUrl, checkHeaderKey } from './setting-checks.ts';

/**
 * Maximum number of texts in a request. A request may have 128 KiB (developers.deepl.com,
 * "Translate text").
 */
const MAX_TEXTS = 50;
/**
 * Maximum length of a batch in code units. It leaves room for three bytes per code unit, JSON
 * escapes and the context.
 */
const MAX_BATCH_LENGTH = 30_000;
const MAX_CONCURRENT_CALLS = 4;
const TIMEOUT_MS = 30_000;

/** Engine for DeepL's translation API, version 2 (https://developers.deepl.com). */
export const deepl: EngineDefinition = {
  id: 'deepl',
  summary:
    'Translation by DeepL, with a key for its free or pro API. Supports glossaries, formality and context.',
  settings: [
    {
      variable: 'DEEPL_API_KEY',
      description: 'API key. A key that ends in `:fx` belongs to the free API and uses its host.',
      secret: true,
      check: checkHeaderKey,
    },
    {
      variable: 'DEEPL_BASE_URL',
      description:
        'Base URL of the API, for example of a proxy. Defaults to the DeepL host that matches the key.',
      check: checkBaseUrl,
    },
  ],
  create: createDeepl,
};

/** Creates the engine. Returns null if there is no API key. Only tests replace `timing`. */
export function createDeepl(
  settings: EngineVariables,
  context: EngineContext,
  timing: Timing = realTiming,
): Engine | null {
  const key = settings.DEEPL_API_KEY;
  if (key === undefined || key === '') return null;
  const client = new HttpClient({
    label: LABEL,
    baseUrl: settings.DEEPL_BASE_URL || defaultBaseUrl(key),
    context,
    headers: { authorization: `DeepL-Auth-Key ${key}` },
    secrets: [key],
    timeoutMs: TIMEOUT_MS,
  });
  return new DeeplEngine(client, context, timing);
}

function defaultBaseUrl(key: string): string {
  return key.endsWith(':fx') ? 'https://api-free.deepl.com' : 'https://api.deepl.com';
}

class DeeplEngine implements Engine {
  readonly id = deepl.id;
  readonly version = 'v2';
  readonly capabilities: EngineCapabilities = {
    renderings: ['xml'],
    maxBatchSegments: MAX_TEXTS,
    maxBatchLength: MAX_BATCH_LENGTH,
    maxConcurrentCalls: MAX_CONCURRENT_CALLS,
    glossary: 'native',
    formality: true,
    context: true,
    local: false,
  };
  readonly #client: HttpClient;
  readonly #glossaries: OwnGlossaries;
  readonly #languages: () => Promise<DeeplLanguages>;
  readonly #calls = new Semaphore(MAX_CONCURRENT_CALLS);

  constructor(client: HttpClient, context: EngineContext, timing: Timing) {
    this.#client = client;
    this.#glossaries = new OwnGlossaries(new DeeplGlossaryStore(client, timing), context, timing);
    this.#languages = cacheLoad(() => this.#loadLanguages(), LIST_TTL_MS, timing);
  }

  async readiness(sourceLocale: string, targetLocale: string): Promise<PairReadiness> {
    const codes = pairCodes({ sourceLocale, targetLocale }, await this.#languages());
    if (typeof codes === 'string') return { status: 'unsupported', reason: codes };
    const isAsAsked = codes.target === targetLocale.toUpperCase();
    return isAsAsked ? { status: 'ready' } : { status: 'ready', via: codes.target };
  }

  async translate(call: TranslateCall): Promise<SegmentResult[]> {
    call.signal.throwIfAborted();
    if (call.segments.length === 0) return [];
    return this.#calls.run(() => this.#translate(call), { signal: call.signal, name: call.share });
  }

  async close(): Promise<void> {
    this.#client.close();
  }

  async #loadLanguages(): Promise<DeeplLanguages> {
    const [source, target] = await Promise.all(
      (['source', 'target'] as const).map((type) => this.#loadCodes(type)),
    );
    return { source: source!, target: target! };
  }

  async #loadCodes(type: 'source' | 'target'): Promise<ReadonlySet<string>> {
    const { body } = await this.#client.request({
      method: 'GET',
      path: '/v2/languages',
      query: { type },
      timeoutMs: LIST_TIMEOUT_MS,
    });
    if (!Array.isArray(body)) throw badResponse(`${LABEL} did not return a list of languages`);
    return new Set(body.map((entry: unknown) => asText(asObject(entry)?.language).toUpperCase()));
  }

  async #translate(call: TranslateCall): Promise<SegmentResult[]> {
    if (call.segments.length > MAX_TEXTS)
      throw new EngineError(
        'too_large',
        `${LABEL} accepts at most ${MAX_TEXTS} strings per request`,
      );
    const codes = pairCodes(call, await raceAbort(this.#languages(), call.signal));
    if (typeof codes === 'string') throw new EngineError('unsupported_pair', codes);
    const refused = call.segments.filter(({ body }) => NOT_XML.test(body));
    const segments = call.segments.filter((segment) => !refused.includes(segment));
    if (segments.length === 0) return refused.map(rejectedSegment);
    const { body } = await this.#sendWithGlossary({ ...call, segments }, codes);
    return [...readResults(body, segments), ...refused.map(rejectedSegment)];
  }

  async #sendWithGlossary(call: TranslateCall, codes: PairCodes): Promise<HttpAnswer> {
    const pair = { source: toGlossaryCode(codes.source), target: toGlossaryCode(codes.target) };
    const send = (glossaryId: string | undefined) => this.#send(call, codes, glossaryId);
    const isMissing = ({ status }: HttpAnswer) => status === 404;
    const answer = await this.#glossaries.sendWith(pair, call, send, isMissing);
    if (isMissing(answer)) throw this.#client.failure(answer);
    return answer;
  }

  #send(call: TranslateCall, codes: PairCodes, glossaryId: string | undefined) {
    return this.#client.request({
      method: 'POST',
      path: '/v2/translate',
      body: buildBody(call, codes, glossaryId),
      signal: call.signal,
      onRequest: call.onRequest,
      passStatuses: glossaryId === undefined ? [] : [404],
    });
  }
}
