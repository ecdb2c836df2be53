import { Semaphore } from '../../../lib/semaphore.ts';
import { raceAbort } from '../../../race-abort.ts';
import {
  type Engine,
  type EngineCapabilities,
  EngineError,
  failedSegment,
  type PairReadiness,
  type Segment,
  type SegmentResult,
  type TranslateCall,
} from '../engine.ts';
import { acceptTranslation, readTranslations } from '../http/http-answer.ts';
import { inHalves } from '../in-halves.ts';
import {
  findPair,
  type LocalePair,
  type OwnCodes,
  type ServiceLanguages,
  type ServicePair,
} from '../locale-codes.ts';
import type { MarkupDialect } from './dialects.ts';
import { type EncodedMarkup, encodeMarkup } from './markup.ts';

/** Thrown if the service cannot translate one of the texts of a request. */
export class UntranslatableError extends EngineError {}

/** A service that translates texts in HTML. */
export interface HtmlService {
  /** Name of the service for messages, such as `LibreTranslate`. */
  readonly label: string;
  readonly dialect: MarkupDialect;
  readonly ownCodes?: OwnCodes;
  /** Maximum size of the texts of a request. Without it, the service checks the size itself. */
  readonly limit?: { readonly max: number; sizeOf(html: string): number };
  /** Returns the languages of the service. The implementation caches them. */
  languages(): Promise<ServiceLanguages>;
  /** Sends a request. Returns the list of translations in the response. */
  send(pair: ServicePair, texts: readonly string[], call: TranslateCall): Promise<unknown>;
  close(): void;
}

/** Capabilities of an engine for a provider that translates HTML. */
export const PROVIDER_CAPABILITIES = {
  renderings: ['html'],
  glossary: 'inline',
  formality: false,
  context: false,
  local: false,
} as const;

export interface HtmlEngineOptions {
  readonly id: string;
  readonly version: string;
  readonly capabilities: EngineCapabilities;
  readonly service: HtmlService;
}

interface EncodedSegment {
  readonly segment: Segment;
  readonly markup: EncodedMarkup;
}

/** Engine for a service that translates texts in HTML. */
export class HtmlEngine implements Engine {
  readonly id: string;
  readonly version: string;
  readonly capabilities: EngineCapabilities;
  readonly #service: HtmlService;
  readonly #calls: Semaphore;

  constructor({ id, version, capabilities, service }: HtmlEngineOptions) {
    this.id = id;
    this.version = version;
    this.capabilities = capabilities;
    this.#service = service;
    this.#calls = new Semaphore(capabilities.maxConcurrentCalls);
  }

  async readiness(sourceLocale: string, targetLocale: string): Promise<PairReadiness> {
    const pair = this.#pairOf({ sourceLocale, targetLocale }, await this.#service.languages());
    if (typeof pair === 'string') return { status: 'unsupported', reason: pair };
    const isAsAsked = pair.target.toLowerCase() === targetLocale.toLowerCase();
    return isAsAsked ? { status: 'ready' } : { status: 'ready', via: pair.target };
  }

  async translate(call: TranslateCall): Promise<SegmentResult[]> {
    call.signal.throwIfAborted();
    if (call.segments.length === 0) return [];
    const { maxBatchSegments } = this.capabilities;
    if (call.segments.length > maxBatchSegments)
      throw this.#tooLarge(`at most ${maxBatchSegments} strings`);
    return this.#calls.run(() => this.#translate(call), { signal: call.signal, name: call.share });
  }

  async close(): Promise<void> {
    this.#service.close();
  }

  async #translate(call: TranslateCall): Promise<SegmentResult[]> {
    const { dialect } = this.#service;
    const languages = await raceAbort(this.#service.languages(), call.signal);
    const pair = this.#pairOf(call, languages);
    if (typeof pair === 'string') throw new EngineError('unsupported_pair', pair);
    const results = await inHalves(
      call.segments.map((segment) => ({ segment, markup: encodeMarkup(segment.body, dialect) })),
      (part) => this.#send(call, pair, part),
      (error, { segment }) => {
        if (!(error instanceof UntranslatableError)) throw error;
        return failedSegment(segment, error.message);
      },
    );
    return [...results];
  }

  async #send(
    call: TranslateCall,
    pair: ServicePair,
    segments: readonly EncodedSegment[],
  ): Promise<SegmentResult[]> {
    const { limit, label } = this.#service;
    const texts = segments.map(({ markup }) => markup.html);
    if (limit !== undefined) {
      const size = texts.reduce((sum, text) => sum + limit.sizeOf(text), 0);
      if (size > limit.max) throw this.#tooLarge(`a size of at most ${limit.max}`);
    }
    const list = readTranslations(
      label,
      await this.#service.send(pair, texts, call),
      segments.length,
    );
    return segments.map((segment, index) => toResult(label, segment, list[index]));
  }

  #pairOf(pair: LocalePair, languages: ServiceLanguages): ServicePair | string {
    return findPair(this.#service.label, pair, languages, this.#service.ownCodes);
  }

  #tooLarge(limit: string): EngineError {
    return new EngineError('too_large', `${this.#service.label} accepts ${limit} per request`);
  }
}

function toResult(
  label: string,
  { segment, markup }: EncodedSegment,
  text: unknown,
): SegmentResult {
  const accepted = acceptTranslation(text, segment.body);
  if (accepted === null)
    return failedSegment(segment, `${label} did not return a usable translation`);
  const body = markup.restore(accepted);
  return body === null
    ? failedSegment(segment, `${label} broke a placeholder`)
    : { id: segment.id, body };
}
