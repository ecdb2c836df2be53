import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { failUsage } from '../fault.ts';
import type { Io } from '../io.ts';

type Env = Io['env'];

/** Addresses of this machine, which need no proxy. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };
const NULL_BODY = [204, 205, 304];

/** Returns the proxy for a server from `HTTPS_PROXY` or `HTTP_PROXY`, unless `NO_PROXY` contains the server. */
export function proxyOf(env: Env, { protocol, hostname, port }: URL): URL | null {
  const scheme = protocol === 'https:' ? 'https_proxy' : 'http_proxy';
  const text = env[scheme] || env[scheme.toUpperCase()];
  if (!text || LOOPBACK.test(hostname)) return null;
  const exceptions = (env.no_proxy ?? env.NO_PROXY ?? '').split(/[\s,]+/).filter(Boolean);
  const isException = exceptions.some((entry) => {
    const [, name = '', only] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase())!;
    if (only !== undefined && only !== (port || PORTS[protocol])) return false;
    return name === '' || hostname === name || hostname.endsWith(`.${name}`);
  });
  if (isException) return null;
  const address = text.includes('://') ? text : `http://${text}`;
  if (!URL.canParse(address) || !/^https?:/i.test(address)) {
    failUsage(
      `${scheme.toUpperCase()} is not the address of an HTTP proxy, such as http://proxy:3128.`,
    );
  }
  return new URL(address);
}

/** True if Node's own `fetch` uses the proxy of the environment. */
export const isProxiedByNode = (env: Env): boolean =>
  env.NODE_USE_ENV_PROXY === '1' && Number.parseInt(process.versions.node, 10) >= 24;

/**
 * Sends a request through a tunnel of the proxy (RFC 9110 §9.3.6), as `fetch` of Node 24 and later
 * does. For an https URL, the proxy sees only the host name of the server.
 */
export async function fetchThrough(
  proxy: URL,
  target: URL,
  { method = 'GET', headers, body, signal }: RequestInit,
): Promise<Response> {
  const abort = signal ?? undefined;
  const content = new Response(body);
  const bytes = body == null ? null : Buffer.from(await content.arrayBuffer());
  const sent = new Headers(headers);
  const type = content.headers.get('content-type');
  if (type !== null && !sent.has('content-type')) sent.set('content-type', type);
  if (bytes) sent.set('content-length', String(bytes.length));
  const socket = await openTunnel(proxy, target, abort);
  const isSecure = target.protocol === 'https:';
  const send = isSecure ? httpsRequest : httpRequest;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = send(target, {
      method,
      signal: abort,
      headers: Object.fromEntries(sent),
      createConnection: () => (isSecure ? secure(socket, target.hostname) : socket),
    });
    request.once('response', resolve).once('error', reject).end(bytes);
  });
  const status = answer.statusCode!;
  if (status >= 300 && status < 400 && answer.headers.location !== undefined) {
    answer.destroy();
    throw new TypeError('The server answered with another address, which is not followed.');
  }
  const received = new Headers();
  for (let index = 0; index < answer.rawHeaders.length; index += 2) {
    received.append(answer.rawHeaders[index]!, answer.rawHeaders[index + 1]!);
  }
  const stream = Readable.toWeb(answer) as ReadableStream<Uint8Array>;
  return new Response(NULL_BODY.includes(status) ? null : stream, { status, headers: received });
}

/** Opens a TLS connection. An IP address is not sent as the server name (RFC 6066 §3). */
const secure = (socket: Socket, host: string): Socket =>
  connectTls({ socket, host, ...(isIP(host) === 0 && { servername: host }) });

function openTunnel(proxy: URL, target: URL, signal: AbortSignal | undefined): Promise<Socket> {
  const path = `${target.hostname}:${target.port || PORTS[target.protocol]}`;
  const user = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  const credentials = Buffer.from(user).toString('base64');
  const send = proxy.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send({
      method: 'CONNECT',
      host: proxy.hostname,
      path,
      signal,
      agent: false,
      port: proxy.port || PORTS[proxy.protocol],
      headers: {
        host: path,
        ...(user !== ':' && { 'proxy-authorization': `Basic ${credentials}` }),
      },
    });
    request.once('error', reject).once('connect', ({ statusCode }, socket: Socket) => {
      if (statusCode! >= 200 && statusCode! < 300) return resolve(socket);
      socket.destroy();
      reject(new Error(`The proxy ${proxy.host} answered ${statusCode}.`));
    });
    request.end();
  });
}
