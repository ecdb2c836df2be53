import { generateKeyPairSync, randomBytes, verify } from 'node:crypto';
import { fakeTranslate } from '../fake-translation.ts';
import {
  type EngineServer,
  type RecordedRequest,
  type Reply,
  startFaultyServer,
} from '../faulty-server.ts';
import { type FakeGlossary, readCsv, type WithGlossaries } from './fake-glossary.ts';
import { type HtmlFault, spoilHtml, translateHtml } from './fake-html.ts';

/** An excerpt of `supportedLanguages`. */
const CODES = 'de en es fr-CA iw jw no pl pt pt-PT sr tl zh-CN zh-TW'.split(' ');
const PROJECT = 'shop-12';
export const PARENT = `/v3/projects/${PROJECT}/locations/global`;
export const REGIONAL = `/v3/projects/${PROJECT}/locations/europe-west1`;
export const BUCKET = 'terms-of-shop';
/** Number of polls until a new glossary is ready. */
const UNREADY_POLLS = 2;
const KEYS = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

export interface GoogleServer extends EngineServer<HtmlFault>, WithGlossaries {
  /** Content of the key file of a service account. */
  readonly credentials: string;
  /** The valid tokens. A test may delete some. */
  readonly tokens: Set<string>;
}

/**
 * Simulates Cloud Translation 3 and the token endpoint as published
 * (cloud.google.com/translate/docs/reference/rest/v3, RFC 7523). Words are changed predictably instead of translated.
 */
export async function startGoogleServer(): Promise<GoogleServer> {
  const tokens = new Set<string>();
  const glossaries: GoogleServer['glossaries'] = new Map();
  const account = { glossaryLimit: 10_000 };
  const store = new FakeGlossaries(glossaries, account);
  const email = `parlance@${PROJECT}.iam.gserviceaccount.com`;
  const server: EngineServer<HtmlFault> = await startFaultyServer<HtmlFault>({
    translatePath: `${PARENT}:translateText`,
    answer(request, fault) {
      const url = new URL(request.path, 'http://google');
      const route = `${request.method} ${url.pathname}`;
      if (route === 'POST /token')
        return createToken(request, email, `${server.url}/token`, tokens);
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
      if (!tokens.has(token))
        return refuse(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
      for (const parent of [PARENT, REGIONAL]) {
        if (route === `GET ${parent}/supportedLanguages`) return listLanguages();
        if (route === `POST ${parent}:translateText`) return translate(request, fault, glossaries);
      }
      const reply = store.answer(request, url, route);
      if (reply !== null) return reply;
      return refuse(403, 'PERMISSION_DENIED', 'Cloud IAM permission denied.');
    },
  });
  const credentials = JSON.stringify({
    type: 'service_account',
    project_id: PROJECT,
    private_key_id: 'k1',
    private_key: KEYS.privateKey,
    client_email: email,
    token_uri: `${server.url}/token`,
  });
  return { ...server, credentials, tokens, glossaries, account };
}

function createToken(
  request: RecordedRequest,
  email: string,
  audience: string,
  tokens: Set<string>,
): Reply {
  const form = new URLSearchParams(request.text);
  const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const { iss, aud, scope, iat, exp } = parse(claims);
  const isValid =
    form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
    verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      KEYS.publicKey,
      Buffer.from(signature, 'base64url'),
    ) &&
    parse(header).alg === 'RS256' &&
    iss === email &&
    aud === audience &&
    scope.split(' ')[0] === 'https://www.googleapis.com/auth/cloud-translation' &&
    Math.abs(iat - Date.now() / 1_000) < 300 &&
    exp - iat <= 3_600;
  if (!isValid)
    return {
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' },
    };
  const token = `ya29.${randomBytes(32).toString('base64url')}`;
  tokens.add(token);
  return { status: 200, body: { access_token: token, expires_in: 3_599, token_type: 'Bearer' } };
}

function listLanguages(): Reply {
  const languages = [
    ...CODES.map((languageCode) => ({ languageCode, supportSource: true, supportTarget: true })),
    { languageCode: 'sr-Latn', supportSource: false, supportTarget: true },
  ];
  return { status: 200, body: { languages } };
}

/** Body of a request that creates a glossary (cloud.google.com/translate/docs/reference/rest/v3). */
interface NewGlossary {
  readonly name: string;
  readonly languagePair: {
    readonly sourceLanguageCode: string;
    readonly targetLanguageCode: string;
  };
  readonly inputConfig: { readonly gcsSource: { readonly inputUri: string } };
}

/** The glossaries of a location and the bucket from which they are read. */
class FakeGlossaries {
  readonly #glossaries: GoogleServer['glossaries'];
  readonly #account: WithGlossaries['account'];
  readonly #objects = new Map<string, string>();
  readonly #polls = new Map<string, number>();

  constructor(glossaries: GoogleServer['glossaries'], account: WithGlossaries['account']) {
    this.#glossaries = glossaries;
    this.#account = account;
  }

