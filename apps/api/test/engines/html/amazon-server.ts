import { createHash, createHmac, randomBytes } from 'node:crypto';
import { fakeTranslate } from '../fake-translation.ts';
import {
  type EngineServer,
  type RecordedRequest,
  type Reply,
  startFaultyServer,
} from '../faulty-server.ts';
import { type HtmlFault, spoilHtml, translateHtml } from './fake-html.ts';

/** An excerpt of the supported languages. */
const CODES = 'de en es es-MX fa-AF fr fr-CA he no pl pt pt-PT sr tl zh zh-TW'.split(' ');
const KEY_ID = 'AKIAFAKEFAKEFAKEFAKE';
export const REGION = 'eu-central-1';

export interface AmazonServer extends EngineServer<HtmlFault> {
  readonly keyId: string;
  readonly secret: string;
}

/**
 * Amazon Translate after its published description (docs.aws.amazon.com/translate,
 * "TranslateText"), with words changed predictably instead of translated.
 */
export async function startAmazonServer(): Promise<AmazonServer> {
  const secret = randomBytes(30).toString('base64');
  const server = await startFaultyServer<HtmlFault>({
    translatePath: '/',
    answer(request, fault) {
      if (!isSigned(request, secret))
        return refuse('InvalidSignatureException', 'The request signature does not match.');
      if (request.headers['x-amz-target'] !== 'AWSShineFrontendService_20170701.TranslateText')
        return refuse('UnknownOperationException', '');
      return translate(request, fault);
    },
  });
  return { ...server, keyId: KEY_ID, secret };
}

/** Checks a signature as AWS documents it ("Create a signed AWS API request"). */
function isSigned({ method, path, headers, text }: RecordedRequest, secret: string): boolean {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/translate\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    );
  const date = String(headers['x-amz-date']);
  if (match === null || match[1] !== KEY_ID || match[3] !== REGION) return false;
  const [, , day = '', , names = '', signature] = match;
  if (!date.startsWith(day) || !names.split(';').includes('host')) return false;
  const sha256 = (value: string) => createHash('sha256').update(value).digest('hex');
  const hmac = (key: string | Buffer, value: string) =>
    createHmac('sha256', key).update(value).digest();
  const lines = names.split(';').map((name) => `${name}:${headers[name]}\n`);
  const canonical = [method, path, '', lines.join(''), names, sha256(text)].join('\n');
  const scope = `${day}/${REGION}/translate/aws4_request`;
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`);
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  return hmac(key, toSign).toString('hex') === signature;
}

function translate({ text: json }: RecordedRequest, fault: HtmlFault | undefined): Reply {
  const { Text: text, SourceLanguageCode: source, TargetLanguageCode: target } = JSON.parse(json);
  if (Buffer.byteLength(text) > 10_000)
    return refuse('TextSizeLimitExceededException', 'Input text size exceeds limit.');
  if (![source, target].every((code) => CODES.includes(code)))
    return refuse('UnsupportedLanguagePairException', `Unsupported pair: ${source} to ${target}.`);
  const translated = translateHtml(text, (run) => fakeTranslate(run, target));
  const [spoilt] = fault === undefined ? [translated] : spoilHtml([translated], fault);
  return {
    status: 200,
    body: { TranslatedText: spoilt, SourceLanguageCode: source, TargetLanguageCode: target },
  };
}

function refuse(type: string, message: string): Reply {
  return { status: 400, body: { __type: type, message } };
}
