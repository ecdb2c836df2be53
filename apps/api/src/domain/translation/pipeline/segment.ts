import { hash } from 'node:crypto';
import type { TranslationWarning } from '@parlance/contracts';
import { renderSegment, splitTextRuns, type Token } from '@parlance/messages';
import type {
  Engine,
  EngineFault,
  Segment as EngineSegment,
  GlossaryTermHit,
  Rendering,
  SegmentContext,
} from '../../../providers/mt/engine.ts';
import type { Flaw, JobString, StringError } from '../strings.ts';

/** The translation of a segment. */
export interface SegmentTranslation {
  readonly tokens: readonly Token[];
  readonly engine: string;
  /** False for an answer of the cache. */
  readonly isFresh: boolean;
  readonly warnings: readonly TranslationWarning[];
}

/** Fault of an answer: in words for the engine, and as findings for clients. */
export interface AnswerProblem {
  readonly problem: string;
  readonly findings: Flaw[];
}

/** Why a segment has no translation: its engine failed or broke it, or no engine may be asked. */
export type SegmentFailure =
  | { readonly fault: EngineFault; readonly engine: string }
  | (AnswerProblem & {
      /** Null if only terms of the glossary are in the message. */
      readonly engine: string | null;
    })
  | { readonly refusal: StringError };

export type SegmentOutcome = SegmentTranslation | SegmentFailure;

/** Options of the calls on which an answer depends. */
export interface RequestOptions {
  readonly sourceLocale: string;
  readonly targetLocale: string;
  readonly formality?: 'formal' | 'informal' | null;
}

/** The form in which an engine sees a segment. */
export interface View {
  readonly rendering: Rendering;
  /** True if a number stands for the count, so that the words agree with it. */
  readonly isCounting: boolean;
}

/** Length of a digest of 16 bytes in hexadecimal digits. */
const HASH_LENGTH = 32;

/** One sentence (or more) of a message, from its preparation to its outcome. */
export class Segment {
  readonly string: JobString;
  readonly tokens: readonly Token[];
  /** The same with a placeholder instead of the sample number; null if there is none. */
  readonly placeholderTokens: readonly Token[] | null;
  readonly #ownContext: SegmentContext;
  /** The segment as its engine is asked for it now. */
  request: Omit<EngineSegment, 'id'> = { body: '' };
  /** Identifies the first request to the engine; its answer depends on nothing else. */
  requestHash = '';
  /** Answers of this engine. */
  tries = 0;
  /** True if the last answer came from a call with this segment alone. */
  wasAlone = false;
  /** Usable, but with a flaw that another step may avoid: taken if the engine brings nothing better. */
  fallback: SegmentTranslation | null = null;
  /** The translation, or the last failure; null before there is one. */
  outcome: SegmentOutcome | null = null;
  #context: SegmentContext;

  constructor(
    string: JobString,
    tokens: readonly Token[],
    placeholderTokens: readonly Token[] | null,
    context: SegmentContext,
  ) {
    this.string = string;
    this.tokens = tokens;
    this.placeholderTokens = placeholderTokens;
    this.#ownContext = context;
    this.#context = context;
  }

  get isTranslated(): boolean {
    return this.outcome !== null && 'tokens' in this.outcome;
  }

  get failure(): SegmentFailure | null {
    return this.outcome === null || 'tokens' in this.outcome ? null : this.outcome;
  }

  /** True if it has anything besides words. */
  get hasMarks(): boolean {
    return this.tokens.some(({ type }) => type !== 'text');
  }

  /** The glossary's terms in it. */
  get terms(): GlossaryTermHit[] {
    return this.tokens.flatMap((token) =>
      token.type === 'term' ? [{ source: token.text, target: token.target }] : [],
    );
  }

  /** Begins with another engine, which forgets what the one before has answered. */
  begin(engine: Engine, version: string, hints: SegmentContext, options: RequestOptions): void {
    this.#context = { ...this.#ownContext, ...hints };
    this.tries = 0;
    this.wasAlone = false;
    this.fallback = null;
    this.outcome = null;
    this.requestHash = this.#hashRequest(engine, version, options);
  }

  tokensFor({ isCounting }: View): readonly Token[] {
    return isCounting ? this.tokens : (this.placeholderTokens ?? this.tokens);
  }

  /** Renders the segment for a call; the engine hears what was wrong with its last answer. */
  render(view: View): void {
    const { failure } = this;
    const problem = failure && 'problem' in failure ? failure.problem : undefined;
    this.request = {
      body: renderSegment(this.tokensFor(view), view.rendering),
      context: problem === undefined ? this.#context : { ...this.#context, problem },
    };
  }

  /** The words between the marks as segments of their own, by token. */
  splitRuns(view: View): Map<number, Segment> {
    const words = splitTextRuns(this.tokensFor(view));
    return new Map(
      [...words].map(([at, run]) => [at, new Segment(this.string, [run], null, this.#context)]),
    );
  }

  /** Everything that an answer depends on, with the neighbors and examples that the caller may see. */
  #hashRequest(engine: Engine, version: string, options: RequestOptions): string {
    const { renderings, context: takesContext } = engine.capabilities;
    const body = renderSegment(this.tokens, renderings[0]);
    const context = takesContext ? this.#context : null;
    const { sourceLocale, targetLocale } = options;
    const formality = formalityFor(engine, options);
    // The null is a note that calls once had, so that older answers are still found.
    const parts = [engine.id, version, sourceLocale, targetLocale, body, context, null, this.terms];
    const all = formality === null ? parts : [...parts, formality];
    return hash('sha256', JSON.stringify(all), 'hex').slice(0, HASH_LENGTH);
  }
}

/** The form of address for an engine; null if it has none. */
export const formalityFor = (
  { capabilities }: Engine,
  { formality = null }: Pick<RequestOptions, 'formality'>,
): 'formal' | 'informal' | null => (capabilities.formality ? formality : null);
