import type { TranslationWarning } from '@parlance/contracts';
import { joinTextRuns, renderSegment, type Token } from '@parlance/messages';
import { createYieldToLoop, type YieldToLoop } from '../../../lib/yield-to-loop.ts';
import type { Engine } from '../../../providers/mt/engine.ts';
import { type AnswerCache, type KeptAnswer, OF_CONTENT } from '../../project/index.ts';
import type { StringError, StringOptions } from '../strings.ts';
import type { CallQueue } from './call-queue.ts';
import { checkAnswer, checkTokens, flawOf, unknownWordsOf } from './check.ts';
import { type BeginOptions, beginSegments } from './hints.ts';
import type { Answerer } from './run.ts';
import type { Segment, SegmentOutcome, SegmentTranslation } from './segment.ts';
import { isWorthTrying, type Step, stepsOf } from './steps.ts';
import { isPassing } from './string-error.ts';

export interface AnswererOptions extends StringOptions, BeginOptions {
  readonly engines: readonly Engine[];
  /** Error for every segment if no engine can be used. */
  readonly refusal: StringError;
  readonly queue: CallQueue;
  /** True to wait for a busy engine. False to ask the next engine instead. */
  readonly canWait: boolean;
}

/**
 * Translates segments with engines. Tries the engines in order, and several ways with each engine,
 * until a segment has a complete translation.
 */
export class EngineAnswerer implements Answerer {
  readonly isEstimate = false;
  readonly #session: AnswererOptions;
  readonly #cache: AnswerCache | null;
  readonly #yieldToLoop: YieldToLoop;

  constructor(session: AnswererOptions, cache: AnswerCache | null) {
    this.#session = session;
    this.#cache = cache;
    this.#yieldToLoop = createYieldToLoop(session.signal);
  }

  async answer(segments: readonly Segment[]): Promise<void> {
    const { engines, canWait, refusal } = this.#session;
    let open = segments;
    for (const engine of engines) {
      if (open.length === 0) break;
      await this.#askEngine(engine, open);
      open = open.filter(({ isTranslated }) => !isTranslated);
      if (canWait) open = open.filter(({ failure }) => !failure || !isPassing(failure));
    }
    for (const segment of open) segment.outcome ??= { refusal };
  }

  async #askEngine(engine: Engine, segments: readonly Segment[]): Promise<void> {
    await beginSegments(engine, segments, this.#session);
    const { first, repeats } = firstOfEqual(segments);
    await this.#askFor(engine, first);
    for (const [segment, same] of repeats) segment.outcome = same.outcome;
  }

