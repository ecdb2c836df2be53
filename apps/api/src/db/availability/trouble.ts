import { SQL_STATES, sqlStateOf } from '../fault.ts';
import { isDatabaseAway, lacksConnection } from './away.ts';

export type TroubleKind = 'away' | 'connections' | 'disk' | 'memory' | 'read_only' | 'standby';

export interface Trouble {
  readonly kind: TroubleKind;
  readonly detail: string;
  readonly notice: string;
  readonly retryAfterSeconds: number;
  /**
   * Milliseconds that must pass after the last failed request before a successful probe counts as
   * the end of the trouble.
   */
  readonly lastsMs: number;
}

export const TROUBLES: { readonly [Kind in TroubleKind]: Trouble } = {
  away: {
    kind: 'away',
    detail: 'The database cannot be reached. Try again in a moment.',
    notice: 'The database cannot be reached',
    retryAfterSeconds: 1,
    lastsMs: 0,
  },
  connections: {
    kind: 'connections',
    detail: 'The database has no free connection. Try again in a moment.',
    notice:
      'The database has no free connection: increase its max_connections or DATABASE_MAX_CONNECTIONS, or run fewer processes',
    retryAfterSeconds: 2,
    lastsMs: 2_000,
  },
  disk: {
    kind: 'disk',
    detail: 'The database is out of disk space. Nothing was stored. Try again later.',
    notice:
      'The database is out of disk space: the server rejects changes until there is space again',
    retryAfterSeconds: 10,
    // This time is longer than for other kinds of trouble, because the probe may find space on one
    // disk while the disk of a table is full.
    lastsMs: 5_000,
  },
  memory: {
    kind: 'memory',
    detail: 'The database is out of memory. Nothing was stored. Try again later.',
    notice: 'The database is out of memory or of another resource of its machine',
    retryAfterSeconds: 10,
    lastsMs: 5_000,
  },
  read_only: {
    kind: 'read_only',
    detail: 'The database is currently read-only. Nothing was stored. Try again later.',
    notice:
      'The database is read-only, for example a standby: the server rejects changes until the database accepts them again',
    retryAfterSeconds: 5,
    lastsMs: 0,
  },
  standby: {
    kind: 'standby',
    detail: 'The database is waiting for its standby server and stores nothing. Try again later.',
    notice:
      'The standby server does not confirm commits: the server rejects changes until it does, or until synchronous_standby_names no longer contains it',
    retryAfterSeconds: 5,
    lastsMs: 0,
  },
};

/** Kinds of trouble by SQLSTATE code (PostgreSQL's documentation, appendix A). */
const KIND_OF_STATE: Readonly<Record<string, TroubleKind>> = {
  [SQL_STATES.readOnly]: 'read_only',
  [SQL_STATES.insufficientResources]: 'memory',
  [SQL_STATES.diskFull]: 'disk',
  [SQL_STATES.outOfMemory]: 'memory',
};

/**
 * Thrown if a transaction is committed on the primary but not confirmed by the standby. If the
 * primary were lost, the change would be lost too.
 */
export class UnconfirmedCommitError extends Error {
  override readonly name = 'UnconfirmedCommitError';

  constructor() {
    super('The standby did not confirm the commit.');
  }
}

/** Returns the trouble that caused a database error. Returns null for other errors. */
export function troubleOf(error: unknown): Trouble | null {
  if (error instanceof UnconfirmedCommitError) return UNCONFIRMED;
  if (lacksConnection(error)) return TROUBLES.connections;
  if (isDatabaseAway(error)) return TROUBLES.away;
  const kind = KIND_OF_STATE[sqlStateOf(error) ?? ''];
  return kind === undefined ? null : TROUBLES[kind];
}

const UNCONFIRMED: Trouble = {
  ...TROUBLES.standby,
  detail:
    'The database stored the change, but its standby server did not confirm it. Read the resource before you send the change again.',
};
