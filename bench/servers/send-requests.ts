import { connect, type Socket } from 'node:net';
import type { Load, RequestOptions } from './requests.ts';

const HEAD_END = '\r\n\r\n';
const LAST_CHUNK = `\r\n0${HEAD_END}`;

/**
 * Sends requests to one server, and replies with the responses per second and the 99th percentile of the response
 * times. Runs as a child process that gets one message. Uses raw sockets, so that it needs less CPU time per request
 * than the measured server.
 */
process.once('message', async ({ url, ...options }: RequestOptions & { url: string }) => {
  process.send!(await send(new URL(url), options));
  process.disconnect();
});

async function send(url: URL, options: RequestOptions): Promise<Load> {
  const { connections, seconds, method, paths, headers, depth = 1 } = options;
  const lines = Object.entries({ Host: url.host, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const times: number[] = [];
  let sent = 0;
  const nextRequest = (): string => {
    const path = paths[sent++ % paths.length]!;
    const body =
      method === 'PATCH' ? JSON.stringify({ text: `Edition ${process.pid} ${sent}` }) : '';
    const head = [`${method} ${path} HTTP/1.1`, ...lines, `Content-Length: ${body.length}`];
    return head.join('\r\n') + HEAD_END + body;
  };
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  const repeat = async (): Promise<void> => {
    const socket = connect(Number(url.port), url.hostname);
    const answers = readAnswers(socket);
    while (performance.now() < until) {
      const sentAt = performance.now();
      socket.write(Array.from({ length: depth }, nextRequest).join(''));
      for (let index = 0; index < depth; index++) {
        await answers.next();
        times.push(performance.now() - sentAt);
      }
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: connections }, repeat));
  const perSecond = (times.length * 1_000) / (performance.now() - startedAt);
  const p99Ms = times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
  return { requests: times.length, perSecond, p99Ms };
}

/** Yields once for each complete response. Throws if the status of a response is neither 200 nor 304. */
async function* readAnswers(socket: Socket): AsyncGenerator<void> {
  let rest = '';
  /** Number of bytes of the body that have not arrived yet. They are skipped when they arrive. */
  let toSkip = 0;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    const skipped = Math.min(toSkip, chunk.length);
    toSkip -= skipped;
    if (skipped > 0 && toSkip === 0) yield;
    rest += chunk.toString('latin1', skipped);
    for (let end = endOf(rest); end !== null; end = endOf(rest)) {
      toSkip = Math.max(0, end - rest.length);
      rest = rest.slice(end);
      if (toSkip === 0) yield;
    }
  }
  throw new Error('the connection was closed');
}

/**
 * Returns the length of the first response, including parts that have not arrived. Null if the length is not known yet.
 */
function endOf(text: string): number | null {
  const head = text.indexOf(HEAD_END);
  if (head === -1) return null;
  if (!/^HTTP\/1\.1 (?:200|304) /.test(text)) throw new Error(`answered ${text.slice(0, 200)}`);
  const start = head + HEAD_END.length;
  const fields = text.slice(0, head);
  if (!/\r\ntransfer-encoding: chunked/i.test(fields)) {
    return start + Number(/\r\ncontent-length: (\d+)/i.exec(fields)?.[1] ?? 0);
  }
  const end = text.indexOf(LAST_CHUNK, start);
  return end === -1 ? null : end + LAST_CHUNK.length;
}
