import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from './config/config.ts';
import { StartError } from './start-error.ts';

type PortVariable = 'PORT' | 'METRICS_PORT';
type Address = Pick<Config, 'host' | 'port'>;

/**
 * Checks that the ports are free before the process creates any files.
 *
 * @throws StartError
 */
export async function requireFreePorts(config: Config): Promise<void> {
  const { host, port, metricsPort, metricsHost, reusesPort, role } = config;
  // Skips the check if several processes share the port. The check would otherwise accept
  // connections of clients.
  if (role !== 'worker' && !reusesPort) await requireFreePort('PORT', { host, port });
  if (metricsPort !== null) {
    await requireFreePort('METRICS_PORT', { host: metricsHost, port: metricsPort });
  }
}

async function requireFreePort(variable: PortVariable, address: Address): Promise<void> {
  const server = createServer();
  await listenOrExplain(variable, address, () => once(server.listen(address), 'listening'));
  server.close();
  await once(server, 'close');
}

/**
 * Runs a function that listens on a port.
 * @throws StartError if the port cannot be used
 */
export async function listenOrExplain<Result>(
  variable: PortVariable,
  { host, port }: Address,
  listen: () => Promise<Result>,
): Promise<Result> {
  try {
    return await listen();
  } catch (error) {
    const noAddress = `${host} is not an address of this machine. Set ${variable === 'PORT' ? 'HOST' : 'METRICS_HOST'} to one that is.`;
    const sentence = {
      EADDRINUSE: `Port ${port} on ${host} is in use. Stop what listens there, or set ${variable} to another port.`,
      EACCES: `This account may not listen on port ${port}. Set ${variable} to a port above 1023.`,
      EADDRNOTAVAIL: noAddress,
      ENOTFOUND: noAddress,
    }[String((error as { code?: unknown }).code)];
    if (sentence === undefined) throw error;
    throw new StartError(sentence, { cause: error });
  }
}
