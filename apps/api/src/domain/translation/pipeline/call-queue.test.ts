import { setTimeout as sleep } from 'node:timers/promises';
import type { Token } from '@parlance/messages';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SLOWNESS } from '../../../../../../scripts/slowness.ts';
import { testRuns } from '../../../../../../scripts/tests/test-runs.ts';
import {
  createScriptedEngine,
  type ScriptedEngineOptions,
} from '../../../../test/engines/scripted-engine.ts';
import {
  EngineError,
  type SegmentResult,
  type TranslateCall,
} from '../../../providers/mt/engine.ts';
import { CallQueue, maxHalves, type QueueOptions } from './call-queue.ts';
import { Segment } from './segment.ts';
import type { Step } from './steps.ts';

const PATIENCE = { callTimeoutMs: 5_000 * SLOWNESS, maxWaitMs: 0, firstWaitMs: 1 };
const XML: Step = { rendering: 'xml', way: 'batch', isCounting: true };

function setUp(script: ScriptedEngineOptions = {}, options: Partial<QueueOptions> = {}) {
  const over = new AbortController();
  const state = { atOnce: 0, most: 0 };
  const engine = createScriptedEngine({
    ...script,
    answer: async ({ segments, signal }: TranslateCall) => {
      state.most = Math.max(state.most, ++state.atOnce);
      await sleep(20, undefined, { signal });
      state.atOnce--;
      return segments.map(({ id, body }) => ({ id, body: `${body}!` }));
    },
  });
  const queue = new CallQueue({
    sourceLocale: 'en',
    targetLocale: 'es',
    patience: PATIENCE,
    signal: over.signal,
    ...options,
  });
  return { engine, queue, over, state };
}

const segmentOf = (text: string, terms: readonly Token[] = []): Segment =>
  new Segment({ id: text, text }, [{ type: 'text', source: text, text }, ...terms], null, {});

const segmentsOf = (name: string, count: number): Segment[] =>
  Array.from({ length: count }, (_, index) => segmentOf(`${name}${index}`));

const ignore = (): void => {};

test('engine calls combine strings of several callers, and each caller gets its own answers', async () => {
  const { engine, queue, state } = setUp({
    capabilities: { maxBatchSegments: 10, maxConcurrentCalls: 2 },
  });
  const answers: string[] = [];
  const asked = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
    queue.ask(engine, XML, segmentsOf(name, 15), (segment, answer) => {
      answers.push(`${segment.string.text} ${'body' in answer ? answer.body : ''}`);
    }),
  );
  await Promise.all(asked);
  expect(answers).toHaveLength(90);
  for (const answer of answers) expect(answer).toMatch(/^(\w+) \1!$/);
  expect(engine.calls.map(({ segments }) => segments.length)).toEqual([
    10, 5, 10, 10, 10, 10, 10, 10, 10, 5,
  ]);
  expect(state.most).toBe(2);
});

test('an engine without a usable answer gets five calls, and an engine with one usable answer gets every string', async () => {
  const fault = new EngineError('engine_bad_response', 'prose');
  const capabilities = { maxBatchSegments: 1, maxConcurrentCalls: 1 };
  let usable = 0;
  const over = new AbortController();
  const engine = createScriptedEngine({
    capabilities,
    answer: async ({ segments }) => {
      if (usable-- <= 0) throw fault;
      return segments.map(({ id }) => ({ id, body: 'x' }));
    },
  });
  const ask = async () => {
    const queue = new CallQueue({
      sourceLocale: 'en',
      targetLocale: 'es',
      patience: PATIENCE,
      signal: over.signal,
    });
    const answers: SegmentResult[] = [];
    await queue.ask(engine, XML, segmentsOf('a', 40), (_, answer) => void answers.push(answer));
    return { answers, hasGivenUp: queue.calls[0]!.isUnusable };
  };
  const none = await ask();
  expect([engine.calls.length, none.hasGivenUp]).toEqual([5, true]);
  expect(none.answers).toMatchObject(Array(40).fill({ error: { detail: 'prose' } }));
  usable = 1;
  const some = await ask();
  expect([engine.calls.length, some.hasGivenUp]).toEqual([45, false]);
});

