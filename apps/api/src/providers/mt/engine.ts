import type { ENGINE_FAULTS } from '@parlance/contracts';

/**
 * Syntax in which an engine receives placeholders and markup. `@parlance/messages` converts
 * messages to this syntax and back.
 */
export type Rendering = 'named' | 'xml' | 'html' | 'superblank' | 'sentinel';

export interface EngineCapabilities {
  /** The syntaxes for placeholders that the engine supports, in order of preference. */
  readonly renderings: readonly [Rendering, ...Rendering[]];
  readonly maxBatchSegments: number;
  /** Maximum total length of the texts in one call, in UTF-16 code units. */
  readonly maxBatchLength: number;
  /** Maximum number of concurrent calls. The engine makes further calls wait. */
  readonly maxConcurrentCalls: number;
  /**
   * Time in milliseconds after which the engine ends a request itself, if the engine has a setting
   * for this time. A job waits at least as long.
   */
  readonly requestTimeoutMs?: number;
  /**
   * Support for glossaries. `inline`: terms are marked in the text. `prompt`: `call.terms` contains
   * the terms of the call's texts. `native`: `call.terms` contains all terms of the language pair.
   */
  readonly glossary: 'none' | 'inline' | 'native' | 'prompt';
  readonly formality: boolean;
  /** True if the engine uses the key name, the description and the maximum length. */
  readonly context: boolean;
  /**
   * True if the engine uses neighboring keys, examples from translation memory, reference translations and the
   * {@link Guidance} of the project.
   */
  readonly hints?: boolean;
  /** True if the engine sends no text to another host. */
  readonly local: boolean;
  /**
   * Maximum number of calls for one text if the answers are unusable, for engines with expensive
   * calls. Undefined if the number follows from the renderings.
   */
  readonly maxAnswers?: number;
}

/**
 * State of a language pair. `ready`: the engine can translate the pair now. `loadable`: the engine
 * must download a model first. `unsupported`: the engine cannot translate the pair.
 */
export type PairReadiness =
  | {
      readonly status: 'ready';
      /** The engine's own name for the model or mode that translates the pair. */
      readonly via?: string;
    }
  | { readonly status: 'loadable'; readonly retryAfterMs: number }
  | UnsupportedPair;

export interface UnsupportedPair {
  readonly status: 'unsupported';
  readonly reason: string;
  /**
   * True if the language pair may be supported later, for example if the provider could not be
   * reached to ask for its languages.
   */
  readonly mayChange?: true;
  /** Delay in milliseconds until the readiness should be checked again, if the check failed. */
  readonly retryAfterMs?: number;
}

export interface SegmentContext {
  translationKey?: string;
  description?: string;
  maxLength?: number;
  /** Neighboring keys in the project, with their source texts. */
  neighbours?: readonly { readonly key: string; readonly text: string }[];
  /** Meanings of the placeholders in `text`, by placeholder. */
  placeholders?: Readonly<Record<string, string>>;
  pluralCategory?: string;
  memory?: readonly {
    readonly source: string;
    readonly target: string;
    readonly score: number;
  }[];
  /** The translation of the text's key into the reference locale of the project. */
  readonly reference?: { readonly locale: string; readonly text: string };
  /** Error in the previous translation of this segment, which the engine should avoid. */
  problem?: string;
}

export interface Segment {
  /** Id of the segment in the call. The result of the segment has the same id. */
  readonly id: string;
  /** Text in the syntax that `rendering` names. */
  readonly body: string;
  readonly context?: SegmentContext;
}

export interface GlossaryTermHit {
  readonly source: string;
  readonly target: string;
  /** Note of the glossary about the term. Only for engines with the glossary `prompt`. */
  readonly note?: string;
  /** True if upper and lower case of the term matter. Only for engines with the glossary `prompt`. */
  readonly isCaseSensitive?: boolean;
}

/** Instructions of a project for its translations. The members are texts of users. */
export interface Guidance {
  readonly product?: string;
  readonly instructions?: string;
  readonly localeInstructions?: string;
}

