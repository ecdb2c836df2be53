import type { IncomingMessage } from 'node:http';

/**
 * Removes the base path of the service from the URL of a request. Some proxies leave the base path
 * in the URL.
 */
export function stripBasePath(request: IncomingMessage, basePath: string): void {
  const { url = '/' } = request;
  if (basePath === '' || !url.startsWith(basePath)) return;
  const rest = url.slice(basePath.length);
  if (rest === '' || rest.startsWith('?')) request.url = `/${rest}`;
  else if (rest.startsWith('/')) request.url = rest;
}