  async #askFor(engine: Engine, segments: readonly Segment[]): Promise<void> {
    await this.#readCache(engine, segments);
    for (const step of stepsOf(engine.capabilities)) {
      const asked = segments.filter((segment) => isToBeAsked(segment, step, engine));
      if (asked.length === 0) continue;
      if (step.way === 'runs') await this.#askRuns(engine, step, asked);
      else {
        await this.#session.queue.ask(engine, step, asked, async (segment, answer, isAlone) => {
          segment.wasAlone = isAlone;
          segment.tries++;
          this.#accept(engine, segment, await this.#check(engine, segment, step, answer));
        });
      }
    }
    for (const segment of segments) {
      if (!segment.isTranslated && segment.fallback) this.#keep(engine, segment, segment.fallback);
    }
  }

  async #readCache(engine: Engine, segments: readonly Segment[]): Promise<void> {
    const answers = await this.#cache?.read(segments.map(({ requestHash }) => requestHash));
    const [step] = stepsOf(engine.capabilities);
    for (const [at, answer] of (answers ?? []).entries()) {
      if (!answer) continue;
      const outcome = await this.#check(engine, segments[at]!, step, answer, false);
      if ('tokens' in outcome) segments[at]!.outcome = outcome;
      await this.#yieldToLoop();
    }
  }

  /**
   * Sends the texts between placeholders one by one, so that the engine cannot move or lose a
   * placeholder.
   */
  async #askRuns(engine: Engine, step: Step, segments: readonly Segment[]): Promise<void> {
    const runs = segments.map((segment) => segment.splitRuns(step));
    const all = runs.flatMap((ofSegment) => [...ofSegment.values()]);
    await this.#session.queue.ask(engine, step, all, async (run, answer) => {
      run.outcome = await this.#check(engine, run, step, answer);
    });
    for (const [at, segment] of segments.entries()) {
      segment.tries++;
      this.#accept(engine, segment, await this.#joinRuns(engine, segment, step, runs[at]!));
    }
  }

  async #joinRuns(
    { id }: Engine,
    segment: Segment,
    step: Step,
    runs: ReadonlyMap<number, Segment>,
  ): Promise<SegmentOutcome> {
    const failure = [...runs.values()].findLast(({ isTranslated }) => !isTranslated)?.outcome;
    if (failure) return failure;
    const words = new Map<number, readonly Token[]>();
    const warnings: TranslationWarning[] = [];
    for (const [at, run] of runs) {
      const translation = run.outcome as SegmentTranslation;
      words.set(at, translation.tokens);
      warnings.push(...translation.warnings);
    }
    const tokens = segment.tokensFor(step);
    const answered = { engine: id, isFresh: true, warnings };
    const joined = joinTextRuns(tokens, words);
    return checkTokens(joined, answered, tokens, this.#session, this.#yieldToLoop);
  }

  async #check(
    { id }: Engine,
    segment: Segment,
    step: Step,
    { body, error, warnings = [] }: KeptAnswer,
    isFresh = true,
  ): Promise<SegmentOutcome> {
    if (error) return { fault: error, engine: id };
    const said = warnings.map(({ code, detail }) => ({ code, message: detail }));
    const answered = { engine: id, isFresh, warnings: said };
    const tokens = segment.tokensFor(step);
    return checkAnswer(body!, answered, tokens, step.rendering, this.#session, this.#yieldToLoop);
  }

  #accept(engine: Engine, segment: Segment, outcome: SegmentOutcome): void {
    segment.outcome = outcome;
    if (!('tokens' in outcome)) return;
    const flaw = outcome.warnings.find((warning) => isAvoidable(warning, engine, segment));
    if (!flaw) {
      this.#keep(engine, segment, outcome);
      return;
    }
    segment.fallback ??= outcome;
    segment.outcome = { problem: flaw.message, findings: [flawOf(flaw)], engine: engine.id };
  }

  #keep(engine: Engine, segment: Segment, translation: SegmentTranslation): void {
    segment.outcome = translation;
    if (segment.placeholderTokens !== null && segment.tries > 1) return;
    const body = renderSegment(translation.tokens, engine.capabilities.renderings[0]);
    const words = unknownWordsOf(translation.warnings);
    const warnings = words === null ? [] : [{ code: 'unknown_words' as const, detail: words }];
    this.#cache?.add(segment.requestHash, { body, warnings });
  }
}

/**
 * Returns the first segment of each group of segments with the same request and the same placeholders. `repeats` maps
 * every other segment to the first segment of its group.
 */
function firstOfEqual(segments: readonly Segment[]): {
  readonly first: Segment[];
  readonly repeats: ReadonlyMap<Segment, Segment>;
} {
  const first: Segment[] = [];
  const repeats = new Map<Segment, Segment>();
  for (const ofRequest of Map.groupBy(segments, ({ requestHash }) => requestHash).values()) {
    const requestSegments = new Map<string, Segment>();
    for (const segment of ofRequest) {
      // Different placeholders may be the same in a request.
      const tokens = ofRequest.length === 1 ? '' : JSON.stringify(segment.tokens);
      const same = requestSegments.get(tokens);
      if (same) repeats.set(segment, same);
      else {
        requestSegments.set(tokens, segment);
        first.push(segment);
      }
    }
  }
  return { first, repeats };
}

function isAvoidable({ code }: TranslationWarning, engine: Engine, { fallback }: Segment): boolean {
  if (code === 'tag_content') return true;
  const isMissed = code === 'glossary_term' || code === 'quotes_missing';
  return isMissed && engine.capabilities.glossary === 'prompt' && fallback === null;
}

/**
 * True if the translation has text inside the wrong element. The texts inside and outside the
 * element are then translated separately.
 */
const isMisplaced = ({ warnings }: SegmentTranslation): boolean =>
  warnings.some(({ code, params }) => code === 'tag_content' && params?.reason !== 'space_lost');

function isToBeAsked(segment: Segment, step: Step, engine: Engine): boolean {
  const { failure, fallback, isTranslated } = segment;
  if (isTranslated) return false;
  if (fallback && step.way === 'runs' && !isMisplaced(fallback)) return false;
  if (failure && 'fault' in failure && !OF_CONTENT.has(failure.fault.code)) return false;
  return isWorthTrying(step, segment, engine.capabilities);
}
