import { type ProjectEvent, readEvents } from '@parlance/sdk';
import { afterEach } from 'vitest';
import type { TestUser } from './seed.ts';

/** Returns a function that collects the events of a stream. Its streams are closed at the end of each test. */
export function useEventStreams() {
  const cleanups: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of cleanups.splice(0)) await end();
  });
  return async function collectEvents(
    { client }: Pick<TestUser, 'client'>,
    query: { projectId?: string } = {},
  ): Promise<readonly ProjectEvent[]> {
    const abort = new AbortController();
    const options = { raw: 'text/event-stream', signal: abort.signal } as const;
    const response = await client.events.stream(query, options);
    const events: ProjectEvent[] = [];
    const ended = (async () => {
      for await (const event of readEvents(response)) events.push(event);
    })().catch(() => {});
    cleanups.push(async () => {
      abort.abort();
      await ended;
    });
    return events;
  };
}
