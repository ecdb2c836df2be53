import { setImmediate } from 'node:timers/promises';
import { createYieldToLoop } from '../../../lib/yield-to-loop.ts';
import type {
  Engine,
  EngineCapabilities,
  GlossaryTermHit,
  SegmentResult,
  TranslateCall,
} from '../../../providers/mt/engine.ts';
import { EngineCalls, OF_CONTENT, type Patience } from '../../project/index.ts';
import { formalityFor, guidanceFor, type RequestOptions, type Segment } from './segment.ts';
import type { Step } from './steps.ts';

export interface QueueOptions extends RequestOptions {
  /** Returns all terms of the glossary, for engines that store glossaries. */
  readonly allTerms?: () => readonly GlossaryTermHit[];
  readonly patience: Patience;
  /** Id of the organization that requested the translation. */
  readonly share?: string;
  readonly signal: AbortSignal;
}

/**
 * Receives the result of one segment. `wasAlone` is true if the call contained no other segment. For an engine that
 * gets whole strings, `wasAlone` is also true if the call contained only segments of the same string.
 */
export type TakeResult = (
  segment: Segment,
  result: SegmentResult,
  wasAlone: boolean,
) => void | Promise<void>;

interface Waiting {
  readonly segment: Segment;
  readonly group: Group;
}

interface Group {
  readonly step: Step;
  readonly take: TakeResult;
  missing: number;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Sends segments of several callers to engines. If an engine already has its maximum number of open
 * calls, new segments wait and are sent together in the engine's next call.
 */
export class CallQueue {
  readonly #options: QueueOptions;
  readonly #queues = new Map<string, EngineQueue>();
  #counted = 0;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /** Returns the number of calls since this function was last called. */
  takeSent(): number {
    const sent = this.calls.reduce((sum, calls) => sum + calls.sent, 0);
    const news = sent - this.#counted;
    this.#counted = sent;
    return news;
  }

  get calls(): EngineCalls[] {
    return [...this.#queues.values()].map(({ calls }) => calls);
  }

  /**
   * Adds segments to the queue of an engine. Resolves when `take` has received all results. Rejects
   * with the signal's reason if the signal aborts.
   */
  ask(engine: Engine, step: Step, segments: readonly Segment[], take: TakeResult): Promise<void> {
    if (segments.length === 0) return Promise.resolve();
    const queue = this.#queues.get(engine.id) ?? new EngineQueue(engine, this.#options);
    this.#queues.set(engine.id, queue);
    return queue.ask(step, segments, take);
  }
}

/** Segments of one call. */
interface Batch {
  readonly waiting: readonly Waiting[];
  /** Number of calls that may still be made with parts of the first batch. All parts share this object. */
  readonly halves: { left: number };
}

/**
 * Returns the maximum number of calls with halves of a batch. Finding one segment that makes the batch fail takes two
 * calls per level, so the limit is enough to find two such segments.
 */
export const maxHalves = (segments: number): number => 4 * Math.ceil(Math.log2(segments));

class EngineQueue {
  readonly calls: EngineCalls;
  readonly #engine: Engine;
  readonly #options: QueueOptions;
  readonly #waiting: Waiting[] = [];
  /** Halves of failed batches. They are sent before new batches. */
  readonly #halves: Batch[] = [];
  /** Limit that all batches share until the engine has answered, because the engine may refuse everything. */
  readonly #firstHalves: Batch['halves'];
  #underWay = 0;

  constructor(engine: Engine, options: QueueOptions) {
    this.#engine = engine;
    this.#options = options;
    this.calls = new EngineCalls(engine, options.patience);
    this.#firstHalves = { left: maxHalves(engine.capabilities.maxBatchSegments) };
  }

  ask(step: Step, segments: readonly Segment[], take: TakeResult): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const group = { step, take, missing: segments.length, resolve, reject };
    for (const segment of segments) {
      segment.render(step);
      this.#waiting.push({ segment, group });
    }
    this.#sendNext();
    return promise;
  }

  #sendNext(): void {
    while (this.#underWay < this.#engine.capabilities.maxConcurrentCalls) {
      const batch = this.#halves.shift() ?? this.#takeBatch();
      if (batch === null) return;
      this.#underWay++;
      void this.#send(batch);
    }
  }

