import { describe, expect, it } from 'vitest';
import { caughtFault } from '../../../../test/engines/caught.ts';
import { createRecordingContext } from '../../../../test/engines/engine-context.ts';
import {
  ANTHROPIC_MODEL,
  type AnthropicServer,
} from '../../../../test/engines/models/anthropic-server.ts';
import {
  describeModelEngine,
  textsOf,
  useModelEngine,
} from '../../../../test/engines/models/describe-model-engine.ts';
import { ANTHROPIC } from '../../../../test/engines/models/kinds.ts';
import { anthropic } from '../anthropic.ts';
import { readModelAnswer } from '../model/read-model-answer.ts';
import { readMessage } from './answer.ts';

describeModelEngine(ANTHROPIC);

const setUp = useModelEngine(ANTHROPIC);
const sent = (server: AnthropicServer) =>
  server.requests.map(({ body }) => body as Record<string, unknown>);

describe('anthropic', () => {
  it('requests a tool call with the schema of the answer', async () => {
    const { server, translate } = await setUp();
    expect(textsOf(await translate(['Hi {name}', 'Save %1$d files']))).toEqual([
      'Hi~de {name}',
      'Save~de %1$d files~de',
    ]);
    const [request] = sent(server);
    expect(request).toMatchObject({
      model: ANTHROPIC_MODEL,
      max_tokens: 8_192,
      temperature: 0,
      tool_choice: { type: 'tool', name: 'return_translations' },
      messages: [{ role: 'user' }],
    });
    expect(JSON.stringify(request?.tools)).toContain('"enum":["1","2"]');
  });

  it('leaves out the temperature and the forced call for models that reject them', async () => {
    const { server, translate } = await setUp({ takesTemperature: false, takesForcedTools: false });
    expect(textsOf(await translate(['Save']))).toEqual(['Save~de']);
    await translate(['Open']);
    expect(sent(server).map(({ temperature, tool_choice }) => [temperature, tool_choice])).toEqual([
      [0, { type: 'tool', name: 'return_translations' }],
      [undefined, { type: 'tool', name: 'return_translations' }],
      [undefined, { type: 'auto' }],
      [undefined, { type: 'auto' }],
    ]);
  });

  it('requests as many tokens as the model allows', async () => {
    const { server, translate } = await setUp({ maxTokens: 4_096 });
    expect(textsOf(await translate(['Save']))).toEqual(['Save~de']);
    await translate(['Open']);
    expect(sent(server).map(({ max_tokens }) => max_tokens)).toEqual([8_192, 4_096, 4_096]);
  });

  it('does not retry an invalid request if it cannot adapt the request', async () => {
    const { server, translate } = await setUp();
    const body = { error: { type: 'invalid_request_error', message: 'messages: too many' } };
    server.fail({ kind: 'status', status: 400, body });
    expect((await caughtFault(translate(['Save']))).code).toBe('engine_bad_response');
    expect(server.requests).toHaveLength(1);
  });
});

describe('anthropic', () => {
  const call = (input: unknown) => ({ type: 'tool_use', id: 'toolu', name: 'n', input });
  const answer = (text: string, id = '1') => ({ items: [{ id, text }] });
  const read = (...content: unknown[]) =>
    readMessage({ type: 'message', stop_reason: 'tool_use', content });

  it('uses the last of several answers, and joins parts of an answer', () => {
    const corrected = read(call(answer('draft')), call(answer('final')));
    expect(readModelAnswer(corrected, ['1'])?.get('1')).toBe('final');
    const parts = readModelAnswer(read(call(answer('one')), call(answer('two', '2'))), ['1', '2']);
    expect([...(parts ?? [])]).toEqual([
      ['1', 'one'],
      ['2', 'two'],
    ]);
  });

  it('reads a list that the model wrote as a string', () => {
    const items = JSON.stringify([{ id: '1', text: 'a "quoted" {x}' }]);
    expect(readModelAnswer(read(call({ items })), ['1'])?.get('1')).toBe('a "quoted" {x}');
  });

  it('does not use the text of a paused turn', () => {
    const content = [{ type: 'text', text: JSON.stringify(answer('draft')) }];
    expect(() => readMessage({ stop_reason: 'pause_turn', content })).toThrow('did not finish');
  });
});

describe('anthropic', () => {
  it.each([
    [402, 'billing_error', 'Check your payment details', 'engine_quota'],
    [400, 'invalid_request_error', 'Your credit balance is too low', 'engine_quota'],
    [400, 'invalid_request_error', 'You have reached your API usage limits.', 'engine_quota'],
    [400, 'invalid_request_error', 'This organization has been disabled.', 'engine_auth'],
    [403, 'permission_error', 'no permission', 'engine_auth'],
    [413, 'request_too_large', 'Request exceeds the maximum size', 'too_large'],
    [529, 'overloaded_error', 'Overloaded', 'engine_rate_limited'],
  ])('maps the error %i %s to an engine error: %s', async (status, type, message, code) => {
    const { server, translate } = await setUp();
    server.fail({ kind: 'status', status, body: { type: 'error', error: { type, message } } });
    expect((await caughtFault(translate(['Save']))).code).toBe(code);
    expect(server.requests).toHaveLength(1);
  });

  it('answers too_large if the context window is too small, and reports an unknown model', async () => {
    const small = await setUp({ contextLength: 10 });
    expect((await caughtFault(small.translate(['Save']))).code).toBe('too_large');
    const other = await setUp({}, { ANTHROPIC_MODEL: 'other' });
    const error = await caughtFault(other.translate(['Save']));
    expect(error).toMatchObject({ code: 'engine_unavailable', retryable: false });
    expect(error.message).toContain('does not have this model');
  });
});

describe('anthropic', () => {
  it('stays off without a key, and reports a missing model', () => {
    const context = createRecordingContext();
    expect(anthropic.create({ ANTHROPIC_MODEL: 'm' }, context)).toBeNull();
    expect(context.logs).toEqual([]);
    expect(anthropic.create({ ANTHROPIC_API_KEY: 'k' }, context)).toBeNull();
    expect(context.logs.join()).toContain('ANTHROPIC_MODEL');
  });

  it('includes the model in its version and the limits in its capabilities', async () => {
    const { engine } = await setUp(
      {},
      { ANTHROPIC_BATCH_LENGTH: '900', ANTHROPIC_CONCURRENT_CALLS: '2' },
    );
    expect(engine.version).toBe(`${ANTHROPIC_MODEL}/5`);
    expect(engine.capabilities).toMatchObject({
      maxBatchLength: 900,
      maxConcurrentCalls: 2,
      glossary: 'prompt',
      local: false,
    });
  });
});
