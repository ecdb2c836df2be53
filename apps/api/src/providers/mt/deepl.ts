import { raceAbort } from '../../race-abort.ts';
import { createDeeplGlossaries } from './deepl-glossaries.ts';
import {
  type DeeplLanguages,
  toDeeplSource,
  toDeeplTarget,
  toGlossaryCode,
} from './deepl-locales.ts';
import {
  type Engine,
  type EngineContext,
  type EngineDefinition,
  EngineError,
  type PairReadiness,
  type Segment,
  type SegmentResult,
  type TranslateCall,
} from './engine.ts';
import { createHttpClient, type HttpAnswer, realTiming, type Timing } from './http.ts';
import { acceptTranslation, asObject, asText, badResponse, escapeStrayXml } from './http-answer.ts';
import { cacheLoad } from './http-cache.ts';
import { checkBaseUrl, checkHeaderKey } from './http-settings.ts';
import { createLimiter } from './limiter.ts';

const LABEL = 'DeepL';
/** developers.deepl.com, "Translate text": 50 texts and 128 KiB a request. */
const MAX_TEXTS = 50;
const MAX_BODY_BYTES = 128 * 1024;
/** Leaves room for three bytes a code unit, the escapes of JSON and the context. */
const MAX_BATCH_LENGTH = 30_000;
const MAX_CONCURRENT_CALLS = 4;
const ATTEMPT_TIMEOUT_MS = 30_000;
const DEADLINE_MS = 90_000;
/** Timeout of calls that the choice of an engine waits for. */
const LANGUAGES_DEADLINE_MS = 10_000;
const LANGUAGES_TTL_MS = 24 * 3_600_000;
const MAX_CONTEXT_LENGTH = 4_000;
const MAX_QUOTED_SOURCE_LENGTH = 80;

type DeeplSettings = Readonly<Record<string, string | undefined>>;

/** DeepL's translation API, version 2 (https://developers.deepl.com). */
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
  create: (settings, context) => createDeepl(settings, context),
};

/** The engine itself; `timing` is the machine's clock but in tests. */
export function createDeepl(
  settings: DeeplSettings,
  context: EngineContext,
  timing: Timing = realTiming,
): Engine | null {
  const key = settings.DEEPL_API_KEY;
  if (key === undefined || key === '') return null;
  const client = createHttpClient({
    label: LABEL,
    baseUrl: settings.DEEPL_BASE_URL || defaultBaseUrl(key),
    context,
    headers: { authorization: `DeepL-Auth-Key ${key}` },
    secrets: [key],
    attemptTimeoutMs: ATTEMPT_TIMEOUT_MS,
    deadlineMs: DEADLINE_MS,
    timing,
  });
  const glossaries = createDeeplGlossaries(client, context, timing);
  const limit = createLimiter(MAX_CONCURRENT_CALLS);
  const languages = cacheLoad(loadLanguages, LANGUAGES_TTL_MS, timing.now);

  async function loadLanguages(): Promise<DeeplLanguages> {
    const [source, target] = await Promise.all([loadCodes('source'), loadCodes('target')]);
    return { source, target };
  }

  async function loadCodes(type: 'source' | 'target'): Promise<ReadonlySet<string>> {
    const { body } = await client.request({
      method: 'GET',
      path: '/v2/languages',
      query: { type },
      deadlineMs: LANGUAGES_DEADLINE_MS,
    });
    if (!Array.isArray(body)) throw badResponse(`${LABEL} did not return a list of languages`);
    return new Set(body.map((entry: unknown) => asText(asObject(entry)?.language).toUpperCase()));
  }

  async function findGlossary(call: TranslateCall, codes: PairCodes): Promise<string | undefined> {
    if (call.terms === undefined || call.terms.length === 0) return undefined;
    const pair = { source: toGlossaryCode(codes.source), target: toGlossaryCode(codes.target) };
    return raceAbort(glossaries.find(pair, call.terms), call.signal);
  }

  async function send(call: TranslateCall, codes: PairCodes, glossaryId: string | undefined) {
    return client.request({
      method: 'POST',
      path: '/v2/translate',
      body: buildBody(call, codes, glossaryId),
      signal: call.signal,
      passStatuses: glossaryId === undefined ? [] : [404],
    });
  }

  async function sendWithGlossary(call: TranslateCall, codes: PairCodes): Promise<HttpAnswer> {
    const glossaryId = await findGlossary(call, codes);
    const answer = await send(call, codes, glossaryId);
    if (answer.status !== 404 || glossaryId === undefined) return answer;
    // Somebody deleted the glossary: it is made once more.
    glossaries.forget(glossaryId);
    const again = await send(call, codes, await findGlossary(call, codes));
    if (again.status === 404) throw client.failure(again);
    return again;
  }

  async function translate(call: TranslateCall): Promise<SegmentResult[]> {
    if (call.segments.length > MAX_TEXTS)
      throw new EngineError(
        'too_large',
        `${LABEL} accepts at most ${MAX_TEXTS} strings per request`,
      );
    const codes = pairCodes(call, await raceAbort(languages(), call.signal));
    if (typeof codes === 'string') throw new EngineError('unsupported_pair', codes);
    // One text that no XML can hold would have all others of the request refused.
    const segments = call.segments.filter(({ body }) => !NOT_XML.test(body));
    const results = segments.length === 0 ? [] : await translateXml({ ...call, segments }, codes);
    const refused = call.segments.filter(({ body }) => NOT_XML.test(body));
    return [...results, ...refused.map(refuseSegment)];
  }

  async function translateXml(call: TranslateCall, codes: PairCodes): Promise<SegmentResult[]> {
    const { body } = await sendWithGlossary(call, codes);
    const translations = asObject(body)?.translations;
    if (!Array.isArray(translations)) throw badResponse(`${LABEL} did not return translations`);
    if (translations.length !== call.segments.length) {
      throw badResponse(
        `${LABEL} returned ${translations.length} translations for ${call.segments.length} strings`,
      );
    }
    return call.segments.map((segment, index) =>
      toResult(segment, asObject(translations[index])?.text),
    );
  }

  return {
    id: deepl.id,
    version: 'v2',
    capabilities: {
      renderings: ['xml'],
      maxBatchSegments: MAX_TEXTS,
      maxBatchLength: MAX_BATCH_LENGTH,
      maxConcurrentCalls: MAX_CONCURRENT_CALLS,
      glossary: 'native',
      formality: true,
      context: true,
      local: false,
    },
    async readiness(sourceLocale, targetLocale): Promise<PairReadiness> {
      const codes = pairCodes({ sourceLocale, targetLocale }, await languages());
      if (typeof codes === 'string') return { status: 'unsupported', reason: codes };
      const isAsAsked = codes.target === targetLocale.toUpperCase();
      return isAsAsked ? { status: 'ready' } : { status: 'ready', via: codes.target };
    },
    async translate(call) {
      call.signal.throwIfAborted();
      if (call.segments.length === 0) return [];
      return limit(call.signal, () => translate(call));
    },
    async close() {
      client.close();
    },
  };
}

