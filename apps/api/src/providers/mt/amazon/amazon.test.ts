import { describe, expect, it } from 'vitest';
import { caughtFault } from '../../../../test/engines/caught.ts';
import { createRecordingContext } from '../../../../test/engines/engine-context.ts';
import { REGION } from '../../../../test/engines/html/amazon-server.ts';
import {
  bodiesOf,
  describeHtmlEngine,
  useHtmlEngine,
} from '../../../../test/engines/html/describe-html-engine.ts';
import { AMAZON } from '../../../../test/engines/html/kinds.ts';
import { amazon } from '../amazon.ts';

describeHtmlEngine(AMAZON);

const setUp = useHtmlEngine(AMAZON);

describe('amazon', () => {
  it('sends one signed request per text, with the formality of the call', async () => {
    const { server, translate } = await setUp();
    const results = await translate(['Öffne <var>0</var>'], { formality: 'formal' });
    expect(bodiesOf(results)).toEqual(['Öffne~de <var>0</var>']);
    const [request] = server.requests;
    expect(request?.headers['content-type']).toBe('application/x-amz-json-1.1');
    expect(JSON.parse(request?.text ?? '')).toEqual({
      Text: 'Öffne <span translate="no" id="x0">7301</span>',
      SourceLanguageCode: 'en',
      TargetLanguageCode: 'de',
      Settings: { Formality: 'FORMAL' },
    });
    expect(request?.text).not.toContain(server.secret);
  });

  it('answers engine_auth for a wrong secret or region', async () => {
    const wrong = await setUp(undefined, { AMAZON_TRANSLATE_SECRET: 'wrong' });
    expect((await caughtFault(wrong.translate(['Save']))).code).toBe('engine_auth');
    const elsewhere = await setUp(undefined, { AMAZON_TRANSLATE_REGION: 'us-east-1' });
    expect((await caughtFault(elsewhere.translate(['Save']))).code).toBe('engine_auth');
  });

  it.each([
    [400, 'ThrottlingException', 'engine_rate_limited', true],
    [400, 'com.amazonaws.translate#TooManyRequestsException', 'engine_rate_limited', true],
    [400, 'TextSizeLimitExceededException', 'too_large', false],
    [400, 'UnsupportedLanguagePairException', 'unsupported_pair', false],
    [400, 'AccessDeniedException', 'engine_auth', false],
    [400, 'UnrecognizedClientException', 'engine_auth', false],
    [400, 'RequestExpired', 'engine_auth', false],
    [400, 'InvalidRequestException', 'engine_bad_response', false],
    [400, 'ConcurrentModificationException', 'engine_unavailable', true],
    [500, 'InternalServerException', 'engine_unavailable', true],
    [500, 'ServiceUnavailableException', 'engine_unavailable', true],
  ])('maps the error %i %s to an engine error', async (status, type, code, retryable) => {
    const { server, translate } = await setUp();
    server.fail({ kind: 'status', status, body: { __type: type, message: 'said' } });
    expect(await caughtFault(translate(['Save']))).toMatchObject({ code, retryable });
    expect(bodiesOf(await translate(['Save']))).toEqual(['Save~de']);
  });
});

describe('amazon', () => {
  it('maps locales to the codes of the service, without a request', async () => {
    const { engine, server } = await setUp();
    for (const [locale, via] of Object.entries({
      de: undefined,
      'de-AT': 'de',
      'es-MX': undefined,
      'fa-AF': undefined,
      'fr-CA': undefined,
      nb: 'no',
      fil: 'tl',
      iw: 'he',
      'pt-BR': 'pt',
      'pt-PT': undefined,
      'zh-Hans': 'zh',
      'zh-Hant': 'zh-TW',
      'sr-Cyrl': 'sr',
    }))
      expect([locale, await engine.readiness('en', locale)]).toEqual([
        locale,
        { status: 'ready', ...(via === undefined ? {} : { via }) },
      ]);
    expect(await engine.readiness('en', 'sr-Latn')).toMatchObject({ status: 'unsupported' });
    expect(server.requests).toHaveLength(0);
  });
});

describe('amazon', () => {
  it('stays off without a key, and reports incomplete settings', () => {
    const context = createRecordingContext();
    expect(amazon.create({ AMAZON_TRANSLATE_REGION: REGION }, context)).toBeNull();
    expect(context.logs).toEqual([]);
    const settings = { AMAZON_TRANSLATE_KEY_ID: 'k', AMAZON_TRANSLATE_SECRET: 's' };
    expect(amazon.create(settings, context)).toBeNull();
    expect(context.logs.join()).toContain('AMAZON_TRANSLATE_KEY_ID');
  });
});
