import type { JobEvent, ProjectEvent } from '@parlance/sdk';
import { live } from '../../lib/live.ts';
import { readProjectEvents } from './event-reader.ts';

type Message =
  | { readonly type: 'who' }
  | { readonly type: 'state'; readonly isLive: boolean; readonly events: readonly ProjectEvent[] }
  | { readonly type: 'events'; readonly events: readonly ProjectEvent[] }
  | { readonly type: 'end' };

interface LiveSubscription {
  readonly organizationId: string;
  /** Id of the project. `NO_PROJECT` for the events of the user that do not belong to a project. */
  readonly projectId: string;
  /** Called when the stream has ended or was refused, for example after the user's rights have changed. */
  onEnd(): void;
}

/**
 * Delivers the events of a project in this tab until the returned function is called. Browsers allow only few
 * connections to a site. If several tabs show the project, only the tab that holds a lock reads the event stream, and
 * it passes the events to the other tabs. If this tab is closed, another tab takes over after the last event that both
 * have seen.
 */
export function joinLive({ organizationId, projectId, onEnd }: LiveSubscription): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const name = `parlance-events ${projectId}`;
  const channel = new BroadcastChannel(name);
  const running = new Map<string, JobEvent>();
  let lastNumber: number | null = null;
  let isReader = false;

  const take = (events: readonly ProjectEvent[]): void => {
    for (const event of events) {
      if (event.type === 'change' || event.type === 'reset') lastNumber = event.number;
      if (event.type !== 'job') continue;
      if (event.status === 'queued' || event.status === 'running') running.set(event.jobId, event);
      else running.delete(event.jobId);
    }
    live.tell(projectId, events);
  };
  const post = (message: Message): void => {
    if (!signal.aborted) channel.postMessage(message);
  };
  const say = (): void =>
    post({ type: 'state', isLive: live.isLive(projectId), events: [...running.values()] });

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'who' && isReader) say();
    if (data.type === 'who' || isReader) return;
    if (data.type === 'end') {
      onEnd();
      return;
    }
    if (data.type === 'state') live.setLive(projectId, data.isLive);
    take(data.events);
  };
  post({ type: 'who' });

  const read = (): Promise<void> => {
    isReader = true;
    return readProjectEvents({
      organizationId,
      projectId,
      signal,
      lastNumber: () => lastNumber,
      onLive(isLive) {
        if (live.isLive(projectId) === isLive) return;
        live.setLive(projectId, isLive);
        say();
      },
      onEvents(events) {
        if (signal.aborted) return;
        take(events);
        post({ type: 'events', events });
      },
      onEnd() {
        if (signal.aborted) return;
        onEnd();
        post({ type: 'end' });
      },
    });
  };
  // Browsers provide locks only on pages served over https. On other pages, each tab reads the stream itself.
  const reading = navigator.locks ? navigator.locks.request(name, { signal }, read) : read();
  void reading.catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return () => {
    stopped.abort();
    channel.close();
    live.setLive(projectId, false);
  };
}
