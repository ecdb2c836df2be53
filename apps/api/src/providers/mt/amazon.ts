import { AwsV4Signer } from 'aws4fetch';
import {
  AMAZON_LANGUAGES,
  errorCodeOf,
  explainAmazonError,
  LABEL,
  readAmazonTranslation,
} from './amazon/answer.ts';
import { TerminologyStore } from './amazon/terminology-store.ts';
import type {
  Engine,
  EngineContext,
  EngineDefinition,
  EngineVariables,
  TranslateCall,
} from './engine.ts';
import { OwnGlossaries } from './glossaries/own-glossaries.ts';
import { standardElements } from './html/dialects.ts';
import { HtmlEngine, type HtmlService, PROVIDER_CAPABILITIES } from './html/html-engine.ts';
import {
  type HttpAnswer,
  HttpClient,
  realTiming,
  type SignableRequest,
  type Timing,
} from './http/http.ts';
import { allPairs, type ServiceLanguages, type ServicePair } from './locale-codes.ts';
import { checkBaseUrl, checkHeaderKey, checkPathSegment, checkSwitch } from './setting-checks.ts';

/** Maximum size of the text in a request, in bytes (docs.aws.amazon.com, "TranslateText"). */
const MAX_BYTES = 10_000;
/** Maximum length of a string in code units. It leaves room for three bytes per code unit. */
const MAX_LENGTH = 2_500;
/** Several requests run at once, because each request translates only one string. */
const MAX_CONCURRENT_CALLS = 8;
const TIMEOUT_MS = 30_000;
const OPERATIONS = 'AWSShineFrontendService_20170701';
/** Matches the error code of a call that names a missing terminology. */
const MISSING = /^ResourceNotFound/;
const FORMALITY = { formal: 'FORMAL', informal: 'INFORMAL' } as const;

/** Engine for Amazon Translate (docs.aws.amazon.com/translate, "TranslateText"). */
export const amazon: EngineDefinition = {
  id: 'amazon',
  summary:
    'Translation by Amazon Translate, with an access key. Supports glossaries and formality.',
  settings: [
    {
      variable: 'AMAZON_TRANSLATE_KEY_ID',
      description: 'Id of an access key whose user may call `translate:TranslateText`.',
      check: checkHeaderKey,
    },
    {
      variable: 'AMAZON_TRANSLATE_SECRET',
      description: 'Secret of the access key.',
      secret: true,
      check: checkHeaderKey,
    },
    {
      variable: 'AMAZON_TRANSLATE_REGION',
      description: 'Region that processes the texts, such as `eu-central-1`.',
      check: checkPathSegment,
    },
    {
      variable: 'AMAZON_TRANSLATE_TERMINOLOGIES',
      description:
        'If 1, the terms of a project become custom terminologies of the account, at most 50. The user then also needs `translate:ImportTerminology`, `translate:ListTerminologies` and `translate:DeleteTerminology`. Otherwise the service puts terms into the translations itself.',
      default: '0',
      check: checkSwitch,
    },
    {
      variable: 'AMAZON_TRANSLATE_URL',
      description: 'URL of the API. Defaults to the host of the region.',
      check: checkBaseUrl,
    },
  ],
  create: createAmazon,
};

/** Creates the engine. Returns null if there is no key or no region. Only tests replace `timing`. */
export function createAmazon(
  settings: EngineVariables,
  context: EngineContext,
  timing: Timing = realTiming,
): Engine | null {
  const {
    AMAZON_TRANSLATE_KEY_ID: keyId,
    AMAZON_TRANSLATE_SECRET: secret,
    AMAZON_TRANSLATE_REGION: region,
  } = settings;
  if (!keyId && !secret) return null;
  if (!keyId || !secret || !region) {
    const message =
      'AMAZON_TRANSLATE_KEY_ID, _SECRET and _REGION must all be set: the engine amazon is off';
    context.log('warn', message);
    return null;
  }
  const keepsTerms = settings.AMAZON_TRANSLATE_TERMINOLOGIES === '1';
  const baseUrl = settings.AMAZON_TRANSLATE_URL || `https://translate.${region}.amazonaws.com`;
  return new HtmlEngine({
    id: amazon.id,
    version: '2017-07-01',
    capabilities: {
      ...PROVIDER_CAPABILITIES,
      maxBatchSegments: 1,
      maxBatchLength: MAX_LENGTH,
      maxConcurrentCalls: MAX_CONCURRENT_CALLS,
      formality: true,
      glossary: keepsTerms ? 'native' : 'inline',
    },
    service: new AmazonService({ keyId, secret, region, baseUrl, keepsTerms }, context, timing),
  });
}

