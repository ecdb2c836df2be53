import { raceAbort } from '../../race-abort.ts';
import type {
  Engine,
  EngineContext,
  EngineDefinition,
  EngineVariables,
  TranslateCall,
} from './engine.ts';
import { OwnGlossaries } from './glossaries/own-glossaries.ts';
import { AccessTokens } from './google/access-tokens.ts';
import {
  explainMissingGlossary,
  explainTranslateError,
  LABEL,
  readGoogleLanguages,
  readGoogleTranslations,
} from './google/answer.ts';
import { checkCredentials, type GoogleCredentials, readCredentials } from './google/credentials.ts';
import { GoogleGlossaryStore } from './google/glossary-store.ts';
import { standardElements } from './html/dialects.ts';
import { HtmlEngine, type HtmlService, PROVIDER_CAPABILITIES } from './html/html-engine.ts';
import {
  type HttpAnswer,
  HttpClient,
  type HttpRequest,
  realTiming,
  type Timing,
} from './http/http.ts';
import { cacheLoad, LIST_TIMEOUT_MS, LIST_TTL_MS } from './http/http-cache.ts';
import type { ServiceLanguages, ServicePair } from './locale-codes.ts';
import { checkBaseUrl, checkPathSegment } from './setting-checks.ts';

const DEFAULT_BASE_URL = 'https://translation.googleapis.com';
const DEFAULT_STORAGE_URL = 'https://storage.googleapis.com';
const DEFAULT_LOCATION = 'global';
const DEFAULT_MODEL = 'general/nmt';
/** Maximum number of code points in a request (cloud.google.com/translate/quotas). */
const MAX_LENGTH = 30_000;
/** Maximum number of strings in a batch. The service accepts 1,024. */
const MAX_BATCH_SEGMENTS = 100;
/** Maximum length of a batch in code units. Google recommends 5,000 characters per request. */
const MAX_BATCH_LENGTH = 5_000;
const MAX_CONCURRENT_CALLS = 4;
const TIMEOUT_MS = 60_000;

/** Engine for Cloud Translation, version 3 (cloud.google.com/translate/docs/reference/rest/v3). */
export const google: EngineDefinition = {
  id: 'google',
  summary:
    'Translation by Google Cloud Translation, with the key of a service account. Supports glossaries.',
  settings: [
    {
      variable: 'GOOGLE_TRANSLATE_CREDENTIALS',
      description:
        'Key of a service account in JSON. Set `GOOGLE_TRANSLATE_CREDENTIALS_FILE` to the path of the file that Google Cloud created. The account needs the role *Cloud Translation API User*.',
      secret: true,
      check: checkCredentials,
    },
    {
      variable: 'GOOGLE_TRANSLATE_PROJECT',
      description: 'Id of the project that pays. Defaults to the project of the service account.',
      check: checkPathSegment,
    },
    {
      variable: 'GOOGLE_TRANSLATE_LOCATION',
      description:
        'Location that processes the texts, such as `global` or `europe-west1`. A location in the EU also needs the URL `https://translate-eu.googleapis.com`.',
      default: DEFAULT_LOCATION,
      check: checkPathSegment,
    },
    {
      variable: 'GOOGLE_TRANSLATE_MODEL',
      description: 'Model, such as `general/nmt` or `general/translation-llm`.',
      default: DEFAULT_MODEL,
    },
    {
      variable: 'GOOGLE_TRANSLATE_URL',
      description: 'URL of the API.',
      default: DEFAULT_BASE_URL,
      check: checkBaseUrl,
    },
    {
      variable: 'GOOGLE_TRANSLATE_GLOSSARY_BUCKET',
      description:
        'Bucket of Cloud Storage. If set, the terms of a project become glossaries of the Google Cloud project, at most 200, which Google reads from this bucket. The location must then be a region, and the account also needs the roles *Cloud Translation API Editor* and *Storage Object User*. Otherwise the service puts terms into the translations itself.',
      check: checkPathSegment,
    },
    {
      variable: 'GOOGLE_STORAGE_URL',
      description: 'URL of the API of Cloud Storage.',
      default: DEFAULT_STORAGE_URL,
      check: checkBaseUrl,
    },
  ],
  create: createGoogle,
};

