import { createDebianServer, debianBinDir } from '../../apps/api/test/servers/debian.ts';
import { findFreePort } from '../../scripts/find-free-port.ts';
import { totalCpuMsOf } from '../process-family.ts';
import type { Row } from '../suite.ts';

/** A primary and its standby. */
export interface StandbyPair {
  readonly databaseUrl: string;
  readonly standbyUrl: string;
  /** Processor time of the primary so far, in ms. Linux only. */
  primaryCpuMs(): number;
}

/**
 * Yields rows of Debian's PostgreSQL with a standby. With `delayMs`, the standby applies each commit after this delay, as
 * in another region, and the commit waits for it. Yields none if the package postgresql is not installed.
 */
export async function* onStandbyPair(
  rows: (pair: StandbyPair) => AsyncGenerator<Row>,
  delayMs?: number,
): AsyncGenerator<Row> {
  if (debianBinDir === null) {
    process.stdout.write('a standby: skipped, the package postgresql is not installed\n');
    return;
  }
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
  try {
    standby.start(delayMs === undefined ? {} : { recovery_min_apply_delay: `${delayMs}ms` });
    yield* rows({
      databaseUrl: `postgresql://parlance@127.0.0.1:${port}/postgres`,
      standbyUrl: standby.connectionString,
      primaryCpuMs: () => totalCpuMsOf(primary.pid()),
    });
  } finally {
    standby.remove();
    primary.remove();
  }
}
