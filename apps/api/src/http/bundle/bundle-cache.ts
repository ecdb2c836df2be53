import { LRUCache } from 'lru-cache';
import { isDatabaseAway } from '../../db/availability/away.ts';
import { environmentTag, projectTag } from '../../domain/project/index.ts';
import {
  type Bundle,
  type BundlePointer,
  type BundleSource,
  composeBundle,
  ENCODINGS,
  type Encoding,
  encodeBundle,
  etagOf,
} from '../../domain/release/index.ts';
import { Failure } from '../../errors.ts';
import { raceAbort } from '../../race-abort.ts';
import { PreparedAnswer } from '../answer/prepared-answer.ts';
import type { BundleRequest } from './bundle-address.ts';
import { BundleReads, ReadCounter } from './bundle-reads.ts';

/** A bundle as it is sent: as flat or nested JSON, in one content encoding. */
export interface BundleAnswer {
  etag: string;
  found: PreparedAnswer;
  notModified: PreparedAnswer;
  sizeBytes: number;
}

/** A bundle in all content encodings, with the number of its requests. */
export interface BundleAnswers {
  readonly byEncoding: Readonly<Record<Encoding, BundleAnswer>>;
  readonly reads: ReadCounter;
}

interface Entry {
  request: BundleRequest;
  answers: BundleAnswers;
  signature: string;
  /**
   * Time from which the cache no longer trusts the bundle and asks the database for changes. Infinite for a fixed
   * release version while notifications arrive, because a notification reports that delivery was stopped.
   */
  freshUntilMs: number;
  isOutdated: boolean;
}

interface Found {
  pointer: BundlePointer;
  signature: string;
  blob: Buffer | null;
}

interface Flight {
  found: Promise<Found>;
  answers: Promise<BundleAnswers>;
}

const DAY_SECONDS = 86_400;
/**
 * Value of the header `No-Vary-Search`. Caches may ignore unknown parameters and the order of
 * parameters (draft-ietf-httpbis-no-vary-search).
 */
const NO_VARY_SEARCH = 'key-order, params, except=("shape" "envelope" "prefix" "release")';
const PINNED_CACHE_CONTROL = 'public, max-age=31536000, immutable';
/**
 * Time in milliseconds for which the cache trusts a bundle while notifications of releases arrive.
 */
const TRUST_MS = 5_000;
const DISTRUST_MS = 500;

export interface BundleCacheOptions {
  readonly maxBytes: number;
  /** Seconds for which shared caches may keep the latest bundle of a locale. */
  readonly sharedMaxAgeSeconds: number;
  /** Called with the error if a read in the background fails. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Keeps the bytes of bundles in memory. The cache sends a bundle that may be outdated, and asks the
 * database in the background. A request waits for the database only after a notification of a new
 * release. While the database is unreachable, clients get the bundles in memory.
 */
export class BundleCache {
  readonly #source: BundleSource;
  readonly #onError: (error: unknown) => void;
  readonly #latest: string;
  readonly #entries: LRUCache<string, Entry>;
  readonly #inFlight = new Map<string, Flight>();
  readonly reads = new BundleReads();
  /** Aborts when the connection for notifications is lost. */
  #notified = new AbortController();
  /**
   * Number of notifications so far. If it changes while a bundle is read, the result may be
   * outdated.
   */
  #epoch = 0;
  /** Number of responses that were sent from memory before the router ran. */
  answered = 0;
  answeredNotModified = 0;

  constructor(
    source: BundleSource,
    { maxBytes, sharedMaxAgeSeconds, onError }: BundleCacheOptions,
  ) {
    this.#source = source;
    this.#entries = new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOf });
    this.#onError = onError ?? (() => {});
    this.#latest = `public, max-age=60, s-maxage=${sharedMaxAgeSeconds}, stale-while-revalidate=${DAY_SECONDS}, stale-if-error=${DAY_SECONDS}`;
    this.#notified.abort();
  }