/** Creates the engine. Returns null if there is no key. Only tests replace `timing`. */
export function createGoogle(
  settings: EngineVariables,
  context: EngineContext,
  timing: Timing = realTiming,
): Engine | null {
  if (!settings.GOOGLE_TRANSLATE_CREDENTIALS) return null;
  const bucket = settings.GOOGLE_TRANSLATE_GLOSSARY_BUCKET || null;
  const credentials = {
    ...readCredentials(settings.GOOGLE_TRANSLATE_CREDENTIALS),
    usesStorage: bucket !== null,
  };
  const project = settings.GOOGLE_TRANSLATE_PROJECT || credentials.projectId;
  if (checkPathSegment(project) !== null) {
    context.log('warn', 'GOOGLE_TRANSLATE_PROJECT is not set: the engine google is off');
    return null;
  }
  const location = settings.GOOGLE_TRANSLATE_LOCATION || DEFAULT_LOCATION;
  if (bucket !== null && location === DEFAULT_LOCATION) {
    const message =
      'GOOGLE_TRANSLATE_LOCATION is not a region, where glossaries can be: the engine google is off';
    context.log('warn', message);
    return null;
  }
  return new HtmlEngine({
    id: google.id,
    version: `v3/${settings.GOOGLE_TRANSLATE_MODEL || DEFAULT_MODEL}`,
    capabilities: {
      ...PROVIDER_CAPABILITIES,
      maxBatchSegments: MAX_BATCH_SEGMENTS,
      maxBatchLength: MAX_BATCH_LENGTH,
      maxConcurrentCalls: MAX_CONCURRENT_CALLS,
      glossary: bucket === null ? 'inline' : 'native',
    },
    service: new GoogleService(
      { credentials, project, location, bucket },
      settings,
      context,
      timing,
    ),
  });
}

interface GooglePlace {
  readonly credentials: GoogleCredentials;
  readonly project: string;
  readonly location: string;
  /** Bucket for the files of glossaries. Null if the terms of projects do not become glossaries. */
  readonly bucket: string | null;
}

class GoogleService implements HtmlService {
  readonly label = LABEL;
  readonly dialect = standardElements('translate="no"');
  readonly limit = { max: MAX_LENGTH, sizeOf: (html: string) => html.length };
  readonly languages: () => Promise<ServiceLanguages>;
  readonly #parent: string;
  readonly #model: string;
  readonly #tokens: AccessTokens;
  readonly #client: HttpClient;
  readonly #storage: HttpClient;
  readonly #glossaries: OwnGlossaries | null;

  constructor(
    { credentials, project, location, bucket }: GooglePlace,
    settings: EngineVariables,
    context: EngineContext,
    timing: Timing,
  ) {
    const tokens = new AccessTokens(credentials, context, timing);
    this.#parent = `projects/${project}/locations/${location}`;
    this.#model = `${this.#parent}/models/${settings.GOOGLE_TRANSLATE_MODEL || DEFAULT_MODEL}`;
    this.#tokens = tokens;
    const open = (baseUrl: string) =>
      new HttpClient({
        label: LABEL,
        baseUrl,
        context,
        authorize: async ({ signal }) => {
          const token = await (signal ? raceAbort(tokens.get(), signal) : tokens.get());
          return { authorization: `Bearer ${token}` };
        },
        timeoutMs: TIMEOUT_MS,
        explain: explainTranslateError,
      });
    this.#client = open(settings.GOOGLE_TRANSLATE_URL || DEFAULT_BASE_URL);
    this.#storage = open(settings.GOOGLE_STORAGE_URL || DEFAULT_STORAGE_URL);
    this.languages = cacheLoad(() => this.#loadLanguages(), LIST_TTL_MS, timing);
    this.#glossaries =
      bucket === null ? null : new OwnGlossaries(this.#storeIn(bucket, timing), context, timing);
  }

  async send(pair: ServicePair, texts: readonly string[], call: TranslateCall): Promise<unknown> {
    const send = (glossary?: string) =>
      this.#request(this.#client, {
        method: 'POST',
        path: `/v3/${this.#parent}:translateText`,
        body: {
          contents: texts,
          mimeType: 'text/html',
          sourceLanguageCode: pair.source,
          targetLanguageCode: pair.target,
          model: this.#model,
          ...(glossary === undefined ? {} : { glossaryConfig: { glossary } }),
        },
        signal: call.signal,
        onRequest: call.onRequest,
        ...(glossary === undefined ? {} : { passStatuses: [404] }),
      });
    const isMissing = ({ status }: HttpAnswer) => status === 404;
    const answer = await (this.#glossaries?.sendWith(pair, call, send, isMissing) ?? send());
    if (isMissing(answer)) throw explainMissingGlossary(answer) ?? this.#client.failure(answer);
    return readGoogleTranslations(answer.body);
  }

  close(): void {
    this.#tokens.close();
    this.#client.close();
    this.#storage.close();
  }

  #storeIn(bucket: string, timing: Timing): GoogleGlossaryStore {
    return new GoogleGlossaryStore({
      parent: this.#parent,
      bucket,
      timing,
      sendToTranslate: (request) => this.#request(this.#client, request),
      sendToStorage: (request) => this.#request(this.#storage, request),
    });
  }

  async #loadLanguages(): Promise<ServiceLanguages> {
    const { body } = await this.#request(this.#client, {
      method: 'GET',
      path: `/v3/${this.#parent}/supportedLanguages`,
      query: { model: this.#model },
      timeoutMs: LIST_TIMEOUT_MS,
    });
    return readGoogleLanguages(body);
  }

  /** Sends a request. If the service no longer accepts the access token, repeats the request with a new token. */
  async #request(client: HttpClient, request: HttpRequest): Promise<HttpAnswer> {
    const passStatuses = [...(request.passStatuses ?? []), 401];
    const answer = await client.request({ ...request, passStatuses });
    if (answer.status !== 401) return answer;
    this.#tokens.forget();
    return client.request(request);
  }
}
