import { DatabaseError } from './availability/await-database.ts';
import { Troubles } from './availability/troubles.ts';
import { watchDatabase } from './availability/watch.ts';
import { type Db, openDb } from './client.ts';
import { findPooling, type Pooling } from './pooling.ts';

/**
 * Maximum time to wait for a connection to the standby, in milliseconds. Reads use the primary
 * after that time.
 */
const CONNECT_MS = 2_000;

export interface Standby {
  readonly db: Db;
  /** False while the standby does not respond. */
  readonly isUp: boolean;
  close(): Promise<void>;
}

export interface StandbyOptions {
  readonly maxConnections: number;
  /** Called when the standby becomes unreachable and when it is reachable again. */
  onChange(isUp: boolean, reason: string): void;
}

/**
 * Opens connections to a standby, which may be unreachable at first.
 * @throws DatabaseError if the standby is behind a pooler that rejects transactions
 */
export async function openStandby(
  connectionString: string,
  { maxConnections, onChange }: StandbyOptions,
): Promise<Standby> {
  const pooling = await findPooling(connectionString, { variable: 'DATABASE_READ_URL' }).catch(
    (error: Error): Pooling => {
      if (error instanceof DatabaseError) throw error;
      return 'transaction';
    },
  );
  const client = openDb(connectionString, {
    maxConnections,
    connectTimeoutMs: CONNECT_MS,
    pooling,
    onIdleError() {},
  });
  const watch = watchDatabase({
    connectionString,
    pooling,
    troubles: new Troubles({ probe: async () => {}, onChange() {} }),
    onSilent: () => client.cut(),
    onChange,
  });
  return {
    db: client.db,
    get isUp() {
      return watch.isUp && !watch.isSilent;
    },
    async close() {
      await watch.stop();
      await client.close();
    },
  };
}
