import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERRORS } from '@parlance/contracts';
import { newId } from '../../db/ids/uuid.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../errors.ts';
import type { HttpServer } from '../server.ts';
import { problemOf } from './error-handler.ts';

/**
 * Maximum time for sending a response while the client is still sending its request, in
 * milliseconds.
 */
const LEAVE_MS = 1_000;

const DETAILS: Readonly<Record<string, string>> = {
  ERR_CONNECT: 'This service is not a proxy: CONNECT is not supported.',
  ERR_HOST: 'Send one Host header with a valid host.',
  HPE_HEADER_OVERFLOW: 'The address and the headers of the request are too long.',
};

/**
 * If the client sends data that is not an HTTP/1.1 request, sends a 400 response and closes the
 * connection. Earlier requests on the connection are answered first.
 */
export async function answerBrokenRequest(
  deps: Pick<Deps, 'log' | 'site'>,
  server: HttpServer,
  error: NodeJS.ErrnoException,
  socket: Duplex,
): Promise<void> {
  if (!server.giveUp(socket)) return;
  if (error.code !== 'ECONNRESET' && (await server.isFreeToAnswer(socket))) {
    answerAndClose(deps, socket, failureOf(error));
  } else {
    socket.destroy();
  }
}

function failureOf({ code = '' }: NodeJS.ErrnoException): Failure {
  return code === 'ERR_HTTP_REQUEST_TIMEOUT'
    ? new Failure('request_timeout', 'The request did not arrive completely in time.')
    : new Failure('malformed_request', DETAILS[code] ?? 'The request is not valid HTTP/1.1.');
}

function answerAndClose(
  { log, site }: Pick<Deps, 'log' | 'site'>,
  socket: Duplex,
  failure: Failure,
): void {
  const requestId = newId();
  const { status } = ERRORS[failure.code];
  const body = JSON.stringify(problemOf(site.publicUrl, requestId, failure));
  log.info({ reqId: requestId, status, code: failure.code }, 'request could not be read');
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `Date: ${new Date().toUTCString()}`,
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  setTimeout(() => socket.destroy(), LEAVE_MS).unref();
}
