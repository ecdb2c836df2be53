import { isDatabaseAway } from '../db/away.ts';
import type { Db } from '../db/client.ts';
import { type BundlePointer, findBundle } from '../domain/release/bundle.store.ts';
import {
  type Bundle,
  composeBundle,
  ENCODINGS,
  type Encoding,
  encodeBundle,
  etagOf,
} from '../domain/release/encode-bundle.ts';
import { readBlob } from '../domain/release/release.store.ts';
import type { BundleRequest } from './bundle-address.ts';
import { PreparedAnswer } from './prepared-answer.ts';

/** One form of a bundle in one encoding. */
export interface BundleAnswer {
  etag: string;
  found: PreparedAnswer;
  notModified: PreparedAnswer;
  sizeBytes: number;
}

export type BundleAnswers = Record<Encoding, BundleAnswer>;

interface Entry {
  answers: BundleAnswers;
  /** Of the release and the blob that they were made from. */
  signature: string;
  sizeBytes: number;
  projectId: string;
  isPinned: boolean;
  /** Until when it may be served without asking the database; pinned ones stay. */
  freshUntilMs: number;
}

const LATEST_CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=86400';
const PINNED_CACHE_CONTROL = 'public, max-age=31536000, immutable';
/** How long an answer is trusted while NOTIFY works, and while it does not. */
const TRUST_MS = 5_000;
const DISTRUST_MS = 500;

/**
 * Bundles as bytes in memory, each made once. A notification of a release drops what it concerns;
 * besides, the latest release is asked for anew every few seconds, sooner while notifications are not
 * coming in.
 */
export class BundleCache {
  readonly #db: Db;
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Entry>();
  readonly #inFlight = new Map<string, Promise<BundleAnswers>>();
  #sizeBytes = 0;
  #isNotified = false;
  /** Grows whenever something was told; what was read before that is not trusted. */
  #epoch = 0;
  /** Counted by the fast path. */
  answered = 0;
  answeredNotModified = 0;
  /** Whether asking the database would take seconds and bring nothing. */
  isDatabaseSilent: () => boolean = () => false;

  constructor(db: Db, maxBytes: number) {
    this.#db = db;
    this.#maxBytes = maxBytes;
  }

  /** Whether notifications are coming in; says how long an answer is trusted. */
  set isNotified(isNotified: boolean) {
    this.#isNotified = isNotified;
    if (isNotified) return;
    this.#epoch++;
    const latest = performance.now() + DISTRUST_MS;
    for (const entry of this.#entries.values()) {
      entry.freshUntilMs = Math.min(entry.freshUntilMs, latest);
    }
  }

  /** Answers from memory ahead of the router so far, and what is held. */
  counts(): { answers: number; notModified: number; sizeBytes: number } {
    return {
      answers: this.answered,
      notModified: this.answeredNotModified,
      sizeBytes: this.#sizeBytes,
    };
  }

  /** The answers in memory, where they may still be served. */
  peek(cacheKey: string): BundleAnswers | null {
    const entry = this.#entries.get(cacheKey);
    if (!entry || (!entry.isPinned && entry.freshUntilMs < performance.now())) return null;
    return entry.answers;
  }