describe('a batch that an engine refuses or answers incorrectly', () => {
  type Refusal =
    | 'malformed'
    | 'too_large'
    | 'refused'
    | 'no-answers'
    | 'engine_auth'
    | 'engine_quota';

  /** Requests strings, some of which make every call that contains them fail. */
  async function askWithBad(
    count: number,
    bad: ReadonlySet<number>,
    { refusal, capabilities }: { refusal: Refusal } & Pick<ScriptedEngineOptions, 'capabilities'>,
  ) {
    const engine = createScriptedEngine({
      capabilities: { maxBatchSegments: 64, ...capabilities },
      answer: async ({ segments }) => {
        if (!segments.some(({ body }) => bad.has(Number(body)))) {
          return segments.map(({ id, body }) => ({ id, body: `${body}!` }));
        }
        if (refusal === 'no-answers') return [];
        if (refusal === 'malformed') {
          throw new EngineError('engine_bad_response', refusal, { retryable: true });
        }
        const code = refusal === 'refused' ? 'engine_bad_response' : refusal;
        throw new EngineError(code, refusal);
      },
    });
    const queue = new CallQueue({
      sourceLocale: 'en',
      targetLocale: 'es',
      patience: PATIENCE,
      signal: new AbortController().signal,
    });
    const segments = Array.from({ length: count }, (_, index) => segmentOf(String(index)));
    const failed: number[] = [];
    const alone: number[] = [];
    await queue.ask(engine, XML, segments, ({ string }, { error }, wasAlone) => {
      if (error) failed.push(Number(string.text));
      if (error && wasAlone) alone.push(Number(string.text));
    });
    return { calls: engine.calls, failed: failed.sort((a, b) => a - b), alone };
  }

  const refusals: Refusal[] = ['malformed', 'too_large', 'refused', 'no-answers'];
  const perLevel = (count: number) => 2 * Math.ceil(Math.log2(count));

  test('splits into halves until only the bad string fails', async () => {
    const cases = fc
      .record({
        count: fc.integer({ min: 2, max: 64 }),
        refusal: fc.constantFrom(...refusals),
        maxAnswers: fc.constantFrom(undefined, 3),
      })
      .chain((one) => fc.nat(one.count - 1).map((bad) => ({ ...one, bad })));
    const property = fc.asyncProperty(cases, async ({ count, refusal, maxAnswers, bad }) => {
      const capabilities = maxAnswers === undefined ? {} : { maxAnswers };
      const { calls, failed, alone } = await askWithBad(count, new Set([bad]), {
        refusal,
        capabilities,
      });
      expect([failed, alone]).toEqual([[bad], [bad]]);
      // The queue calls an engine twice for a single string if the number of its answers is not limited.
      expect(calls.length).toBeLessThanOrEqual(1 + perLevel(count) + 1);
    });
    await fc.assert(property, { numRuns: testRuns(60) });
  });

  test('causes a limited number of engine calls, no matter how many strings are bad', async () => {
    const cases = fc.record({
      bad: fc.uniqueArray(fc.nat(63), { minLength: 1 }).map((all) => new Set(all)),
      refusal: fc.constantFrom(...refusals),
    });
    const property = fc.asyncProperty(cases, async ({ bad, refusal }) => {
      const { calls, failed } = await askWithBad(64, bad, { refusal });
      expect(new Set(failed).size).toBe(failed.length);
      expect(failed).toEqual(expect.arrayContaining([...bad]));
      const isOne = ({ segments }: TranslateCall) => segments.length === 1;
      expect(calls.length - calls.filter(isOne).length).toBeLessThanOrEqual(1 + maxHalves(64));
      expect(calls.length).toBeLessThanOrEqual(1 + 2 * maxHalves(64));
      if (bad.size === 2) expect(failed).toEqual([...bad].sort((a, b) => a - b));
    });
    await fc.assert(property, { numRuns: testRuns(40) });
  });

  test.each<Refusal>(['engine_auth', 'engine_quota'])(
    'stays whole if the engine call fails with %s',
    async (refusal) => {
      const { calls, failed } = await askWithBad(40, new Set([7]), { refusal });
      expect([calls.length, failed.length]).toEqual([1, 40]);
    },
  );
});

