import type { Config } from './config.ts';
import { DatabaseError } from './db/await-database.ts';
import { EmbeddedPostgresError } from './db/embedded.ts';

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '');

/** Why the service did not start, for the operator: one line where the operator can mend it. */
export function explainStartError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof EmbeddedPostgresError || error instanceof DatabaseError) {
    return error.message;
  }
  if (error instanceof ListenError) return error.message;
  return error.stack ?? error.message;
}

class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** Runs what listens on a port, and says in one line why it cannot. */
export async function listenOrExplain<Result>(
  variable: 'PORT' | 'METRICS_PORT',
  { host, port }: Pick<Config, 'host' | 'port'>,
  listen: () => Promise<Result>,
): Promise<Result> {
  try {
    return await listen();
  } catch (error) {
    const line = {
      EADDRINUSE: `Port ${port} on ${host} is in use. Stop what listens there, or set ${variable} to another port.`,
      EACCES: `This account may not listen on port ${port}. Set ${variable} to one above 1023.`,
      EADDRNOTAVAIL: `${host} is no address of this machine. Set HOST to one that is.`,
      ENOTFOUND: `${host} is no address of this machine. Set HOST to one that is.`,
    }[codeOf(error)];
    if (line === undefined) throw error;
    throw new ListenError(line, { cause: error });
  }
}
