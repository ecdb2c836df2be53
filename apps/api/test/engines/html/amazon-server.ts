import { createHash, createHmac, randomBytes } from 'node:crypto';
import { fakeTranslate } from '../fake-translation.ts';
import {
  type EngineServer,
  type RecordedRequest,
  type Reply,
  startFaultyServer,
} from '../faulty-server.ts';
import { type FakeGlossary, readCsv, type WithGlossaries } from './fake-glossary.ts';
import { type HtmlFault, spoilHtml, translateHtml } from './fake-html.ts';

/** An excerpt of the supported languages. */
const CODES = 'de en es es-MX fa-AF fr fr-CA he no pl pt pt-PT sr tl zh zh-TW'.split(' ');
const KEY_ID = 'AKIAFAKEFAKEFAKEFAKE';
export const REGION = 'eu-central-1';

export interface AmazonServer extends EngineServer<HtmlFault>, WithGlossaries {
  readonly keyId: string;
  readonly secret: string;
}

/**
 * Simulates Amazon Translate as published (docs.aws.amazon.com/translate, "TranslateText", "ImportTerminology").
 * Words are changed predictably instead of translated.
 */
export async function startAmazonServer(): Promise<AmazonServer> {
  const secret = randomBytes(30).toString('base64');
  const glossaries: AmazonServer['glossaries'] = new Map();
  const account = { glossaryLimit: 100 };
  const server = await startFaultyServer<HtmlFault>({
    translatePath: '/',
    answer(request, fault) {
      if (!isSigned(request, secret))
        return refuse('InvalidSignatureException', 'The request signature does not match.');
      switch (request.headers['x-amz-target']) {
        case 'AWSShineFrontendService_20170701.TranslateText':
          return translate(request, fault, glossaries);
        case 'AWSShineFrontendService_20170701.ImportTerminology':
          return importTerminology(request, { glossaries, account });
        case 'AWSShineFrontendService_20170701.ListTerminologies':
          return listTerminologies(glossaries);
        case 'AWSShineFrontendService_20170701.DeleteTerminology':
          return glossaries.delete(JSON.parse(request.text).Name)
            ? { status: 200, body: {} }
            : refuse('ResourceNotFoundException', 'The terminology does not exist.');
        default:
          return refuse('UnknownOperationException', '');
      }
    },
  });
  return { ...server, keyId: KEY_ID, secret, glossaries, account };
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

function importTerminology(
  { text: json }: RecordedRequest,
  { glossaries, account }: WithGlossaries,
): Reply {
  const { Name: name, MergeStrategy: strategy, TerminologyData: data } = JSON.parse(json);
  if (!/^([A-Za-z0-9-]_?)+$/.test(name) || strategy !== 'OVERWRITE' || data.Format !== 'CSV')
    return refuse('InvalidParameterValueException', 'The value of a parameter is not valid.');
  if (glossaries.size >= account.glossaryLimit)
    return refuse('LimitExceededException', 'The limit of terminologies is exceeded.');
  const [languages, ...terms] = readCsv(Buffer.from(data.File, 'base64').toString());
  const [source, target] = languages!;
  const isBad = terms.flat().some((term) => term === '' || Buffer.byteLength(term) > 200);
  if (isBad || ![source, target].every((code) => CODES.includes(code)))
    return refuse('InvalidParameterValueException', 'The terminology file is not valid.');
  glossaries.set(name, { source, target, terms: new Map(terms), createdAtMs: Date.now() });
  return { status: 200, body: { TerminologyProperties: { Name: name } } };
}

function listTerminologies(glossaries: AmazonServer['glossaries']): Reply {
  const list = [...glossaries].map(([Name, { createdAtMs }]) => ({
    Name,
    CreatedAt: createdAtMs / 1_000,
  }));
  return { status: 200, body: { TerminologyPropertiesList: list } };
}

function translate(
  { text: json }: RecordedRequest,
  fault: HtmlFault | undefined,
  glossaries: ReadonlyMap<string, FakeGlossary>,
): Reply {
  const {
    Text: text,
    SourceLanguageCode: source,
    TargetLanguageCode: target,
    ...more
  } = JSON.parse(json);
  const [name] = more.TerminologyNames ?? [];
  const glossary = name === undefined ? undefined : glossaries.get(name);
  if (name !== undefined && (glossary?.source !== source || glossary?.target !== target))
    return refuse('ResourceNotFoundException', `The terminology ${name} does not exist.`);
  if (Buffer.byteLength(text) > 10_000)
    return refuse('TextSizeLimitExceededException', 'Input text size exceeds limit.');
  if (![source, target].every((code) => CODES.includes(code)))
    return refuse('UnsupportedLanguagePairException', `Unsupported pair: ${source} to ${target}.`);
  const translated = translateHtml(text, (run) => fakeTranslate(run, target, glossary?.terms));
  const [spoilt] = fault === undefined ? [translated] : spoilHtml([translated], fault);
  return {
    status: 200,
    body: { TranslatedText: spoilt, SourceLanguageCode: source, TargetLanguageCode: target },
  };
}

function refuse(type: string, message: string): Reply {
  return { status: 400, body: { __type: type, message } };
}
