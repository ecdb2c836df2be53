import { createDebianServer, debianBinDir } from '../../apps/api/test/servers/debian.ts';
import { findFreePort } from '../../scripts/find-free-port.ts';
import { totalCpuMsOf } from '../process-family.ts';

/** A primary and its standby. */
export interface StandbyPair {
  readonly databaseUrl: string;
  readonly standbyUrl: string;
  /** Processor time of the primary so far, in ms. Linux only. */
  primaryCpuMs(): number;
  remove(): void;
}

/**
 * Starts Debian's PostgreSQL with a standby. With `delayMs`, the standby applies each commit after this delay, as in
 * another region, and the commit waits for it. Returns null if the package postgresql is not installed.
 */
export async function startStandbyPair(delayMs?: number): Promise<StandbyPair | null> {
  if (debianBinDir === null) return null;
  const port = await findFreePort();
  const primary = createDebianServer({ port });
  primary.start({
    listen_addresses: '127.0.0.1',
    port,
    ...(delayMs !== undefined && {
      synchronous_standby_names: '*',
      synchronous_commit: 'remote_apply',
    }),
  });
  const standby = createDebianServer({ port, standbyOf: primary });
  const remove = (): void => {
    standby.remove();
    primary.remove();
  };
  try {
    standby.start(delayMs === undefined ? {} : { recovery_min_apply_delay: `${delayMs}ms` });
  } catch (error) {
    remove();
    throw error;
  }
  return {
    databaseUrl: `postgresql://parlance@127.0.0.1:${port}/postgres`,
    standbyUrl: standby.connectionString,
    primaryCpuMs: () => totalCpuMsOf(primary.pid()),
    remove,
  };
}
