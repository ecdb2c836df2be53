import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Engine,
  EngineError,
  type Rendering,
  type Segment,
  type SegmentResult,
  type TranslateCall,
} from '../../src/providers/mt/engine.ts';
import { caught } from './caught.ts';
import type { EngineServer } from './faulty-server.ts';

/** An engine of a test, with the servers and processes that belong to it. */
export interface EngineUnderTest {
  readonly engine: Engine;
  /** Maximum number of concurrent calls at the provider, if known. */
  peakCalls?(): number;
  /** Makes the provider leave all later calls unanswered. */
  hold?(): Promise<void> | void;
  /** Stops the local server and other parts that the factory started besides the engine. */
  dispose?(): Promise<void> | void;
}

/** Returns an engine with its server, which the suite can make hang. */
export function besideServer(
  engine: Engine | null,
  server: Pick<EngineServer<{ kind: 'hang' }>, 'peakRequests' | 'fail' | 'close'>,
): EngineUnderTest {
  if (engine === null) throw new Error('the engine is off');
  return {
    engine,
    peakCalls: server.peakRequests,
    hold: () => server.fail({ kind: 'hang' }, { times: Number.POSITIVE_INFINITY }),
    dispose: server.close,
  };
}

export interface ConformanceOptions {
  /** Name of the suite. */
  readonly name: string;
  /** Creates a new engine. The suite calls it several times. */
  create(): Promise<EngineUnderTest>;
  /** Source and target that are ready, or become ready by `load`. */
  readonly pair: readonly [source: string, target: string];
  /** Null if the engine supports every pair. */
  readonly unsupportedPair: readonly [source: string, target: string] | null;
  /**
   * A body in the first rendering of the engine that the engine or its simulated server cannot translate. Null if
   * there is none.
   */
  readonly failingBody: string | null;
  /** True if the engine is real, or if its server treats placeholders like the real service. */
  readonly keepsPlaceholders: boolean;
  /** Bodies with placeholders by rendering. Defaults to {@link SAMPLE_BODIES}. */
  readonly samples?: Partial<Readonly<Record<Rendering, readonly string[]>>>;
  /** Time limit of one ordinary call, from which the deadlines of the suite derive. Defaults to 2 s. */
  readonly callTimeoutMs?: number;
}

/** English texts with placeholders, as `@parlance/messages` writes them for each rendering. */
const SAMPLE_BODIES: Readonly<Record<Rendering, readonly string[]>> = {
  named: ['You have {count} new messages.', 'Hello {name}, open %s now', '{{a}} and {b}'],
  xml: [
    'You have <x id="0"/> new messages.',
    'Hello <x id="0"/>, open <g id="1">the file</g> now',
    '<x id="0"/> and <x id="1"/>',
  ],
  html: [
    'You have <var>0</var> new messages.',
    'Hello <var>0</var>, open <span id="1">the file</span> now',
    '<var>0</var> and <var>1</var>',
  ],
  superblank: [
    'You have [<x0>] new messages.',
    'Hello [<x0>], open [<g1>]the file[</g1>] now',
    '[<x0>] and [<x1>]',
  ],
  sentinel: ['You have Xqaz new messages.', 'Hello Xqaz, open Xqbz now', 'Xqaz and Xqbz'],
};

const PLACEHOLDERS: Readonly<Record<Rendering, RegExp>> = {
  named: /\{\{\w+\}\}|\{\w+\}|%s/g,
  xml: /<[^<>]+>/g,
  html: /<var[^<>]*>[^<>]*<\/var>|<[^<>]+>/g,
  superblank: /\[[^[\]]*\]/g,
  sentinel: /Xq[a-z]+z/g,
};

const WORDS = ['file', 'message', 'user', 'list', 'folder', 'page', 'book', 'house', 'name', 'day'];

