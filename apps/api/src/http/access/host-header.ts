import type { IncomingMessage } from 'node:http';

/**
 * Matches a host and an optional port. The host may be empty, and so may the port (RFC 3986 §3.2.2
 * and §3.2.3).
 */
const HOST = /^(\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(:\d*)?$/i;

/**
 * True if a request has exactly one valid `Host` header (RFC 9112 §3.2). A request with HTTP/1.0
 * may have no `Host` header.
 */
export function namesHost({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  const { host } = headers;
  if (host === undefined) return httpVersion === '1.0';
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count === 1 && HOST.test(host);
}
