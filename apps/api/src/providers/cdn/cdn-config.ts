/**
 * HTTP request that tells the CDN to remove all objects with a cache tag. `{tag}` is replaced with
 * the tag.
 */
export interface PurgeTemplate {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export type CdnConfig =
  | {
      readonly kind: 'fastly' | 'cloudflare';
      /** Id of the service at Fastly, or of the zone at Cloudflare. */
      readonly id: string;
      readonly token: string;
      readonly apiUrl: string;
    }
  | { readonly kind: 'request'; readonly request: PurgeTemplate };

export const CDN_KINDS = ['fastly', 'cloudflare', 'request'] as const;

const API_URLS = {
  fastly: 'https://api.fastly.com',
  cloudflare: 'https://api.cloudflare.com/client/v4',
} as const;

interface Values {
  readonly CDN: CdnConfig['kind'] | null;
  readonly CDN_ID: string | null;
  readonly CDN_TOKEN: string | null;
  readonly CDN_API_URL: string | null;
  readonly CDN_PURGE_REQUEST: PurgeTemplate | null;
}

/**
 * Returns the configuration of the CDN. Null if none is configured. Adds an error to `faults` if
 * a required variable is missing.
 */
export function cdnOf(values: Values, faults: string[]): CdnConfig | null {
  const { CDN: kind, CDN_ID: id, CDN_TOKEN: token, CDN_PURGE_REQUEST: request } = values;
  if (kind === null) return null;
  if (kind === 'request') {
    if (request !== null) return { kind, request };
    faults.push('CDN=request needs CDN_PURGE_REQUEST');
    return null;
  }
  if (id !== null && token !== null) {
    return { kind, id, token, apiUrl: values.CDN_API_URL ?? API_URLS[kind] };
  }
  faults.push(`CDN=${kind} needs CDN_ID and CDN_TOKEN`);
  return null;
}

const isTexts = (value: unknown): value is Record<string, string> =>
  value instanceof Object &&
  !Array.isArray(value) &&
  Object.values(value).every((text) => typeof text === 'string');

/** Parses the JSON object `{ "method", "url", "headers", "body" }`. Only the URL is required. */
export function purgeTemplate(value: string): PurgeTemplate {
  const fault =
    'a JSON object with "url", and "method", "headers" and "body" if needed, in which {tag} stands for the tag';
  let read: Record<string, unknown>;
  try {
    read = JSON.parse(value);
  } catch {
    throw new Error(fault);
  }
  const { url, method = 'PURGE', headers = {}, body = null, ...others } = read ?? {};
  const isRight =
    typeof url === 'string' &&
    /^https?:\/\//.test(url) &&
    URL.canParse(url.replaceAll('{tag}', 'tag')) &&
    typeof method === 'string' &&
    /^[A-Z]+$/.test(method) &&
    isTexts(headers) &&
    (body === null || typeof body === 'string') &&
    Object.keys(others).length === 0 &&
    [url, body, ...Object.values(headers)].some((text) => String(text).includes('{tag}'));
  if (!isRight) throw new Error(fault);
  return { method, url, headers, body };
}
