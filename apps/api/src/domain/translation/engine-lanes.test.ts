import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createScriptedEngine, type ScriptedEngineOptions } from '../../../test/scripted-engine.ts';
import { EngineError, type TranslateCall } from '../../providers/mt/engine.ts';
import type { SegmentAnswer } from './call-engine.ts';
import { createEngineLanes, type LaneItem, type LaneOptions } from './engine-lanes.ts';

const PATIENCE = { callTimeoutMs: 5_000, maxWaitMs: 0, maxTries: 1, firstWaitMs: 1 };
const XML = { rendering: 'xml', isAlone: false } as const;

function setUp(script: ScriptedEngineOptions = {}, options: Partial<LaneOptions> = {}) {
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
  const lanes = createEngineLanes({
    sourceLocale: 'en',
    targetLocale: 'es',
    note: null,
    patience: PATIENCE,
    signal: over.signal,
    ...options,
  });
  return { engine, lanes, over, state };
}

/** Items of one asker, with the ids that another has too. */
function itemsOf(name: string, count: number, answers: string[]): LaneItem[] {
  return Array.from({ length: count }, (_, at) => ({
    segment: { id: String(at), body: `${name}${at}` },
    terms: [],
    take: (answer) => void answers.push(`${name}${at} ${answer.body}`),
  }));
}

test('engine calls combine strings of several callers, and each caller gets its own answer', async () => {
  const { engine, lanes, state } = setUp({
    capabilities: { maxBatchSegments: 10, maxConcurrentCalls: 2 },
  });
  const answers: string[] = [];
  const asked = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
    lanes.ask(engine, XML, itemsOf(name, 15, answers)),
  );
  await Promise.all(asked);
  expect(answers).toHaveLength(90);
  for (const answer of answers) expect(answer).toMatch(/^(\w+) \1!$/);
  // The first asker's two calls go as they are; all others are full.
  expect(engine.calls.map(({ segments }) => segments.length)).toEqual([
    10, 5, 10, 10, 10, 10, 10, 10, 10, 5,
  ]);
  expect(state.most).toBe(2);
});

test('an engine that never gives a usable answer is not asked again, and one that gave one is', async () => {
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
    const lanes = createEngineLanes({
      ...{ sourceLocale: 'en', targetLocale: 'es', note: null, patience: PATIENCE },
      signal: over.signal,
    });
    const answers: SegmentAnswer[] = [];
    const items = itemsOf('a', 40, []).map((item) => ({
      ...item,
      take: (answer: SegmentAnswer) => void answers.push(answer),
    }));
    await lanes.ask(engine, XML, items);
    return { answers, hasGivenUp: lanes.hasGivenUp };
  };
  const none = await ask();
  expect([engine.calls.length, none.hasGivenUp]).toEqual([5, true]);
  expect(none.answers.map(({ fault: one }) => one?.detail)).toEqual(Array(40).fill('prose'));
  usable = 1;
  const some = await ask();
  expect([engine.calls.length, some.hasGivenUp]).toEqual([45, false]);
});

test('an engine call serves a caller before later callers', async () => {
  const { engine, lanes } = setUp({ capabilities: { maxBatchSegments: 2, maxConcurrentCalls: 1 } });
  const ended: string[] = [];
  await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      lanes.ask(engine, XML, itemsOf(name, 3, [])).then(() => ended.push(name)),
    ),
  );
  expect(ended).toEqual(['a', 'b', 'c']);
});

test('an engine call contains only strings of one rendering, and an isolated string is sent alone', async () => {
  const { engine, lanes } = setUp({ capabilities: { maxConcurrentCalls: 1 } });
  const answers: string[] = [];
  await Promise.all([
    lanes.ask(engine, XML, itemsOf('a', 2, answers)),
    lanes.ask(engine, { rendering: 'xml', isAlone: true }, itemsOf('b', 2, answers)),
    lanes.ask(engine, { rendering: 'html', isAlone: false }, itemsOf('c', 2, answers)),
  ]);
  expect(engine.calls.map(({ rendering, segments }) => [rendering, segments.length])).toEqual([
    ['xml', 2],
    ['xml', 1],
    ['xml', 1],
    ['html', 2],
  ]);
});

test('an engine call respects the limit of the engine, and a longer string is sent alone', async () => {
  const { engine, lanes } = setUp({ capabilities: { maxBatchLength: 10, maxConcurrentCalls: 1 } });
  const bodies = ['aaaa', 'bbbb', 'cccc', 'd'.repeat(30), 'eeee'];
  const items = bodies.map((body, at) => ({
    segment: { id: String(at), body },
    terms: [],
    take: () => {},
  }));
  await lanes.ask(engine, XML, items);
  expect(engine.calls.map(({ segments }) => segments.length)).toEqual([2, 1, 1, 1]);
});

test.each([
  [true, 'formal'],
  [false, undefined],
] as const)(
  'where an engine’s formality is %s, a formal call is told as %s',
  async (takes, told) => {
    const { engine, lanes } = setUp(
      { capabilities: { formality: takes } },
      { formality: 'formal' },
    );
    await lanes.ask(engine, XML, itemsOf('a', 1, []));
    expect(engine.calls[0]!.formality).toBe(told);
  },
);

describe('the glossary of an engine call', () => {
  const term = (source: string) => ({ source, target: source.toUpperCase() });
  const all = ['a', 'b', 'c'].map(term);
  const ask = async (glossary: 'native' | 'prompt', ...terms: string[]) => {
    const { engine, lanes } = setUp({ capabilities: { glossary } }, { allTerms: () => all });
    const items = itemsOf('a', 2, []).map((item) => ({ ...item, terms: terms.map(term) }));
    await lanes.ask(engine, XML, items);
    return engine.calls[0]!.terms;
  };

  test('an engine that makes one of its own gets all terms, the same for each call', async () => {
    expect(await ask('native', 'a')).toBe(all);
    expect(await ask('native')).toBeUndefined();
  });

  test('any other gets the terms of the texts, each once', async () => {
    expect(await ask('prompt', 'a', 'c')).toEqual([term('a'), term('c')]);
  });
});

test('an abort of the signal rejects all waiting callers, and no further engine call begins', async () => {
  const { engine, lanes, over } = setUp({
    capabilities: { maxBatchSegments: 1, maxConcurrentCalls: 1 },
  });
  const asked = [
    lanes.ask(engine, XML, itemsOf('a', 3, [])),
    lanes.ask(engine, XML, itemsOf('b', 3, [])),
  ];
  over.abort(new Error('enough'));
  for (const one of await Promise.allSettled(asked)) {
    expect(one).toMatchObject({ status: 'rejected', reason: { message: 'enough' } });
  }
  expect(engine.calls).toHaveLength(1);
});
