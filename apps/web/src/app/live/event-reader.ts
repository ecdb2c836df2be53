import { isParlanceError, type ProjectEvent, readEvents } from '@parlance/sdk';
import { api } from '../../lib/api.ts';
import { NO_PROJECT } from '../../lib/live.ts';
import { sessionEnd } from '../../lib/person/session-end.ts';

/** Maximum delay of an event in milliseconds. Events that arrive within this time are passed on together. */
const BATCH_MS = 50;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

export interface EventReading {
  readonly organizationId: string;
  /** Id of the project. `NO_PROJECT` to read the events of the user that do not belong to a project. */
  readonly projectId: string;
  readonly signal: AbortSignal;
  /** Returns the number of the last change that the tab knows. Returns null if it knows none. */
  lastNumber(): number | null;
  onLive(isLive: boolean): void;
  onEvents(events: readonly ProjectEvent[]): void;
  /** Called when a stream has ended or was refused, for example after the user's rights have changed. */
  onEnd(): void;
}

/** Reads the events of a project until the signal aborts, and reconnects whenever the stream ends. */
export async function readProjectEvents(reading: EventReading): Promise<void> {
  const { signal } = reading;
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    let waitMs = FIRST_PAUSE_MS;
    try {
      await readStream(reading);
      pauseMs = FIRST_PAUSE_MS;
      reading.onEnd();
    } catch (error) {
      if (signal.aborted) return;
      if (isParlanceError(error)) reading.onEnd();
      // If the service has rejected the request, an early retry is unlikely to succeed.
      waitMs = isParlanceError(error) ? LONGEST_PAUSE_MS : pauseMs;
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
    reading.onLive(false);
    await pause(waitMs, signal);
  }
}

async function readStream(reading: EventReading): Promise<void> {
  const { organizationId, projectId, signal, onEvents } = reading;
  const last = reading.lastNumber();
  const response = await api(organizationId).events.stream(
    projectId === NO_PROJECT ? {} : { projectId },
    {
      raw: 'text/event-stream',
      signal,
      maxRetries: 0,
      ...(last !== null && { headers: { 'last-event-id': String(last) } }),
    },
  );
  reading.onLive(true);
  let batch: ProjectEvent[] = [];
  const handOn = () => {
    const events = batch;
    batch = [];
    onEvents(events);
  };
  try {
    for await (const event of readEvents(response)) {
      if (batch.push(event) === 1) setTimeout(handOn, BATCH_MS);
    }
  } catch (error) {
    // The connection broke. The caller reconnects, as it does after a normal end of the stream.
    if (signal.aborted) throw error;
  }
}

/** Waits for some milliseconds. Stops waiting if the browser is online again or the user has signed in again. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
    const unsubscribe = sessionEnd.subscribe(() => {
      if (sessionEnd.state() === 'active') end();
    });
  });
}
