import { renderSegment } from '@parlance/messages';
import { createPace, type Pace } from '../../../lib/pace.ts';
import type { Engine } from '../../../providers/mt/engine.ts';
import type { StringError, StringOptions, StringWarning } from '../strings.ts';
import type { AnswerCache } from './answer-cache.store.ts';
import type { Answer } from './call-engine.ts';
import type { CallQueue } from './call-queue.ts';
import { checkAnswer, checkMessage, checkTokens, flawOf, unknownWordsOf } from './check.ts';
import { type FindHints, findSegmentHints } from './hints.ts';
import type { PreparedString } from './prepare.ts';
import type { Answerer, BuiltMessage } from './run.ts';
import {
  joinRuns,
  type RequestOptions,
  type Segment,
  type SegmentOutcome,
  type SegmentTranslation,
} from './segment.ts';
import { isWorthTrying, type Step, stepsOf } from './steps.ts';
import { isPassing, OF_CONTENT } from './string-error.ts';

export interface AnswererOptions extends StringOptions, RequestOptions {
  /** In the order in which they are asked. */
  readonly engines: readonly Engine[];
  /** Error of a segment if there is no engine. */
  readonly refusal: StringError;
  readonly queue: CallQueue;
  /** True if a segment that its engine could translate later waits for that, instead of using the next engine. */
  readonly canWait: boolean;
  readonly findHints?: FindHints;
  readonly signal: AbortSignal;
}

/** Translates segments: each by the first step of the first engine whose answer has all that the segment has. */
export class EngineAnswerer implements Answerer {
  readonly #session: AnswererOptions;
  readonly #cache: AnswerCache | null;
  readonly #pace: Pace;

  constructor(session: AnswererOptions, cache: AnswerCache | null) {
    this.#session = session;
    this.#cache = cache;
    this.#pace = createPace(session.signal);
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

  async build({ string, terms, analysis, segments }: PreparedString): Promise<BuiltMessage> {
    const leaves = segments.map((segment, at) =>
      segment ? (segment.outcome as SegmentTranslation).tokens : analysis.leaves[at]!.tokens,
    );
    const text = analysis.assemble(leaves);
    return { text, ...(await checkMessage(string, text, terms, this.#session)) };
  }

  /** Asks one engine in all steps. */
  async #askEngine(engine: Engine, segments: readonly Segment[]): Promise<void> {
    const { version } = engine;
    const hints = await findSegmentHints(engine, segments, this.#session.findHints);
    for (const [at, segment] of segments.entries()) {
      segment.begin(engine, version, hints[at] ?? {}, this.#session);
      await this.#pace();
    }
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
      await this.#pace();
    }
  }

  /** Asks for the words between the marks: the answer then has every mark in its place. */
  async #askRuns(engine: Engine, step: Step, segments: readonly Segment[]): Promise<void> {
    const runs = segments.map((segment) => segment.splitRuns(step));
    const all = runs.flatMap((ofSegment) => [...ofSegment.values()]);
    await this.#session.queue.ask(engine, step, all, async (run, answer) => {
      run.outcome = await this.#check(engine, run, step, answer);
    });
    for (const [at, segment] of segments.entries()) {
      segment.tries++;
      const outcomes = [...runs[at]!].map(([index, run]) => [index, run.outcome!] as const);
      const failure = outcomes.map(([, one]) => one).findLast((one) => !('tokens' in one));
      const words = new Map(outcomes as [number, SegmentTranslation][]);
      this.#accept(engine, segment, failure ?? (await this.#join(engine, segment, step, words)));
    }
  }

  async #join(
    engine: Engine,
    segment: Segment,
    step: Step,
    words: ReadonlyMap<number, SegmentTranslation>,
  ): Promise<SegmentOutcome> {
    const tokens = segment.tokensFor(step);
    const joined = joinRuns(tokens, words);
    const checked = await checkTokens(joined, tokens, this.#session, this.#pace);
    if ('problem' in checked) return { ...checked, engine: engine.id };
    const warnings = [...words.values()].flatMap((one) => one.warnings);
    return {
      ...checked,
      engine: engine.id,
      isFresh: true,
      warnings: [...warnings, ...checked.warnings],
    };
  }

  async #check(
    { id }: Engine,
    segment: Segment,
    step: Step,
    answer: Answer,
    isFresh = true,
  ): Promise<SegmentOutcome> {
    if ('fault' in answer) return { fault: answer.fault, engine: id };
    const tokens = segment.tokensFor(step);
    const checked = await checkAnswer(answer, tokens, step.rendering, this.#session, this.#pace);
    return 'problem' in checked ? { ...checked, engine: id } : { ...checked, engine: id, isFresh };
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
    // An answer without the sample number cannot be read back as an answer to the request with the number.
    if (segment.placeholderTokens !== null && segment.tries > 1) return;
    const body = renderSegment(translation.tokens, engine.capabilities.renderings[0]);
    const unknownWords = unknownWordsOf(translation.warnings);
    this.#cache?.add(segment.requestHash, { body, unknownWords });
  }
}

/** True if another step of the engine may avoid the flaw. */
function isAvoidable({ code }: StringWarning, engine: Engine, { fallback }: Segment): boolean {
  if (code === 'tag_content') return true;
  // A model that was only asked for the term may do better once it is told.
  return code === 'glossary_term' && engine.capabilities.glossary === 'prompt' && fallback === null;
}

/** True if text is in the wrong element: then the words one by one are the better translation. */
const isMisplaced = ({ warnings }: SegmentTranslation): boolean =>
  warnings.some(({ code, params }) => code === 'tag_content' && params?.reason !== 'space_lost');

function isToBeAsked(segment: Segment, step: Step, engine: Engine): boolean {
  const { failure, fallback, isTranslated } = segment;
  if (isTranslated) return false;
  if (fallback && step.way === 'runs' && !isMisplaced(fallback)) return false;
  if (failure && 'fault' in failure && !OF_CONTENT.has(failure.fault.code)) return false;
  return isWorthTrying(step, segment, engine.capabilities);
}
