import { AwsV4Signer } from 'aws4fetch';
import {
  AMAZON_LANGUAGES,
  explainAmazonError,
  LABEL,
  readAmazonTranslation,
} from './amazon/answer.ts';
import type { Engine, EngineContext, EngineDefinition, TranslateCall } from './engine.ts';
import { standardElements } from './html/dialects.ts';
import { HtmlEngine, type HtmlService, PROVIDER_CAPABILITIES } from './html/html-engine.ts';
import { HttpClient, type SignableRequest } from './http/http.ts';
import { allPairs, type ServiceLanguages, type ServicePair } from './locale-codes.ts';
import { checkBaseUrl, checkHeaderKey, checkPathSegment } from './setting-checks.ts';

/** Maximum size of the text in a request, in bytes (docs.aws.amazon.com, "TranslateText"). */
const MAX_BYTES = 10_000;
/** Maximum length of a string in code units. It leaves room for three bytes per code unit. */
const MAX_LENGTH = 2_500;
/** A request translates one string, so several run at once. */
const MAX_CONCURRENT_CALLS = 8;
const TIMEOUT_MS = 30_000;
const OPERATION = 'AWSShineFrontendService_20170701.TranslateText';
const FORMALITY = { formal: 'FORMAL', informal: 'INFORMAL' } as const;

type AmazonSettings = Readonly<Record<string, string | undefined>>;

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
      variable: 'AMAZON_TRANSLATE_URL',
      description: 'URL of the API. Defaults to the host of the region.',
      check: checkBaseUrl,
    },
  ],
  create: (settings, context) => createAmazon(settings, context),
};

/** Creates the engine. Returns null if there is no key or no region. */
export function createAmazon(settings: AmazonSettings, context: EngineContext): Engine | null {
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
    },
    service: new AmazonService({ keyId, secret, region, baseUrl }, context),
  });
}

interface AmazonAccess {
  readonly keyId: string;
  readonly secret: string;
  readonly region: string;
  readonly baseUrl: string;
}

class AmazonService implements HtmlService {
  readonly label = LABEL;
  readonly dialect = standardElements('translate="no"');
  readonly limit = { max: MAX_BYTES, sizeOf: (html: string) => Buffer.byteLength(html) };
  readonly #languages = allPairs(AMAZON_LANGUAGES);
  readonly #client: HttpClient;

  constructor(access: AmazonAccess, context: EngineContext) {
    this.#client = new HttpClient({
      label: LABEL,
      baseUrl: access.baseUrl,
      context,
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': OPERATION },
      authorize: (request) => signRequest(access, request),
      secrets: [access.secret],
      timeoutMs: TIMEOUT_MS,
      explain: explainAmazonError,
    });
  }

  async languages(): Promise<ServiceLanguages> {
    return this.#languages;
  }

  async send(
    { source, target }: ServicePair,
    [text]: readonly string[],
    { formality, signal, onRequest }: TranslateCall,
  ): Promise<unknown> {
    const { body } = await this.#client.request({
      method: 'POST',
      path: '/',
      body: {
        Text: text,
        SourceLanguageCode: source,
        TargetLanguageCode: target,
        // The service ignores the formality for languages without this distinction.
        ...(formality === undefined ? {} : { Settings: { Formality: FORMALITY[formality] } }),
      },
      signal,
      onRequest,
    });
    return readAmazonTranslation(body);
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
