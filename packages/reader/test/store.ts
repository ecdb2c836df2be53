import { createHash } from 'node:crypto';
import { type Answer, startServer } from '../../sdk/test/local-server.ts';

export const ENVIRONMENT = { projectId: 'p1', environmentId: 'e1' };
export const MANIFEST = '/s/m/p1/e1.json';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns the texts of each locale in both shapes that a store has. */
export const textsOf = (words: string) => ({
  flat: JSON.stringify({ 'a.b': words }),
  nested: JSON.stringify({ a: { b: words } }),
});

export const blobPath = (text: string): string => `/s/b/${sha256(text)}.json`;

/** Starts a bundle store on loopback. A test can change and corrupt its objects. */
export async function startStore() {
  const objects = new Map<string, string>();
  const faults = new Map<string, Answer>();
  const server = await startServer((request, response) => {
    const fault = [...faults].find(([prefix]) => request.url.startsWith(prefix))?.[1];
    if (fault) return fault(request, response);
    const object = objects.get(request.url);
    response.writeHead(object === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(object);
  });
  return {
    url: `${server.baseUrl}/s`,
    objects,
    /** Responses that replace the object, by URL prefix. */
    faults,
    /** Returns the number of requests for URLs with this prefix. */
    countOf: (prefix: string): number =>
      server.requests.filter(({ url }) => url.startsWith(prefix)).length,
    close: () => server.close(),
    /** Publishes one text for each locale. */
    publish(
      version: number,
      words: Readonly<Record<string, string>>,
      { publishedAt = new Date().toISOString(), parents = {} as Record<string, string> } = {},
    ): void {
      const locales: Record<string, object> = {};
      for (const [locale, word] of Object.entries(words)) {
        const { flat, nested } = textsOf(word);
        for (const text of [flat, nested]) objects.set(blobPath(text), text);
        locales[locale] = { sha256: sha256(flat), shapes: { nested: sha256(nested) } };
      }
      objects.set(MANIFEST, JSON.stringify({ version, publishedAt, parents, locales }));
    },
  };
}

/** Breaks off a response in the middle of its body. */
export const cutOff: Answer = (_, response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('{"version": 9, "loc', () => response.destroy());
};

export const answerText =
  (text: string, status = 200): Answer =>
  (_, response) => {
    response.writeHead(status).end(text);
  };

/** Creates a storage in memory with the interface of `localStorage`. */
export function createStorage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}
