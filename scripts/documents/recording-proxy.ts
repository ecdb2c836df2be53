import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordingProxy {
  readonly port: number;
  /** Returns the rejected requests (4xx and 5xx) since the last call. */
  takeRefused(): string[];
  close(): void;
}

/** Forwards requests to a local port. Notes rejected requests before their client gets the response. */
export async function startRecordingProxy(targetPort: number): Promise<RecordingProxy> {
  let refused: string[] = [];
  const server = createServer((incoming, answer) => {
    const { method, url, headers } = incoming;
    const passed = request({ host: '127.0.0.1', port: targetPort, method, path: url, headers });
    passed.on('response', (response) => {
      const status = response.statusCode ?? 0;
      if (status >= 400) refused.push(`${method} ${url} answers ${status}`);
      answer.writeHead(status, response.headers);
      response.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    // A client closes an event stream by disconnecting.
    answer.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    takeRefused() {
      const taken = refused;
      refused = [];
      return taken;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
