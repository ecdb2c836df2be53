import { randomBytes } from 'node:crypto';
import { fakeTranslate } from '../fake-translation.ts';
import {
  type EngineServer,
  type RecordedRequest,
  type Reply,
  startFaultyServer,
} from '../faulty-server.ts';
import { type HtmlFault, spoilHtml, translateHtml } from './fake-html.ts';

/** An excerpt of `/languages`. */
const CODES =
  'ar de en en-GB es fil fr fr-CA he kmr ku nb pl prs pt pt-PT sr-Cyrl sr-Latn zh-Hans zh-Hant'.split(
    ' ',
  );
/** A text with this character is refused. */
export const REFUSED_CHARACTER = '\u0001';

export interface AzureServer extends EngineServer<HtmlFault> {
  readonly key: string;
  readonly options: AzureServerOptions;
}

export interface AzureServerOptions {
  /** Remaining characters of the free subscription. */
  characterLimit: number;
  /** Region of the resource. A global resource has none. */
  region: string | null;
}

/**
 * Simulates Azure Translator 3.0 as published (learn.microsoft.com, "Translator v3.0"). Words are changed predictably
 * instead of translated.
 */
export async function startAzureServer(
  overrides: Partial<AzureServerOptions> = {},
): Promise<AzureServer> {
  const key = randomBytes(16).toString('hex');
  const options = { characterLimit: 2_000_000, region: null, ...overrides };
  const server = await startFaultyServer<HtmlFault>({
    translatePath: '/translate',
    answer(request, fault) {
      const url = new URL(request.path, 'http://azure');
      if (url.searchParams.get('api-version') !== '3.0')
        return refuse(400_021, 'The API version parameter is missing or invalid.');
      if (`${request.method} ${url.pathname}` === 'GET /languages') return listLanguages();
      const { headers } = request;
      const isKnown =
        headers['ocp-apim-subscription-key'] === key &&
        (options.region === null || headers['ocp-apim-subscription-region'] === options.region);
      if (!isKnown)
        return refuse(
          401_000,
          'The request is not authorized: credentials are missing or invalid.',
        );
      return translate(request, url.searchParams, fault, options);
    },
  });
  return { ...server, key, options };
}

function listLanguages(): Reply {
  const translation = Object.fromEntries(
    CODES.map((code) => [code, { name: code, nativeName: code, dir: 'ltr' }]),
  );
  return { status: 200, body: { translation } };
}

function translate(
  request: RecordedRequest,
  query: URLSearchParams,
  fault: HtmlFault | undefined,
  options: AzureServerOptions,
): Reply {
  const from = query.get('from') ?? '';
  const to = query.get('to') ?? '';
  if (!CODES.includes(from)) return refuse(400_035, 'The source language is not valid.');
  if (!CODES.includes(to)) return refuse(400_036, 'The target language is not valid.');
  if (query.get('textType') !== 'html') return refuse(400_071, 'The textType is not valid.');
  if (!Array.isArray(request.body)) return refuse(400_074, 'The body is not valid JSON.');
  const texts = request.body.map((entry: { Text?: unknown }) => entry.Text);
  if (texts.length > 1_000) return refuse(400_072, 'The array has too many elements.');
  if (!texts.every((text) => typeof text === 'string'))
    return refuse(400_005, 'An input text is missing or invalid.');
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length > 50_000) return refuse(400_077, 'The maximum request size has been exceeded.');
  if (texts.some((text) => text.includes(REFUSED_CHARACTER)))
    return refuse(400_020, 'One of the elements in the array of input text is not valid.');
  if (length > options.characterLimit)
    return refuse(403_001, 'The subscription has exceeded its free quota.');
  options.characterLimit -= length;
  const translated = texts.map((text) => translateHtml(text, (run) => fakeTranslate(run, to)));
  const spoilt = fault === undefined ? translated : spoilHtml(translated, fault);
  return { status: 200, body: spoilt.map((text) => ({ translations: [{ text, to }] })) };
}

function refuse(code: number, message: string): Reply {
  return { status: Math.floor(code / 1_000), body: { error: { code, message } } };
}
