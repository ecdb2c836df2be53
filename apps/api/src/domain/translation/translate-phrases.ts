import type { Token } from '@parlance/messages';
import type { Engine, EngineErrorCode, Segment } from '../../providers/mt/engine.ts';
import { callEngine, type SegmentAnswer, type SegmentFault } from './call-engine.ts';
import { type CheckedAnswer, checkAnswer, checkTokens, renderPhrase } from './check-answer.ts';
import { isWorthTrying, type Step, stepsOf } from './ladder.ts';
import { createPace } from './pace.ts';
import {
  isDeferrable,
  type Phrase,
  type PhraseFailure,
  type PhraseOptions,
  type PhraseResult,
  requestFor,
  termsOf,
} from './phrase.ts';
import { runConcurrently } from './run-concurrently.ts';
import { batchSegments } from './segment-batches.ts';
import type { StringWarning } from './source-string.ts';
import { joinRuns, splitRuns } from './text-runs.ts';

/** A phrase on its way. */
interface Attempt {
  readonly index: number;
  readonly phrase: Phrase;
  tries: number;
  wasAlone: boolean;
  failure: PhraseFailure | null;
}

/** Faults of one text or one call; after others an engine is not asked again. */
const MENDABLE: ReadonlySet<EngineErrorCode> = new Set(['engine_bad_response', 'too_large']);

/**
 * Translates phrases: each by the first way of the first engine whose answer has all that the phrase
 * has. Where no way brings one through, its result says why.
 */
export async function translatePhrases(
  phrases: readonly Phrase[],
  options: PhraseOptions,
): Promise<PhraseResult[]> {
  const run = new PhraseRun(options);
  const attempts = phrases.map(
    (phrase, index): Attempt => ({ index, phrase, tries: 0, wasAlone: false, failure: null }),
  );
  let open = attempts;
  for (const engine of options.engines) {
    if (open.length === 0) break;
    open = await run.askEngine(engine, open);
    if (options.isDeferring) open = open.filter(({ failure }) => !isDeferrable(failure));
  }
  return attempts.map(
    ({ index, failure }) => run.results.get(index) ?? failure ?? { refusal: options.refusal },
  );
}

class PhraseRun {
  readonly results = new Map<number, PhraseResult>();
  readonly options: PhraseOptions;

  constructor(options: PhraseOptions) {
    this.options = options;
  }

  /** Asks one engine in all its ways; answers with what is still open. */
  async askEngine(engine: Engine, attempts: readonly Attempt[]): Promise<Attempt[]> {
    for (const attempt of attempts) {
      attempt.tries = 0;
      attempt.wasAlone = false;
      attempt.failure = null;
    }
    await this.readCache(engine, attempts);
    let open = attempts.filter(({ index }) => !this.results.has(index));
    for (const step of stepsOf(engine.capabilities)) {
      const asked = open.filter((attempt) => isToBeAsked(attempt, step, engine));
      if (asked.length === 0) continue;
      if (step.way === 'runs') await this.askRuns(engine, step, asked);
      else await this.askWhole(engine, step, asked);
      open = open.filter(({ index }) => !this.results.has(index));
    }
    return open;
  }

  private async readCache(engine: Engine, attempts: readonly Attempt[]): Promise<void> {
    const { cache } = this.options;
    if (!cache) return;
    const [step] = stepsOf(engine.capabilities);
    const kept = await cache.read(
      attempts.map(({ phrase }) => requestFor(engine, phrase, this.options)),
    );
    const pace = createPace(this.options.signal);
    for (const [at, attempt] of attempts.entries()) {
      const body = kept[at];
      if (body === undefined) continue;
      const { tokens } = attempt.phrase;
      const checked = checkAnswer(body, tokens, step!.rendering, this.options);
      await pace();
      if ('problem' in checked) continue;
      this.results.set(attempt.index, {
        tokens: checked.tokens,
        engine: engine.id,
        isFresh: false,
        warnings: checked.warnings,
      });
    }
  }

  private async askWhole(engine: Engine, step: Step, asked: readonly Attempt[]): Promise<void> {
    const items = asked.map((attempt) => ({ attempt, segment: segmentOf(attempt, step) }));
    const isAlone = step.way === 'alone';
    const batches = isAlone
      ? items.map((item) => [item])
      : batchSegments(items, engine.capabilities);
    await runConcurrently(batches, engine.capabilities.maxConcurrentCalls, async (batch) => {
      const answers = await this.call(engine, step, batch);
      const pace = createPace(this.options.signal);
      for (const [at, { attempt }] of batch.entries()) {
        attempt.wasAlone = batch.length === 1;
        this.take(engine, step, attempt, answers[at]!);
        await pace();
      }
    });
  }

