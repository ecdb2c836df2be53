import type { Socket } from 'node:net';
import { ERRORS } from '@parlance/contracts';
import type { HttpServer } from './server.ts';

/** So long the answer has to leave, whatever the client still sends. */
const LEAVE_MS = 1_000;

/** Answers what cannot be read as a request, or did not come to its end in time. */
export function answerBrokenRequest(
  server: HttpServer,
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || server.isAnswering(socket)) {
    socket.destroy();
    return;
  }
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const body = JSON.stringify({
    type: 'about:blank',
    title: isLate ? 'Request Timeout' : ERRORS.malformed_request.title,
    status: isLate ? 408 : 400,
    code: 'malformed_request',
    detail: isLate
      ? 'The request did not come to its end in time.'
      : 'This cannot be read as an HTTP request.',
    errors: [],
  });
  socket.end(
    [
      isLate ? 'HTTP/1.1 408 Request Timeout' : 'HTTP/1.1 400 Bad Request',
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  setTimeout(() => socket.destroy(), LEAVE_MS).unref();
}
