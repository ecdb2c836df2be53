import { describe, expect, it } from 'vitest';
import { caughtFault } from '../../../../test/engines/caught.ts';
import { createRecordingContext } from '../../../../test/engines/engine-context.ts';
import {
  bodiesOf,
  describeHtmlEngine,
  useHtmlEngine,
} from '../../../../test/engines/html/describe-html-engine.ts';
import { type GoogleServer, PARENT } from '../../../../test/engines/html/google-server.ts';
import { GOOGLE } from '../../../../test/engines/html/kinds.ts';
import { google } from '../google.ts';
import { checkCredentials } from './credentials.ts';

describeHtmlEngine(GOOGLE);

const setUp = useHtmlEngine(GOOGLE);
const pathsOf = (server: GoogleServer) => server.requests.map(({ path }) => path.split('?')[0]);

describe('google', () => {
  it('sends HTML to the project of the key, with the model from the settings', async () => {
    const settings = { GOOGLE_TRANSLATE_MODEL: 'general/translation-llm' };
    const { server, translate, engine } = await setUp(undefined, settings);
    expect(bodiesOf(await translate(['Open <var>0</var>']))).toEqual(['Open~de <var>0</var>']);
    expect(server.requests.at(-1)?.path).toBe(`${PARENT}:translateText`);
    expect(server.requests.at(-1)?.body).toEqual({
      contents: ['Open <span translate="no" id="x0">7301</span>'],
      mimeType: 'text/html',
      sourceLanguageCode: 'en',
      targetLanguageCode: 'de',
      model: 'projects/shop-12/locations/global/models/general/translation-llm',
    });
    expect(engine.version).toBe('v3/general/translation-llm');
  });

  it('reports engine_auth for a project without permission', async () => {
    const { translate } = await setUp(undefined, { GOOGLE_TRANSLATE_PROJECT: 'other' });
    expect((await caughtFault(translate(['Save']))).code).toBe('engine_auth');
  });
});

describe('google', () => {
  it('requests one token for all calls, and requests a new token before the token expires', async () => {
    const { server, translate, timing } = await setUp();
    await Promise.all([translate(['Save']), translate(['Open'])]);
    await translate(['Close']);
    expect(pathsOf(server).filter((path) => path === '/token')).toHaveLength(1);
    await timing.sleep(3_550_000, new AbortController().signal);
    await translate(['Print']);
    expect(pathsOf(server).filter((path) => path === '/token')).toHaveLength(2);
  });

  it('requests a new token if the service rejects the current token', async () => {
    const { server, translate } = await setUp();
    await translate(['Save']);
    server.tokens.clear();
    expect(bodiesOf(await translate(['Open']))).toEqual(['Open~de']);
    expect(pathsOf(server).slice(-3)).toEqual([
      `${PARENT}:translateText`,
      '/token',
      `${PARENT}:translateText`,
    ]);
  });

  it.each([
    [{ kind: 'status', status: 400, body: { error: 'invalid_grant' } }, 'engine_auth', false],
    [{ kind: 'status', status: 401, body: { error: 'invalid_client' } }, 'engine_auth', false],
    [{ kind: 'status', status: 503 }, 'engine_unavailable', true],
    [{ kind: 'not-json' }, 'engine_bad_response', true],
  ] as const)(
    'maps the error %j of the token endpoint to an engine error',
    async (fault, code, retryable) => {
      const { server, engine } = await setUp();
      server.fail(fault, { path: '/token', times: 9 });
      expect(await caughtFault(engine.readiness('en', 'de'))).toMatchObject({ code, retryable });
    },
  );
});

