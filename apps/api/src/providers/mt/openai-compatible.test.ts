import { describe, expect, it } from 'vitest';
import { caughtFault } from '../../../test/engines/caught.ts';
import { besideServer, describeEngineConformance } from '../../../test/engines/conformance.ts';
import { buildCall, createRecordingContext } from '../../../test/engines/engine-context.ts';
import { type CompletionFault, OMITTED_WORD } from '../../../test/engines/models/fake-model.ts';
import { type OpenaiServer, startOpenaiServer } from '../../../test/engines/openai-server.ts';
import { PATIENCE } from '../../../test/engines/run-pipeline.ts';
import { translateAll } from '../../../test/engines/translate-all.ts';
import { useOpenai } from '../../../test/engines/use-openai.ts';
import type { SegmentResult } from './engine.ts';
import { createOpenaiCompatible, openaiCompatible } from './openai-compatible.ts';

const { setUp } = useOpenai();

interface SentRequest {
  model: string;
  temperature?: number;
  stream: boolean;
  response_format?: { type: string };
  messages: { role: string; content: string }[];
}

const bodies = (results: SegmentResult[]) => results.map((result) => result.body);
const sent = (server: OpenaiServer) => server.requests.map(({ body }) => body as SentRequest);
const formats = (server: OpenaiServer) => sent(server).map((body) => body.response_format?.type);
const failed = (detail: string) => ({
  error: { code: 'engine_bad_response', detail, retryable: true },
});

describeEngineConformance({
  name: 'openai-compatible',
  pair: ['en', 'de'],
  unsupportedPair: ['en', 'en'],
  failingBody: `The ${OMITTED_WORD} is here.`,
  keepsPlaceholders: true,
  async create() {
    const server = await startOpenaiServer();
    const settings = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_MODEL: 'fake-model' };
    const engine = createOpenaiCompatible(settings, createRecordingContext());
    return besideServer(engine, server);
  },
});