  /** @throws `not_found`, `gone` */
  get(request: BundleRequest): Promise<BundleAnswers> {
    const answers = this.peek(request.cacheKey);
    if (answers) return Promise.resolve(answers);
    const running = this.#inFlight.get(request.cacheKey);
    if (running) return running;
    const work = this.#load(request).finally(() => {
      if (this.#inFlight.get(request.cacheKey) === work) this.#inFlight.delete(request.cacheKey);
    });
    this.#inFlight.set(request.cacheKey, work);
    return work;
  }

  /** Something about a project's releases changed: ask anew. What is not changed keeps its bytes. */
  expire(projectId: string | null): void {
    this.#epoch++;
    for (const entry of this.#entries.values()) {
      if (projectId === null || entry.projectId === projectId) {
        // A pinned release never changes, but its project may be archived.
        entry.freshUntilMs = 0;
        entry.isPinned = false;
      }
    }
    this.#inFlight.clear();
  }

  async #load(request: BundleRequest): Promise<BundleAnswers> {
    const epoch = this.#epoch;
    const trustedUntilMs = performance.now() + (this.#isNotified ? TRUST_MS : DISTRUST_MS);
    const known = this.#entries.get(request.cacheKey);
    const pointer = await this.#find(request, known !== undefined);
    // Without the database nothing can be released: apps go on with what they have.
    if (pointer === null) return known!.answers;
    const signature = signatureOf(pointer);
    if (known?.signature === signature) {
      const isCurrent = epoch === this.#epoch;
      known.freshUntilMs = isCurrent ? trustedUntilMs : 0;
      known.isPinned = request.version !== null && isCurrent;
      this.#touch(request.cacheKey, known);
      return known.answers;
    }
    const blob = await readBlob(this.#db, pointer.projectId, pointer.sha256);
    const answers = await encodeAll(
      await composeBundle(pointer, request, blob),
      request.version !== null,
    );
    const isCurrent = epoch === this.#epoch;
    this.#keep(request.cacheKey, {
      answers,
      signature,
      sizeBytes: ENCODINGS.reduce((sum, encoding) => sum + answers[encoding].sizeBytes, 0),
      projectId: request.projectId,
      isPinned: request.version !== null && isCurrent,
      freshUntilMs: isCurrent ? trustedUntilMs : 0,
    });
    return answers;
  }

  /** Null where the database is away and `hasKnown` says that there is something to fall back on. */
  async #find(request: BundleRequest, hasKnown: boolean): Promise<BundlePointer | null> {
    if (hasKnown && this.isDatabaseSilent()) return null;
    try {
      return await findBundle(this.#db, request);
    } catch (error) {
      if (hasKnown && isDatabaseAway(error)) return null;
      throw error;
    }
  }

  /** The map's order is the order of last use, give or take the time that answers are trusted. */
  #touch(cacheKey: string, entry: Entry): void {
    if (!this.#entries.delete(cacheKey)) return;
    this.#entries.set(cacheKey, entry);
  }

  #keep(cacheKey: string, entry: Entry): void {
    this.#drop(cacheKey);
    this.#entries.set(cacheKey, entry);
    this.#sizeBytes += entry.sizeBytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#sizeBytes <= this.#maxBytes || oldest === cacheKey) break;
      this.#drop(oldest);
    }
  }

  #drop(cacheKey: string): void {
    this.#sizeBytes -= this.#entries.get(cacheKey)?.sizeBytes ?? 0;
    this.#entries.delete(cacheKey);
  }
}

const signatureOf = ({ environment, locale, release, sha256 }: BundlePointer): string =>
  [environment, locale, release.id, sha256.toString('hex')].join('/');

async function encodeAll(bundle: Bundle, isPinned: boolean): Promise<BundleAnswers> {
  const answers = await Promise.all(
    ENCODINGS.map(async (encoding) => {
      const body = await encodeBundle(bundle, encoding);
      return [encoding, answerOf(body, etagOf(bundle, encoding), encoding, isPinned)] as const;
    }),
  );
  return Object.fromEntries(answers) as BundleAnswers;
}

function answerOf(body: Buffer, etag: string, encoding: Encoding, isPinned: boolean): BundleAnswer {
  const common = [
    'ETag',
    etag,
    'Cache-Control',
    isPinned ? PINNED_CACHE_CONTROL : LATEST_CACHE_CONTROL,
    'Vary',
    'Accept-Encoding',
    'Access-Control-Allow-Origin',
    '*',
    'Access-Control-Expose-Headers',
    'ETag, X-Request-Id',
    'X-Content-Type-Options',
    'nosniff',
    'Cross-Origin-Resource-Policy',
    'cross-origin',
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
