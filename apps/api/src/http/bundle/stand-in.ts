import type { IncomingMessage, ServerResponse } from 'node:http';
import { ERRORS } from '@parlance/contracts';
import { basePathOf } from '../../base-path.ts';
import { newId } from '../../db/ids/uuid.ts';
import type { Site } from '../../deps.ts';
import { Failure } from '../../errors.ts';
import { problemOf } from '../answer/error-handler.ts';
import { HttpServer } from '../server.ts';
import { parseBundleUrl } from './bundle-address.ts';
import { fastPathOf, writeBundle } from './bundle-answer.ts';
import type { BundleCache } from './bundle-cache.ts';

/**
 * Creates the HTTP server of a process that starts while its database is unreachable. The server
 * responds to `/health`, and to requests for bundles that are in the bundle store. It responds to
 * everything else with 503.
 */
export function createStandIn(site: Site, bundles: BundleCache): HttpServer {
  return new HttpServer(
    (request, response) => void answer(request, response, { site, bundles }),
    fastPathOf(bundles, basePathOf(site.publicUrl)),
  );
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { site, bundles }: { site: Site; bundles: BundleCache },
): Promise<void> {
  const { method, url = '/' } = request;
  const requestId = newId();
  const isRead = method === 'GET' || method === 'HEAD';
  try {
    const address = isRead ? parseBundleUrl(url) : null;
    if (address !== null) {
      const answers = await bundles.get(address, async () => {});
      writeBundle(request, response, answers, requestId);
      return;
    }
    if (!isRead || url.split('?', 1)[0] !== '/health') throw away();
    const timestamp = new Date().toISOString();
    const { deployment: environment, version } = site;
    const data = { service: 'parlance', environment, version, timestamp };
    send(response, { status: 200, type: 'application/json', requestId, body: { data, meta: {} } });
  } catch (error) {
    const failure = error instanceof Failure ? error : away();
    const body = problemOf(site.publicUrl, requestId, failure);
    const { status } = ERRORS[failure.code];
    send(response, { status, type: 'application/problem+json', requestId, body });
  }
}

const away = (): Failure =>
  new Failure('service_unavailable', 'The database cannot be reached yet.', {
    retryAfterSeconds: 1,
  });

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly requestId: string;
  readonly body: object;
}

function send(response: ServerResponse, { status, type, requestId, body }: Answer): void {
  response.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    ...(status === 503 ? { 'Retry-After': '1' } : {}),
  });
  response.end(JSON.stringify(body));
}