  /** The words between the marks one by one: what comes back has every mark in its place. */
  private async askRuns(engine: Engine, step: Step, asked: readonly Attempt[]): Promise<void> {
    const items = asked.flatMap((attempt) =>
      splitRuns(tokensFor(attempt, step)).map((run, at) => ({
        attempt,
        run,
        segment: {
          id: `${attempt.index}.${at}`,
          body: renderPhrase([run.words], step.rendering),
          context: attempt.phrase.context,
        },
      })),
    );
    const translated = new Map<Attempt, Map<number, readonly Token[]>>();
    for (const attempt of asked) {
      translated.set(attempt, new Map());
      attempt.tries++;
      attempt.failure = null;
    }
    const batches = batchSegments(items, engine.capabilities);
    await runConcurrently(batches, engine.capabilities.maxConcurrentCalls, async (batch) => {
      const answers = await this.call(engine, step, batch);
      for (const [at, { attempt, run }] of batch.entries()) {
        const answer = answers[at]!;
        const checked = answer.fault
          ? answer.fault
          : checkAnswer(answer.body!, [run.words], step.rendering, this.options);
        if ('tokens' in checked) translated.get(attempt)!.set(run.index, checked.tokens);
        else attempt.failure = failureOf(engine, checked);
      }
    });
    for (const attempt of asked) {
      if (attempt.failure) continue;
      const tokens = tokensFor(attempt, step);
      const joined = joinRuns(tokens, translated.get(attempt)!);
      this.accept(engine, attempt, checkTokens(joined, tokens, this.options), []);
    }
  }

  private call(
    engine: Engine,
    step: Step,
    batch: readonly { attempt: Attempt; segment: Segment }[],
  ): Promise<SegmentAnswer[]> {
    const { sourceLocale, targetLocale, note, patience, signal } = this.options;
    const terms = new Map(
      batch
        .flatMap(({ attempt }) => termsOf(attempt.phrase.tokens))
        .map((term) => [`${term.source}\n${term.target}`, term]),
    );
    const call = {
      sourceLocale,
      targetLocale,
      rendering: step.rendering,
      segments: batch.map(({ segment }) => segment),
      ...(terms.size === 0 ? {} : { terms: [...terms.values()] }),
      ...(note === null ? {} : { note }),
      signal,
    };
    return callEngine(engine, call, patience);
  }

  private take(engine: Engine, step: Step, attempt: Attempt, answer: SegmentAnswer): void {
    attempt.tries++;
    if (answer.fault) {
      attempt.failure = failureOf(engine, answer.fault);
      return;
    }
    const tokens = tokensFor(attempt, step);
    const warnings = (answer.warnings ?? []).map(({ code, detail }) => ({ code, message: detail }));
    const checked = checkAnswer(answer.body!, tokens, step.rendering, this.options);
    this.accept(engine, attempt, checked, warnings);
  }

  private accept(
    engine: Engine,
    attempt: Attempt,
    checked: CheckedAnswer,
    warnings: readonly StringWarning[],
  ): void {
    if ('problem' in checked) {
      attempt.failure = failureOf(engine, checked);
      return;
    }
    this.results.set(attempt.index, {
      tokens: checked.tokens,
      engine: engine.id,
      isFresh: true,
      warnings: [...warnings, ...checked.warnings],
    });
    // An answer without the sample number cannot be read back as one to the phrase that shows it.
    if (attempt.phrase.placeholderTokens !== null && attempt.tries > 1) return;
    const body = renderPhrase(checked.tokens, engine.capabilities.renderings[0]);
    this.options.cache?.add(requestFor(engine, attempt.phrase, this.options), body);
  }
}

function isToBeAsked(attempt: Attempt, step: Step, engine: Engine): boolean {
  const { failure, phrase, tries, wasAlone } = attempt;
  if (failure && 'fault' in failure && !MENDABLE.has(failure.fault.code)) return false;
  const history = {
    hasMarks: phrase.tokens.some(({ type }) => type !== 'text'),
    hasSample: phrase.placeholderTokens !== null,
    wasAlone,
    tries,
  };
  return isWorthTrying(step, history, engine.capabilities);
}

const tokensFor = ({ phrase }: Attempt, { isCounting }: Step): readonly Token[] =>
  isCounting ? phrase.tokens : (phrase.placeholderTokens ?? phrase.tokens);

function segmentOf(attempt: Attempt, step: Step): Segment {
  const { failure, phrase } = attempt;
  const problem = failure && 'problem' in failure ? failure.problem : undefined;
  return {
    id: String(attempt.index),
    body: renderPhrase(tokensFor(attempt, step), step.rendering),
    context: problem === undefined ? phrase.context : { ...phrase.context, problem },
  };
}

const failureOf = (
  engine: Engine,
  cause: SegmentFault | { readonly problem: string },
): PhraseFailure =>
  'problem' in cause
    ? { problem: cause.problem, engine: engine.id }
    : { fault: cause, engine: engine.id };