describe('google', () => {
  const retryInfo = (retryDelay: string) => ({
    '@type': 'type.googleapis.com/google.rpc.RetryInfo',
    retryDelay,
  });
  const limit = (quota: string) => ({
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: 'RATE_LIMIT_EXCEEDED',
    metadata: { quota_limit: quota },
  });
  const exceeded = (time: string) =>
    `Quota exceeded for quota metric 'v2 and v3 general model characters' and limit 'v2 and v3 general model characters ${time}' of service 'translate.googleapis.com'`;

  it.each([
    [429, { details: [retryInfo('3.5s')] }, 'engine_rate_limited', 3_500],
    [429, { message: 'Quota exceeded', details: [] }, 'engine_rate_limited', undefined],
    [403, { errors: [{ reason: 'userRateLimitExceeded' }] }, 'engine_rate_limited', undefined],
    [403, { message: 'User Rate Limit Exceeded' }, 'engine_rate_limited', undefined],
    [403, { errors: [{ reason: 'dailyLimitExceeded' }] }, 'engine_quota', undefined],
    [429, { details: [limit('V3CharactersPerDayPerProject')] }, 'engine_quota', undefined],
    [429, { details: [limit('V3CharactersPerMinute')] }, 'engine_rate_limited', undefined],
    [429, { message: exceeded('per day') }, 'engine_quota', undefined],
    [429, { message: exceeded('per minute') }, 'engine_rate_limited', undefined],
    [403, { details: [{ reason: 'BILLING_DISABLED' }] }, 'engine_quota', undefined],
    [403, { details: [{ reason: 'SERVICE_DISABLED' }] }, 'engine_auth', undefined],
    [403, { message: 'Cloud IAM permission denied.' }, 'engine_auth', undefined],
    [400, { message: 'Text is too long.' }, 'too_large', undefined],
    [400, { message: 'Bad language pair: en|xx' }, 'unsupported_pair', undefined],
    [400, { message: 'Invalid value' }, 'engine_bad_response', undefined],
    [500, { status: 'INTERNAL' }, 'engine_unavailable', undefined],
  ])('maps the error %i %j to an engine error', async (status, error, code, retryAfterMs) => {
    const { server, translate } = await setUp();
    server.fail({ kind: 'status', status, body: { error: { code: status, ...error } } });
    expect(await caughtFault(translate(['Save']))).toMatchObject({ code, retryAfterMs });
  });
});

describe('google', () => {
  it('maps locales to the codes of the service, including former codes', async () => {
    const { engine } = await setUp();
    for (const [locale, via] of Object.entries({
      de: undefined,
      'de-AT': 'de',
      he: 'iw',
      jv: 'jw',
      fil: 'tl',
      nb: 'no',
      'pt-BR': 'pt',
      'pt-PT': undefined,
      'zh-Hans': 'zh-CN',
      'zh-Hant-HK': 'zh-TW',
      'sr-Cyrl': 'sr',
      'sr-Latn': undefined,
    }))
      expect([locale, await engine.readiness('en', locale)]).toEqual([
        locale,
        { status: 'ready', ...(via === undefined ? {} : { via }) },
      ]);
    expect(await engine.readiness('sr-Latn', 'de')).toMatchObject({ status: 'unsupported' });
  });
});

describe('google', () => {
  it('stays off without a key', () => {
    expect(google.create({}, createRecordingContext())).toBeNull();
  });

  it('stays off and reports GOOGLE_TRANSLATE_PROJECT if neither the key nor a setting names the project', async () => {
    const { server, context } = await setUp();
    const key = JSON.stringify({ ...JSON.parse(server.credentials), project_id: undefined });
    expect(google.create({ GOOGLE_TRANSLATE_CREDENTIALS: key }, context)).toBeNull();
    expect(context.logs.join()).toContain('GOOGLE_TRANSLATE_PROJECT');
  });

  it('refuses an invalid service account key, and does not quote the key', () => {
    const key = { client_email: 'a@b', private_key: 'secret' };
    for (const value of ['secret', '{"a":"secret"}', JSON.stringify(key), '[]', 'null']) {
      const problem = checkCredentials(value);
      expect(problem).toContain('service account');
      expect(problem).not.toContain('secret');
    }
  });
});
