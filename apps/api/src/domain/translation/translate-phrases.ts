import { renderSegment, type Token } from '@parlance/messages';
import { createPace, type Pace } from '../../lib/pace.ts';
import type { Engine, Segment } from '../../providers/mt/engine.ts';
import type { SegmentAnswer, SegmentFault } from './call-engine.ts';
import {
  type AnswerProblem,
  type CheckedAnswer,
  checkAnswer,
  checkTokens,
  flawOf,
} from './check-answer.ts';
import { createEngineLanes, type EngineLanes, type LaneItem } from './engine-lanes.ts';
import { addHints } from './hints.ts';
import { isWorthTrying, type Step, stepsOf } from './ladder.ts';
import {
  type AnswerRequest,
  isDeferrable,
  MENDABLE,
  type Phrase,
  type PhraseFailure,
  type PhraseOptions,
  type PhraseResult,
  requestFor,
  type TranslatedPhrase,
  termsOf,
} from './phrase.ts';
import type { StringWarning } from './source-string.ts';
import { joinRuns, splitRuns } from './text-runs.ts';
import { unknownWordsOf, unknownWordsWarnings } from './unknown-words.ts';

/** A phrase on its way. */
interface Attempt {
  readonly index: number;
  /** With the hints for the engine that is asked. */
  phrase: Phrase;
  /** The first request to the engine; null before there is one. */
  request: AnswerRequest | null;
  tries: number;
  wasAlone: boolean;
  failure: PhraseFailure | null;
  /** Usable, but with a flaw that another way may avoid: taken if the engine brings nothing better. */
  spare: TranslatedPhrase | null;
}

/**
 * Translates phrases: each by the first way of the first engine whose answer has all that the phrase
 * has. Where no way brings one through, its result says why.
 */
