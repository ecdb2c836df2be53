import { ChildHandle, logFailure, stopped } from './child-handle.ts';
import { createRequest, type Request, type Route } from './pool-request.ts';

export interface PoolOptions {
  readonly maxChildren: number;
  readonly memoryLimitMb: number;
  readonly idleStopMs: number;
  readonly loadTimeoutMs: number;
  /** For a batch of `MAX_BATCH_LENGTH`; a longer one gets more. */
  readonly batchTimeoutMs: number;
  /** Maximum time that a child with work keeps its place while others wait for one. */
  readonly tenureMs?: number;
  log(level: 'info' | 'warn', message: string, fields?: Record<string, unknown>): void;
}

interface Place {
  readonly key: string;
  readonly startedAt: number;
  child: ChildHandle | null;
  isBusy: boolean;
  usedAt: number;
  idleTimer: NodeJS.Timeout | null;
}

/** Batches stay small: a batch that runs cannot be called off. */
export const MAX_BATCH_SEGMENTS = 32;
export const MAX_BATCH_LENGTH = 2_000;
const TENURE_MS = 10_000;

/**
 * Runs batches in child processes, one a route, at most `maxChildren` at a time. Where all places are
 * taken the least recently used idle child gives way.
 */
export class ChildPool {
  readonly #options: PoolOptions;
  readonly #places = new Map<string, Place>();
  readonly #waiting = new Set<Request>();
  readonly #stopping = new Set<Promise<void>>();
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** The children's process ids, for those who watch. */
  get pids(): number[] {
    return [...this.#places.values()].flatMap((place) => place.child?.pid ?? []);
  }

  /** Memory of the wasm in all children together. */
  get memoryBytes(): number {
    return this.#places.values().reduce((sum, { child }) => sum + (child?.memoryBytes ?? 0), 0);
  }

  /**
   * Translates one batch. Once the signal aborts it rejects with its reason; a batch that already runs is
   * finished for nobody.
   *
   * @throws ChildFailure; the signal's reason.
   */
  translate(
    route: Route,
    bodies: readonly string[],
    html: boolean,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      if (this.#isClosed) throw stopped();
      const work = { route, bodies, html };
      const request = createRequest(work, signal, { resolve, reject }, () =>
        this.#waiting.delete(request),
      );
      this.#waiting.add(request);
      this.#dispatch();
    });
  }

  /** Ends all children, also those that work, and waits until they are gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const request of this.#waiting) request.reject(stopped());
    this.#waiting.clear();
    for (const place of [...this.#places.values()]) this.#vacate(place);
    while (this.#stopping.size > 0) await Promise.all(this.#stopping);
  }

  /** Gives every waiting request, the oldest first, a child that is free for it. */
  #dispatch(): void {
    let isFull = false;
    for (const request of this.#waiting) {
      const open = this.#places.get(request.route.key);
      const place: Place | null = open ?? (isFull ? null : this.#openPlace(request.route));
      isFull ||= place === null;
      if (place === null || place.isBusy) continue;
      this.#waiting.delete(request);
      place.isBusy = true;
      if (place.idleTimer !== null) clearTimeout(place.idleTimer);
      void this.#serve(place, request);
    }
  }

  #openPlace(route: Route): Place | null {
    if (this.#places.size >= this.#options.maxChildren) {
      const victim = this.#findVictim();
      if (victim === null) return null;
      this.#vacate(victim);
    }
    const startedAt = performance.now();
    const place: Place = {
      key: route.key,
      startedAt,
      child: null,
      isBusy: false,
      usedAt: startedAt,
      idleTimer: null,
    };
    this.#places.set(route.key, place);
    return place;
  }

  /** The idle child that was used longest ago. One with work in line has to go once its tenure is over. */
  #findVictim(): Place | null {
    const wanted = new Set([...this.#waiting].map((request) => request.route.key));
    const { tenureMs = TENURE_MS } = this.#options;
    let victim: Place | null = null;
    for (const place of this.#places.values()) {
      if (place.isBusy) continue;
      const hasTenure = performance.now() - place.startedAt < tenureMs;
      if (wanted.has(place.key) && hasTenure) continue;
      if (victim === null || place.usedAt < victim.usedAt) victim = place;
    }
    return victim;
  }

  async #serve(place: Place, request: Request): Promise<void> {
    const { batchTimeoutMs } = this.#options;
    try {
      place.child ??= this.#start(place, request.route);
      await place.child.loaded;
      const length = request.bodies.reduce((sum, body) => sum + body.length, 0);
      const timeoutMs = batchTimeoutMs * Math.max(1, length / MAX_BATCH_LENGTH);
      request.resolve(await place.child.translate(request.bodies, request.html, timeoutMs));
    } catch (error) {
      logFailure(this.#options, place.key, error);
      this.#vacate(place);
      request.reject(error);
    }
    this.#release(place);
  }

  #start(place: Place, route: Route): ChildHandle {
    const { loadTimeoutMs, log, memoryLimitMb } = this.#options;
    const child = new ChildHandle({
      title: `parlance-bergamot ${route.key}`,
      models: route.models,
      memoryLimitMb,
      loadTimeoutMs,
    });
    void child.exited.then(() => this.#onExit(place));
    log('info', 'bergamot: a translation process starts', { direction: route.key, pid: child.pid });
    return child;
  }

  #release(place: Place): void {
    place.isBusy = false;
    place.usedAt = performance.now();
    if (this.#places.get(place.key) === place) {
      place.idleTimer = setTimeout(() => {
        this.#vacate(place);
        this.#dispatch();
      }, this.#options.idleStopMs);
      place.idleTimer.unref();
    }
    this.#dispatch();
  }

  /** A child that somebody else ended while it was idle. */
  #onExit(place: Place): void {
    if (this.#places.get(place.key) !== place || place.isBusy) return;
    this.#vacate(place);
    this.#dispatch();
  }

  #vacate(place: Place): void {
    if (this.#places.get(place.key) === place) this.#places.delete(place.key);
    if (place.idleTimer !== null) clearTimeout(place.idleTimer);
    const { child } = place;
    if (child === null) return;
    const stop = child.stop().finally(() => this.#stopping.delete(stop));
    this.#stopping.add(stop);
  }
}
