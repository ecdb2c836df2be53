import { raceAbort } from '../../race-abort.ts';
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
import { acceptTranslation, asObject, asText, badResponse } from './http-answer.ts';
import { cacheLoad } from './http-cache.ts';
import { checkBaseUrl, checkHeaderKey, checkWholeNumber, isLoopbackUrl } from './http-settings.ts';
import { encodeLibreMarkup, type LibreMarkup } from './libretranslate-markup.ts';
import { createLimiter } from './limiter.ts';

const LABEL = 'LibreTranslate';
const MAX_CONCURRENT_CALLS = 2;
/** Timeout of calls that the choice of an engine waits for. */
const LANGUAGES_DEADLINE_MS = 10_000;
const LANGUAGES_TTL_MS = 10 * 60_000;
/** Its limits are per minute and name no wait; a client that keeps exceeding them is banned. */
const RATE_LIMIT_WAIT_MS = 20_000;
const BAN_WAIT_MS = 10 * 60_000;

const DEFAULT_BATCH_SEGMENTS = 25;
const DEFAULT_BATCH_LENGTH = 4_000;
const DEFAULT_TIMEOUT_MS = 60_000;

type LibreSettings = Readonly<Record<string, string | undefined>>;

/** A LibreTranslate server (https://github.com/LibreTranslate/LibreTranslate), the operator's own or another. */
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

/** The engine itself; `timing` is the machine's clock but in tests. */
export function createLibretranslate(
  settings: LibreSettings,
  context: EngineContext,
  timing: Timing = realTiming,
): Engine | null {
  const baseUrl = settings.LIBRETRANSLATE_URL;
  if (baseUrl === undefined || baseUrl === '') return null;
  const apiKey = settings.LIBRETRANSLATE_API_KEY || undefined;
  const timeoutMs = Number(settings.LIBRETRANSLATE_TIMEOUT_MS || DEFAULT_TIMEOUT_MS);
  const client = createHttpClient({
    label: LABEL,
    baseUrl,
    context,
    // Its messages are matched below, and it words them in the caller's language.
    headers: { 'accept-language': 'en' },
    secrets: apiKey === undefined ? [] : [apiKey],
    attemptTimeoutMs: timeoutMs,
    deadlineMs: timeoutMs * 3,
    explain,
    timing,
  });
  const limit = createLimiter(MAX_CONCURRENT_CALLS);
  const languages = cacheLoad(loadLanguages, LANGUAGES_TTL_MS, timing.now);

  async function loadLanguages(): Promise<LibreLanguages> {
    const { body } = await client.request({
      method: 'GET',
      path: '/languages',
      deadlineMs: LANGUAGES_DEADLINE_MS,
    });
    if (!Array.isArray(body)) throw badResponse(`${LABEL} did not return a list of languages`);
    const rows = body.map(asObject);
    const codes = rows.map((row) => asText(row?.code)).filter((code) => code !== '');
    return new Map(
      rows.map((row) => {
        const targets: unknown = row?.targets;
        // Servers of before 2022 list no targets: they translate between any two.
        return [asText(row?.code), Array.isArray(targets) ? targets.map(asText) : codes];
      }),
    );
  }

  async function send(
    call: TranslateCall,
    codes: LibrePair,
    segments: readonly EncodedSegment[],
  ): Promise<SegmentResult[]> {
    const { body } = await client.request({
      method: 'POST',
      path: '/translate',
      body: {
        q: segments.map(({ markup }) => markup.html),
        source: codes.source,
        target: codes.target,
        format: 'html',
        ...(apiKey === undefined ? {} : { api_key: apiKey }),
      },
      signal: call.signal,
    });
    const texts = asObject(body)?.translatedText;
    if (!Array.isArray(texts)) throw badResponse(`${LABEL} did not return translations`);
    if (texts.length !== segments.length) {
      throw badResponse(
        `${LABEL} returned ${texts.length} translations for ${segments.length} strings`,
      );
    }
    return segments.map((segment, index) => toResult(segment, texts[index]));
  }

  /** One text that the server cannot translate fails a whole request; halving finds it. */
  async function sendApart(
    call: TranslateCall,
    codes: LibrePair,
    segments: readonly EncodedSegment[],
  ): Promise<SegmentResult[]> {
    try {
      return await send(call, codes, segments);
    } catch (error) {
      if (!(error instanceof UntranslatableError)) throw error;
      const [first] = segments;
      if (first !== undefined && segments.length === 1)
        return [failSegment(first.segment, error.message)];
      const middle = Math.ceil(segments.length / 2);
      return [
        ...(await sendApart(call, codes, segments.slice(0, middle))),
        ...(await sendApart(call, codes, segments.slice(middle))),
      ];
    }
  }

  return {
    id: libretranslate.id,
    version: '1',
    capabilities: {
      renderings: ['html'],
      maxBatchSegments: Number(settings.LIBRETRANSLATE_BATCH_SEGMENTS || DEFAULT_BATCH_SEGMENTS),
      maxBatchLength: Number(settings.LIBRETRANSLATE_BATCH_LENGTH || DEFAULT_BATCH_LENGTH),
      maxConcurrentCalls: MAX_CONCURRENT_CALLS,
      glossary: 'none',
      formality: false,
      context: false,
      local: isLoopbackUrl(baseUrl),
    },
    async readiness(sourceLocale, targetLocale): Promise<PairReadiness> {
      const codes = pairCodes({ sourceLocale, targetLocale }, await languages());
      if (typeof codes === 'string') return { status: 'unsupported', reason: codes };
      const isAsAsked = codes.target.toLowerCase() === targetLocale.toLowerCase();
      return isAsAsked ? { status: 'ready' } : { status: 'ready', via: codes.target };
    },
    async translate(call) {
      call.signal.throwIfAborted();
      if (call.segments.length === 0) return [];
      return limit(call.signal, async () => {
        const codes = pairCodes(call, await raceAbort(languages(), call.signal));
        if (typeof codes === 'string') throw new EngineError('unsupported_pair', codes);
        const encoded = call.segments.map((segment) => ({
          segment,
          markup: encodeLibreMarkup(segment.body),
        }));
        return sendApart(call, codes, encoded);
      });
    },
    async close() {
      client.close();
    },
  };
}