/** Declares the tests that every engine must pass. Call it from the test file of the engine. */
export function describeEngineConformance(options: ConformanceOptions): void {
  const callTimeoutMs = options.callTimeoutMs ?? 2_000;
  const limitMs = callTimeoutMs * 10;
  const [sourceLocale, targetLocale] = options.pair;

  const makeCall = (engine: Engine, segments: readonly Segment[], signal?: AbortSignal) =>
    ({
      sourceLocale,
      targetLocale,
      rendering: engine.capabilities.renderings[0],
      segments,
      signal: signal ?? AbortSignal.timeout(limitMs),
    }) satisfies TranslateCall;

  const createReady = async () => {
    const subject = await options.create();
    await becomeReady(subject.engine, options.pair, limitMs);
    return subject;
  };

  describe(`the engine ${options.name}`, () => {
    let shared: EngineUnderTest;
    let engine: Engine;
    beforeAll(async () => {
      shared = await createReady();
      engine = shared.engine;
    }, limitMs);
    afterAll(async () => {
      await shared?.engine.close();
      await shared?.dispose?.();
    }, limitMs);

    it('declares an id, a version and consistent limits', () => {
      const { capabilities } = engine;
      expect(engine.id).toMatch(/^[a-z][a-z0-9-]*$/);
      expect(engine.version).not.toBe('');
      expect(capabilities.renderings.length).toBeGreaterThan(0);
      expect(new Set(capabilities.renderings).size).toBe(capabilities.renderings.length);
      for (const limit of [
        capabilities.maxBatchSegments,
        capabilities.maxBatchLength,
        capabilities.maxConcurrentCalls,
      ]) {
        expect(Number.isSafeInteger(limit) && limit > 0).toBe(true);
      }
    });

    it('answers an empty call with an empty result', async () => {
      expect(await engine.translate(makeCall(engine, []))).toEqual([]);
    });

    it(
      'answers each segment once, under its own id, for any ids',
      async () => {
        const ids = [randomUUID(), '0', 'a/b.c', '__proto__', 'constructor', 'with space', 'é'];
        const segments = ids
          .slice(0, engine.capabilities.maxBatchSegments)
          .map((id) => ({ id, body: 'Open the file.' }));
        const results = await engine.translate(makeCall(engine, segments));
        expectAnswers(segments, results);
        expect(results.filter((result) => result.error !== undefined)).toEqual([]);
      },
      limitMs,
    );

    it(
      'translates more segments than a batch may have, in batches within its limits',
      async () => {
        const { maxBatchSegments } = engine.capabilities;
        const segments = makeSegments(Math.min(200, maxBatchSegments + 1));
        for (const batch of batchSegments(engine, segments)) {
          const results = await engine.translate(makeCall(engine, batch));
          expectAnswers(batch, results);
          for (const { id, body, error } of results) {
            expect(error, id).toBeUndefined();
            expect(body?.trim(), id).toBeTruthy();
            expect(body?.isWellFormed(), id).toBe(true);
          }
        }
      },
      limitMs * 4,
    );

    it(
      'keeps answers apart, and respects its concurrency limit with more calls than the limit',
      async () => {
        const calls = Array.from(
          { length: Math.min(24, engine.capabilities.maxConcurrentCalls * 3) },
          (_, index) => makeSegments(Math.min(4, engine.capabilities.maxBatchSegments), index),
        );
        const alone = await engine.translate(makeCall(engine, calls[0] ?? []));
        const answers = await Promise.all(
          calls.map((segments) => engine.translate(makeCall(engine, segments))),
        );
        for (const [index, results] of answers.entries()) {
          expectAnswers(calls[index] ?? [], results);
          expect(results.filter((result) => result.error !== undefined)).toEqual([]);
        }
        expect(byId(answers[0] ?? [])).toEqual(byId(alone));
        if (shared.peakCalls !== undefined) {
          expect(shared.peakCalls()).toBeGreaterThan(0);
          expect(shared.peakCalls()).toBeLessThanOrEqual(engine.capabilities.maxConcurrentCalls);
        }
      },
      limitMs * 2,
    );

    it.skipIf(options.failingBody === null)(
      'answers the other segments of a batch in which one segment fails',
      async () => {
        const size = Math.min(9, engine.capabilities.maxBatchSegments);
        const segments = makeSegments(size).map((segment, index) =>
          index === Math.floor(size / 2) ? { id: 'bad', body: options.failingBody ?? '' } : segment,
        );
        const results = byId(await engine.translate(makeCall(engine, segments)));
        expectAnswers(segments, [...results.values()]);
        for (const [id, result] of results) {
          if (id === 'bad') {
            expect(result.body).toBeUndefined();
            expect(result.error?.code).toMatch(/^[a-z_]+$/);
            expect(result.error?.detail).toBeTruthy();
          } else {
            expect(result.error, id).toBeUndefined();
          }
        }
      },
      limitMs,
    );

    it.skipIf(!options.keepsPlaceholders)(
      'returns every placeholder once, in each of its renderings',
      async () => {
        for (const rendering of engine.capabilities.renderings) {
          const bodies = options.samples?.[rendering] ?? SAMPLE_BODIES[rendering];
          const segments = bodies.map((body, index) => ({ id: String(index), body }));
          for (const batch of batchSegments(engine, segments)) {
            const call = { ...makeCall(engine, batch), rendering };
            const results = byId(await engine.translate(call));
            for (const { id, body } of batch) {
              const back = results.get(id)?.body ?? '';
              expect(listPlaceholders(rendering, back), `${rendering}: ${back}`).toEqual(
                listPlaceholders(rendering, body),
              );
            }
          }
        }
      },
      limitMs,
    );

    it.skipIf(options.unsupportedPair === null)(
      'gives a reason why a pair is not supported, and refuses to translate the pair',
      async () => {
        const [source, target] = options.unsupportedPair ?? ['', ''];
        const readiness = await engine.readiness(source, target);
        expect(readiness.status).toBe('unsupported');
        if (readiness.status === 'unsupported') expect(readiness.reason.length).toBeGreaterThan(10);
        const call = { ...makeCall(engine, makeSegments(1)), sourceLocale: source };
        const error = await caught(engine.translate({ ...call, targetLocale: target }));
        expect(error).toBeInstanceOf(EngineError);
        expect(error).toMatchObject({ code: 'unsupported_pair' });
      },
      limitMs,
    );

    it(
      'rejects a call that was already aborted with the reason of its signal',
      async () => {
        const reason = new Error('no longer wanted');
        const call = makeCall(engine, makeSegments(2), AbortSignal.abort(reason));
        expect(await caught(engine.translate(call))).toBe(reason);
      },
      limitMs,
    );

    it(
      'ends soon after its signal aborts, even if the provider does not answer',
      async () => {
        const subject = await createReady();
        try {
          await subject.hold?.();
          const control = new AbortController();
          const reason = new Error('no longer wanted');
          const segments = makeSegments(Math.min(64, engine.capabilities.maxBatchSegments));
          const batch = batchSegments(engine, segments)[0] ?? [];
          const ended = caught(subject.engine.translate(makeCall(engine, batch, control.signal)));
          await delay(20);
          control.abort(reason);
          const late = new Error('still running');
          const error = await Promise.race([ended, delay(1_000, late, { ref: false })]);
          // Without `hold`, the answer may arrive before the abort.
          if (subject.hold !== undefined || error !== undefined) expect(error).toBe(reason);
        } finally {
          await subject.engine.close();
          await subject.dispose?.();
        }
      },
      limitMs,
    );

    it(
      'ends calls in flight when it closes, and leaves no resource open',
      async () => {
        const before = countResources();
        const subject = await createReady();
        await subject.engine.translate(makeCall(engine, makeSegments(1)));
        const batch = batchSegments(engine, makeSegments(4))[0] ?? [];
        const running = caught(subject.engine.translate(makeCall(engine, batch)));
        await Promise.all([subject.engine.close(), subject.engine.close()]);
        await subject.engine.close();
        await running;
        await subject.dispose?.();
        let left = listNew(before);
        for (let tries = 0; left.length > 0 && tries < 100; tries++) {
          await delay(20);
          left = listNew(before);
        }
        expect(left).toEqual([]);
      },
      limitMs,
    );
  });
}

