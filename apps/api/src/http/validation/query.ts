import type { EndpointDefinition } from '@parlance/contracts';
import { fail } from '../../errors.ts';

/** @throws if the percent-encoding of the query is not valid UTF-8 (RFC 3986 §2.1) */
export function requireReadableQuery(url: string): void {
  const at = url.indexOf('?');
  if (at === -1) return;
  try {
    decodeURIComponent(url.slice(at + 1).replaceAll('+', ' '));
  } catch {
    fail('malformed_request', 'The query is not percent-encoded UTF-8.');
  }
}

export function coerceQuery(query: Record<string, unknown>, endpoint: EndpointDefinition): void {
  const properties = (endpoint.query?.properties ?? {}) as Record<string, { type?: string }>;
  for (const [name, schema] of Object.entries(properties)) {
    const value = query[name];
    if (schema.type === 'array' && typeof value === 'string') query[name] = value.split(',');
    if (typeof value !== 'string') continue;
    if (schema.type === 'boolean' && /^(true|false)$/.test(value)) query[name] = value === 'true';
    if (/^(integer|number)$/.test(schema.type ?? '') && /^-?\d+(\.\d+)?$/.test(value)) {
      query[name] = Number(value);
    }
  }
}