interface EncodedSegment {
  readonly segment: Segment;
  readonly markup: LibreMarkup;
}

/** The server failed on one of the texts. */
class UntranslatableError extends EngineError {}

/** LibreTranslate tells most troubles by the text of a 400 (its `app.py`). */
function explain({ status, body, retryAfterMs }: HttpAnswer): EngineError | undefined {
  const said = asText(asObject(body)?.error);
  if (status === 429) {
    return new EngineError('engine_rate_limited', `${LABEL}: too many requests`, {
      retryable: true,
      retryAfterMs: retryAfterMs ?? RATE_LIMIT_WAIT_MS,
    });
  }
  if (status === 403 && /violations/i.test(said)) {
    return new EngineError('engine_rate_limited', `${LABEL} temporarily banned this host`, {
      retryable: true,
      retryAfterMs: BAN_WAIT_MS,
    });
  }
  if (status === 400 && /exceeds text limit/i.test(said))
    return new EngineError('too_large', `${LABEL}: the request is too large`);
  if (status === 400 && /API key/i.test(said))
    return new EngineError('engine_auth', `${LABEL} requires an API key`);
  if (status === 400 && /not supported|not available/i.test(said))
    return new EngineError('unsupported_pair', `${LABEL} does not translate this pair`);
  if (status === 500 && /^Cannot translate text/i.test(said))
    return new UntranslatableError(
      'engine_bad_response',
      `${LABEL} failed to translate this string`,
    );
  return undefined;
}

/** Targets by source, in the server's own codes. */
type LibreLanguages = ReadonlyMap<string, readonly string[]>;

interface LibrePair {
  readonly source: string;
  readonly target: string;
}

/** The server's codes for the pair, or why there are none. */
function pairCodes(
  pair: { sourceLocale: string; targetLocale: string },
  languages: LibreLanguages,
): LibrePair | string {
  const source = findCode(pair.sourceLocale, [...languages.keys()]);
  if (source === undefined) return `${LABEL} does not translate from ${pair.sourceLocale}`;
  const target = findCode(pair.targetLocale, languages.get(source) ?? []);
  if (target === undefined)
    return `${LABEL} does not translate from ${pair.sourceLocale} into ${pair.targetLocale}`;
  if (source === target) return `${LABEL} does not translate between variants of one language`;
  return { source, target };
}

function findCode(localeTag: string, codes: readonly string[]): string | undefined {
  const byLower = new Map(codes.map((code) => [code.toLowerCase(), code]));
  const candidate = codeCandidates(localeTag).find((code) => byLower.has(code.toLowerCase()));
  return candidate === undefined ? undefined : byLower.get(candidate.toLowerCase());
}

/** Its codes are ISO 639-1, with two of its own: `pb` for pt-BR and `zt` for zh-Hant. */
function codeCandidates(localeTag: string): readonly string[] {
  const locale = new Intl.Locale(localeTag);
  const { language, region, script } = locale.maximize();
  switch (language) {
    case 'zh':
      return script === 'Hant' ? ['zh-Hant', 'zt', 'zh-TW'] : ['zh-Hans', 'zh', 'zh-CN'];
    case 'pt':
      if (locale.region === 'BR') return ['pt-BR', 'pb', 'pt'];
      return region === 'BR' ? ['pt', 'pt-BR', 'pb'] : [localeTag, 'pt-PT', 'pt'];
    case 'nb':
    case 'no':
      return [localeTag, 'nb', 'no'];
    case 'fil':
      return [localeTag, 'fil', 'tl'];
    default: {
      // sr-Latn must not come out in Cyrillic.
      const usual = new Intl.Locale(language).maximize().script;
      return script === usual ? [localeTag, language] : [localeTag];
    }
  }
}

function toResult({ segment, markup }: EncodedSegment, text: unknown): SegmentResult {
  const accepted = acceptTranslation(text, segment.body);
  if (accepted === null)
    return failSegment(segment, `${LABEL} did not return a usable translation`);
  const body = markup.restore(accepted);
  return body === null
    ? failSegment(segment, `${LABEL} broke a placeholder`)
    : { id: segment.id, body };
}

function failSegment(segment: Segment, detail: string): SegmentResult {
  return { id: segment.id, error: { code: 'engine_bad_response', detail } };
}
