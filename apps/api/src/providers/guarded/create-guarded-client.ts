import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { raceAbort } from '../../race-abort.ts';
import { parseRetryAfter } from '../exchange.ts';
import type { AllowedAddress } from './allowed-addresses.ts';
import {
  type GuardedAnswer,
  type GuardedClient,
  GuardedFault,
  type GuardedRequest,
} from './guarded-client.ts';
import { createResolver, handOut, type Resolver, resolveWithSystem } from './resolver.ts';
import { requireAllowed, type Target, targetOf } from './target-of.ts';

const ANSWER_BYTES = 4 * 1024;
const HEADER_BYTES = 8 * 1024;
const TIMEOUT_MS = 10_000;
const UNSEEN = /[\s\p{Cc}\p{Cf}]/u;

export interface GuardedClientOptions {
  readonly allowed: readonly AllowedAddress[];
  /**
   * Looks up host names. Defaults to a look-up that ends at the time limit. Names among the
   * operator's exceptions use the look-up of the operating system.
   */
  readonly resolve?: Resolver;
  /** Time limit of the look-up, the connection and the response together. Defaults to 10 s. */
  readonly timeoutMs?: number;
  /** Certificates of trusted authorities, in place of Node's. */
  readonly ca?: string;
}

export function createGuardedClient(options: GuardedClientOptions): GuardedClient {
  const { allowed, timeoutMs = TIMEOUT_MS } = options;
  return {
    check(url) {
      // URL parsers drop these characters, but mails and pages show the URL as the user entered it.
      if (UNSEEN.test(url)) {
        const detail = 'must not contain spaces, line breaks or invisible characters';
        throw new GuardedFault('refused_address', detail);
      }
      targetOf(url, allowed);
    },
    async post(request) {
      const target = targetOf(request.url, allowed);
      const timeout = AbortSignal.timeout(timeoutMs);
      const signal = AbortSignal.any([timeout, ...(request.signal ? [request.signal] : [])]);
      try {
        const addresses = await findAddresses(target, options, signal);
        return await exchange(target, { request, addresses, signal, ca: options.ca });
      } catch (error) {
        request.signal?.throwIfAborted();
        if (timeout.aborted)
          throw new GuardedFault('timeout', 'no response in time', { cause: error });
        throw error instanceof GuardedFault ? error : faultOf(error);
      }
    },
  };
}

const resolveByServers = createResolver();

/**
 * Looks up the addresses of a host. Rejects the host if any of its addresses is forbidden, because
 * the connection could use any of them.
 */
async function findAddresses(
  target: Target,
  { allowed, resolve }: GuardedClientOptions,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (target.isAddress) return [target.host];
  const isOwn = allowed.some(({ host }) => host === target.host);
  const look = resolve ?? (isOwn ? resolveWithSystem : resolveByServers);
  const addresses = await raceAbort(look(target.host, signal), signal);
  if (addresses.length === 0) throw new GuardedFault('connection', 'the host has no address');
  for (const address of addresses) requireAllowed(target, address, allowed);
  return addresses;
}

interface Sending {
  readonly request: GuardedRequest;
  readonly addresses: readonly string[];
  readonly signal: AbortSignal;
  readonly ca: string | undefined;
}

/**
 * Sends the request over a new connection. `lookup` returns only the addresses that were checked, so a second answer
 * of the name server has no effect. Uses a new agent, because the global agents may use a proxy of the environment.
 */
function exchange(
  { url, host, port }: Target,
  { request, addresses, signal, ca }: Sending,
): Promise<GuardedAnswer> {
  const isTls = url.protocol === 'https:';
  const body = Buffer.from(request.body);
  const { promise, resolve, reject } = Promise.withResolvers<GuardedAnswer>();
  const sent = (isTls ? httpsRequest : httpRequest)({
    agent: isTls ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false }),
    host,
    port,
    path: `${url.pathname}${url.search}`,
    method: 'POST',
    headers: {
      'user-agent': 'Parlance',
      ...request.headers,
      host: url.host,
      'content-length': String(body.length),
      connection: 'close',
    },
    lookup: handOut(addresses),
    signal,
    maxHeaderSize: HEADER_BYTES,
    ...(isTls && { rejectUnauthorized: true, ca }),
    ...(isTls && isIP(host) === 0 && { servername: host }),
  });
  let hasStatus = false;
  // The end of the time limit rejects the request, even while the body is being read.
  sent.on('error', (error) => hasStatus || reject(error));
  sent.on('response', (response) => {
    hasStatus = true;
    void readAnswer(response).then((answer) => {
      sent.destroy();
      resolve(answer);
    });
  });
  sent.end(body);
  return promise;
}

/** Reads the beginning of the body. The rest of the body, or a failure to read it, does not change the result. */
async function readAnswer(response: IncomingMessage): Promise<GuardedAnswer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      sizeBytes += chunk.length;
      if (sizeBytes >= ANSWER_BYTES) break;
    }
  } catch {
    // The error is ignored, because the receiver has already sent its status.
  }
  return {
    status: response.statusCode!,
    head: Buffer.concat(chunks).subarray(0, ANSWER_BYTES),
    retryAfterMs: parseRetryAfter(response.headers['retry-after'] ?? null, Date.now()),
  };
}

/** Error codes of OpenSSL, and of Node for a certificate or its host name that Node rejects. */
const TLS_CODE =
  /^(?:ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH$|INVALID_)/;

function faultOf(error: unknown): GuardedFault {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
  return new GuardedFault(TLS_CODE.test(code) ? 'tls' : 'connection', code, { cause: error });
}
