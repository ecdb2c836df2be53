import { Semaphore } from '../../../lib/semaphore.ts';
import {
  type Engine,
  type EngineCapabilities,
  type EngineContext,
  EngineError,
  type PairReadiness,
  type SegmentResult,
  type TranslateCall,
} from '../engine.ts';
import { acceptTranslation, badResponse, escapeStrayXml } from '../http/http-answer.ts';
import type { ModelLimits } from './limits.ts';
import { RefusedError } from './model-errors.ts';
import { PROMPT_VERSION, type PromptItem } from './prompt.ts';
import { readModelAnswer } from './read-model-answer.ts';

const MAX_SEGMENTS = 40;
/** Maximum number of answers for one text. A user who makes a model answer wrongly must not multiply the costs. */
const MAX_ANSWERS = 3;
const SAME_LOCALE = 'The source and the target locale are the same';

/** Sends requests to a language model. */
export interface ModelClient {
  /** Returns the text in which the model answers. */
  complete(call: TranslateCall, items: readonly PromptItem[]): Promise<string>;
  close(): void;
}

export interface ModelClientOptions {
  readonly baseUrl: string;
  readonly model: string;
  readonly limits: ModelLimits;
  readonly context: EngineContext;
}

export interface ModelEngineOptions {
  readonly id: string;
  /** Name of the model's provider for messages. */
  readonly label: string;
  readonly model: string;
  readonly limits: ModelLimits;
  readonly isLocal: boolean;
  readonly client: ModelClient;
}

/** Engine for a language model. */
export class ModelEngine implements Engine {
  readonly id: string;
  readonly version: string;
  readonly capabilities: EngineCapabilities;
  readonly #client: ModelClient;
  readonly #label: string;
  readonly #calls: Semaphore;
  readonly #noAnswer: string;

  constructor({ id, label, model, limits, isLocal, client }: ModelEngineOptions) {
    const { maxBatchLength, maxConcurrentCalls, timeoutMs: requestTimeoutMs } = limits;
    this.id = id;
    this.version = `${model}/${PROMPT_VERSION}`;
    this.#client = client;
    this.#label = label;
    this.#calls = new Semaphore(maxConcurrentCalls);
    this.#noAnswer = `${label} did not return the translations in the requested form`;
    this.capabilities = {
      renderings: ['named', 'xml'],
      maxBatchSegments: MAX_SEGMENTS,
      maxBatchLength,
      maxConcurrentCalls,
      requestTimeoutMs,
      glossary: 'prompt',
      formality: true,
      context: true,
      hints: true,
      local: isLocal,
      maxAnswers: MAX_ANSWERS,
    };
  }

  async readiness(sourceLocale: string, targetLocale: string): Promise<PairReadiness> {
    return sourceLocale === targetLocale
      ? { status: 'unsupported', reason: SAME_LOCALE }
      : { status: 'ready' };
  }

  async translate(call: TranslateCall): Promise<SegmentResult[]> {
    call.signal.throwIfAborted();
    if (call.segments.length === 0) return [];
    if (call.segments.length > MAX_SEGMENTS)
      throw new EngineError(
        'too_large',
        `${this.#label} accepts at most ${MAX_SEGMENTS} strings per request`,
      );
    if (call.sourceLocale === call.targetLocale)
      throw new EngineError('unsupported_pair', SAME_LOCALE);
    return this.#calls.run(() => this.#translate(call), { signal: call.signal, name: call.share });
  }

  async close(): Promise<void> {
    this.#client.close();
  }

  async #translate(call: TranslateCall): Promise<SegmentResult[]> {
    const items = call.segments.map((segment, index) => ({ id: String(index + 1), segment }));
    try {
      const accepted = await this.#ask(call, items);
      const error = {
        code: 'engine_bad_response',
        detail: `${this.#label} did not return this string`,
        retryable: true,
      } as const;
      return items.map(({ id, segment }) => {
        const body = accepted.get(id);
        return body === undefined ? { id: segment.id, error } : { id: segment.id, body };
      });
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      const { code, message: detail } = error;
      return call.segments.map(({ id }) => ({ id, error: { code, detail } }));
    }
  }

  /** Asks the model for translations. Returns the accepted translations by item id. */
  async #ask(
    call: TranslateCall,
    items: readonly PromptItem[],
  ): Promise<ReadonlyMap<string, string>> {
    const ids = items.map(({ id }) => id);
    const parsed = readModelAnswer(await this.#client.complete(call, items), ids);
    if (parsed === null) throw badResponse(this.#noAnswer);
    const accepted = new Map<string, string>();
    for (const { id, segment } of items) {
      const text = acceptTranslation(parsed.get(id), segment.body);
      if (text !== null) accepted.set(id, call.rendering === 'xml' ? escapeStrayXml(text) : text);
    }
    if (accepted.size === 0) throw badResponse(this.#noAnswer);
    return accepted;
  }
}
