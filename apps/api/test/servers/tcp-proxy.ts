import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';

/**
 * `forwards`; `refuses`: every connection is closed at once; `silent`: connections are accepted, and
 * nothing is ever answered on them, as by a proxy without a backend; `frozen`: also those that are
 * there stay open.
 */
export type ProxyMode = 'forwards' | 'refuses' | 'silent' | 'frozen';

/** A TCP proxy between the service and its database. */
export interface TcpProxy {
  /** The database as it is reached through the proxy. */
  readonly connectionString: string;
  set(mode: ProxyMode): void;
  stop(): Promise<void>;
}

export async function startTcpProxy(connectionString: string): Promise<TcpProxy> {
  const { host, port, user, password, database } = new pg.Client({ connectionString });
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  let mode: ProxyMode = 'forwards';
  const sockets = new Set<Socket>();
  const hold = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((client) => {
    hold(client);
    if (mode === 'refuses') client.destroy();
    if (mode !== 'forwards') return;
    const backend = hold(connect(target));
    client.on('data', (chunk) => {
      if (mode === 'forwards') backend.write(chunk);
    });
    backend.on('data', (chunk) => {
      if (mode === 'forwards') client.write(chunk);
    });
    client.once('close', () => backend.destroy());
    backend.once('close', () => client.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port: ownPort } = server.address() as { port: number };
  const credentials = [user, ...(password ? [password] : [])].map((part) =>
    encodeURIComponent(part ?? ''),
  );
  return {
    connectionString: `postgresql://${credentials.join(':')}@127.0.0.1:${ownPort}/${database}`,
    set(next) {
      // Bytes that were sent while nothing was forwarded are lost: those connections are of no more use.
      if (next !== 'frozen') for (const socket of sockets) socket.destroy();
      mode = next;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
