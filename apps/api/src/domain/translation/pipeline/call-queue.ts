import { setImmediate } from 'node:timers/promises';
import { createPace } from '../../../lib/pace.ts';
import type {
  Engine,
  Segment as EngineSegment,
  GlossaryTermHit,
  TranslateCall,
} from '../../../providers/mt/engine.ts';
import type { Answer } from './call-engine.ts';
import { EngineCalls, type Patience } from './engine-calls.ts';
import { formalityFor, type RequestOptions, type Segment } from './segment.ts';
import type { Step } from './steps.ts';

/** Options of all calls of one queue. */
export interface QueueOptions extends RequestOptions {
  /** All terms of the glossary, for engines with native glossaries. */
  readonly allTerms?: () => readonly GlossaryTermHit[];
  readonly patience: Patience;
  readonly signal: AbortSignal;
}

/** Takes the answer for a segment; `wasAlone` if the call had no other segments. */
export type TakeAnswer = (
  segment: Segment,
  answer: Answer,
  wasAlone: boolean,
) => void | Promise<void>;

interface Waiting {
  readonly segment: Segment;
  readonly request: Omit<EngineSegment, 'id'>;
  readonly group: Group;
}

/** Segments that were asked for together. */
interface Group {
  readonly step: Step;
  readonly take: TakeAnswer;
  missing: number;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Sends segments to engines. Segments wait while as many calls are under way as an engine takes, so that its next
 * call is full even if each caller has few segments.
 */
export class CallQueue {
  readonly #options: QueueOptions;
  readonly #queues = new Map<string, EngineQueue>();

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /** The state of the calls to each engine so far. */
  get calls(): EngineCalls[] {
    return [...this.#queues.values()].map(({ calls }) => calls);
  }

  /** Resolves when all segments have taken their answers; rejects with the signal's reason. */
  ask(engine: Engine, step: Step, segments: readonly Segment[], take: TakeAnswer): Promise<void> {
    if (segments.length === 0) return Promise.resolve();
    const queue = this.#queues.get(engine.id) ?? new EngineQueue(engine, this.#options);
    this.#queues.set(engine.id, queue);
    return queue.ask(step, segments, take);
  }
}

class EngineQueue {
  readonly calls: EngineCalls;
  readonly #engine: Engine;
  readonly #options: QueueOptions;
  #waiting: Waiting[] = [];
  #first = 0;
  #underWay = 0;

  constructor(engine: Engine, options: QueueOptions) {
    this.#engine = engine;
    this.#options = options;
    this.calls = new EngineCalls(engine, options.patience);
  }

  ask(step: Step, segments: readonly Segment[], take: TakeAnswer): Promise<void> {
    return new Promise((resolve, reject) => {
      const group = { step, take, missing: segments.length, resolve, reject };
      for (const segment of segments) {
        this.#waiting.push({ segment, request: segment.toEngine(step), group });
      }
      this.#sendNext();
    });
  }

  #sendNext(): void {
    const { capabilities } = this.#engine;
    while (this.#underWay < capabilities.maxConcurrentCalls && this.#first < this.#waiting.length) {
      const batch = takeBatch(this.#waiting, this.#first, capabilities);
      this.#first += batch.length;
      this.#underWay++;
      void this.#send(batch);
    }
    if (this.#first === 0 || this.#first * 2 < this.#waiting.length) return;
    this.#waiting = this.#waiting.slice(this.#first);
    this.#first = 0;
  }

  async #send(batch: readonly Waiting[]): Promise<void> {
    try {
      const call = this.calls.send(callOf(this.#engine, batch, this.#options));
      // The next call is on its way before these answers are read.
      const answers = await call.finally(() => {
        this.#underWay--;
        this.#sendNext();
      });
      // Other calls that have ended by now make room for the next ones first, too.
      await setImmediate();
      const pace = createPace(this.#options.signal);
      for (const [at, { segment, group }] of batch.entries()) {
        await group.take(segment, answers[at]!, batch.length === 1);
        group.missing--;
        if (group.missing === 0) group.resolve();
        await pace();
      }
    } catch (error) {
      for (const { group } of batch) group.reject(error);
    }
  }
}

/** The next segments that fit into one call. A segment over the length goes alone. */
function takeBatch(
  waiting: readonly Waiting[],
  from: number,
  limits: { readonly maxBatchSegments: number; readonly maxBatchLength: number },
): Waiting[] {
  const head = waiting[from]!;
  const batch = [head];
  let length = head.request.body.length;
  while (head.group.step.way !== 'alone' && batch.length < limits.maxBatchSegments) {
    const next = waiting[from + batch.length];
    if (!next || next.group.step.way === 'alone') break;
    if (next.group.step.rendering !== head.group.step.rendering) break;
    length += next.request.body.length;
    if (length > limits.maxBatchLength) break;
    batch.push(next);
  }
  return batch;
}

function callOf(
  engine: Engine,
  batch: readonly Waiting[],
  { sourceLocale, targetLocale, signal, ...options }: QueueOptions,
): TranslateCall {
  const formality = formalityFor(engine, options);
  const terms = termsFor(engine, batch, options);
  return {
    sourceLocale,
    targetLocale,
    rendering: batch[0]!.group.step.rendering,
    segments: batch.map(({ request }, at) => ({ id: String(at), ...request })),
    ...(terms.length === 0 ? {} : { terms }),
    ...(formality === null ? {} : { formality }),
    signal,
  };
}

/**
 * Returns the terms of the segments. If any segment contains a term, an engine with native glossaries gets all
 * terms, so that one glossary serves every call.
 */
function termsFor(
  { capabilities }: Engine,
  batch: readonly Waiting[],
  { allTerms }: Pick<QueueOptions, 'allTerms'>,
): readonly GlossaryTermHit[] {
  const terms = batch.flatMap(({ segment }) => segment.terms);
  if (terms.length > 0 && capabilities.glossary === 'native' && allTerms) return allTerms();
  return [...new Map(terms.map((term) => [`${term.source}\n${term.target}`, term])).values()];
}
