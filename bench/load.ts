import { connect, type Socket } from 'node:net';

/**
 * Sends requests to one address over keep-alive connections, in a separate process:
 * `node load.ts <url> <connections> <ms> <depth> [etag]`. Each connection sends `depth` requests at once. To cost less
 * than the measured server, it uses raw sockets and counts bytes: only the first response is parsed as HTTP, all others
 * must have the same length, and each batch must start with the expected status.
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
const request = `${lines.join('\r\n')}\r\n\r\n`;
const batch = Buffer.from(request.repeat(inFlight));
const wanted = Buffer.from(`HTTP/1.1 ${etag ? 304 : 200} `);
const READ_BYTES = 256 * 1024;

/** Opens a connection. All connections pass their responses to `onData` through one shared buffer. */
function open(onData: (socket: Socket, bytes: Buffer) => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    const callback = (length: number): boolean => {
      onData(socket, buffer.subarray(0, length));
      return true;
    };
    const to = { port: Number(url.port), host: url.hostname, onread: { buffer, callback } };
    const socket: Socket = connect(to, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Returns the number of bytes of one response, headers and body. */
function measureAnswer(): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = '';
    open((socket, bytes) => {
      text += bytes.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      if (end === -1) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0;
      socket.destroy();
      resolve(end + 4 + Number(length));
    }).then((socket) => socket.write(request), reject);
  });
}

const batchBytes = (await measureAnswer()) * inFlight;
let answered = 0;
let until = 0;

async function ask(): Promise<void> {
  let received = 0;
  const ended = Promise.withResolvers<void>();
  const send = (socket: Socket): void => {
    received = 0;
    socket.write(batch);
  };
  const socket = await open((from, bytes) => {
    if (received === 0 && !bytes.subarray(0, wanted.length).equals(wanted)) {
      ended.reject(new Error(`answered ${bytes.toString('latin1', 0, 40)}`));
    }
    received += bytes.length;
    if (received < batchBytes) return;
    if (received > batchBytes) ended.reject(new Error('the answers are not all of one length'));
    answered += inFlight;
    if (performance.now() < until) send(from);
    else ended.resolve();
  });
  socket.once('close', () => ended.reject(new Error('the connection was closed')));
  send(socket);
  await ended.promise;
  socket.destroy();
}

const startedAt = performance.now();
until = startedAt + Number(lastsMs);
await Promise.all(Array.from({ length: Number(connections) }, ask));
const tookMs = performance.now() - startedAt;
process.stdout.write(JSON.stringify({ perSecond: (answered / tookMs) * 1000 }));
