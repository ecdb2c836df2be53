import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, readEvents } from '@parlance/sdk';
import pg from 'pg';

const SAMPLE_MS = 100;
const READY_TIMEOUT_MS = 5_000;
const WRITE_TIMEOUT_MS = 2_000;

/** One request and its response, with times of `performance.now()`. */
export interface Sample {
  readonly askedMs: number;
  readonly answeredMs: number;
  readonly isGood: boolean;
}

/** Calls `ask` every 100 ms until the signal aborts, without waiting for earlier calls. */
async function sample(ask: () => Promise<boolean>, signal: AbortSignal): Promise<Sample[]> {
  const samples: Sample[] = [];
  const open = new Set<Promise<void>>();
  for (let dueMs = performance.now(); !signal.aborted; dueMs += SAMPLE_MS) {
    const askedMs = performance.now();
    const one = ask()
      .catch(() => false)
      .then((isGood) => void samples.push({ askedMs, answeredMs: performance.now(), isGood }))
      .finally(() => open.delete(one));
    open.add(one);
    await sleep(Math.max(dueMs + SAMPLE_MS - performance.now(), 0));
  }
  await Promise.all(open);
  return samples.sort((a, b) => a.askedMs - b.askedMs);
}

/** Samples if `url` answers 200. */
export const sampleAnswers = (url: string, signal: AbortSignal): Promise<Sample[]> =>
  sample(async () => {
    const answer = await fetch(url, { signal: AbortSignal.timeout(READY_TIMEOUT_MS) });
    await answer.arrayBuffer();
    return answer.status === 200;
  }, signal);

/** Samples if the database accepts a connection and commits, without the service. */
export const sampleCommits = (connectionString: string, signal: AbortSignal): Promise<Sample[]> =>
  sample(async () => {
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: WRITE_TIMEOUT_MS,
      query_timeout: WRITE_TIMEOUT_MS,
      application_name: 'drill',
    });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query("select pg_logical_emit_message(true, 'drill', '')");
      return true;
    } finally {
      client.connection.stream.destroy();
    }
  }, signal);

/** A span of time, in `performance.now()`. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns the spans without a successful response, from the last success before to the first success after. */
export function findOutages(samples: readonly Sample[]): Span[] {
  const outages: Span[] = [];
  let lastGoodMs = Number.NEGATIVE_INFINITY;
  let isOut = false;
  for (const { askedMs, answeredMs, isGood } of samples) {
    if (!isGood) isOut = true;
    else {
      if (isOut) outages.push({ fromMs: lastGoodMs, toMs: answeredMs });
      isOut = false;
      lastGoodMs = askedMs;
    }
  }
  return outages;
}

/**
 * Returns the longest span, in ms, of responses that contradict the database: 200 while it does not commit, or 503
 * while it commits.
 */
export function longestWrong(samples: readonly Sample[], outages: readonly Span[]): number {
  let longest = 0;
  let sinceMs: number | null = null;
  for (const { askedMs, answeredMs, isGood } of samples) {
    const isWrong = isGood
      ? outages.some(({ fromMs, toMs }) => askedMs > fromMs && answeredMs < toMs)
      : outages.every(({ fromMs, toMs }) => answeredMs < fromMs || askedMs > toMs);
    if (isWrong) {
      sinceMs ??= askedMs;
      longest = Math.max(longest, answeredMs - sinceMs);
    } else sinceMs = null;
  }
  return longest;
}

/** The changes of a project that an event stream has reported. */
export interface Follower {
  /** Numbers of the changes in the order of their events. */
  readonly numbers: readonly number[];
  stop(): void;
}

/** Follows the events of a project, and reconnects to the other process when a stream ends. */
export function followChanges(clientOf: (at: number) => Client, projectId: string): Follower {
  const over = new AbortController();
  const numbers: number[] = [];
  let last: number | null = null;
  const readStream = async (client: Client): Promise<void> => {
    const response: Response = await client.events.stream(
      { projectId },
      {
        raw: 'text/event-stream',
        signal: over.signal,
        ...(last !== null && { headers: { 'last-event-id': String(last) } }),
      },
    );
    for await (const event of readEvents(response)) {
      if (event.type === 'reset') last = event.number;
      if (event.type !== 'change') continue;
      last = event.number;
      numbers.push(last);
    }
  };
  void (async () => {
    for (let index = 0; !over.signal.aborted; index++) {
      // A process without a database ends its streams. The other process may have the database again earlier.
      await readStream(clientOf(index)).catch(() => {});
      await sleep(SAMPLE_MS);
    }
  })();
  return { numbers, stop: () => over.abort() };
}