  /** Answers a request for glossaries or the bucket. Returns null for other requests. */
  answer(request: RecordedRequest, url: URL, route: string): Reply | null {
    const [, object] = new RegExp(`^/storage/v1/b/${BUCKET}/o/([^/]+)$`).exec(url.pathname) ?? [];
    const [, name] = new RegExp(`^${REGIONAL}/glossaries/([^/]+)$`).exec(url.pathname) ?? [];
    const [, operation] = new RegExp(`^${REGIONAL}/operations/([^/]+)$`).exec(url.pathname) ?? [];
    if (route === `POST /upload/storage/v1/b/${BUCKET}/o`) {
      this.#objects.set(url.searchParams.get('name')!, request.text);
      return { status: 200, body: { kind: 'storage#object' } };
    }
    if (route === `GET ${REGIONAL}/glossaries`) return this.#list();
    if (route === `POST ${REGIONAL}/glossaries`) return this.#create(request);
    if (operation !== undefined) return this.#poll(operation);
    if (request.method === 'DELETE' && object !== undefined)
      return this.#objects.delete(object) ? { status: 204 } : refuse(404, 'NOT_FOUND', '');
    if (request.method === 'DELETE' && name !== undefined)
      return this.#glossaries.delete(name)
        ? { status: 200, body: { name: `operations/${name}` } }
        : refuse(404, 'NOT_FOUND', 'Glossary not found.');
    return null;
  }

  #list(): Reply {
    const glossaries = [...this.#glossaries].map(([name, { createdAtMs }]) => ({
      name: `${REGIONAL.slice(4)}/glossaries/${name}`,
      submitTime: new Date(createdAtMs).toISOString(),
    }));
    return { status: 200, body: glossaries.length === 0 ? {} : { glossaries } };
  }

  #create(request: RecordedRequest): Reply {
    const body = request.body as NewGlossary;
    const name = body.name.split('/').at(-1)!;
    if (this.#glossaries.has(name)) return refuse(409, 'ALREADY_EXISTS', 'Glossary exists.');
    if (this.#glossaries.size >= this.#account.glossaryLimit)
      return refuse(429, 'RESOURCE_EXHAUSTED', 'Too many glossaries.');
    const uri = body.inputConfig.gcsSource.inputUri;
    const file = this.#objects.get(uri.replace(`gs://${BUCKET}/`, ''));
    if (file === undefined) return refuse(400, 'INVALID_ARGUMENT', 'The file does not exist.');
    const { sourceLanguageCode: source, targetLanguageCode: target } = body.languagePair;
    const terms = new Map(readCsv(file));
    this.#glossaries.set(name, { source, target, terms, createdAtMs: Date.now() });
    this.#polls.set(name, UNREADY_POLLS);
    return this.#operation(name, false);
  }

  #poll(name: string): Reply {
    const left = this.#polls.get(name) ?? 0;
    this.#polls.set(name, left - 1);
    return this.#operation(name, left <= 0);
  }

  #operation(name: string, done: boolean): Reply {
    return { status: 200, body: { name: `${REGIONAL.slice(4)}/operations/${name}`, done } };
  }
}

function translate(
  request: RecordedRequest,
  fault: HtmlFault | undefined,
  glossaries: ReadonlyMap<string, FakeGlossary>,
): Reply {
  const body = request.body as Record<string, unknown>;
  const texts = body.contents;
  if (!Array.isArray(texts) || texts.length === 0)
    return refuse(400, 'INVALID_ARGUMENT', 'Content is empty.');
  if (texts.length > 1_024) return refuse(400, 'INVALID_ARGUMENT', 'Too many text segments');
  const codePoints = texts.reduce((sum: number, text: string) => sum + [...text].length, 0);
  if (codePoints > 30_720) return refuse(400, 'INVALID_ARGUMENT', 'Text is too long.');
  if (![...CODES, 'sr-Latn'].includes(String(body.targetLanguageCode)))
    return refuse(400, 'INVALID_ARGUMENT', 'Target language is invalid.');
  const config = body.glossaryConfig as { glossary: string } | undefined;
  const glossary = config && glossaries.get(config.glossary.split('/').at(-1)!);
  const isPair =
    glossary?.source === body.sourceLanguageCode && glossary?.target === body.targetLanguageCode;
  if (config !== undefined && !isPair) return refuse(404, 'NOT_FOUND', 'Glossary not found.');
  const translateWith = (terms?: ReadonlyMap<string, string>) => (text: string) =>
    fakeTranslate(text, String(body.targetLanguageCode), terms);
  // The service reads the text as HTML by default.
  const { model } = body;
  const listWith = (terms?: ReadonlyMap<string, string>) => {
    const change = translateWith(terms);
    const translated = texts.map((text: string) =>
      body.mimeType === 'text/plain' ? change(text) : translateHtml(text, change),
    );
    const spoilt = fault === undefined ? translated : spoilHtml(translated, fault);
    return spoilt.map((translatedText) => ({ translatedText, model }));
  };
  const translations = listWith();
  if (glossary === undefined) return { status: 200, body: { translations } };
  return { status: 200, body: { translations, glossaryTranslations: listWith(glossary.terms) } };
}

function refuse(code: number, status: string, message: string): Reply {
  return { status: code, body: { error: { code, message, status } } };
}
