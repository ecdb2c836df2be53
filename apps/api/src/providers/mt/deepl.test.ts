import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import { caughtFault } from '../../../test/engines/caught.ts';
import { besideServer, describeEngineConformance } from '../../../test/engines/conformance.ts';
import { type DeeplServer, startDeeplServer } from '../../../test/engines/deepl-server.ts';
import { buildCall, createRecordingContext } from '../../../test/engines/engine-context.ts';
import { useDeepl } from '../../../test/engines/use-deepl.ts';
import { createDeepl, deepl } from './deepl.ts';
import type { Engine, SegmentResult } from './engine.ts';

const { setUp } = useDeepl();

const bodies = (results: SegmentResult[]) => results.map((result) => result.body);
const translations = (server: DeeplServer) =>
  server.requests.filter((request) => request.path === '/v2/translate');
const lastBody = (server: DeeplServer) =>
  translations(server).at(-1)?.body as Record<string, unknown>;

describeEngineConformance({
  name: 'deepl',
  pair: ['en', 'de'],
  unsupportedPair: ['en', 'xh'],
  failingBody: 'a form feed \f within',
  keepsPlaceholders: true,
  async create() {
    const server = await startDeeplServer();
    const settings = { DEEPL_API_KEY: server.key, DEEPL_BASE_URL: server.url };
    const engine = createDeepl(settings, createRecordingContext());
    return besideServer(engine, server);
  },
});

describe('deepl translate', () => {
  it('keeps tags and entities, and answers with the ids of the call', async () => {
    const { engine } = await setUp();
    const results = await engine.translate(
      buildCall([
        { id: 'b', body: 'Hi <x id="0"/>, <g id="1">save &amp; go</g>' },
        { id: 'a', body: 'File' },
      ]),
    );
    expect(results).toEqual([
      { id: 'b', body: 'Hi~DE <x id="0"/>, <g id="1">save~DE &amp; go~DE</g>' },
      { id: 'a', body: 'File~DE' },
    ]);
  });

  it('asks DeepL to keep tags, sentences and formatting unchanged', async () => {
    const { engine, server } = await setUp();
    await engine.translate(buildCall(['Save'], { targetLocale: 'pt-BR', formality: 'informal' }));
    expect(lastBody(server)).toEqual({
      text: ['Save'],
      source_lang: 'EN',
      target_lang: 'PT-BR',
      tag_handling: 'xml',
      tag_handling_version: 'v2',
      ignore_tags: ['x'],
      non_splitting_tags: ['g', 't', 'x'],
      outline_detection: false,
      split_sentences: '0',
      preserve_formatting: true,
      formality: 'prefer_less',
    });
  });

  it('requests formality in a form that DeepL accepts for languages without formality', async () => {
    const { engine } = await setUp();
    const call = buildCall(['Save'], { targetLocale: 'nb', formality: 'formal' });
    expect(bodies(await engine.translate(call))).toEqual(['Save~NB']);
  });

  it('accepts a full batch, refuses a larger batch, and sends no request for an empty batch', async () => {
    const { engine, server } = await setUp();
    const full = Array.from({ length: engine.capabilities.maxBatchSegments }, () => 'Save');
    expect(await engine.translate(buildCall(full))).toHaveLength(50);
    expect((await caughtFault(engine.translate(buildCall([...full, 'Save'])))).code).toBe(
      'too_large',
    );
    expect(await engine.translate(buildCall([]))).toEqual([]);
    expect(translations(server)).toHaveLength(1);
  });

  it('fits the longest batch of its capabilities into 128 KiB in any script', async () => {
    const { engine } = await setUp();
    const piece = engine.capabilities.maxBatchLength / 50;
    const results = await engine.translate(
      buildCall(
        Array.from({ length: 50 }, (_, index) => ({
          id: String(index),
          body: '本'.repeat(piece),
          context: { description: `${index}${'n'.repeat(3_000)}` },
        })),
        { sourceLocale: 'ja' },
      ),
    );
    expect(results).toHaveLength(50);
  });

  it('reports too_large for a body beyond 128 KiB, and sends no request', async () => {
    const { engine, server } = await setUp();
    expect((await caughtFault(engine.translate(buildCall(['x'.repeat(140_000)])))).code).toBe(
      'too_large',
    );
    expect(translations(server)).toHaveLength(0);
  });

  it('omits the context if it does not fit into the limit', async () => {
    const { engine, server } = await setUp();
    const context = { description: 'y'.repeat(2_000) };
    await engine.translate(buildCall([{ id: '1', body: 'x'.repeat(130_500), context }]));
    expect(lastBody(server)).not.toHaveProperty('context');
  });
});

