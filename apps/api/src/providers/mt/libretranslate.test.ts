import { describe, expect, it } from 'vitest';
import { caughtFault } from '../../../test/engines/caught.ts';
import { useClosers } from '../../../test/engines/closers.ts';
import { besideServer, describeEngineConformance } from '../../../test/engines/conformance.ts';
import { buildCall, createRecordingContext } from '../../../test/engines/engine-context.ts';
import {
  CHOKING_WORD,
  type LibreServer,
  type LibreServerOptions,
  startLibreServer,
} from '../../../test/engines/libretranslate-server.ts';
import { createFakeTiming } from '../../../test/engines/timing.ts';
import type { SegmentResult, TranslateCall } from './engine.ts';
import { createLibretranslate, libretranslate } from './libretranslate.ts';

const closers = useClosers();

async function setUp(
  options: Partial<LibreServerOptions> = {},
  settings: Record<string, string> = {},
) {
  const server: LibreServer = await startLibreServer(options);
  const context = createRecordingContext();
  const timing = createFakeTiming();
  const engine = createLibretranslate(
    { LIBRETRANSLATE_URL: server.url, ...settings },
    context,
    timing,
  );
  if (engine === null) throw new Error('the engine is off');
  closers.push(() => engine.close(), server.close);
  const translate = (bodies: readonly string[], overrides: Partial<TranslateCall> = {}) =>
    engine.translate(buildCall(bodies, { rendering: 'html', ...overrides }));
  return { server, context, timing, engine, translate };
}

const bodies = (results: SegmentResult[]) => results.map((result) => result.body);
const translations = (server: LibreServer) =>
  server.requests.filter((request) => request.path === '/translate');

describeEngineConformance({
  name: 'libretranslate',
  pair: ['en', 'de'],
  unsupportedPair: ['en', 'xh'],
  failingBody: `The ${CHOKING_WORD} is here.`,
  keepsPlaceholders: true,
  async create() {
    const server = await startLibreServer();
    const engine = createLibretranslate(
      { LIBRETRANSLATE_URL: server.url },
      createRecordingContext(),
    );
    return besideServer(engine, server);
  },
});

describe('libretranslate translate', () => {
  it('sends HTML as an array, and sends no key if none is set', async () => {
    const { server, translate } = await setUp();
    expect(bodies(await translate(['Save', 'Open <var>0</var>']))).toEqual([
      'Save~de',
      'Open~de <var>0</var>',
    ]);
    expect(translations(server)[0]?.body).toEqual({
      q: ['Save', 'Open <x0 translate="no">7301</x0>'],
      source: 'en',
      target: 'de',
      format: 'html',
    });
  });

  it('keeps placeholders although the server moves them to the first equal digit', async () => {
    const { translate } = await setUp();
    expect(bodies(await translate(['Page 10 of <var>0</var> and <var>1</var>1']))).toEqual([
      'Page~de 10 of~de <var>0</var> and~de <var>1</var>1',
    ]);
  });

  it('keeps markup characters, whether or not the server unescapes the text', async () => {
    for (const unescapes of [true, false]) {
      const { translate } = await setUp({ unescapes });
      const source = 'Terms &amp; Conditions: 5 &lt; 6 &gt; 4 <var>0</var>&lt;b&gt;bold&lt;/b&gt;';
      expect(bodies(await translate([source]))).toEqual([
        'Terms~de &amp; Conditions~de: 5 &lt; 6 &gt; 4 <var>0</var>&lt;b~de&gt;bold~de&lt;/b~de&gt;',
      ]);
    }
  });

  it('keeps line breaks, double and no-break spaces, which the server would collapse', async () => {
    const { translate } = await setUp();
    expect(bodies(await translate([' one\n two\u00a0three  four ']))).toEqual([
      ' one~de\n two~de\u00a0three~de  four~de ',
    ]);
  });

  it('keeps nested and neighbouring pairs of tags', async () => {
    const { translate } = await setUp();
    const source = '<span id="1">a <span id="2">b</span></span><span id="3">c</span> <var>4</var>';
    expect(bodies(await translate([source]))).toEqual([
      '<span id="1">a~de <span id="2">b~de</span></span><span id="3">c~de</span> <var>4</var>',
    ]);
  });

  it('returns the other texts of a batch if some texts make the server fail', async () => {
    const { server, translate } = await setUp();
    const texts = Array.from({ length: 16 }, (_, index) =>
      index === 3 || index === 12 ? CHOKING_WORD : `text ${index}`,
    );
    const results = await translate(texts);
    expect(results.filter(({ error }) => error !== undefined).map(({ id }) => id)).toEqual([
      's3',
      's12',
    ]);
    expect(results.filter(({ body }) => body?.startsWith('text~de'))).toHaveLength(14);
    expect(translations(server).length).toBeLessThan(20);
  });
});