  #takeBatch(): Batch | null {
    if (this.#waiting.length === 0) return null;
    const waiting = this.#waiting.splice(0, fitting(this.#waiting, this.#engine.capabilities));
    const isKnown = this.calls.hasAnswered;
    return { waiting, halves: isKnown ? { left: maxHalves(waiting.length) } : this.#firstHalves };
  }

  async #send(batch: Batch): Promise<void> {
    const { waiting } = batch;
    try {
      const call = this.calls.send(callOf(this.#engine, waiting, this.#options));
      const results = await call.finally(() => {
        this.#underWay--;
        this.#sendNext();
      });
      await setImmediate();
      const hasString = this.#engine.capabilities.maxAnswers !== undefined;
      const isAlone = waiting.length === 1 || (hasString && stringEnd(waiting) === waiting.length);
      if (!isAlone && this.#isToBeHalved(batch, results)) this.#halve(batch);
      else await this.#give(waiting, results, isAlone);
    } catch (error) {
      for (const { group } of waiting) group.reject(error);
    }
  }

  async #give(
    waiting: readonly Waiting[],
    results: readonly SegmentResult[],
    isAlone: boolean,
  ): Promise<void> {
    const yieldToLoop = createYieldToLoop(this.#options.signal);
    for (const [at, { segment, group }] of waiting.entries()) {
      await group.take(segment, results[at]!, isAlone);
      group.missing--;
      if (group.missing === 0) group.resolve();
      await yieldToLoop();
    }
  }

  /**
   * True if a call failed because of its content, so that smaller calls may succeed. False for an
   * error that concerns the account, such as a wrong key.
   */
  #isToBeHalved({ waiting, halves }: Batch, results: readonly SegmentResult[]): boolean {
    return (
      halves.left >= 2 &&
      this.calls.fault === null &&
      waiting.some(({ segment }) => segment.tries === 0) &&
      results.every(({ error }) => error && OF_CONTENT.has(error.code))
    );
  }

  #halve({ waiting, halves }: Batch): void {
    const middle = Math.ceil(waiting.length / 2);
    const parts = [waiting.slice(0, middle), waiting.slice(middle)];
    halves.left -= parts.length;
    this.#halves.unshift(...parts.map((part) => ({ waiting: part, halves })));
    this.#sendNext();
  }
}

/** Ways in which several segments can share a call. */
const JOINED_WAYS: ReadonlySet<Step['way']> = new Set(['batch', 'runs']);

/** Returns the number of waiting segments that fit into the next call. It is at least one. */
function fitting(waiting: readonly Waiting[], limits: EngineCapabilities): number {
  const { way } = waiting[0]!.group.step;
  if (way === 'alone') return 1;
  const isByString = way === 'string' || (way === 'runs' && limits.maxAnswers !== undefined);
  if (isByString) return fittingBatch(waiting.slice(0, stringEnd(waiting)), limits);
  return fittingBatch(waiting, limits);
}

/** Returns the number of segments at the beginning that belong to one string. */
function stringEnd(waiting: readonly Waiting[]): number {
  const end = waiting.findIndex(({ segment }) => segment.string !== waiting[0]!.segment.string);
  return end === -1 ? waiting.length : end;
}

function fittingBatch(
  waiting: readonly Waiting[],
  limits: Pick<EngineCapabilities, 'maxBatchSegments' | 'maxBatchLength'>,
): number {
  const { step } = waiting[0]!.group;
  let length = 0;
  const end = waiting.findIndex(({ segment, group }, index) => {
    length += segment.request.body.length;
    const { way, rendering } = group.step;
    const fits = index < limits.maxBatchSegments && length <= limits.maxBatchLength;
    const isJoined = way === step.way || (JOINED_WAYS.has(way) && JOINED_WAYS.has(step.way));
    return index > 0 && !(fits && isJoined && rendering === step.rendering);
  });
  return end === -1 ? waiting.length : end;
}

function callOf(
  engine: Engine,
  batch: readonly Waiting[],
  { sourceLocale, targetLocale, signal, share, ...options }: QueueOptions,
): TranslateCall {
  const formality = formalityFor(engine, options);
  const guidance = guidanceFor(engine, options);
  const terms = termsFor(engine, batch, options);
  return {
    sourceLocale,
    targetLocale,
    rendering: batch[0]!.group.step.rendering,
    segments: batch.map(({ segment }, index) => ({ id: String(index), ...segment.request })),
    ...(terms.length === 0 ? {} : { terms }),
    ...(formality === null ? {} : { formality }),
    ...(guidance ? { guidance } : {}),
    ...(share === undefined ? {} : { share }),
    signal,
  };
}

/**
 * Returns the glossary terms for a call. If the engine stores glossaries itself, returns all terms
 * or none, so that all calls share one glossary.
 */
function termsFor(
  engine: Engine,
  batch: readonly Waiting[],
  { allTerms, describeTerm }: Pick<QueueOptions, 'allTerms' | 'describeTerm'>,
): readonly GlossaryTermHit[] {
  const { capabilities } = engine;
  const terms = batch.flatMap(({ segment }) => segment.termsFor(engine, { describeTerm }));
  if (terms.length > 0 && capabilities.glossary === 'native' && allTerms) return allTerms();
  return [...new Map(terms.map((term) => [`${term.source}\n${term.target}`, term])).values()];
}