  /** True while the process is subscribed to notifications of releases. */
  get isNotified(): boolean {
    return !this.#notified.signal.aborted;
  }

  set isNotified(isNotified: boolean) {
    if (isNotified === this.isNotified) return;
    if (isNotified) {
      this.#notified = new AbortController();
      return;
    }
    this.#notified.abort();
    const latest = performance.now() + DISTRUST_MS;
    for (const entry of this.#entries.values()) {
      entry.freshUntilMs = Math.min(entry.freshUntilMs, latest);
    }
  }

  counts(): { answers: number; notModified: number; sizeBytes: number } {
    return {
      answers: this.answered,
      notModified: this.answeredNotModified,
      sizeBytes: this.#entries.calculatedSize,
    };
  }

  /**
   * Returns a response from memory without waiting. Returns null if the bundle is not in memory, or
   * if the process was notified of a newer release.
   */
  peek(cacheKey: string): BundleAnswers | null {
    const entry = this.#entries.get(cacheKey);
    if (!entry) return null;
    if (entry.freshUntilMs < performance.now()) {
      if (entry.isOutdated && this.isNotified) return null;
      this.#refresh(entry);
    }
    return entry.answers;
  }

  /**
   * Returns a response from memory, or reads the bundle. Calls `admit` before a read.
   * @throws `not_found`, `gone`, and the errors of `admit`
   */
  async get(request: BundleRequest, admit: () => Promise<void>): Promise<BundleAnswers> {
    const inMemory = this.peek(request.cacheKey);
    if (inMemory) return inMemory;
    const cached = this.#entries.get(request.cacheKey);
    if (!cached) {
      await this.#admit(admit);
      return this.#read(request).answers;
    }
    const { signal } = this.#notified;
    const { found, answers } = this.#read(request);
    const isSettled = found.then(
      () => true,
      () => true,
    );
    const isHeard = await raceAbort(isSettled, signal).catch(() => false);
    return isHeard ? answers : cached.answers;
  }

  /**
   * Counts the request against the rate limits. While the database is unreachable, requests are not
   * limited, because the limits are counted in the database.
   */
  async #admit(admit: () => Promise<void>): Promise<void> {
    if (this.#source.isBridging) return;
    await admit().catch((error: unknown) => {
      if (!this.#source.canBridge(error)) throw error;
    });
  }

  /**
   * Makes the cache ask the database again for the bundles of a project. Null stands for all
   * projects.
   */
  expire(projectId: string | null): void {
    this.#epoch++;
    for (const entry of this.#entries.values()) {
      if (projectId === null || entry.request.projectId === projectId) {
        entry.freshUntilMs = 0;
        entry.isOutdated = true;
      }
    }
    this.#inFlight.clear();
  }

  /**
   * Asks the database in the background. Only one query runs at a time while the database seems to
   * be unreachable.
   */
  #refresh({ request }: Entry): void {
    if (!this.isNotified && this.#inFlight.size > 0) return;
    this.#read(request);
  }

  /** Reads a bundle. Concurrent callers share the result. */
  #read(request: BundleRequest): Flight {
    const { cacheKey } = request;
    const running = this.#inFlight.get(cacheKey);
    if (running) return running;
    const cached = this.#entries.get(cacheKey);
    const found = this.#find(request, cached);
    const answers = this.#take(request, cached, found).finally(() => {
      if (this.#inFlight.get(cacheKey) === flight) this.#inFlight.delete(cacheKey);
    });
    found.catch(() => {});
    answers.catch(() => {});
    const flight = { found, answers };
    this.#inFlight.set(cacheKey, flight);
    return flight;
  }