export async function translatePhrases(
  phrases: readonly Phrase[],
  options: PhraseOptions,
): Promise<PhraseResult[]> {
  const run = new PhraseRun(phrases, options);
  const attempts = phrases.map(
    (phrase, index): Attempt => ({
      index,
      phrase,
      request: null,
      tries: 0,
      wasAlone: false,
      failure: null,
      spare: null,
    }),
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
  readonly lanes: EngineLanes;
  readonly phrases: readonly Phrase[];

  constructor(phrases: readonly Phrase[], options: PhraseOptions) {
    this.phrases = phrases;
    this.options = options;
    this.lanes = options.lanes ?? createEngineLanes(options);
  }

  /** Asks one engine in all its ways; answers with what is still open. */
  async askEngine(engine: Engine, attempts: readonly Attempt[]): Promise<Attempt[]> {
    for (const attempt of attempts) {
      attempt.request = null;
      attempt.tries = 0;
      attempt.wasAlone = false;
      attempt.failure = null;
      attempt.spare = null;
    }
    const plain = attempts.map(({ index }) => this.phrases[index]!);
    const phrases = await addHints(engine, plain, this.options.findHints);
    attempts.forEach((attempt, at) => {
      attempt.phrase = phrases[at]!;
    });
    await this.readCache(engine, attempts);
    let open = attempts.filter(({ index }) => !this.results.has(index));
    for (const step of stepsOf(engine.capabilities)) {
      const asked = open.filter((attempt) => isToBeAsked(attempt, step, engine));
      if (asked.length === 0) continue;
      if (step.way === 'runs') await this.askRuns(engine, step, asked);
      else await this.askWhole(engine, step, asked);
      open = open.filter(({ index }) => !this.results.has(index));
    }
    for (const attempt of open) if (attempt.spare) this.keep(engine, attempt, attempt.spare);
    return open.filter(({ index }) => !this.results.has(index));
  }

  private async readCache(engine: Engine, attempts: readonly Attempt[]): Promise<void> {
    const { cache } = this.options;
    if (!cache) return;
    const [step] = stepsOf(engine.capabilities);
    const pace = createPace(this.options.signal);
    const requests: AnswerRequest[] = [];
    for (const attempt of attempts) {
      requests.push(this.requestOf(engine, attempt));
      await pace();
    }
    const kept = await cache.read(requests);
    for (const [at, attempt] of attempts.entries()) {
      const answer = kept[at];
      if (answer === undefined) continue;
      const { tokens } = attempt.phrase;
      const checked = await checkAnswer(answer.body, tokens, step!.rendering, this.options, pace);
      await pace();
      if ('problem' in checked) continue;
      this.results.set(attempt.index, {
        tokens: checked.tokens,
        engine: engine.id,
        isFresh: false,
        warnings: [...unknownWordsWarnings(answer.unknownWords), ...checked.warnings],
      });
    }
  }

  private async askWhole(engine: Engine, step: Step, asked: readonly Attempt[]): Promise<void> {
    const how = { rendering: step.rendering, isAlone: step.way === 'alone' };
    const items: LaneItem[] = [];
    const pace = createPace(this.options.signal);
    for (const attempt of asked) {
      items.push({
        segment: segmentOf(attempt, step),
        terms: termsOf(attempt.phrase.tokens),
        take: (answer, wasAlone) => {
          attempt.wasAlone = wasAlone;
          return this.take(engine, step, attempt, answer, pace);
        },
      });
      await pace();
    }
    await this.lanes.ask(engine, how, items);
  }

  /** The words between the marks one by one: what comes back has every mark in its place. */
  private async askRuns(engine: Engine, step: Step, asked: readonly Attempt[]): Promise<void> {
    const translated = new Map<Attempt, Map<number, readonly Token[]>>();
    const warnings = new Map<Attempt, StringWarning[]>();
    for (const attempt of asked) {
      translated.set(attempt, new Map());
      warnings.set(attempt, []);
      attempt.tries++;
      attempt.failure = null;
    }
    const pace = createPace(this.options.signal);
    const items = asked.flatMap((attempt) =>
      splitRuns(tokensFor(attempt, step)).map((run, at) => ({
        segment: {
          id: `${attempt.index}.${at}`,
          body: renderSegment([run.words], step.rendering),
          context: attempt.phrase.context,
        },
        terms: [],
        take: async (answer: SegmentAnswer) => {
          const checked = answer.fault
            ? answer.fault
            : await checkAnswer(answer.body!, [run.words], step.rendering, this.options, pace);
          if ('tokens' in checked) translated.get(attempt)!.set(run.index, checked.tokens);
          else attempt.failure = failureOf(engine, checked);
          warnings.get(attempt)!.push(...warningsOf(answer));
        },
      })),
    );
    await this.lanes.ask(engine, { rendering: step.rendering, isAlone: false }, items);
    for (const attempt of asked) {
      if (attempt.failure) continue;
      const tokens = tokensFor(attempt, step);
      const joined = joinRuns(tokens, translated.get(attempt)!);
      const checked = await checkTokens(joined, tokens, this.options, pace);
      this.accept(engine, attempt, checked, warnings.get(attempt)!);
    }
  }

  private async take(
    engine: Engine,
    step: Step,
    attempt: Attempt,
    answer: SegmentAnswer,
    pace: Pace,
  ): Promise<void> {
    attempt.tries++;
    if (answer.fault) {
      attempt.failure = failureOf(engine, answer.fault);
      return;
    }
    const tokens = tokensFor(attempt, step);
    const checked = await checkAnswer(answer.body!, tokens, step.rendering, this.options, pace);
    this.accept(engine, attempt, checked, warningsOf(answer));
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
    const translated: TranslatedPhrase = {
      tokens: checked.tokens,
      engine: engine.id,
      isFresh: true,
      warnings: [...warnings, ...checked.warnings],
    };
    const flaw = checked.warnings.find((warning) => isAvoidable(warning, engine, attempt));
    if (!flaw) {
      this.keep(engine, attempt, translated);
      return;
    }
    attempt.spare ??= translated;
    attempt.failure = failureOf(engine, { problem: flaw.message, findings: [flawOf(flaw)] });
  }

  private keep(engine: Engine, attempt: Attempt, translated: TranslatedPhrase): void {
    this.results.set(attempt.index, translated);
    // An answer without the sample number cannot be read back as one to the phrase that shows it.
    if (attempt.phrase.placeholderTokens !== null && attempt.tries > 1) return;
    const body = renderSegment(translated.tokens, engine.capabilities.renderings[0]);
    const unknownWords = unknownWordsOf(translated.warnings);
    this.options.cache?.add(this.requestOf(engine, attempt), { body, unknownWords });
  }

  private requestOf(engine: Engine, attempt: Attempt): AnswerRequest {
    attempt.request ??= requestFor(engine, attempt.phrase, this.options);
    return attempt.request;
  }
}

/** True if the engine may avoid the flaw of its answer in another way of asking. */
function isAvoidable({ code }: StringWarning, engine: Engine, { spare }: Attempt): boolean {
  if (code === 'tag_content') return true;
  // A model that was only asked for the term may do better once it is told.
  return code === 'glossary_term' && engine.capabilities.glossary === 'prompt' && spare === null;
}

/** True if text is in the wrong element: then the words one by one are the better translation. */
const isMisplaced = ({ warnings }: TranslatedPhrase): boolean =>
  warnings.some(({ code, params }) => code === 'tag_content' && params?.reason !== 'space_lost');

function isToBeAsked(attempt: Attempt, step: Step, engine: Engine): boolean {
  const { failure, phrase, spare, tries, wasAlone } = attempt;
  if (spare && step.way === 'runs' && !isMisplaced(spare)) return false;
  if (failure && 'fault' in failure && !MENDABLE.has(failure.fault.code)) return false;
  const history = {
    hasMarks: phrase.tokens.some(({ type }) => type !== 'text'),
    hasSample: phrase.placeholderTokens !== null,
    wasAlone,
    tries,
  };
  return isWorthTrying(step, history, engine.capabilities);
}

const warningsOf = ({ warnings = [] }: SegmentAnswer): StringWarning[] =>
  warnings.map(({ code, detail }) => ({ code, message: detail }));

const tokensFor = ({ phrase }: Attempt, { isCounting }: Step): readonly Token[] =>
  isCounting ? phrase.tokens : (phrase.placeholderTokens ?? phrase.tokens);

function segmentOf(attempt: Attempt, step: Step): Segment {
  const { failure, phrase } = attempt;
  const problem = failure && 'problem' in failure ? failure.problem : undefined;
  return {
    id: String(attempt.index),
    body: renderSegment(tokensFor(attempt, step), step.rendering),
    context: problem === undefined ? phrase.context : { ...phrase.context, problem },
  };
}

const failureOf = (engine: Engine, cause: SegmentFault | AnswerProblem): PhraseFailure =>
  'problem' in cause
    ? { problem: cause.problem, findings: cause.findings, engine: engine.id }
    : { fault: cause, engine: engine.id };
