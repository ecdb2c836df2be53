import type { IncomingMessage } from 'node:http';

/** Removes the service's base path from the URL, because some proxies keep it there. */
export function stripBasePath(request: IncomingMessage, basePath: string): void {
  const { url = '/' } = request;
  if (basePath === '' || !url.startsWith(basePath)) return;
  const rest = url.slice(basePath.length);
  if (rest === '' || rest.startsWith('?')) request.url = `/${rest}`;
  else if (rest.startsWith('/')) request.url = rest;
}
