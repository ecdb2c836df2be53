import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import pg from 'pg';

/**
 * `forwards`: normal operation. `refuses`: every connection is closed immediately. `silent`: connections are accepted,
 * but never answered, as by a proxy without a backend. `frozen`: like `silent`, and existing connections stay open.
 */
export type ProxyMode = 'forwards' | 'refuses' | 'silent' | 'frozen';

/** A proxy for connections to a server. */
export interface PortProxy {
  /** Port that accepts connections for the server. */
  readonly port: number;
  set(mode: ProxyMode): void;
  stop(): Promise<void>;
}

/** A TCP proxy between the service and its database. */
export interface TcpProxy extends Omit<PortProxy, 'port'> {
  /** Connection string of the database through the proxy. */
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
      // Bytes that were sent while nothing was forwarded are lost, so these connections cannot be used any more.
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
