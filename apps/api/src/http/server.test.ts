import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { answerBrokenRequest } from './answer/answer-broken-request.ts';
import { type Handler, HttpServer, type ServerTimeouts } from './server.ts';

/** A time limit in milliseconds that no request in these tests exceeds. */
const DRAIN_MS = 10_000;

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

async function listen(handler: Handler, timeouts?: ServerTimeouts): Promise<HttpServer> {
  const server = new HttpServer(handler, () => false, timeouts);
  const site = {
    publicUrl: 'http://a.test',
    allowedOrigins: [],
    deployment: 'test',
    securityContact: null,
    version: '1',
  };
  const deps = { site, log: pino({ level: 'silent' }) };
  server.on('clientError', (error: Error, socket: Socket) =>
    answerBrokenRequest(deps, server, error, socket),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}

async function open(server: HttpServer): Promise<{
  socket: Socket;
  received(): string;
  closed: Promise<unknown>;
}> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes;
  });
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  cleanups.push(() => socket.destroy());
  await once(socket, 'connect');
  return { socket, received: () => received, closed };
}

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const echo: Handler = (request, response) => {
  request.resume().on('end', () => response.end('done'));
};

describe('time limits', () => {
  it('end a connection with incomplete headers, and answer 408', async () => {
    const server = await listen(echo, { headersMs: 300, requestMs: 5_000 });
    const slow = await open(server);
    const drip = setInterval(() => slow.socket.write('X-Slow: 1\r\n'), 50);
    slow.socket.write('GET / HTTP/1.1\r\nHost: a\r\n');
    await slow.closed;
    clearInterval(drip);
    expect(slow.received()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(slow.received()).toContain('application/problem+json');
    expect(slow.received()).toContain('"code":"request_timeout"');
  });

  it('end a connection with an incomplete body, and answer 408', async () => {
    const server = await listen(echo, { headersMs: 300, requestMs: 600 });
    const slow = await open(server);
    slow.socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n');
    const drip = setInterval(() => slow.socket.write('x'), 50);
    await slow.closed;
    clearInterval(drip);
    expect(slow.received()).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('let slow connections stay open, and do not delay other connections', async () => {
    const server = await listen(echo, { headersMs: 60_000, requestMs: 60_000 });
    const slow = await Promise.all(Array.from({ length: 200 }, () => open(server)));
    for (const { socket } of slow) socket.write('GET / HT');
    const quick = await open(server);
    quick.socket.write(GET);
    await once(quick.socket, 'data');
    expect(slow.filter(({ socket }) => socket.closed)).toEqual([]);
  });
});

describe('input that is not an HTTP request', () => {
  it('receives 400 with a problem document', async () => {
    const server = await listen(echo);
    const odd = await open(server);
    odd.socket.write('HELLO\r\n\r\n');
    await odd.closed;
    expect(odd.received()).toMatch(/^HTTP\/1\.1 400 /);
    expect(odd.received()).toContain('"code":"malformed_request"');
  });

  it('receives its answer after the complete answers to the requests before it', async () => {
    const responses: ServerResponse[] = [];
    const server = await listen((_request, response) => void responses.push(response));
    const odd = await open(server);
    odd.socket.write(`${GET}${GET}HELLO\r\n\r\n`);
    await eventually(() => expect(responses).toHaveLength(2));
    responses[0]!.write('first half, ');
    await once(odd.socket, 'data');
    odd.socket.write('more that is no request');
    responses[1]!.end('second');
    responses[0]!.end('first');
    await odd.closed;
    expect(odd.received().match(/HTTP\/1\.1 \d+/g)).toEqual([
      'HTTP/1.1 200',
      'HTTP/1.1 200',
      'HTTP/1.1 400',
    ]);
    expect(odd.received()).toMatch(/first half, [\s\S]*first[\s\S]*second[\s\S]*malformed/);
  });

  it('closes the connection without a second response if a response has begun', async () => {
    const server = await listen((_request, response) => void response.write('first half'));
    const odd = await open(server);
    odd.socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
    await once(odd.socket, 'data');
    odd.socket.write('no chunk\r\n');
    await odd.closed;
    expect(odd.received()).toMatch(/^HTTP\/1\.1 200/);
    expect(odd.received()).not.toContain('400');
  });

  it('does not disturb the server if the client then resets the connection', async () => {
    const responses: ServerResponse[] = [];
    const server = await listen((_request, response) => void responses.push(response));
    const odd = await open(server);
    odd.socket.write(`${GET}CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n`);
    await eventually(() => expect(responses).toHaveLength(1));
    odd.socket.resetAndDestroy();
    await once(responses[0]!, 'close');
    const next = await open(server);
    next.socket.write(GET);
    await eventually(() => expect(responses).toHaveLength(2));
  });

  it('prevents later requests on the connection', async () => {
    const methods: string[] = [];
    const server = await listen(({ method, url }, response) => {
      methods.push(`${method} ${url}`);
      response.end();
    });
    const odd = await open(server);
    odd.socket.write(`GET /a HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n${GET}`);
    await odd.closed;
    expect(odd.received().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
    expect(methods).toEqual([]);
  });
});

describe('a server that stops', () => {
  it('answers the next request of a kept-alive connection, and then closes the connection', async () => {
    const server = await listen(echo);
    const used = await open(server);
    used.socket.write(GET);
    await once(used.socket, 'data');
    expect(used.received()).toContain('Connection: keep-alive');
    const drained = server.drain(DRAIN_MS);
    used.socket.write(GET);
    await used.closed;
    expect(used.received().match(/HTTP\/1\.1 200/g)).toHaveLength(2);
    expect(used.received()).toContain('Connection: close');
    expect(await drained).toBe(0);
  });

  it('finishes running requests with Connection: close, and stops listening', async () => {
    const { promise: started, resolve: start } = Promise.withResolvers<() => void>();
    const server = await listen((_request, response) => start(() => response.end('done')));
    const running = await open(server);
    running.socket.write(GET);
    const finish = await started;
    const drained = server.drain(DRAIN_MS);
    expect(server.draining.aborted).toBe(true);
    expect(server.listening).toBe(false);
    await sleep(50);
    finish();
    await running.closed;
    expect(running.received()).toMatch(/Connection: close[\s\S]*done/);
    expect(await drained).toBe(0);
  });

  it('does not wait for idle connections', async () => {
    const server = await listen(echo);
    const unused = await open(server);
    const idle = await open(server);
    idle.socket.write(GET);
    await once(idle.socket, 'data');
    expect(await server.drain(DRAIN_MS)).toBe(0);
    await Promise.all([unused.closed, idle.closed]);
  });

  it('closes unused connections when it closes without draining', async () => {
    const server = await listen(echo);
    const unused = await open(server);
    const used = await open(server);
    used.socket.write(GET);
    await once(used.socket, 'data');
    const closed = once(server, 'close');
    server.close();
    await Promise.all([unused.closed, closed]);
  });

  it('aborts requests that exceed the deadline, and returns the number of aborted requests', async () => {
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    const server = await listen(() => start());
    const stuck = await open(server);
    stuck.socket.write(GET);
    await started;
    expect(await server.drain(300)).toBe(1);
    await stuck.closed;
  });
});

it('a server waits 15 s for headers and 15 min for a request, and checks these limits every 5 s', () => {
  const server = new HttpServer(
    () => {},
    () => false,
  );
  const timeouts = { headersTimeout: 15_000, requestTimeout: 900_000 };
  expect(server).toMatchObject({ ...timeouts, connectionsCheckingInterval: 5_000 });
});