describe('libretranslate with a key and limits', () => {
  it('sends the key in the body, and reports engine_auth for a missing or wrong key', async () => {
    const { server, translate } = await setUp({ requiresKey: true });
    expect((await caughtFault(translate(['Save']))).code).toBe('engine_auth');
    const settings = { LIBRETRANSLATE_URL: server.url, LIBRETRANSLATE_API_KEY: server.key };
    const engine = createLibretranslate(settings, createRecordingContext());
    expect(
      bodies((await engine?.translate(buildCall(['Save'], { rendering: 'html' }))) ?? []),
    ).toEqual(['Save~de']);
    await engine?.close();
    const wrong = await setUp({ requiresKey: true }, { LIBRETRANSLATE_API_KEY: 'wrong-key-7e' });
    expect((await caughtFault(wrong.translate(['Save']))).code).toBe('engine_auth');
    expect(wrong.context.logs.join()).not.toContain('wrong-key');
  });

  it('reports too_large for a batch beyond the server’s limits', async () => {
    const small = await setUp({ batchLimit: 2 });
    expect((await caughtFault(small.translate(['a', 'b', 'c']))).code).toBe('too_large');
    expect(bodies(await small.translate(['a', 'b']))).toEqual(['a~de', 'b~de']);
    const short = await setUp({ charLimit: 10 });
    expect((await caughtFault(short.translate(['a long text']))).code).toBe('too_large');
  });

  it('reads its batch sizes from the settings', async () => {
    const { engine } = await setUp(
      {},
      { LIBRETRANSLATE_BATCH_SEGMENTS: '7', LIBRETRANSLATE_BATCH_LENGTH: '900' },
    );
    expect(engine.capabilities).toMatchObject({
      maxBatchSegments: 7,
      maxBatchLength: 900,
      local: true,
    });
  });

  it('reports a delay for a limit per minute, and reports a longer delay for a ban', async () => {
    const { server, translate } = await setUp();
    const slow = { error: 'Slowdown: 20 per 1 minute' };
    server.fail({ kind: 'status', status: 429, body: slow });
    expect(await caughtFault(translate(['Save']))).toMatchObject({
      code: 'engine_rate_limited',
      retryAfterMs: 20_000,
    });
    expect(bodies(await translate(['Save']))).toEqual(['Save~de']);
    server.fail({
      kind: 'status',
      status: 403,
      body: { error: 'Too many request limits violations' },
    });
    expect(await caughtFault(translate(['Save']))).toMatchObject({
      code: 'engine_rate_limited',
      retryAfterMs: 600_000,
    });
  });
});

