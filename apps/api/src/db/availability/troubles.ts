import { setTimeout as sleep } from 'node:timers/promises';
import { TROUBLES, type Trouble, type TroubleKind, troubleOf } from './trouble.ts';

const PROBE_INTERVAL_MS = 1_000;
/** Time for which the result of a probe is reused, in milliseconds. */
const FRESH_MS = 250;

/**
 * Tests the database with the steps of a typical request. Before each step, calls `step` with the
 * kind of trouble to report if the step hangs.
 */
export type Probe = (step: (kind: TroubleKind) => void) => Promise<void>;

export interface TroublesOptions {
  probe: Probe;
  onChange(trouble: Trouble, isOver: boolean, reason?: string): void;
}

/**
 * The current problems of the database. Failed requests report problems, and a probe every second
 * detects when a problem is over.
 */
export class Troubles {
  readonly #options: TroublesOptions;
  readonly #met = new Map<TroubleKind, number>();
  #probing: { outcome: Promise<Trouble | null>; endedMs: number | null } | null = null;
  #step: TroubleKind = 'away';
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: TroublesOptions) {
    this.#options = options;
  }

  get isStandbyLost(): boolean {
    return this.#met.has('standby');
  }

  report({ kind }: Trouble, reason?: string): void {
    if (this.#isStopped) return;
    const isNew = !this.#met.has(kind);
    this.#met.set(kind, performance.now());
    if (!isNew) return;
    this.#options.onChange(TROUBLES[kind], false, reason);
    this.#schedule();
  }

  /**
   * Returns the current trouble of the database, or null if the database works. Waits at most about
   * `timeoutMs` milliseconds.
   */
  async find(timeoutMs: number): Promise<Trouble | null> {
    const timer = new AbortController();
    const late = sleep(timeoutMs, 'late' as const, { signal: timer.signal }).catch(() => null);
    try {
      const outcome = await Promise.race([this.#probe(), late]);
      if (outcome === 'late') return TROUBLES[this.#step];
      const [met] = this.#met.keys();
      return outcome ?? (met === undefined ? null : TROUBLES[met]);
    } finally {
      timer.abort();
    }
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Runs a probe. Concurrent callers share its result. */
  #probe(): Promise<Trouble | null> {
    const last = this.#probing;
    if (last && (last.endedMs === null || performance.now() - last.endedMs < FRESH_MS)) {
      return last.outcome;
    }
    const probing = { outcome: this.#runProbe(), endedMs: null as number | null };
    void probing.outcome.then(() => {
      probing.endedMs = performance.now();
    });
    this.#probing = probing;
    return probing.outcome;
  }

  async #runProbe(): Promise<Trouble | null> {
    const startedMs = performance.now();
    try {
      await this.#options.probe((kind) => {
        this.#step = kind;
      });
    } catch (error) {
      const trouble = troubleOf(error) ?? TROUBLES.away;
      this.report(trouble, (error as Error).message);
      return trouble;
    }
    this.#settle(startedMs);
    return null;
  }

  #settle(startedMs: number): void {
    for (const [kind, atMs] of this.#met) {
      if (startedMs - atMs < TROUBLES[kind].lastsMs) continue;
      this.#met.delete(kind);
      this.#options.onChange(TROUBLES[kind], true);
    }
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#isStopped || this.#met.size === 0) return;
    this.#timer = setTimeout(() => {
      void this.#probe().then(() => this.#schedule());
    }, PROBE_INTERVAL_MS).unref();
  }
}
