import { describe, expect, test } from 'vitest';
import { PATIENCE, run, textOf } from '../../../../test/engines/run-pipeline.ts';
import { EngineError } from '../../../providers/mt/engine.ts';

describe('the pipeline', () => {
  const drop = (body: string) => body.replace(/<[^<>]*>/g, '');

  test('translates the words between the tags if an engine drops the tags', async () => {
    const { results } = run(['Hello {name}, open <b>the file</b> now'], [{ say: drop }]);
    expect(textOf((await results)[0])).toBe('Hello {name}, open <b>the file</b> now');
  });

  test('tries the next rendering, and then tries the next engine', async () => {
    const { results, engines } = run(
      ['Hello {name}'],
      [{ capabilities: { renderings: ['xml', 'named'] }, say: () => '' }, {}],
    );
    expect(await results).toMatchObject([{ text: 'HELLO {name}', engine: 'engine-1' }]);
    expect(engines[0]!.calls.map(({ rendering }) => rendering)).toEqual(['xml', 'named', 'xml']);
  });

  test('fails with the error content_broken for a message that every engine breaks', async () => {
    const { results } = run(['Hello {name}'], [{ say: () => '' }]);
    expect(await results).toMatchObject(
      [{ status: 'failed', error: { code: 'content_broken', message: /engine-0 broke/ } }].map(
        (result) => ({
          ...result,
          error: { code: 'content_broken', message: expect.stringMatching(/engine-0/) },
        }),
      ),
    );
  });

  test('sends texts with the same engine request once, and each string gets the translation', async () => {
    const strings = ['a', 'b', 'c'].map((context) => ({ text: 'Save {x}', context }));
    const { engines, results } = run([...strings, { text: 'Save {y}', context: 'a' }], [{}]);
    expect((await results).map(textOf)).toEqual(['SAVE {x}', 'SAVE {x}', 'SAVE {x}', 'SAVE {y}']);
    const sent = engines[0]!.calls.flatMap(({ segments }) => segments.map(({ body }) => body));
    expect(sent).toHaveLength(2);
    const reading = run(strings, [{ capabilities: { context: true } }]);
    await reading.results;
    expect(reading.engines[0]!.calls.flatMap(({ segments }) => segments)).toHaveLength(3);
  });

  test('translates the other strings of a call if one string is broken', async () => {
    const { results } = run(
      ['Hello', 'Bad {x}', 'Bye'],
      [{ say: (body) => (body.includes('Bad') ? '' : body.toUpperCase()) }],
    );
    expect((await results).map(({ status }) => status)).toEqual([
      'translated',
      'failed',
      'translated',
    ]);
  });
});

describe('an engine that fails', () => {
  const failing = (code: EngineError['code'], options = {}) => ({
    answer: () => Promise.reject(new EngineError(code, 'no', options)),
  });

  test('gets another call if the fault may be temporary', async () => {
    let calls = 0;
    const { results } = run(
      ['Hello'],
      [
        {
          answer: async ({ segments }) => {
            if (++calls < 3) throw new EngineError('engine_unavailable', 'no', { retryable: true });
            return segments.map(({ id }) => ({ id, body: 'Hola' }));
          },
        },
      ],
    );
    expect(textOf((await results)[0])).toBe('Hola');
  });

  test('passes the string to the next engine', async () => {
    const { results } = run(['Hello'], [failing('engine_auth'), {}]);
    expect(await results).toMatchObject([{ text: 'HELLO', engine: 'engine-1' }]);
  });

  test.each([
    ['engine_auth', 'engine_unavailable'],
    ['engine_quota', 'engine_unavailable'],
    ['engine_rate_limited', 'engine_unavailable'],
    ['engine_timeout', 'engine_timeout'],
    ['engine_bad_response', 'engine_failed'],
    ['too_large', 'engine_failed'],
    ['unsupported_pair', 'unsupported_pair'],
  ] as const)('reports %s, and the string fails with %s', async (code, expected) => {
    const { results } = run(['Hello'], [failing(code)]);
    expect(await results).toMatchObject([{ status: 'failed', error: { code: expected } }]);
  });

  test('keeps the string if it requests a delay and the caller can wait', async () => {
    const busy = failing('engine_rate_limited', { retryable: true, retryAfterMs: 30_000 });
    const { results, engines } = run(['Hello'], [busy, {}], { canWait: true });
    expect(await results).toMatchObject([{ status: 'failed', retryAfterMs: 30_000 }]);
    expect(engines[1]!.calls).toEqual([]);
  });

  test('passes the string to the next engine if it does not answer before the timeout', async () => {
    const hangs = { answer: () => new Promise<never>(() => {}) };
    const { results } = run(['Hello'], [hangs, {}], {
      patience: { ...PATIENCE, callTimeoutMs: 50 },
    });
    expect(await results).toMatchObject([{ text: 'HELLO', engine: 'engine-1' }]);
  });

  test('gets each string alone after an answer with missing, duplicate or unknown strings', async () => {
    const { results } = run(
      ['One', 'Two', 'Three'],
      [
        {
          answer: async ({ segments }) =>
            segments.length === 1
              ? segments.map(({ id, body }) => ({ id, body: body.toUpperCase() }))
              : [
                  { id: segments[0]!.id, body: 'x' },
                  { id: segments[0]!.id, body: 'y' },
                  { id: segments[1]!.id },
                  { id: 'other', body: 'z' },
                ],
        },
      ],
    );
    expect((await results).map(textOf)).toEqual(['ONE', 'TWO', 'THREE']);
  });

  test('does not delay the result when the caller aborts', async () => {
    const gone = new AbortController();
    const { results } = run(['Hello'], [{ answer: () => new Promise<never>(() => {}) }], {
      signal: gone.signal,
    });
    setTimeout(() => gone.abort(new Error('gone')), 20);
    await expect(results).rejects.toThrow('gone');
  });
});

describe('an engine with limits', () => {
  test('gets only calls within its limits', async () => {
    const strings = Array.from({ length: 60 }, (_, index) => `Text number ${'x'.repeat(index)}`);
    const { results, engines } = run(strings, [
      { capabilities: { maxBatchSegments: 7, maxBatchLength: 200 } },
    ]);
    expect((await results).every(({ status }) => status === 'translated')).toBe(true);
    for (const { segments } of engines[0]!.calls) {
      const length = segments.reduce((sum, { body }) => sum + body.length, 0);
      expect(segments.length).toBeLessThanOrEqual(7);
      expect(length).toBeLessThanOrEqual(200);
    }
  });
});
