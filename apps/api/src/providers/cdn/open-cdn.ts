import { exchange, type ProviderAnswer, UnreachableError } from '../exchange.ts';
import { type Cdn, CdnError } from './cdn.ts';
import type { CdnConfig } from './cdn-config.ts';

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 1024 * 1024;

interface PurgeRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export function openCdn(config: CdnConfig): Cdn {
  return {
    async purge(tags) {
      for (const request of requestsOf(config, tags)) requireDone(await send(request));
    },
  };
}

function requestsOf(config: CdnConfig, tags: readonly string[]): PurgeRequest[] {
  switch (config.kind) {
    case 'fastly':
      // See "Purge by a set of surrogate keys" in Fastly's documentation
      // (fastly.com/documentation/reference/api/purging).
      return [
        {
          method: 'POST',
          url: `${config.apiUrl}/service/${config.id}/purge`,
          headers: { 'content-type': 'application/json', 'fastly-key': config.token },
          body: JSON.stringify({ surrogate_keys: tags }),
        },
      ];
    case 'cloudflare':
      // See "Purge cached content by tag" in Cloudflare's documentation
      // (developers.cloudflare.com/api).
      return [
        {
          method: 'POST',
          url: `${config.apiUrl}/zones/${config.id}/purge_cache`,
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${config.token}`,
          },
          body: JSON.stringify({ tags }),
        },
      ];
    case 'request':
      return tags.map((tag) => {
        const fill = (text: string): string => text.replaceAll('{tag}', tag);
        const { method, url, headers, body } = config.request;
        return {
          method,
          url: fill(url),
          headers: Object.fromEntries(
            Object.entries(headers).map(([name, value]) => [name, fill(value)]),
          ),
          body: body === null ? null : fill(body),
        };
      });
  }
}

async function send(request: PurgeRequest): Promise<ProviderAnswer> {
  try {
    return await exchange({
      fetch,
      ...request,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
    });
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    throw new CdnError(`The CDN did not purge: ${error.message}`, { cause: error });
  }
}

function requireDone({ ok, status, body }: ProviderAnswer): void {
  const isRefused = (body as { success?: unknown } | undefined)?.success === false;
  if (ok && !isRefused) return;
  throw new CdnError(
    `The CDN did not purge: it answered ${status}${isRefused ? ', no success' : ''}`,
  );
}
