import { setImmediate } from 'node:timers/promises';
import type { Formality } from '@parlance/contracts';
import { createPace } from '../../lib/pace.ts';
import type {
  Engine,
  GlossaryTermHit,
  Rendering,
  Segment,
  TranslateCall,
} from '../../providers/mt/engine.ts';
import {
  type CallPatience,
  callEngine,
  type SegmentAnswer,
  type SegmentFault,
} from './call-engine.ts';
import { formalityFor } from './phrase.ts';

/** Options of all calls of one queue. */
export interface LaneOptions {
  readonly sourceLocale: string;
  readonly targetLocale: string;
  readonly note: string | null;
  readonly formality?: Formality | null;
  readonly allTerms?: () => readonly GlossaryTermHit[];
  readonly patience: CallPatience;
  readonly signal: AbortSignal;
}

/** One text for an engine, and who waits for its answer. */
export interface LaneItem {
  readonly segment: Segment;
  readonly terms: readonly GlossaryTermHit[];
  take(answer: SegmentAnswer, wasAlone: boolean): void | Promise<void>;
}

/**
 * Calls in a row without a usable answer, and none before them, after which an engine is not asked any more: a model
 * that does not keep to the form would be paid for each string of a job. docs/engines.md names the number.
 */
const MAX_UNUSABLE_CALLS = 5;

export interface EngineLanes {
  /** True if an engine is not asked any more, since it has never given a usable answer. */
  readonly hasGivenUp: boolean;
  /** Resolves when all items have taken their answers; rejects with the signal's reason. */
  ask(
    engine: Engine,
    how: { readonly rendering: Rendering; readonly isAlone: boolean },
    items: readonly LaneItem[],
  ): Promise<void>;
}

/**
 * The way of texts to engines. Texts wait here while as many calls are under way as an engine takes,
 * so that its next call is full even where those who ask have few texts each.
 */
export function createEngineLanes(options: LaneOptions): EngineLanes {
  const lanes = new Map<string, Lane>();
  return {
    get hasGivenUp() {
      return lanes.values().some((lane) => lane.hasGivenUp);
    },
    ask(engine, { rendering, isAlone }, items) {
      if (items.length === 0) return Promise.resolve();
      let lane = lanes.get(engine.id);
      if (!lane) {
        lane = createLane(engine, options);
        lanes.set(engine.id, lane);
      }
      return lane.ask(rendering, isAlone, items);
    },
  };
}

interface Lane {
  readonly hasGivenUp: boolean;
  ask(rendering: Rendering, isAlone: boolean, items: readonly LaneItem[]): Promise<void>;
}

interface Waiting {
  readonly item: LaneItem;
  readonly rendering: Rendering;
  readonly isAlone: boolean;
  readonly party: Party;
}

/** Those who asked together. */
interface Party {
  missing: number;
  resolve(): void;
  reject(error: unknown): void;
}

function createLane(engine: Engine, options: LaneOptions): Lane {
  const { maxConcurrentCalls } = engine.capabilities;
  let queue: Waiting[] = [];
  let first = 0;
  let underWay = 0;
  const usefulness = createUsefulness();

  function pump(): void {
    while (underWay < maxConcurrentCalls && first < queue.length) {
      const batch = takeBatch(queue, first, engine.capabilities);
      first += batch.length;
      underWay++;
      void send(batch);
    }
    if (first === 0 || first * 2 < queue.length) return;
    queue = queue.slice(first);
    first = 0;
  }

  async function send(batch: readonly Waiting[]): Promise<void> {
    try {
      const { fault } = usefulness;
      const call = fault
        ? Promise.resolve(batch.map((_, at) => ({ id: String(at), fault })))
        : callEngine(engine, callOf(engine, batch, options), options.patience);
      call.then(usefulness.note, () => {});
      // The next call is on its way before these answers are read.
      const answers = await call.finally(() => {
        underWay--;
        pump();
      });
      // Other calls that have ended by now make room for the next ones first, too.
      await setImmediate();
      const pace = createPace(options.signal);
      for (const [at, { item, party }] of batch.entries()) {
        await item.take(answers[at]!, batch.length === 1);
        party.missing--;
        if (party.missing === 0) party.resolve();
        await pace();
      }
    } catch (error) {
      for (const { party } of batch) party.reject(error);
    }
  }

  return {
    get hasGivenUp() {
      return usefulness.fault !== null;
    },
    ask: (rendering, isAlone, items) =>
      new Promise((resolve, reject) => {
        const party = { missing: items.length, resolve, reject };
        for (const item of items) queue.push({ item, rendering, isAlone, party });
        pump();
      }),
  };
}

/** Notes the answers of an engine. `fault` is that of an engine which has never given a usable one. */
function createUsefulness() {
  let hasAnswered = false;
  let unusable = 0;
  const state = {
    fault: null as SegmentFault | null,
    note(answers: readonly SegmentAnswer[]): void {
      if (answers.some(({ fault }) => !fault)) hasAnswered = true;
      if (hasAnswered) return;
      const [first] = answers;
      if (!first?.fault || answers.some(({ fault }) => fault?.code !== 'engine_bad_response'))
        return;
      if (++unusable >= MAX_UNUSABLE_CALLS) state.fault ??= first.fault;
    },
  };
  return state;
}

/** The next texts that fit into one call. One over the length goes alone. */
function takeBatch(
  queue: readonly Waiting[],
  from: number,
  limits: { readonly maxBatchSegments: number; readonly maxBatchLength: number },
): Waiting[] {
  const head = queue[from]!;
  const batch = [head];
  let length = head.item.segment.body.length;
  while (!head.isAlone && batch.length < limits.maxBatchSegments) {
    const next = queue[from + batch.length];
    if (!next || next.isAlone || next.rendering !== head.rendering) break;
    length += next.item.segment.body.length;
    if (length > limits.maxBatchLength) break;
    batch.push(next);
  }
  return batch;
}

function callOf(
  engine: Engine,
  batch: readonly Waiting[],
  { sourceLocale, targetLocale, note, signal, ...options }: LaneOptions,
): TranslateCall {
  const formality = formalityFor(engine, options);
  const terms = termsFor(engine, batch, options);
  return {
    sourceLocale,
    targetLocale,
    rendering: batch[0]!.rendering,
    // Texts of several askers meet in one call.
    segments: batch.map(({ item }, at) => ({ ...item.segment, id: String(at) })),
    ...(terms.length === 0 ? {} : { terms }),
    ...(formality === null ? {} : { formality }),
    ...(note === null ? {} : { note }),
    signal,
  };
}

/**
 * The terms of the texts. An engine with glossaries of its own gets all there are where the texts have
 * any: one glossary does for all calls then.
 */
function termsFor(
  { capabilities }: Engine,
  batch: readonly Waiting[],
  { allTerms }: Pick<LaneOptions, 'allTerms'>,
): readonly GlossaryTermHit[] {
  const terms = batch.flatMap(({ item }) => item.terms);
  if (terms.length > 0 && capabilities.glossary === 'native' && allTerms) return allTerms();
  return [...new Map(terms.map((term) => [`${term.source}\n${term.target}`, term])).values()];
}
