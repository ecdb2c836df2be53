import type { ReadCount } from '../../domain/release/index.ts';

/**
 * Maximum number of bundles that are counted between two writes. Requests for further bundles are not counted, because
 * the count is a lower bound.
 */
const MAX_COUNTED = 50_000;

/** Counts the requests for one bundle in memory. */
export class ReadCounter {
  readonly #reads: BundleReads;
  readonly projectId: string;
  readonly environmentId: string;
  requests = 0;

  constructor(reads: BundleReads, projectId: string, environmentId: string) {
    this.#reads = reads;
    this.projectId = projectId;
    this.environmentId = environmentId;
  }

  add(): void {
    if (this.requests > 0 || this.#reads.begin(this)) this.requests++;
  }
}

/**
 * Collects the counters of bundles that were requested since the last write. A counter belongs to a bundle in memory
 * and is released with it.
 */
export class BundleReads {
  #counted: ReadCounter[] = [];

  /**
   * Starts counting requests for a bundle.
   * @returns false if too many bundles are counted
   */
  begin(counter: ReadCounter): boolean {
    if (this.#counted.length >= MAX_COUNTED) return false;
    this.#counted.push(counter);
    return true;
  }

  /** Returns the requests by environment, and sets all counters to 0. */
  take(): ReadCount[] {
    const sums = new Map<string, { projectId: string; environmentId: string; requests: number }>();
    for (const counter of this.#counted) {
      const { projectId, environmentId, requests } = counter;
      const sum = sums.get(environmentId) ?? { projectId, environmentId, requests: 0 };
      sum.requests += requests;
      sums.set(environmentId, sum);
      counter.requests = 0;
    }
    this.#counted = [];
    return [...sums.values()];
  }

  /** Counts requests again that could not be written. */
  giveBack(counts: readonly ReadCount[]): void {
    for (const { projectId, environmentId, requests } of counts) {
      const counter = new ReadCounter(this, projectId, environmentId);
      if (this.begin(counter)) counter.requests = requests;
    }
  }
}