describe('the context of a DeepL request', () => {
  it('contains the description of one text, or each description with the name of its text', async () => {
    const { engine, server } = await setUp();
    const save = { id: '1', body: 'Save <x id="0"/>', context: { description: 'A button.' } };
    await engine.translate(buildCall([save]));
    expect(lastBody(server).context).toBe('A button.');
    await engine.translate(buildCall([save, { id: '2', body: 'Open' }]));
    expect(lastBody(server).context).toBe('“Save”: A button.');
  });

  it('has a length limit', async () => {
    const { engine, server } = await setUp();
    const segments = Array.from({ length: 50 }, (_, index) => ({
      id: String(index),
      body: `Text ${index}`,
      context: { description: `${index}${'d'.repeat(500)}` },
    }));
    await engine.translate(buildCall(segments));
    expect(String(lastBody(server).context).length).toBeLessThanOrEqual(4_000);
  });
});

describe('the deepl engine', () => {
  it('returns the delay of a 429 response', async () => {
    const { engine, server } = await setUp();
    server.fail({ kind: 'status', status: 429, headers: { 'retry-after': '3' } });
    const error = await caughtFault(engine.translate(buildCall(['Save'])));
    expect(error).toMatchObject({ code: 'engine_rate_limited', retryAfterMs: 3_000 });
    expect(bodies(await engine.translate(buildCall(['Save'])))).toEqual(['Save~DE']);
  });

  it('reports engine_quota for an exhausted account and engine_auth for a wrong key', async () => {
    const { engine } = await setUp({ characterLimit: 3 });
    expect(await caughtFault(engine.translate(buildCall(['Save'])))).toMatchObject({
      code: 'engine_quota',
      retryable: false,
    });
    const { server } = await setUp();
    const stranger = createDeepl(
      { DEEPL_API_KEY: 'other:fx', DEEPL_BASE_URL: server.url },
      createRecordingContext(),
    );
    expect(
      (await caughtFault(stranger?.translate(buildCall(['Save'])) ?? Promise.resolve())).code,
    ).toBe('engine_auth');
    await stranger?.close();
  });

  for (const kind of ['fewer', 'more', 'not-json', 'truncated-json'] as const) {
    it(`reports engine_bad_response for an answer of the kind ${kind}`, async () => {
      const { engine, server } = await setUp();
      server.fail({ kind });
      expect((await caughtFault(engine.translate(buildCall(['Save', 'Open'])))).code).toBe(
        'engine_bad_response',
      );
    });
  }

  for (const kind of ['empty', 'control-character'] as const) {
    it(`reports engine_bad_response for a segment with a translation of the kind ${kind}`, async () => {
      const { engine, server } = await setUp();
      server.fail({ kind });
      const [result] = await engine.translate(buildCall(['Save']));
      expect(result).toEqual({
        id: 's0',
        error: { code: 'engine_bad_response', detail: expect.any(String) },
      });
    });
  }

  it('passes on broken tags, so that the verifier detects them', async () => {
    const { engine, server } = await setUp();
    const source = 'Hi <x id="0"/> you';
    for (const [kind, expected] of [
      ['drop-tag', 'Hi~DE  you~DE'],
      ['double-tag', 'Hi~DE <x id="0"/> <x id="0"/> you~DE'],
      ['space-tag', 'Hi~DE < x id="0"/ > you~DE'],
    ] as const) {
      server.fail({ kind });
      expect(bodies(await engine.translate(buildCall([source])))).toEqual([expected]);
    }
  });

  it('escapes characters that DeepL did not escape', async () => {
    const { engine, server } = await setUp();
    server.fail({ kind: 'raw-entities' });
    const call = buildCall(['A &amp; B &lt; C <x id="0"/> &#160;<g id="1">d</g><t id="2">e</t>']);
    expect(bodies(await engine.translate(call))).toEqual([
      'A~DE &amp; B~DE &lt; C~DE <x id="0"/> &#160;<g id="1">d~DE</g><t id="2">e~DE</t>',
    ]);
  });

  it('ends a hanging call when its signal aborts, with the reason of the signal', async () => {
    const { engine, server } = await setUp();
    server.fail({ kind: 'hang' });
    const control = new AbortController();
    const pending = engine.translate(buildCall(['Save'], { signal: control.signal }));
    const reason = new Error('cancelled');
    setTimeout(() => control.abort(reason), 100);
    await expect(pending).rejects.toBe(reason);
    const before = server.requests.length;
    await expect(engine.translate(buildCall(['Save'], { signal: control.signal }))).rejects.toBe(
      reason,
    );
    expect(server.requests).toHaveLength(before);
  });

  it('does not exceed its limit of concurrent calls', async () => {
    const { engine, server } = await setUp();
    await engine.readiness('en', 'de');
    const before = server.requests.length;
    server.fail({ kind: 'slow', delayMs: 300 }, { times: 6 });
    const all = Array.from({ length: 6 }, () => engine.translate(buildCall(['Save'])));
    const underWay = (): number => server.requests.length - before;
    await eventually(() => expect(underWay()).toBe(engine.capabilities.maxConcurrentCalls));
    await new Promise((done) => setTimeout(done, 20));
    expect(underWay()).toBe(engine.capabilities.maxConcurrentCalls);
    expect(await Promise.all(all)).toHaveLength(6);
  });

  it('keeps the key out of logs and errors', async () => {
    const { engine, server, context } = await setUp();
    const texts: string[] = [];
    for (const status of [400, 403, 500]) {
      server.fail({ kind: 'status', status, body: { message: `key ${server.key}` } });
      texts.push((await caughtFault(engine.translate(buildCall(['Save'])))).message);
    }
    expect(context.logs.length).toBeGreaterThan(2);
    expect([...texts, ...context.logs].join()).not.toContain(server.key.slice(0, 8));
  });
});

