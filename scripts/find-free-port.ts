import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

const FIRST_PORT = 20_000;
/**
 * First port of the ephemeral range, from which the kernel assigns ports to connections and to servers that ask for any
 * port (Linux, ip(7)).
 */
const FIRST_EPHEMERAL_PORT = 32_768;

/** Finds a free port below the ephemeral range, so that no connection can take the port before the server binds it. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, FIRST_EPHEMERAL_PORT);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port), 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}