async function becomeReady(engine: Engine, pair: readonly [string, string], limitMs: number) {
  let readiness = await engine.readiness(...pair);
  if (readiness.status === 'loadable') {
    await engine.load?.(...pair, AbortSignal.timeout(limitMs));
    readiness = await engine.readiness(...pair);
  }
  expect(readiness).toMatchObject({ status: 'ready' });
}

function makeSegments(count: number, seed = 0): Segment[] {
  return Array.from({ length: count }, (_, index) => {
    const word = WORDS[(index + seed) % WORDS.length];
    const other = WORDS[(index + seed * 3 + 4) % WORDS.length];
    return { id: `s${seed}-${index}`, body: `The ${word} is in the ${other}.` };
  });
}

function batchSegments(engine: Engine, segments: readonly Segment[]): Segment[][] {
  const { maxBatchSegments, maxBatchLength } = engine.capabilities;
  const batches: Segment[][] = [];
  let length = 0;
  for (const segment of segments) {
    const last = batches.at(-1);
    const fits = length + segment.body.length <= maxBatchLength;
    if (last !== undefined && fits && last.length < maxBatchSegments) {
      last.push(segment);
      length += segment.body.length;
    } else {
      batches.push([segment]);
      length = segment.body.length;
    }
  }
  return batches;
}

function expectAnswers(segments: readonly Segment[], results: readonly SegmentResult[]): void {
  expect(results.map(({ id }) => id).sort()).toEqual(segments.map(({ id }) => id).sort());
  for (const { id, body, error } of results)
    expect((body === undefined) !== (error === undefined), id).toBe(true);
}

function byId(results: readonly SegmentResult[]): Map<string, SegmentResult> {
  return new Map(results.map((result) => [result.id, result]));
}

function listPlaceholders(rendering: Rendering, body: string): string[] {
  return [...body.matchAll(PLACEHOLDERS[rendering])].map(([found]) => found).sort();
}

// Timers are not counted, because the test runner also starts timers.
function countResources(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo())
    if (!/^(Timeout|Immediate|FSReq|CloseReq|TickObject)/.test(kind))
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

function listNew(before: ReadonlyMap<string, number>): string[] {
  return [...countResources()]
    .filter(([kind, count]) => count > (before.get(kind) ?? 0))
    .map(([kind, count]) => `${kind} × ${count - (before.get(kind) ?? 0)}`);
}
