import type { ENGINE_FAULTS } from '@parlance/contracts';

/**
 * Notation of a message's placeholders and markup for an engine. `@parlance/messages` renders it and parses it back.
 */
export type Rendering = 'named' | 'xml' | 'html' | 'superblank' | 'sentinel';

export interface EngineCapabilities {
  /** Supported renderings in order of preference. */
  readonly renderings: readonly [Rendering, ...Rendering[]];
  readonly maxBatchSegments: number;
  /** Maximum total length of the bodies in one call, in UTF-16 code units. */
  readonly maxBatchLength: number;
  /** Maximum number of calls in flight. The engine makes further calls wait. */
  readonly maxConcurrentCalls: number;
  /**
   * `inline`: terms are marked spans in the body. `prompt`: terms are in `call.terms`. `native`: like `prompt`, but if
   * any text has a term, the call has all terms of the pair, so that one glossary serves all calls.
   */
  readonly glossary: 'none' | 'inline' | 'native' | 'prompt';
  readonly formality: boolean;
  /** True if the engine uses key, description and length. */
  readonly context: boolean;
  /** True if the engine also uses neighbors and memory examples, which are looked up only for such engines. */
  readonly hints?: boolean;
  /** True if no text leaves this host. */
  readonly local: boolean;
}

/**
 * `ready`: can translate now. `loadable`: can become ready by fetching a model. `unsupported`: cannot translate now,
 * and `reason` gives the cause and a remedy.
 */
export type PairReadiness =
  | {
      readonly status: 'ready';
      /** Replacement for the requested pair: a pivot, or a less specific mode or model. */
      readonly via?: string;
    }
  | { readonly status: 'loadable'; readonly retryAfterMs: number }
  | UnsupportedPair;

export interface UnsupportedPair {
  readonly status: 'unsupported';
  readonly reason: string;
  /** True if the engine could not find out, or has a temporary failure: it may support the pair later. */
  readonly mayChange?: true;
  /** Delay until the engine should be asked again, if it could not find out. */
  readonly retryAfterMs?: number;
}

export interface SegmentContext {
  translationKey?: string;
  description?: string;
  maxLength?: number;
  /** The keys before and after, with their source texts. */
  neighbours?: readonly { readonly key: string; readonly text: string }[];
  /** Meanings of the rendered placeholders, by their rendered form. */
  placeholders?: Readonly<Record<string, string>>;
  pluralCategory?: string;
  memory?: readonly {
    readonly source: string;
    readonly target: string;
    readonly score: number;
  }[];
  /** Fault of the previous answer for this segment. */
  problem?: string;
}

export interface Segment {
  /** Unique id of the segment in the call. The result has the same id. */
  readonly id: string;
  /** The rendered text. An engine never sees a raw placeholder unless the rendering is `named`. */
  readonly body: string;
  readonly context?: SegmentContext;
}

export interface GlossaryTermHit {
  readonly source: string;
  readonly target: string;
}

export interface TranslateCall {
  readonly sourceLocale: string;
  readonly targetLocale: string;
  readonly rendering: Rendering;
  readonly segments: readonly Segment[];
  readonly terms?: readonly GlossaryTermHit[];
  readonly formality?: 'formal' | 'informal';
  /**
   * Aborts the call when a job is cancelled, a client disconnects or a deadline passes. The call then rejects soon with
   * `signal.reason`, as `fetch` does. A call that is aborted beforehand sends nothing.
   */
  readonly signal: AbortSignal;
}

export type EngineErrorCode = (typeof ENGINE_FAULTS)[number];

/** Fault of a whole call or of one of its segments. */
export interface EngineFault {
  readonly code: EngineErrorCode;
  readonly detail: string;
  /** True if the same call may succeed later. */
  readonly retryable?: boolean;
  readonly retryAfterMs?: number;
}

export interface SegmentResult {
  readonly id: string;
  /** Translated body in the call's rendering. Absent if there is an `error`. */
  readonly body?: string;
  readonly error?: EngineFault;
  readonly warnings?: readonly { readonly code: 'unknown_words'; readonly detail: string }[];
}

/**
 * A translation engine. A segment that fails is a result with an error. A call that fails as a whole throws
 * {@link EngineError}.
 */
export interface Engine {
  readonly id: string;
  /** Version of the engine, which is part of the cache key and of the provenance of a value. */
  readonly version: string;
  readonly capabilities: EngineCapabilities;
  readiness(sourceLocale: string, targetLocale: string): Promise<PairReadiness>;
  /**
   * Starts to load the model of a `loadable` pair, and resolves when the pair is ready. Absent for engines without
   * downloads.
   */
  load?(sourceLocale: string, targetLocale: string, signal: AbortSignal): Promise<void>;
  translate(call: TranslateCall): Promise<SegmentResult[]>;
  close(): Promise<void>;
}

export interface EngineErrorOptions {
  /** True if the same call may succeed later. Defaults to false. */
  readonly retryable?: boolean;
  /** Delay that the provider asked for. */
  readonly retryAfterMs?: number;
  /** The engine's own code for the fault, for the log and for tests. */
  readonly reason?: string;
  readonly cause?: unknown;
}

/** Thrown if a call fails as a whole. */
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

/** Returns the result of a segment that the engine cannot translate. */
export const failedSegment = (
  { id }: Pick<Segment, 'id'>,
  detail: string,
  code: EngineErrorCode = 'engine_bad_response',
): SegmentResult => ({ id, error: { code, detail } });

/** Resources that an engine may use besides its settings. */
export interface EngineContext {
  /** Folder for the engine's files, such as models. */
  readonly dataDir: string;
  readonly fetch: typeof fetch;
  log(level: 'info' | 'warn', message: string, fields?: Record<string, unknown>): void;
}

/** One configuration variable of an engine, as declared in the engine's own file. */
export interface EngineSetting {
  readonly variable: string;
  readonly description: string;
  readonly default?: string;
  readonly secret?: boolean;
  /** Returns the fault of a value, or null. */
  check?(value: string): string | null;
}

/** Export of an engine's file: everything that the registry, the configuration and the docs need. */
export interface EngineDefinition {
  readonly id: string;
  readonly summary: string;
  readonly settings: readonly EngineSetting[];
  /** Returns null if the settings disable the engine (no key, no address). */
  create(
    settings: Readonly<Record<string, string | undefined>>,
    context: EngineContext,
  ): Engine | null;
}