test('an engine call serves a caller before later callers', async () => {
  const { engine, queue } = setUp({ capabilities: { maxBatchSegments: 2, maxConcurrentCalls: 1 } });
  const ended: string[] = [];
  await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      queue.ask(engine, XML, segmentsOf(name, 3), ignore).then(() => ended.push(name)),
    ),
  );
  expect(ended).toEqual(['a', 'b', 'c']);
});

test('an engine call contains only strings of one rendering, and an isolated string is sent alone', async () => {
  const { engine, queue } = setUp({ capabilities: { maxConcurrentCalls: 1 } });
  await Promise.all([
    queue.ask(engine, XML, segmentsOf('a', 2), ignore),
    queue.ask(engine, { ...XML, way: 'alone' }, segmentsOf('b', 2), ignore),
    queue.ask(engine, { ...XML, rendering: 'html' }, segmentsOf('c', 2), ignore),
  ]);
  expect(engine.calls.map(({ rendering, segments }) => [rendering, segments.length])).toEqual([
    ['xml', 2],
    ['xml', 1],
    ['xml', 1],
    ['html', 2],
  ]);
});

test('an engine call respects the length limit of the engine, and a longer string is sent alone', async () => {
  const { engine, queue } = setUp({ capabilities: { maxBatchLength: 10, maxConcurrentCalls: 1 } });
  const bodies = ['aaaa', 'bbbb', 'cccc', 'd'.repeat(30), 'eeee'];
  await queue.ask(
    engine,
    XML,
    bodies.map((body) => segmentOf(body)),
    ignore,
  );
  expect(engine.calls.map(({ segments }) => segments.length)).toEqual([2, 1, 1, 1]);
});

test.each([
  [true, 'formal'],
  [false, undefined],
] as const)(
  'an engine whose capability `formality` is %s gets a formal call as %s',
  async (takes, sent) => {
    const { engine, queue } = setUp(
      { capabilities: { formality: takes } },
      { formality: 'formal' },
    );
    await queue.ask(engine, XML, segmentsOf('a', 1), ignore);
    expect(engine.calls[0]!.formality).toBe(sent);
  },
);

describe('the glossary of an engine call', () => {
  const term = (source: string) => ({ source, target: source.toUpperCase() });
  const all = ['a', 'b', 'c'].map(term);
  const ask = async (glossary: 'native' | 'prompt', ...terms: string[]) => {
    const { engine, queue } = setUp({ capabilities: { glossary } }, { allTerms: () => all });
    const tokens = terms.map(
      (text): Token => ({ type: 'term', id: 0, termId: text, text, ...term(text) }),
    );
    await queue.ask(engine, XML, [segmentOf('a', tokens), segmentOf('b', tokens)], ignore);
    return engine.calls[0]!.terms;
  };

  test('contains all terms in every call if the engine creates its own glossary', async () => {
    expect(await ask('native', 'a')).toBe(all);
    expect(await ask('native')).toBeUndefined();
  });

  test('contains the terms of the texts, each once, for any other engine', async () => {
    expect(await ask('prompt', 'a', 'c')).toEqual([term('a'), term('c')]);
  });
});

test('an abort of the signal rejects all waiting callers, and no further engine call begins', async () => {
  const { engine, queue, over } = setUp({
    capabilities: { maxBatchSegments: 1, maxConcurrentCalls: 1 },
  });
  const asked = [
    queue.ask(engine, XML, segmentsOf('a', 3), ignore),
    queue.ask(engine, XML, segmentsOf('b', 3), ignore),
  ];
  over.abort(new Error('enough'));
  for (const one of await Promise.allSettled(asked)) {
    expect(one).toMatchObject({ status: 'rejected', reason: { message: 'enough' } });
  }
  expect(engine.calls).toHaveLength(1);
});