interface AmazonAccess {
  readonly keyId: string;
  readonly secret: string;
  readonly region: string;
  readonly baseUrl: string;
  /** True if the terms of projects become custom terminologies. */
  readonly keepsTerms: boolean;
}

class AmazonService implements HtmlService {
  readonly label = LABEL;
  readonly dialect = standardElements('translate="no"');
  readonly limit = { max: MAX_BYTES, sizeOf: (html: string) => Buffer.byteLength(html) };
  readonly #languages = allPairs(AMAZON_LANGUAGES);
  readonly #client: HttpClient;
  readonly #terminologies: OwnGlossaries | null;

  constructor(access: AmazonAccess, context: EngineContext, timing: Timing) {
    this.#client = new HttpClient({
      label: LABEL,
      baseUrl: access.baseUrl,
      context,
      headers: { 'content-type': 'application/x-amz-json-1.1' },
      authorize: (request) => signRequest(access, request),
      secrets: [access.secret],
      timeoutMs: TIMEOUT_MS,
      explain: explainAmazonError,
    });
    const store = new TerminologyStore((operation, body, passes) =>
      this.#call(operation, body, { passes }),
    );
    this.#terminologies = access.keepsTerms ? new OwnGlossaries(store, context, timing) : null;
  }

  async languages(): Promise<ServiceLanguages> {
    return this.#languages;
  }

  async send(pair: ServicePair, [text]: readonly string[], call: TranslateCall): Promise<unknown> {
    const { formality, signal, onRequest } = call;
    const send = (terminology?: string) =>
      this.#call(
        'TranslateText',
        {
          Text: text,
          SourceLanguageCode: pair.source,
          TargetLanguageCode: pair.target,
          // The service ignores the formality for languages without this distinction.
          ...(formality === undefined ? {} : { Settings: { Formality: FORMALITY[formality] } }),
          ...(terminology === undefined ? {} : { TerminologyNames: [terminology] }),
        },
        { signal, onRequest, ...(terminology !== undefined && { passes: MISSING }) },
      );
    const isMissing = (answer: HttpAnswer) => MISSING.test(errorCodeOf(answer));
    const answer = await (this.#terminologies?.sendWith(pair, call, send, isMissing) ?? send());
    if (isMissing(answer)) throw this.#client.failure(answer);
    return readAmazonTranslation(answer.body);
  }

  /** Calls an operation. An error response is returned, and not thrown, if `passes` matches its code. */
  async #call(
    operation: string,
    body: Readonly<Record<string, unknown>>,
    {
      signal,
      onRequest,
      passes,
    }: Partial<Pick<TranslateCall, 'signal' | 'onRequest'>> & { passes?: RegExp | undefined },
  ): Promise<HttpAnswer> {
    const answer = await this.#client.request({
      method: 'POST',
      path: '/',
      headers: { 'x-amz-target': `${OPERATIONS}.${operation}` },
      body,
      ...(signal && { signal }),
      onRequest,
      passStatuses: passes ? [400] : [],
    });
    if (answer.status < 300 || passes?.test(errorCodeOf(answer))) return answer;
    throw this.#client.failure(answer);
  }

  close(): void {
    this.#client.close();
  }
}

/** Returns the headers of AWS Signature Version 4. */
async function signRequest(
  { keyId, secret, region }: AmazonAccess,
  { method, url, headers, body }: SignableRequest,
): Promise<Readonly<Record<string, string>>> {
  const signed = await new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers },
    body,
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 'translate',
    region,
  }).sign();
  return {
    authorization: signed.headers.get('authorization') ?? '',
    'x-amz-date': signed.headers.get('x-amz-date') ?? '',
  };
}
