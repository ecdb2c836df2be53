import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { PreparedAnswer } from './prepared-answer.ts';
import { HttpServer } from './server.ts';

let server: HttpServer | undefined;
afterEach(() => void server?.close());

const HEADERS = ['ETag', '"a"', 'Content-Type', 'text/plain'];
const BODY = Buffer.from('ä body');
const FOUND = [...HEADERS, 'Content-Length', `${BODY.length}`];

/** What comes back for `text`, to the last byte, until the server closes or `answers` are there. */
async function exchange(
  text: string,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  server = new HttpServer(
    () => {},
    (request, response) => {
      answer(request, response);
      return true;
    },
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  // The last request of each text asks for the connection to be closed.
  socket.write(text);
  await once(socket, 'close');
  server.close();
  return Buffer.concat(chunks)
    .toString()
    .replaceAll(/^Date: .*$/gm, 'Date: now');
}

const REQUESTS = {
  'one request': 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  'several at once on one connection':
    `${'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(5)}` +
    'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  'HEAD among GET':
    'GET / HTTP/1.1\r\nHost: a\r\n\r\nHEAD / HTTP/1.1\r\nHost: a\r\n\r\n' +
    'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  'HTTP/1.0': 'GET / HTTP/1.0\r\n\r\n',
  'HTTP/1.0 that stays': 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET / HTTP/1.0\r\n\r\n',
};

describe('PreparedAnswer', () => {
  for (const [name, text] of Object.entries(REQUESTS)) {
    it(`answers ${name} as writeHead does`, async () => {
      const found = new PreparedAnswer(200, FOUND, BODY);
      const ours = await exchange(text, (request, response) =>
        found.send(request, response, 'r-1'),
      );
      const nodes = await exchange(text, (_, response) =>
        response.writeHead(200, [...FOUND, 'X-Request-Id', 'r-1']).end(BODY),
      );
      expect(ours).toBe(nodes);
      expect(ours).toContain('Date: now');
    });

    it(`answers ${name} with 304 as writeHead does`, async () => {
      const notModified = new PreparedAnswer(304, HEADERS);
      const ours = await exchange(text, (request, response) =>
        notModified.send(request, response, 'r-1'),
      );
      const nodes = await exchange(text, (_, response) =>
        response.writeHead(304, [...HEADERS, 'X-Request-Id', 'r-1']).end(),
      );
      expect(ours).toBe(nodes);
    });
  }

  it('tells the time of now', async () => {
    const answer = new PreparedAnswer(304, HEADERS);
    server = new HttpServer(
      () => {},
      (request, response) => {
        answer.send(request, response, 'r-1');
        return true;
      },
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    for (let round = 0; round < 2; round++) {
      const before = Math.floor(Date.now() / 1000) * 1000;
      const response = await fetch(`http://127.0.0.1:${port}`);
      const date = Date.parse(response.headers.get('date')!);
      expect(date).toBeGreaterThanOrEqual(before);
      expect(date).toBeLessThanOrEqual(Date.now());
      await new Promise((resolve) => setTimeout(resolve, 1100));
    }
  });
});