describe('libretranslate with faults', () => {
  for (const kind of ['fewer', 'more', 'not-json', 'truncated-json'] as const) {
    it(`reports engine_bad_response for an answer of the kind ${kind}`, async () => {
      const { server, translate } = await setUp();
      server.fail({ kind });
      expect((await caughtFault(translate(['Save', 'Open']))).code).toBe('engine_bad_response');
    });
  }

  for (const kind of ['empty', 'control-character', 'drop-tag'] as const) {
    it(`reports an error for a segment whose text has the fault ${kind}`, async () => {
      const { server, translate } = await setUp();
      server.fail({ kind });
      const [result] = await translate(['Hi <var>0</var> you']);
      expect(result).toEqual({
        id: 's0',
        error: { code: 'engine_bad_response', detail: expect.any(String) },
      });
    });
  }

  it('accepts tags with other spaces, and leaves a repeated placeholder to the verifier', async () => {
    const { server, translate } = await setUp();
    server.fail({ kind: 'space-tag' });
    expect(bodies(await translate(['Hi <var>0</var>']))).toEqual(['Hi~de <var>0</var>']);
    server.fail({ kind: 'double-tag' });
    expect(bodies(await translate(['Hi <var>0</var>']))).toEqual([
      'Hi~de <var>0</var> <var>0</var>',
    ]);
  });

  it('reports a retryable error after 500 and a closed connection', async () => {
    const { server, translate } = await setUp();
    const body = { error: 'Internal Server Error' };
    for (const fault of [{ kind: 'status', status: 500, body }, { kind: 'reset' }] as const) {
      server.fail(fault);
      const error = await caughtFault(translate(['Save']));
      expect(error).toMatchObject({ code: 'engine_unavailable', retryable: true });
    }
    expect(bodies(await translate(['Save']))).toEqual(['Save~de']);
  });

  it('times out after LIBRETRANSLATE_TIMEOUT_MS if the server hangs', async () => {
    const { server, translate } = await setUp({}, { LIBRETRANSLATE_TIMEOUT_MS: '100' });
    await translate(['warm']);
    server.fail({ kind: 'hang' }, { times: 10 });
    expect(await caughtFault(translate(['Save']))).toMatchObject({
      code: 'engine_timeout',
      retryable: true,
    });
  });
});

describe('libretranslate readiness', () => {
  it('maps locales to the codes of the server', async () => {
    const { engine } = await setUp();
    const expected = {
      de: undefined,
      'de-AT': 'de',
      'pt-BR': 'pb',
      pt: undefined,
      'pt-PT': 'pt',
      'zh-CN': 'zh',
      'zh-TW': 'zt',
      'zh-Hant': 'zt',
      no: 'nb',
    };
    for (const [locale, via] of Object.entries(expected))
      expect([locale, await engine.readiness('en', locale)]).toEqual([
        locale,
        { status: 'ready', ...(via === undefined ? {} : { via }) },
      ]);
  });

  it('names the reason why a pair is unsupported', async () => {
    const { engine, translate } = await setUp();
    for (const [source, target, reason] of [
      ['xh', 'de', 'does not translate from xh'],
      ['en', 'xh', 'does not translate from en into xh'],
      ['zh-TW', 'nb', 'does not translate from zh-TW into nb'],
      ['en-US', 'en-GB', 'does not translate between variants of one language'],
    ] as const)
      expect(await engine.readiness(source, target)).toEqual({
        status: 'unsupported',
        reason: `LibreTranslate ${reason}`,
      });
    expect(
      (await caughtFault(translate(['x'], { sourceLocale: 'zh-TW', targetLocale: 'nb' }))).code,
    ).toBe('unsupported_pair');
  });

  it('accepts every pair of a server that lists no targets', async () => {
    const { engine, translate } = await setUp({ listsTargets: false });
    expect(await engine.readiness('zh-TW', 'nb')).toEqual({ status: 'ready' });
    const call = { sourceLocale: 'zh-TW', targetLocale: 'nb' };
    expect((await caughtFault(translate(['x'], call))).code).toBe('unsupported_pair');
  });

  it('requires LIBRETRANSLATE_URL', () => {
    expect(libretranslate.create({}, createRecordingContext())).toBeNull();
  });
});