interface PairCodes {
  readonly source: string;
  readonly target: string;
}

/** DeepL's codes for the pair, or why there are none. */
function pairCodes(
  pair: { sourceLocale: string; targetLocale: string },
  languages: DeeplLanguages,
): PairCodes | string {
  const source = toDeeplSource(pair.sourceLocale, languages);
  if (source === null) return `${LABEL} does not translate from ${pair.sourceLocale}`;
  const target = toDeeplTarget(pair.targetLocale, languages);
  if (target === null) return `${LABEL} does not translate into ${pair.targetLocale}`;
  if (toGlossaryCode(source) === toGlossaryCode(target))
    return `${LABEL} does not translate between variants of one language`;
  return { source, target };
}

function defaultBaseUrl(key: string): string {
  return key.endsWith(':fx') ? 'https://api-free.deepl.com' : 'https://api.deepl.com';
}

const FORMALITY = { formal: 'prefer_more', informal: 'prefer_less' } as const;

/** The request, without the context where the limit leaves no room for it. */
function buildBody(call: TranslateCall, codes: PairCodes, glossaryId: string | undefined) {
  const body = {
    text: call.segments.map((segment) => segment.body),
    source_lang: codes.source,
    target_lang: codes.target,
    tag_handling: 'xml',
    // The strict algorithm, for accounts of any age ("Tag handling v2").
    tag_handling_version: 'v2',
    ignore_tags: ['x'],
    non_splitting_tags: ['g', 't', 'x'],
    outline_detection: false,
    split_sentences: '0',
    preserve_formatting: true,
    ...(call.formality === undefined ? {} : { formality: FORMALITY[call.formality] }),
    ...(glossaryId === undefined ? {} : { glossary_id: glossaryId }),
  };
  const context = describeContext(call);
  const full = context === '' ? body : { ...body, context };
  if (Buffer.byteLength(JSON.stringify(full)) <= MAX_BODY_BYTES) return full;
  if (Buffer.byteLength(JSON.stringify(body)) <= MAX_BODY_BYTES) return body;
  throw new EngineError(
    'too_large',
    `${LABEL} accepts at most ${MAX_BODY_BYTES} bytes per request`,
  );
}

/**
 * Context for DeepL besides the texts. One context holds for all texts of a request, so that a description names
 * its text; if it grows too long, its start is kept.
 */
function describeContext(call: TranslateCall): string {
  const isAlone = call.segments.length === 1;
  const lines = new Set<string>();
  if (call.note !== undefined) lines.add(call.note);
  for (const { body, context } of call.segments) {
    if (context?.description !== undefined)
      lines.add(isAlone ? context.description : `“${quoteSource(body)}”: ${context.description}`);
  }
  let text = '';
  for (const line of lines) {
    const clean = line.replace(/\s+/g, ' ').trim();
    if (clean === '' || text.length + clean.length >= MAX_CONTEXT_LENGTH) continue;
    text += text === '' ? clean : `\n${clean}`;
  }
  return text.toWellFormed();
}

function quoteSource(body: string): string {
  const text = body
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return text.slice(0, MAX_QUOTED_SOURCE_LENGTH);
}

/** XML 1.0 §2.2: the characters that a document cannot hold, nor refer to. */
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

function refuseSegment(segment: Segment): SegmentResult {
  const detail = `${LABEL} does not accept control characters`;
  return { id: segment.id, error: { code: 'engine_bad_response', detail } };
}

function toResult(segment: Segment, text: unknown): SegmentResult {
  const accepted = acceptTranslation(text, segment.body);
  if (accepted === null) {
    return {
      id: segment.id,
      error: {
        code: 'engine_bad_response',
        detail: `${LABEL} did not return a usable translation`,
      },
    };
  }
  return { id: segment.id, body: escapeStrayXml(accepted) };
}
