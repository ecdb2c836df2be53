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
  /** False for an answer from the cache. */
  readonly isFresh: boolean;
  readonly warnings: readonly TranslationWarning[];
}

/** Fault of an answer: in words for the engine, and as findings for clients. */
export interface AnswerProblem {
  readonly problem: string;
  readonly findings: Flaw[];
}

/** Reason why a segment has no translation: its engine failed or damaged it, or no engine may be asked. */
export type SegmentFailure =
  | { readonly fault: EngineFault; readonly engine: string }
  | (AnswerProblem & {
      /** Null if the message contains only terms of the glossary. */
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

/** The form of a segment for an engine. */
export interface View {
  readonly rendering: Rendering;
  /** True if a number replaces the count, so that the words agree with it. */
  readonly isCounting: boolean;
}

/** Length of a digest of 16 bytes in hexadecimal digits. */
const HASH_LENGTH = 32;

/** One or more sentences of a message, from their preparation to their outcome. */
export class Segment {
  readonly string: JobString;
  readonly tokens: readonly Token[];
  /** The segment with a placeholder in place of the sample number. Null if there is no such number. */
  readonly placeholderTokens: readonly Token[] | null;
  readonly #ownContext: SegmentContext;
  /** The current form of the segment for its engine. */
  request: Omit<EngineSegment, 'id'> = { body: '' };
  /** Digest of everything on which the engine's first answer depends. */
  requestHash = '';
  /** Answers that this engine has given. */
  tries = 0;
  /** True if the last answer came from a call that contained only this segment. */
  wasAlone = false;
  /** A usable answer with a flaw that another step may avoid. It is taken if the engine gives nothing better. */
  fallback: SegmentTranslation | null = null;
  /** The translation, or the last failure. Null before either of them. */
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

  /** True if the segment contains anything besides words. */
  get hasMarks(): boolean {
    return this.tokens.some(({ type }) => type !== 'text');
  }

  /** The glossary's terms in the segment. */
  get terms(): GlossaryTermHit[] {
    return this.tokens.flatMap((token) =>
      token.type === 'term' ? [{ source: token.text, target: token.target }] : [],
    );
  }

  /** Starts with another engine, and discards the answers of the previous one. */
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

  /** Renders the segment for a call. The engine also receives the fault of its last answer. */
  render(view: View): void {
    const { failure } = this;
    const problem = failure && 'problem' in failure ? failure.problem : undefined;
    this.request = {
      body: renderSegment(this.tokensFor(view), view.rendering),
      context: problem === undefined ? this.#context : { ...this.#context, problem },
    };
  }

  /** Returns the words between the marks as separate segments, by token. */
  splitRuns(view: View): Map<number, Segment> {
    const words = splitTextRuns(this.tokensFor(view));
    return new Map(
      [...words].map(([at, run]) => [at, new Segment(this.string, [run], null, this.#context)]),
    );
  }

  /** Returns everything on which an answer depends, including the neighbors and examples that the caller may see. */
  #hashRequest(engine: Engine, version: string, options: RequestOptions): string {
    const { renderings, context: takesContext } = engine.capabilities;
    const body = renderSegment(this.tokens, renderings[0]);
    const context = takesContext ? this.#context : null;
    const { sourceLocale, targetLocale } = options;
    const formality = formalityFor(engine, options);
    // Null stands for a note that calls formerly had, so that older answers are still found.
    const parts = [engine.id, version, sourceLocale, targetLocale, body, context, null, this.terms];
    const all = formality === null ? parts : [...parts, formality];
    return hash('sha256', JSON.stringify(all), 'hex').slice(0, HASH_LENGTH);
  }
}

/** Returns the form of address for an engine, or null if the engine has none. */
export const formalityFor = (
  { capabilities }: Engine,
  { formality = null }: Pick<RequestOptions, 'formality'>,
): 'formal' | 'informal' | null => (capabilities.formality ? formality : null);