  async #find(request: BundleRequest, cached: Entry | undefined): Promise<Found> {
    const pointer = await this.#source.find(request);
    const signature = signatureOf(pointer);
    const isKnown = cached?.signature === signature;
    const blob = isKnown ? null : await this.#source.read(pointer);
    return { pointer, signature, blob };
  }

  async #take(
    request: BundleRequest,
    cached: Entry | undefined,
    found: Promise<Found>,
  ): Promise<BundleAnswers> {
    const epoch = this.#epoch;
    try {
      const { pointer, signature, blob } = await found;
      const answers =
        blob === null
          ? cached!.answers
          : {
              byEncoding: await encodeAll(
                await composeBundle(pointer, request, blob),
                this.#headersOf(pointer, request),
              ),
              reads: new ReadCounter(this.reads, pointer.projectId, pointer.environmentId),
            };
      this.#keep(request, answers, signature, epoch === this.#epoch);
      return answers;
    } catch (error) {
      if (error instanceof Failure) this.#entries.delete(request.cacheKey);
      else if (cached) return this.#keepOn(cached, error);
      throw error;
    }
  }

  #headersOf({ projectId, environmentId }: BundlePointer, request: BundleRequest): string[] {
    const tags = [projectTag(projectId), environmentTag(environmentId)];
    return [
      'Cache-Control',
      isPinned(request) ? PINNED_CACHE_CONTROL : this.#latest,
      'No-Vary-Search',
      NO_VARY_SEARCH,
      // Fastly reads cache tags from `Surrogate-Key`, and Cloudflare from `Cache-Tag`.
      'Surrogate-Key',
      tags.join(' '),
      'Cache-Tag',
      tags.join(','),
    ];
  }

  #keepOn(cached: Entry, error: unknown): BundleAnswers {
    if (!isDatabaseAway(error)) this.#onError(error);
    cached.freshUntilMs = performance.now() + DISTRUST_MS;
    return cached.answers;
  }

  #keep(
    request: BundleRequest,
    answers: BundleAnswers,
    signature: string,
    isCurrent: boolean,
  ): void {
    const notifiedMs = isPinned(request) ? Infinity : TRUST_MS;
    const trustMs = this.isNotified ? notifiedMs : DISTRUST_MS;
    this.#entries.set(request.cacheKey, {
      request,
      answers,
      signature,
      freshUntilMs: isCurrent ? performance.now() + trustMs : 0,
      isOutdated: !isCurrent,
    });
  }
}

const sizeOf = ({ answers }: Entry): number =>
  ENCODINGS.reduce((sum, encoding) => sum + answers.byEncoding[encoding].sizeBytes, 0);

const isPinned = (request: BundleRequest): boolean => request.version !== null;

const signatureOf = ({ environment, locale, release, sha256 }: BundlePointer): string =>
  [environment, locale, release.id, sha256.toString('hex')].join('/');

async function encodeAll(
  bundle: Bundle,
  cacheHeaders: readonly string[],
): Promise<BundleAnswers['byEncoding']> {
  const answers = await Promise.all(
    ENCODINGS.map(async (encoding) => {
      const body = await encodeBundle(bundle, encoding);
      return [encoding, answerOf(body, etagOf(bundle, encoding), encoding, cacheHeaders)] as const;
    }),
  );
  return Object.fromEntries(answers) as BundleAnswers['byEncoding'];
}

function answerOf(
  body: Buffer,
  etag: string,
  encoding: Encoding,
  cacheHeaders: readonly string[],
): BundleAnswer {
  const common = [
    'ETag',
    etag,
    ...cacheHeaders,
    'Vary',
    'Accept-Encoding',
    'Access-Control-Allow-Origin',
    '*',
    'Access-Control-Expose-Headers',
    'ETag, X-Request-Id',
    'X-Content-Type-Options',
    'nosniff',
  ];
  const ofBody = [
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    `${body.length}`,
  ];
  const ofEncoding = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
  return {
    etag,
    found: new PreparedAnswer(200, [...common, ...ofBody, ...ofEncoding], body),
    notModified: new PreparedAnswer(304, common),
    sizeBytes: body.length,
  };
}
