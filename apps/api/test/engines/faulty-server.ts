import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Faults of the transport between the engine and any provider. */
export type TransportFault =
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: unknown }
  /** Accepts the request and never answers. */
  | { kind: 'hang' }
  /** Sends half of the body and then nothing more. */
  | { kind: 'stall' }
  /** Closes the connection without an answer. */
  | { kind: 'reset' }
  /** Sends a correct answer after a delay. */
  | { kind: 'slow'; delayMs: number }
  | { kind: 'not-json' }
  | { kind: 'not-utf8' }
  /** Sends a complete HTTP message with truncated JSON. */
  | { kind: 'truncated-json' }
  /** Sends an answer of this many bytes. */
  | { kind: 'oversized'; sizeBytes: number };

/** Faults of the translations themselves. */
export type TextFault =
  | { kind: 'fewer' }
  | { kind: 'more' }
  | { kind: 'drop-tag' }
  | { kind: 'double-tag' }
  | { kind: 'space-tag' }
  | { kind: 'raw-entities' }
  | { kind: 'empty' }
  | { kind: 'control-character' };

export interface RecordedRequest {
  readonly method: string;
  /** Path with the query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The parsed body if it is JSON. */
  readonly body: unknown;
  readonly text: string;
  readonly sizeBytes: number;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  /** Text that is sent unchanged in place of `body`. */
  readonly text?: string;
  readonly headers?: Record<string, string>;
}

export interface EngineServer<Fault> {
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  /** Maximum number of concurrent translation requests. */
  peakRequests(): number;
  /** Makes the next `times` requests to `path` fail. The path defaults to the path of translations. */
  fail(fault: Fault | TransportFault, options?: { times?: number; path?: string }): void;
  /** Removes the planned faults. */
  clear(): void;
  close(): Promise<void>;
}

interface Planned<Fault> {
  fault: Fault | TransportFault;
  path: string;
  times: number;
}

const TRANSPORT_KINDS: ReadonlySet<string> = new Set([
  'status',
  'hang',
  'stall',
  'reset',
  'slow',
  'not-json',
  'not-utf8',
  'truncated-json',
  'oversized',
]);

function isTransportFault(fault: { kind: string }): fault is TransportFault {
  return TRANSPORT_KINDS.has(fault.kind);
}

/** Starts a simulated provider on loopback. `answer` returns the responses, and planned faults damage them. */
export async function startFaultyServer<Fault extends { kind: string }>(options: {
  readonly translatePath: string;
  answer(request: RecordedRequest, fault: Fault | undefined): Reply | Promise<Reply>;
}): Promise<EngineServer<Fault>> {
  const requests: RecordedRequest[] = [];
  const plan: Planned<Fault>[] = [];
  let running = 0;
  let peak = 0;

  function nextFault(path: string): Fault | TransportFault | undefined {
    const planned = plan.find((entry) => entry.path === path && entry.times > 0);
    if (planned === undefined) return undefined;
    planned.times--;
    return planned.fault;
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    requests.push(request);
    const path = request.path.split('?', 1)[0] ?? '';
    if (path === options.translatePath) {
      peak = Math.max(peak, ++running);
      response.on('close', () => running--);
    }
    const fault = nextFault(path);
    if (fault !== undefined && isTransportFault(fault)) {
      if (fault.kind === 'hang') return;
      if (fault.kind === 'reset') return void incoming.socket.destroy();
      if (fault.kind === 'status')
        return send(response, { status: fault.status, body: fault.body, headers: fault.headers });
      if (fault.kind === 'slow') await new Promise((done) => setTimeout(done, fault.delayMs));
    }
    const reply = await options.answer(
      request,
      fault === undefined || isTransportFault(fault) ? undefined : fault,
    );
    sendSpoiled(response, reply, fault);
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch((error: unknown) => {
      // Distinguishes a bug of the fake server from an injected fault.
      send(response, { status: 599, body: { message: `fake failed: ${String(error)}` } });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    peakRequests: () => peak,
    fail(fault, { times = 1, path = options.translatePath } = {}) {
      plan.push({ fault, path, times });
    },
    clear() {
      plan.length = 0;
    },
    async close() {
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const isJson = incoming.headers['content-type']?.startsWith('application/json') === true;
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body: isJson ? JSON.parse(bytes.toString('utf8')) : undefined,
    text: bytes.toString('utf8'),
    sizeBytes: bytes.byteLength,
  };
}

/** Sends a reply as a broken transport does. */
function sendSpoiled(
  response: ServerResponse,
  reply: Reply,
  fault: { kind: string } | undefined,
): void {
  const text = JSON.stringify(reply.body) ?? '';
  const json = { 'content-type': 'application/json' };
  if (fault?.kind === 'stall') {
    response.writeHead(reply.status, json);
    response.write(text.slice(0, text.length / 2));
  } else if (fault?.kind === 'not-json') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Gateway</html>');
  } else if (fault?.kind === 'not-utf8') {
    response.writeHead(200, json).end(Buffer.from([0x22, 0xc3, 0x28, 0x22]));
  } else if (fault?.kind === 'truncated-json') {
    response.writeHead(200, json).end(text.slice(0, Math.floor(text.length * 0.8)));
  } else if (fault?.kind === 'oversized' && 'sizeBytes' in fault) {
    response.writeHead(200, json).end(`"${'x'.repeat(Number(fault.sizeBytes))}"`);
  } else {
    send(response, reply);
  }
}

function send(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
  response.end(reply.text ?? (reply.body === undefined ? '' : JSON.stringify(reply.body)));
}
