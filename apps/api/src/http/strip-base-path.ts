import type { IncomingMessage } from 'node:http';

/** Takes the path of the service off a request whose proxy has left it there. */
export function stripBasePath(request: IncomingMessage, basePath: string): void {
  const { url = '/' } = request;
  if (basePath === '' || !url.startsWith(basePath)) return;
  const rest = url.slice(basePath.length);
  if (rest === '' || rest.startsWith('?')) request.url = `/${rest}`;
  else if (rest.startsWith('/')) request.url = rest;
}
