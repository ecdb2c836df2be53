import { connect, type Socket } from 'node:net';

/**
 * Requests of one address over kept-alive connections, in a process of its own:
 * `node load.ts <url> <connections> <ms> <depth> [etag]`. On raw sockets, so that it costs less than
 * what it measures; `depth` requests are sent at once on each connection.
 */
const [address, connections, lastsMs, depth, etag] = process.argv.slice(2);
const url = new URL(address!);
const inFlight = Number(depth);
const lines = [
  `GET ${url.pathname}${url.search} HTTP/1.1`,
  `Host: ${url.host}`,
  'Accept-Encoding: br',
  ...(etag ? [`If-None-Match: ${etag}`] : []),
];
const request = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`.repeat(inFlight));
const wanted = `HTTP/1.1 ${etag ? 304 : 200} `;
const waits: number[] = [];
let until = 0;

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = /\r\ncontent-length: (\d+)/i;

/** How many bytes the answer at the beginning of `bytes` takes; null where its head is not whole. */
function lengthOf(bytes: Buffer): number | null {
  const end = bytes.indexOf(HEAD_END);
  if (end === -1) return null;
  const head = bytes.toString('latin1', 0, end);
  if (!head.startsWith(wanted)) throw new Error(`answered ${head.split('\r\n')[0]}`);
  return end + HEAD_END.length + Number(LENGTH.exec(head)?.[1] ?? 0);
}

function ask(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    let rest: Buffer | null = null;
    /** Of a body that has begun. */
    let missing = 0;
    let answers = 0;
    let askedAt = 0;
    const send = (): void => {
      askedAt = performance.now();
      socket.write(request);
    };
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the connection was closed')));
    socket.on('data', (chunk: Buffer) => {
      let bytes = rest === null ? chunk : Buffer.concat([rest, chunk]);
      rest = null;
      while (bytes.length > 0) {
        if (missing === 0) {
          const length = lengthOf(bytes);
          if (length === null) {
            rest = bytes;
            return;
          }
          missing = length;
        }
        const taken = Math.min(missing, bytes.length);
        missing -= taken;
        bytes = bytes.subarray(taken);
        if (missing === 0) {
          answers++;
          waits.push(performance.now() - askedAt);
        }
      }
      if (missing > 0 || answers < inFlight) return;
      answers = 0;
      if (performance.now() < until) {
        send();
        return;
      }
      socket.removeAllListeners('close');
      socket.destroy();
      resolve();
    });
    send();
  });
}

const sockets = await Promise.all(
  Array.from(
    { length: Number(connections) },
    () =>
      new Promise<Socket>((resolve, reject) => {
        const socket = connect(Number(url.port), url.hostname, () => resolve(socket));
        socket.once('error', reject);
      }),
  ),
);
const startedAt = performance.now();
until = startedAt + Number(lastsMs);
await Promise.all(sockets.map(ask));
const tookMs = performance.now() - startedAt;
waits.sort((a, b) => a - b);
process.stdout.write(
  JSON.stringify({
    requests: waits.length,
    perSecond: (waits.length / tookMs) * 1000,
    p99Ms: waits[Math.floor(waits.length * 0.99)] ?? 0,
  }),
);
