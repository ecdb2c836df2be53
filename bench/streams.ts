import { LIMITS } from '@parlance/contracts';
import { createClient, readEvents } from '@parlance/sdk';
import { ACCOUNT, type BenchServer } from './servers/server.ts';

/** Opens event streams of a project, and calls `onEvent` with the index of the stream and the type of each event. */
export async function openStreams(
  server: BenchServer,
  projectId: string,
  count: number,
  onEvent: (at: number, type: string) => void,
): Promise<{ close(): void }> {
  const keys = await createKeys(server, Math.ceil(count / LIMITS.eventStreams));
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

/** Signs in and creates API keys of the account. */
async function createKeys({ url }: BenchServer, count: number): Promise<string[]> {
  const headers = { Origin: url.replace('127.0.0.1', 'localhost') };
  let cookie = '';
  const client = createClient({
    baseUrl: url,
    fetch: async (address, init) => {
      const own = new Headers(init.headers);
      for (const [name, value] of Object.entries({ ...headers, Cookie: cookie })) {
        own.set(name, value);
      }
      const response = await fetch(address, { ...init, headers: own });
      cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
      return response;
    },
  });
  await client.auth.signIn(ACCOUNT);
  const keys: string[] = [];
  for (let index = 0; index < count; index++) {
    const { data } = await client.apiKeys.create({
      name: `listener ${index}`,
      scopes: ['i18n:read'],
    });
    keys.push(data.token);
  }
  return keys;
}
