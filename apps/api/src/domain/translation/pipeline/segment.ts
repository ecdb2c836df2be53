import { hash } from 'node:crypto';
import type { TranslationWarning } from '@parlance/contracts';
import { renderSegment, splitTextRuns, type Token } from '@parlance/messages';
import type {
  Engine,
  EngineFault,
  Segment as EngineSegment,
  GlossaryTermHit,
  Guidance,
  Rendering,
  SegmentContext,
} from '../../../providers/mt/engine.ts';
import type { Flaw, JobString, StringError } from '../strings.ts';

export interface SegmentTranslation {
  readonly tokens: readonly Token[];
  readonly engine: string;
  /** True if an engine has just given the answer. False for a cached answer. */
  readonly isFresh: boolean;
  readonly warnings: readonly TranslationWarning[];
}

/**
 * The reason why an answer is unusable. `problem` is the text for the engine, and `findings` are
 * for the client.
 */
export interface AnswerProblem {
  readonly problem: string;
  readonly findings: Flaw[];
}

export type SegmentFailure =
  | { readonly fault: EngineFault; readonly engine: string }
  | (AnswerProblem & {
      /**
       * Id of the engine. Null for a message that consists only of glossary terms and needs no
       * engine.
       */
      readonly engine: string | null;
    })
  | { readonly refusal: StringError };

export type SegmentOutcome = SegmentTranslation | SegmentFailure;

export interface RequestOptions {
  readonly sourceLocale: string;
  readonly targetLocale: string;
  readonly formality?: 'formal' | 'informal' | null;
  /** Instructions of the project. Undefined if there are none. */
  readonly guidance?: Guidance | undefined;
  /** Returns the glossary's information about a term. */
  readonly describeTerm?: (termId: string) => TermDescription;
}

export type TermDescription = Pick<GlossaryTermHit, 'note' | 'isCaseSensitive'>;

/** The form in which a segment is sent to an engine. */
export interface View {
  readonly rendering: Rendering;
  /**
   * True if a sample number replaces the placeholder for the count. The engine can then choose the
   * right forms of words.
   */
  readonly isCounting: boolean;
}

/** Number of hexadecimal digits in a digest of 16 bytes. */
const HASH_LENGTH = 32;

/** One or more sentences of a message, with the state of their translation. */
export class Segment {
  readonly string: JobString;
  readonly tokens: readonly Token[];
  readonly placeholderTokens: readonly Token[] | null;
  readonly #ownContext: SegmentContext;
  request: Omit<EngineSegment, 'id'> = { body: '' };
  /**
   * Digest of everything that affects the engine's first answer. It identifies the answer in the
   * cache.
   */
  requestHash = '';
  tries = 0;
  wasAlone = false;
  /** A usable translation with a flaw. It is used if no engine gives a better translation. */
  fallback: SegmentTranslation | null = null;
  /** The translation, or the last error. Null before the first answer. */
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

  /**
   * True if the engine refused the call, so that a call with fewer texts may succeed. False if the
   * engine answered but the answer was unusable.
   */
  get wasRefused(): boolean {
    const { failure } = this;
    return failure !== null && 'fault' in failure && failure.fault.retryable !== true;
  }

  get isTooLarge(): boolean {
    const { failure } = this;
    return failure !== null && 'fault' in failure && failure.fault.code === 'too_large';
  }

  get hasPlaceholderMarks(): boolean {
    return this.tokens.some(({ type }) => type !== 'text');
  }

  /** Returns the terms in the segment, with their descriptions if the engine reads these. */
  termsFor(
    { capabilities }: Engine,
    { describeTerm }: Pick<RequestOptions, 'describeTerm'>,
  ): GlossaryTermHit[] {
    const describe = capabilities.glossary === 'prompt' ? describeTerm : undefined;
    return this.tokens.flatMap((token) =>
      token.type === 'term'
        ? [{ source: token.text, target: token.target, ...describe?.(token.termId) }]
        : [],
    );
  }

  /** Prepares the segment for another engine, without the answers of the previous engine. */
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

  /** Prepares the segment for the next call. The engine learns why its last answer was unusable. */
  render(view: View): void {
    const { failure } = this;
    const problem = failure ? problemIn(failure) : undefined;
    this.request = {
      body: renderSegment(this.tokensFor(view), view.rendering),
      context: problem === undefined ? this.#context : { ...this.#context, problem },
    };
  }

  /**
   * Returns each text between placeholders and tags as a separate segment. The keys of the map are indexes of tokens.
   */
  splitRuns(view: View): Map<number, Segment> {
    const words = splitTextRuns(this.tokensFor(view));
    const problem = this.failure && !this.hasPlaceholderMarks ? problemIn(this.failure) : undefined;
    const context = problem === undefined ? this.#context : { ...this.#context, problem };
    return new Map(
      [...words].map(([at, run]) => [at, new Segment(this.string, [run], null, context)]),
    );
  }

  /**
   * Returns the digest of everything that affects the engine's first answer, including the
   * instructions of the project. It includes neighboring texts and examples, so that a caller who
   * may not read them never gets a cached answer that depends on them.
   */
  #hashRequest(engine: Engine, version: string, options: RequestOptions): string {
    const { renderings, context: takesContext } = engine.capabilities;
    const body = renderSegment(this.tokens, renderings[0]);
    const context = takesContext ? this.#context : null;
    const { sourceLocale, targetLocale } = options;
    const formality = formalityFor(engine, options);
    const guidance = guidanceFor(engine, options);
    const terms = this.termsFor(engine, options);
    const parts = [engine.id, version, sourceLocale, targetLocale, body, context, null, terms];
    const wishes = guidance ? [formality, guidance] : formality === null ? [] : [formality];
    const all = [...parts, ...wishes];
    return hash('sha256', JSON.stringify(all), 'hex').slice(0, HASH_LENGTH);
  }
}

/** Returns the description of an unusable answer that is sent to the engine. Undefined if there is none. */
function problemIn(failure: SegmentFailure): string | undefined {
  if ('problem' in failure) return failure.problem;
  return 'fault' in failure && failure.fault.code === 'engine_bad_response' ? NO_ANSWER : undefined;
}

const NO_ANSWER = 'The last answer had no usable translation under this id.';

export const formalityFor = (
  { capabilities }: Engine,
  { formality = null }: Pick<RequestOptions, 'formality'>,
): 'formal' | 'informal' | null => (capabilities.formality ? formality : null);

export const guidanceFor = (
  { capabilities }: Engine,
  { guidance }: Pick<RequestOptions, 'guidance'>,
): Guidance | undefined => (capabilities.hints ? guidance : undefined);