describe('openai-compatible translate', () => {
  it('requests JSON by schema, with temperature 0 and without streaming', async () => {
    const { server, translate } = await setUp();
    expect(bodies(await translate(['Hi {name}', 'Save %1$d files']))).toEqual([
      'Hi~de {name}',
      'Save~de %1$d files~de',
    ]);
    const [request] = sent(server);
    expect(request).toMatchObject({ model: 'fake-model', temperature: 0, stream: false });
    expect(request?.response_format?.type).toBe('json_schema');
    expect(JSON.stringify(request?.response_format)).toContain('"enum":["1","2"]');
  });

  it('sends the key as a bearer token, and sends no such header without a key', async () => {
    const open = await setUp();
    await open.translate(['Save']);
    expect(open.server.requests[0]?.headers.authorization).toBeUndefined();
    const { server } = await setUp({ requiresKey: true });
    const settings = {
      OPENAI_BASE_URL: `${server.url}/v1`,
      OPENAI_API_KEY: server.key,
      OPENAI_MODEL: 'fake-model',
    };
    const engine = createOpenaiCompatible(settings, createRecordingContext());
    expect(
      bodies((await engine?.translate(buildCall(['Save'], { rendering: 'named' }))) ?? []),
    ).toEqual(['Save~de']);
    await engine?.close();
  });

  it('keeps the query of the base URL, which some hosts need', async () => {
    const { server, translate } = await setUp(
      {},
      { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1?api-version=9' },
    );
    expect((await caughtFault(translate(['Save']))).code).toBe('engine_unavailable');
    const url = `${server.url}/v1/?api-version=9`;
    const engine = createOpenaiCompatible(
      { OPENAI_BASE_URL: url, OPENAI_MODEL: 'fake-model' },
      createRecordingContext(),
    );
    await caughtFault(
      engine?.translate(buildCall(['Save'], { rendering: 'named' })) ?? Promise.resolve(),
    );
    await engine?.close();
    expect(server.requests[0]?.path).toBe('/v1/chat/completions?api-version=9');
  });
});

describe('openai-compatible with a limited model', () => {
  it('falls back from a schema to JSON mode to plain text, and remembers the form', async () => {
    for (const [taken, tried] of [
      [['json_object'], ['json_schema', 'json_object']],
      [[], ['json_schema', 'json_object', undefined]],
    ] as const) {
      const { server, translate } = await setUp({ formats: taken });
      server.fail({ kind: 'fenced' }, { times: 9 });
      expect(bodies(await translate(['Save']))).toEqual(['Save~de']);
      expect(formats(server)).toEqual(tried);
      await translate(['Open']);
      expect(formats(server).slice(tried.length)).toEqual(tried.slice(-1));
    }
  });

  it('omits the temperature for a model that rejects it, and keeps the schema', async () => {
    const { server, translate } = await setUp({ takesTemperature: false });
    expect(bodies(await translate(['Save']))).toEqual(['Save~de']);
    await translate(['Open']);
    expect(sent(server).map(({ temperature }) => temperature)).toEqual([0, undefined, undefined]);
    expect(new Set(formats(server))).toEqual(new Set(['json_schema']));
  });

  it('remembers nothing from a request that is rejected in every form', async () => {
    const { server, translate } = await setUp();
    server.fail({ kind: 'status', status: 400, body: { error: { message: 'bad' } } }, { times: 4 });
    expect((await caughtFault(translate(['Save']))).code).toBe('engine_bad_response');
    expect(server.requests).toHaveLength(4);
    await translate(['Save']);
    expect(formats(server).at(-1)).toBe('json_schema');
  });
});

describe('openai-compatible with the answer of a model', () => {
  const readable: CompletionFault[] = [
    { kind: 'fenced' },
    { kind: 'prose-around' },
    { kind: 'thinking-aloud' },
    { kind: 'bare-array' },
    { kind: 'content-parts' },
    { kind: 'number-ids' },
    { kind: 'same-id-twice' },
    { kind: 'more' },
    { kind: 'event-stream' },
  ];
  for (const fault of readable) {
    it(`reads an answer with ${fault.kind} in one request`, async () => {
      const { server, translate } = await setUp();
      server.fail(fault);
      expect(bodies(await translate(['Save "all" {x}', 'Open [it]']))).toEqual([
        'Save~de "all~de" {x}',
        'Open~de [it~de]',
      ]);
      expect(server.requests).toHaveLength(1);
    });
  }

  it('reports to the model that its last answer had no text for an item', async () => {
    const { server, engine } = await setUp();
    server.fail({ kind: 'missing-id', index: 1 });
    await translateAll(engine, ['one', 'two', 'three'], PATIENCE);
    const again = JSON.parse(sent(server)[1]?.messages[1]?.content ?? '');
    expect(again.items).toEqual([{ id: '1', text: 'two', problem: expect.any(String) }]);
  });

  it('keeps the received items when other items are missing', async () => {
    const { server, translate } = await setUp();
    expect(await translate(['one', OMITTED_WORD])).toEqual([
      { id: 's0', body: 'one~de' },
      { id: 's1', ...failed('The language model did not return this string') },
    ]);
    expect(server.requests).toHaveLength(1);
  });

  it('accepts neither of two texts with one id', async () => {
    const { server, translate } = await setUp();
    server.fail({ kind: 'doubled-id' });
    expect((await caughtFault(translate(['one', 'two']))).code).toBe('engine_bad_response');
  });

  for (const kind of [
    'wrong-ids',
    'only-prose',
    'empty-completion',
    'text-not-string',
    'lone-surrogate',
    'control-character',
    'empty',
    'not-json',
    'truncated-json',
    'error-in-200',
  ] as const) {
    it(`reports engine_bad_response for an answer with ${kind}`, async () => {
      const { server, translate } = await setUp();
      server.fail({ kind });
      expect((await caughtFault(translate(['Save {x}', 'Open']))).code).toBe('engine_bad_response');
    });
  }

  it('passes on broken placeholders, so that the verifier detects them', async () => {
    const { server, translate } = await setUp();
    server.fail({ kind: 'drop-tag' });
    expect(bodies(await translate(['Hi <b>you</b>']))[0]).not.toContain('<b>');
    server.fail({ kind: 'double-tag' });
    expect(bodies(await translate(['Hi <x id="0"/>'], { rendering: 'xml' }))).toEqual([
      'Hi~de <x id="0"/> <x id="0"/>',
    ]);
  });

  it('escapes bare markup characters in XML, and keeps plain text unchanged', async () => {
    const { server, translate } = await setUp();
    server.fail({ kind: 'raw-entities' }, { times: 2 });
    const source = 'A &amp; B &lt; C <x id="0"/>';
    expect(bodies(await translate([source], { rendering: 'xml' }))).toEqual([
      'A~de &amp; B~de &lt; C~de <x id="0"/>',
    ]);
    expect(bodies(await translate(['1 < 2 & 3']))).toEqual(['1 < 2 & 3']);
  });
});

describe('openai-compatible', () => {
  it('stays off without an address and a key, and reports a missing model', () => {
    const context = createRecordingContext();
    expect(openaiCompatible.create({ OPENAI_MODEL: 'm' }, context)).toBeNull();
    expect(context.logs).toEqual([]);
    expect(openaiCompatible.create({ OPENAI_API_KEY: 'k' }, context)).toBeNull();
    expect(context.logs.join()).toContain('OPENAI_MODEL');
  });

  it('includes the model in its version and the settings in its capabilities', async () => {
    const settings = {
      OPENAI_MODEL: 'm',
      OPENAI_BATCH_LENGTH: '900',
      OPENAI_CONCURRENT_CALLS: '2',
    };
    const near = openaiCompatible.create(
      { ...settings, OPENAI_BASE_URL: 'http://localhost:1/v1' },
      createRecordingContext(),
    );
    expect(near?.version).toBe('m/5');
    expect(near?.capabilities).toMatchObject({
      maxBatchLength: 900,
      maxConcurrentCalls: 2,
      local: true,
      glossary: 'prompt',
    });
    const far = openaiCompatible.create(
      { ...settings, OPENAI_API_KEY: 'k' },
      createRecordingContext(),
    );
    expect(far?.capabilities.local).toBe(false);
    expect(await far?.readiness('en', 'en')).toMatchObject({ status: 'unsupported' });
    expect(await far?.readiness('en-US', 'en-GB')).toEqual({ status: 'ready' });
  });
});