describe('deepl readiness', () => {
  async function readiness(engine: Engine, source: string, target: string) {
    return engine.readiness(source, target);
  }

  it('requests the languages once for concurrent calls', async () => {
    const { engine, server } = await setUp();
    await Promise.all(Array.from({ length: 5 }, () => engine.readiness('en', 'de')));
    expect(server.requests.filter(({ path }) => path.startsWith('/v2/languages'))).toHaveLength(2);
  });

  it('names the locale that is used instead, or the reason why a pair is unsupported', async () => {
    const { engine } = await setUp();
    expect(await readiness(engine, 'en-GB', 'de')).toEqual({ status: 'ready' });
    expect(await readiness(engine, 'en', 'de-AT')).toEqual({ status: 'ready', via: 'DE' });
    for (const [source, target, reason] of [
      ['xh', 'de', 'DeepL does not translate from xh'],
      ['en', 'xh', 'DeepL does not translate into xh'],
      ['en-US', 'en-GB', 'DeepL does not translate between variants of one language'],
      ['en', 'sr-Latn', 'DeepL does not translate into sr-Latn'],
    ] as const)
      expect(await readiness(engine, source, target)).toEqual({ status: 'unsupported', reason });
    expect(
      (await caughtFault(engine.translate(buildCall(['x'], { targetLocale: 'xh' })))).code,
    ).toBe('unsupported_pair');
  });

  it('fails immediately for half a minute after a failed request, and then tries again', async () => {
    const { engine, server, timing } = await setUp();
    server.fail({ kind: 'status', status: 500 }, { path: '/v2/languages', times: 6 });
    expect((await caughtFault(engine.readiness('en', 'de'))).code).toBe('engine_unavailable');
    const asked = server.requests.length;
    expect((await caughtFault(engine.readiness('en', 'de'))).code).toBe('engine_unavailable');
    expect(server.requests).toHaveLength(asked);
    await timing.sleep(30_000, new AbortController().signal);
    expect(await engine.readiness('en', 'de')).toEqual({ status: 'ready' });
  });

  it('uses the cached languages while DeepL cannot be reached', async () => {
    const { engine, server, timing } = await setUp();
    await engine.readiness('en', 'de');
    await timing.sleep(25 * 3_600_000, new AbortController().signal);
    server.fail({ kind: 'status', status: 500 }, { path: '/v2/languages', times: 6 });
    expect(await engine.readiness('en', 'de')).toEqual({ status: 'ready' });
    expect(server.requests.length).toBeGreaterThan(2);
  });
});

describe('deepl', () => {
  it('stays off without a key', () => {
    expect(deepl.create({}, createRecordingContext())).toBeNull();
    expect(deepl.create({ DEEPL_API_KEY: '' }, createRecordingContext())).toBeNull();
  });

  it('uses the host that the key belongs to', async () => {
    for (const [key, host] of [
      ['a:fx', 'api-free.deepl.com'],
      ['a', 'api.deepl.com'],
    ] as const) {
      const asked: string[] = [];
      const context = {
        ...createRecordingContext(),
        fetch: async (input: string | URL | Request) => {
          asked.push(new URL(String(input)).host);
          return new Response('[]', { status: 200 });
        },
      };
      const engine = deepl.create({ DEEPL_API_KEY: key }, context);
      await engine?.readiness('en', 'de');
      expect(asked).toEqual([host, host]);
    }
  });
});
