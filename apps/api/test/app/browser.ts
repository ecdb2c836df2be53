import { type Client, createClient } from '@parlance/sdk';
import type { TestApp } from './app.ts';

/** The cookies of one browser. It ignores `Secure`, because the tests use http on loopback. */
export interface CookieJar {
  /** Returns the value of the Cookie header, or null if there are no cookies. */
  header(): string | null;
  take(response: Response): void;
  set(name: string, value: string): void;
  get(name: string): string | undefined;
}

function createCookieJar(): CookieJar {
  const cookies = new Map<string, string>();
  return {
    header: () =>
      cookies.size === 0
        ? null
        : [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    take(response) {
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
        if (/;\s*max-age=0\b/i.test(line)) cookies.delete(name!);
        else cookies.set(name!, value!);
      }
    },
    set: (name, value) => void cookies.set(name, value),
    get: (name) => cookies.get(name),
  };
}

/** Creates a client that sends requests like a page of the dashboard: with cookies and an allowed Origin. */
export function createBrowser(
  app: TestApp,
  options: { jar?: CookieJar; origin?: string | null; headers?: Record<string, string> } = {},
): { client: Client; jar: CookieJar } {
  const jar = options.jar ?? createCookieJar();
  const origin = options.origin === undefined ? app.origin : options.origin;
  const client = createClient({
    baseUrl: app.url,
    maxRetries: 0,
    fetch: async (url, init) => {
      const headers = new Headers(init.headers);
      for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
      if (origin !== null) headers.set('origin', origin);
      const cookie = jar.header();
      if (cookie !== null) headers.set('cookie', cookie);
      const response = await fetch(url, { ...init, headers });
      jar.take(response);
      return response;
    },
  });
  return { client, jar };
}
