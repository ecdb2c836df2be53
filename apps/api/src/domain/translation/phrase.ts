import type { Formality } from '@parlance/contracts';
import { renderSegment, type Token } from '@parlance/messages';
import type {
  Engine,
  EngineErrorCode,
  GlossaryTermHit,
  SegmentContext,
} from '../../providers/mt/engine.ts';
import type { CallPatience, SegmentFault } from './call-engine.ts';
import type { AnswerProblem } from './check-answer.ts';
import type { EngineLanes } from './engine-lanes.ts';
import type { FindHints } from './hints.ts';
import type { SourceString, StringError, StringOptions, StringWarning } from './source-string.ts';

/** One sentence (or more) of a message, for an engine. */
export interface Phrase {
  /** The string that it is a part of. */
  readonly string: SourceString;
  readonly tokens: readonly Token[];
  /** The same with a placeholder in place of the sample number; null where there is none. */
  readonly placeholderTokens: readonly Token[] | null;
  readonly context: SegmentContext;
}

/** Why a phrase has no translation: the engine failed, or it broke the phrase. */
export type PhraseFailure =
  | { readonly fault: SegmentFault; readonly engine: string }
  | (AnswerProblem & { readonly engine: string })
  /** No engine may be asked. */
  | { readonly refusal: StringError };

export interface TranslatedPhrase {
  readonly tokens: readonly Token[];
  readonly engine: string;
  /** False for an answer that was kept from before. */
  readonly isFresh: boolean;
  readonly warnings: readonly StringWarning[];
}

export type PhraseResult = TranslatedPhrase | PhraseFailure;

export const isFailure = (result: PhraseResult): result is PhraseFailure => !('tokens' in result);
export const isTranslated = (result: PhraseResult): result is TranslatedPhrase =>
  'tokens' in result;

/** Faults of one text or one call; after others an engine is not asked again. */
export const MENDABLE: ReadonlySet<EngineErrorCode> = new Set(['engine_bad_response', 'too_large']);

/**
 * True if the engine could translate it in a later call. False if every step was tried and its answers were
 * unusable: then it is the next engine's turn.
 */
export const isDeferrable = (failure: PhraseFailure | null): boolean =>
  failure !== null &&
  'fault' in failure &&
  failure.fault.retryable &&
  !MENDABLE.has(failure.fault.code);

/**
 * Returns the first request to an engine for a phrase: its answer depends on nothing else, and of the glossary
 * only on terms in the phrase. The request includes the neighbours and the examples in `context`: an answer that
 * was made with others, which this caller may not be allowed to see, does not answer this request.
 */
export interface AnswerRequest {
  readonly engine: Engine;
  readonly sourceLocale: string;
  readonly targetLocale: string;
  readonly body: string;
  readonly context: SegmentContext | null;
  readonly note: string | null;
  readonly formality: Formality | null;
  readonly terms: readonly GlossaryTermHit[];
}

/** An engine's answer as it is kept. */
export interface KeptAnswer {
  readonly body: string;
  /** The words that the engine left untranslated, as it named them; null if it named none. */
  readonly unknownWords: string | null;
}

/** Sound answers of engines, kept for a while. */
export interface AnswerCache {
  /** The answers in the order of the requests; undefined where there is none. */
  read(requests: readonly AnswerRequest[]): Promise<(KeptAnswer | undefined)[]>;
  /** Takes an answer; it is kept when the caller's work is. */
  add(request: AnswerRequest, answer: KeptAnswer): void;
}

export interface PhraseOptions extends StringOptions {
  /** In the order in which they are asked. */
  readonly engines: readonly Engine[];
  /** Error of a phrase if there is no engine. */
  readonly refusal: StringError;
  /** Note of the caller for the whole call. */
  readonly note: string | null;
  /** Null, or nothing: as the engine does by itself. Engines without the difference do not hear of it. */
  readonly formality?: Formality | null;
  readonly patience: CallPatience;
  /** All terms of the glossary, for engines with glossaries of their own; else they get the phrases'. */
  readonly allTerms?: () => readonly GlossaryTermHit[];
  /** Shared with others who translate into the same locale. Defaults to own ones. */
  readonly lanes?: EngineLanes;
  /** True if a phrase that its engine could translate later waits for that, instead of using the next engine. */
  readonly isDeferring: boolean;
  readonly cache: AnswerCache | null;
  /** Asked for the phrases that go to an engine which reads hints; without it there are none. */
  readonly findHints?: FindHints;
  readonly signal: AbortSignal;
}

/** The first request to the engine for a phrase. */
export function requestFor(
  engine: Engine,
  { tokens, context }: Phrase,
  call: Pick<PhraseOptions, 'sourceLocale' | 'targetLocale' | 'note' | 'formality'>,
): AnswerRequest {
  const { renderings, context: takesContext } = engine.capabilities;
  return {
    engine,
    sourceLocale: call.sourceLocale,
    targetLocale: call.targetLocale,
    body: renderSegment(tokens, renderings[0]),
    context: takesContext ? context : null,
    note: takesContext ? call.note : null,
    formality: formalityFor(engine, call),
    terms: termsOf(tokens),
  };
}

/** The form of address, as an engine gets it. */
export const formalityFor = (
  { capabilities }: Engine,
  { formality }: Pick<PhraseOptions, 'formality'>,
): Formality | null => (capabilities.formality ? (formality ?? null) : null);

/** The glossary's terms in a phrase. */
export const termsOf = (tokens: readonly Token[]): GlossaryTermHit[] =>
  tokens.flatMap((token) =>
    token.type === 'term' ? [{ source: token.text, target: token.target }] : [],
  );
