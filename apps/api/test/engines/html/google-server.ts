import { generateKeyPairSync, randomBytes, verify } from 'node:crypto';
import { fakeTranslate } from '../fake-translation.ts';
import {
  type EngineServer,
  type RecordedRequest,
  type Reply,
  startFaultyServer,
} from '../faulty-server.ts';
import { type HtmlFault, spoilHtml, translateHtml } from './fake-html.ts';

/** An excerpt of `supportedLanguages`. */
const CODES = 'de en es fr-CA iw jw no pl pt pt-PT sr tl zh-CN zh-TW'.split(' ');
const PROJECT = 'shop-12';
export const PARENT = `/v3/projects/${PROJECT}/locations/global`;
const KEYS = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

export interface GoogleServer extends EngineServer<HtmlFault> {
  /** The file of a service account's key. */
  readonly credentials: string;
  /** The tokens that are valid. A test may delete some. */
  readonly tokens: Set<string>;
}

/**
 * Cloud Translation 3 and the token endpoint after their published descriptions
 * (cloud.google.com/translate/docs/reference/rest/v3, RFC 7523), with words changed predictably
 * instead of translated.
 */
export async function startGoogleServer(): Promise<GoogleServer> {
  const tokens = new Set<string>();
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
      if (route === `GET ${PARENT}/supportedLanguages`) return listLanguages();
      if (route === `POST ${PARENT}:translateText`) return translate(request, fault);
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
  return { ...server, credentials, tokens };
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
    scope === 'https://www.googleapis.com/auth/cloud-translation' &&
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

function translate(request: RecordedRequest, fault: HtmlFault | undefined): Reply {
  const body = request.body as Record<string, unknown>;
  const texts = body.contents;
  if (!Array.isArray(texts) || texts.length === 0)
    return refuse(400, 'INVALID_ARGUMENT', 'Content is empty.');
  if (texts.length > 1_024) return refuse(400, 'INVALID_ARGUMENT', 'Too many text segments');
  const codePoints = texts.reduce((sum: number, text: string) => sum + [...text].length, 0);
  if (codePoints > 30_720) return refuse(400, 'INVALID_ARGUMENT', 'Text is too long.');
  if (![...CODES, 'sr-Latn'].includes(String(body.targetLanguageCode)))
    return refuse(400, 'INVALID_ARGUMENT', 'Target language is invalid.');
  const change = (text: string) => fakeTranslate(text, String(body.targetLanguageCode));
  // The service reads the text as HTML unless the request says otherwise.
  const translated = texts.map((text: string) =>
    body.mimeType === 'text/plain' ? change(text) : translateHtml(text, change),
  );
  const spoilt = fault === undefined ? translated : spoilHtml(translated, fault);
  const { model } = body;
  return {
    status: 200,
    body: { translations: spoilt.map((translatedText) => ({ translatedText, model })) },
  };
}

function refuse(code: number, status: string, message: string): Reply {
  return { status: code, body: { error: { code, message, status } } };
}
