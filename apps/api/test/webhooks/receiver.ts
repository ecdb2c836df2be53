import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { parseAllowedAddress } from '../../src/providers/guarded/allowed-addresses.ts';
import { createGuardedClient } from '../../src/providers/guarded/create-guarded-client.ts';
import type { GuardedClient } from '../../src/providers/guarded/guarded-client.ts';

/** A received request. */
export interface ReceivedRequest {
  readonly path: string;
  readonly id: string;
  readonly headers: Record<string, string>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of the body that they know
  readonly body: any;
}

/** Writes the response to a request. */
export type Answer = (response: ServerResponse, request: ReceivedRequest) => void;

export interface Receiver {
  readonly port: number;
  readonly url: string;
  /** Address exception for the configuration of the service. */
  readonly allowed: string;
  readonly requests: ReceivedRequest[];
  answer: Answer;
  /** Ends the server and all connections. */
  stop(): Promise<void>;
  /** Listens on the same port again. */
  start(): Promise<void>;
}

export const succeed: Answer = (response) => void response.writeHead(204).end();
export const failWith =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(`refused with ${status}`);

/** Starts a receiver of webhooks on loopback. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const headers = request.headers as Record<string, string>;
    const received: ReceivedRequest = {
      path: request.url!,
      id: headers['webhook-id']!,
      headers,
      text,
      body: JSON.parse(text),
    };
    receiver.requests.push(received);
    receiver.answer(response, received);
  });
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    allowed: `127.0.0.1:${port}`,
    requests: [],
    answer: succeed,
    async stop() {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
    start: () => listen(port),
  };
  return receiver;
}

/** Returns a client that checks requests as in production, but sends every request to the receiver. */
export function clientTo({ allowed, port }: Receiver): GuardedClient {
  const client = createGuardedClient({
    allowed: [parseAllowedAddress(allowed)],
    resolve: async () => ['127.0.0.1'],
  });
  return {
    check: () => {},
    post: (request) =>
      client.post({ ...request, url: `http://receiver.test:${port}/${request.url}` }),
  };
}

/**
 * Verifies the signature of a request with the library of the Standard Webhooks specification, and
 * returns its body. The clock of the service may be ahead of the clock of the library.
 */
export function verifyRequest({ text, headers, id }: ReceivedRequest, secret: string): unknown {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const signature = new Webhook(secret).sign(id, at, text);
  if (!headers['webhook-signature']!.split(' ').includes(signature)) throw new Error('not signed');
  return JSON.parse(text);
}
