import { LIMITS } from '@parlance/contracts';
import { createClient, readEvents } from '@parlance/sdk';
import type { BenchServer } from './servers/server.ts';

/** Opens event streams of a project, and calls `onEvent` with the index of the stream and the type of each event. */
export async function openStreams(
  server: BenchServer,
  projectId: string,
  count: number,
  onEvent: (at: number, type: string) => void,
): Promise<{ close(): void }> {
  const origin = server.url.replace('127.0.0.1', 'localhost');
  const headers = { Cookie: server.account.cookie, Origin: origin };
  const { apiKeys } = createClient({ baseUrl: server.url, headers });
  const keys: string[] = [];
  for (let key = 0; key < count / LIMITS.eventStreams; key++) {
    const { data } = await apiKeys.create({ name: 'bench', scopes: ['i18n:read'] });
    keys.push(data.token);
  }
  const abort = new AbortController();
  const { signal } = abort;
  for (let at = 0; at < count; at++) {
    const client = createClient({ baseUrl: server.url, apiKey: keys[at % keys.length]! });
    const response = await client.events.stream({ projectId }, { raw: true, signal });
    void (async () => {
      for await (const event of readEvents(response)) onEvent(at, event.type);
    })().catch(() => {});
  }
  return { close: () => abort.abort() };
}
