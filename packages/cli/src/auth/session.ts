import { type Client, createClient } from '@parlance/sdk';
import type { Call } from '../command.ts';
import { addressOf, CLEAN_UP_MS, guardedFetch } from './connect.ts';

/** API clients that share a browser session. The session ends when the command ends. */
export interface Session {
  readonly client: Client;
  in(organizationId: string): Client;
  /** Signs out. An interruption of the command does not stop this request. */
  end(): Promise<void>;
}

/**
 * Signs in with an email address and a password.
 * @throws ParlanceError `invalid_credentials`
 */
export async function signIn(
  call: Pick<Call, 'io' | 'flags'>,
  url: URL,
  who: { email: string; password: string },
): Promise<Session> {
  const cookies = new Map<string, string>();
  const fetchUntil = (signal: AbortSignal): typeof fetch => {
    const send = guardedFetch({ ...call, io: { ...call.io, signal } });
    return async (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('origin', url.origin);
      if (cookies.size > 0) headers.set('cookie', [...cookies.values()].join('; '));
      const response = await send(input, { ...init, headers });
      for (const cookie of response.headers.getSetCookie()) {
        const [pair = ''] = cookie.split(';', 1);
        cookies.set(pair.split('=', 1)[0]!, pair);
      }
      return response;
    };
  };
  const options = { baseUrl: addressOf(url), fetch: fetchUntil(call.io.signal) };
  const client = createClient(options);
  await client.auth.signIn(who);
  return {
    client,
    in: (organizationId) => createClient({ ...options, organizationId }),
    end: async () => {
      const fetch = fetchUntil(AbortSignal.timeout(CLEAN_UP_MS));
      await createClient({ ...options, fetch }).auth.signOut();
    },
  };
}
