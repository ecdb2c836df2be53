import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import pg from 'pg';

/**
 * `forwards`; `refuses`: every connection is closed at once; `silent`: connections are accepted, and
 * nothing is ever answered on them, as by a proxy without a backend; `frozen`: also those that are
 * there stay open.
 */
export type ProxyMode = 'forwards' | 'refuses' | 'silent' | 'frozen';

/** Proxy of the connections to a server. */
export interface PortProxy {
  /** Accepts connections for another server. */
  readonly port: number;
  set(mode: ProxyMode): void;
  stop(): Promise<void>;
}

/** A TCP proxy between the service and its database. */
export interface TcpProxy extends Omit<PortProxy, 'port'> {
  /** The database as it is reached through the proxy. */
  readonly connectionString: string;
}

export async function startTcpProxy(url: string): Promise<TcpProxy> {
  const { host, port, user, password, database } = new pg.Client({ connectionString: url });
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const proxy = await startPortProxy(target);
  const credentials = [user, ...(password ? [password] : [])].map((part) =>
    encodeURIComponent(part ?? ''),
  );
  const connectionString = `postgresql://${credentials.join(':')}@127.0.0.1:${proxy.port}/${database}`;
  return { connectionString, set: proxy.set, stop: proxy.stop };
}

export async function startPortProxy(target: NetConnectOpts): Promise<PortProxy> {
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
  const { port } = server.address() as { port: number };
  return {
    port,
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
