import { describe, expect, it } from 'vitest';
import { caughtFault } from '../../../../test/engines/caught.ts';
import { createRecordingContext } from '../../../../test/engines/engine-context.ts';
import {
  bodiesOf,
  describeHtmlEngine,
  useHtmlEngine,
} from '../../../../test/engines/html/describe-html-engine.ts';
import { AZURE } from '../../../../test/engines/html/kinds.ts';
import { azure } from '../azure.ts';

describeHtmlEngine(AZURE);

const setUp = useHtmlEngine(AZURE);

describe('azure', () => {
  it('sends HTML with the key in a header and with the category from the settings', async () => {
    const settings = { AZURE_TRANSLATOR_REGION: 'westeurope', AZURE_TRANSLATOR_CATEGORY: 'shop' };
    const { server, translate, engine } = await setUp({ region: 'westeurope' }, settings);
    expect(bodiesOf(await translate(['Open <var>0</var>'], { targetLocale: 'pt-PT' }))).toEqual([
      'Open~pt-PT <var>0</var>',
    ]);
    const request = server.requests.at(-1);
    expect(request?.path).toBe(
      '/translate?api-version=3.0&from=en&to=pt-PT&textType=html&category=shop',
    );
    expect(request?.body).toEqual([{ Text: 'Open <span class="notranslate" id="x0">7301</span>' }]);
    expect(engine.version).toBe('v3/shop');
    expect(engine.capabilities).toMatchObject({ glossary: 'inline', local: false });
  });

  it('reports engine_auth for a wrong key or region', async () => {
    const wrong = await setUp({}, { AZURE_TRANSLATOR_KEY: 'wrong' });
    expect((await caughtFault(wrong.translate(['Save']))).code).toBe('engine_auth');
    const elsewhere = await setUp({ region: 'westeurope' });
    expect((await caughtFault(elsewhere.translate(['Save']))).code).toBe('engine_auth');
  });

  it('reports engine_quota for an exhausted free subscription', async () => {
    const { translate } = await setUp({ characterLimit: 3 });
    expect(await caughtFault(translate(['Save']))).toMatchObject({
      code: 'engine_quota',
      retryable: false,
    });
  });

  it.each([
    [400_036, 'unsupported_pair', undefined],
    [400_077, 'too_large', undefined],
    [400_079, 'unsupported_pair', undefined],
    [408_001, 'engine_model_loading', 60_000],
    [408_002, 'engine_timeout', undefined],
    [429_001, 'engine_rate_limited', undefined],
    [503_000, 'engine_unavailable', undefined],
  ])('maps the error code %i to an engine error', async (code, expected, retryAfterMs) => {
    const { server, translate } = await setUp();
    const body = { error: { code, message: 'said' } };
    server.fail({ kind: 'status', status: Math.floor(code / 1_000), body });
    expect(await caughtFault(translate(['Save']))).toMatchObject({ code: expected, retryAfterMs });
  });

  it('reports engine_quota if the gateway reports an exhausted call volume', async () => {
    const { server, translate } = await setUp();
    const message = 'Out of call volume quota. Quota will be replenished in 12:31:32.';
    server.fail({ kind: 'status', status: 403, body: { error: { code: '403', message } } });
    expect((await caughtFault(translate(['Save']))).code).toBe('engine_quota');
  });

  it('returns the other texts of a batch if the service refuses some texts', async () => {
    const { server, translate } = await setUp();
    const texts = Array.from({ length: 16 }, (_, index) =>
      index % 9 === 3 ? '\u0001' : `text ${index}`,
    );
    const results = await translate(texts);
    expect(results.filter(({ error }) => error).map(({ id }) => id)).toEqual(['s3', 's12']);
    expect(server.requests.length).toBeLessThan(20);
  });
});

describe('azure', () => {
  it('maps locales to the codes of the service, and reports unsupported pairs', async () => {
    const { engine } = await setUp();
    for (const [locale, via] of Object.entries({
      de: undefined,
      'de-AT': 'de',
      'en-GB': undefined,
      pt: undefined,
      'pt-BR': 'pt',
      'pt-AO': 'pt-PT',
      'zh-CN': 'zh-Hans',
      'zh-TW': 'zh-Hant',
      'zh-HK': 'zh-Hant',
      no: 'nb',
      tl: 'fil',
      iw: 'he',
      sr: 'sr-Cyrl',
      'sr-Latn': undefined,
      'sr-Latn-RS': 'sr-Latn',
      'fr-CA': undefined,
      'es-419': 'es',
      'fa-AF': 'prs',
      ckb: 'ku',
      ku: 'kmr',
    }))
      expect([locale, await engine.readiness('en', locale)]).toEqual([
        locale,
        { status: 'ready', ...(via === undefined ? {} : { via }) },
      ]);
    for (const [source, target] of [
      ['xh', 'de'],
      ['en', 'xh'],
      ['de-AT', 'de-CH'],
      ['en', 'de-Cyrl'],
      ['en', 'ku-Arab'],
      ['en', 'zh-Latn'],
    ] as const)
      expect(await engine.readiness(source, target)).toMatchObject({ status: 'unsupported' });
  });

  it('requests the languages once a day, and keeps the languages while the request fails', async () => {
    const { engine, server, timing } = await setUp();
    await Promise.all(Array.from({ length: 5 }, () => engine.readiness('en', 'de')));
    expect(server.requests).toHaveLength(1);
    await timing.sleep(25 * 3_600_000, new AbortController().signal);
    server.fail({ kind: 'status', status: 500 }, { path: '/languages', times: 9 });
    expect(await engine.readiness('en', 'de')).toEqual({ status: 'ready' });
    expect(server.requests.length).toBeGreaterThan(1);
  });

  it('stays off without a key', () => {
    expect(azure.create({}, createRecordingContext())).toBeNull();
  });
});