export interface TranslateCall {
  readonly sourceLocale: string;
  readonly targetLocale: string;
  readonly rendering: Rendering;
  readonly segments: readonly Segment[];
  readonly terms?: readonly GlossaryTermHit[];
  readonly formality?: 'formal' | 'informal';
  /** Instructions of the project. Only for engines with `hints`. */
  readonly guidance?: Guidance;
  /** Id of the organization that waits for the call. Waiting organizations get their turns in order. */
  readonly share?: string;
  /** Receives the body of each request to a provider without secrets, before it is sent. */
  readonly onRequest?: (body: string) => void;
  /**
   * Aborts the call. The call rejects with `signal.reason`, as `fetch` does. If the signal has
   * already aborted, nothing is sent.
   */
  readonly signal: AbortSignal;
}

export type EngineErrorCode = (typeof ENGINE_FAULTS)[number];

/** Error of a call or of a single segment. */
export interface EngineFault {
  readonly code: EngineErrorCode;
  readonly detail: string;
  /** True if the same call may succeed later. */
  readonly retryable?: boolean;
  readonly retryAfterMs?: number;
}

export interface SegmentResult {
  readonly id: string;
  /** Translated text in the rendering of the call. Absent if there is an `error`. */
  readonly body?: string;
  readonly error?: EngineFault;
  readonly warnings?: readonly { readonly code: 'unknown_words'; readonly detail: string }[];
}

/**
 * A translation engine. If a segment fails, its result contains an error. A call that fails as a
 * whole throws an {@link EngineError}.
 */
export interface Engine {
  readonly id: string;
  /** Version of the engine. It is stored with translations and is part of the cache key. */
  readonly version: string;
  readonly capabilities: EngineCapabilities;
  readiness(sourceLocale: string, targetLocale: string): Promise<PairReadiness>;
  /**
   * Loads the model for a `loadable` language pair. Resolves when the pair is ready. Absent if the
   * engine has no downloads.
   */
  load?(sourceLocale: string, targetLocale: string, signal: AbortSignal): Promise<void>;
  translate(call: TranslateCall): Promise<SegmentResult[]>;
  close(): Promise<void>;
}

export interface EngineErrorOptions {
  /** True if a repetition of the same call may succeed. Defaults to false. */
  readonly retryable?: boolean;
  /** Delay before a retry that the provider asked for, in milliseconds. */
  readonly retryAfterMs?: number;
  /** The engine's own error code, for the log and for tests. */
  readonly reason?: string;
  readonly cause?: unknown;
}

export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: EngineErrorCode;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly reason: string | undefined;

  constructor(code: EngineErrorCode, detail: string, options: EngineErrorOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.retryAfterMs = options.retryAfterMs;
    this.reason = options.reason;
  }
}

export const failedSegment = (
  { id }: Pick<Segment, 'id'>,
  detail: string,
  code: EngineErrorCode = 'engine_bad_response',
): SegmentResult => ({ id, error: { code, detail } });

export interface EngineContext {
  /** Folder for the engine's files, such as models. */
  readonly dataDir: string;
  readonly fetch: typeof fetch;
  log(level: 'info' | 'warn', message: string, fields?: Record<string, unknown>): void;
}

/** An environment variable of an engine. It is declared in the engine's file. */
export interface EngineSetting {
  readonly variable: string;
  readonly description: string;
  readonly default?: string;
  readonly secret?: boolean;
  /** Returns an error message for an invalid value. Null for a valid value. */
  check?(value: string): string | null;
}

/** Values of environment variables of engines, by variable. An empty value counts as absent. */
export type EngineVariables = Readonly<Record<string, string | undefined>>;

/** Declares an engine: its id, its environment variables and the function that creates it. */
export interface EngineDefinition {
  readonly id: string;
  readonly summary: string;
  readonly settings: readonly EngineSetting[];
  /**
   * Creates the engine. Returns null if the settings disable it, for example because there is no
   * API key.
   */
  create(settings: EngineVariables, context: EngineContext): Engine | null;
}
