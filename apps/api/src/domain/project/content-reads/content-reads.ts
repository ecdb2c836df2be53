import type { ControlledTransaction } from 'kysely';
import { isDatabaseAway } from '../../../db/availability/away.ts';
import { isContention, onceOnly } from '../../../db/availability/retrying.ts';
import type { Db } from '../../../db/client.ts';
import { isOfDatabase, SQL_STATES, sqlStateOf } from '../../../db/fault.ts';
import type { Standby } from '../../../db/open-standby.ts';
import type { Database } from '../../../db/schema.generated.ts';
import { Failure } from '../../../errors.ts';
import type { Owner } from '../../kernel/index.ts';
import { readProjectsRevision } from './projects-revision.store.ts';
import { type RowState, readRowState } from './revision.ts';

/**
 * Reason for the choice of the server. A read with the reason `current` ran on the standby. A read
 * with any other reason ran on the primary.
 */
export type ReadReason = 'current' | 'behind' | 'conflict' | 'read_only' | 'away' | 'failed';

export interface ContentReadsOptions {
  readonly primary: Db;
  readonly standby: Standby | null;
  readonly onRead: (server: 'primary' | 'standby', reason: ReadReason) => void;
}

interface Question<Result> {
  /**
   * Reads the revision of the content on the primary. A revision changes whenever the content
   * changes.
   */
  newest(): Promise<string>;
  revisionIn(tx: Db): Promise<string>;
  read(db: Db): Promise<Result>;
}

/**
 * Reads content on a standby if the standby has the same content as the primary. Each transaction
 * that writes content adds a random mark (`revision.store.ts`), and the revision is computed from
 * all visible marks. A client therefore never gets content that is older than a previous response
 * of any process.
 */
export class ContentReads {
  readonly #primary: Db;
  readonly #standby: Standby | null;
  readonly #onRead: ContentReadsOptions['onRead'];

  constructor({ primary, standby, onRead }: ContentReadsOptions) {
    this.#primary = primary;
    this.#standby = standby;
    this.#onRead = onRead;
  }

  /** Reads content of a project whose revision has been read on the primary. */
  ofRows<Result>(
    owner: Owner,
    { project, revision }: RowState,
    read: (db: Db) => Promise<Result>,
  ): Promise<Result> {
    return this.#run({
      newest: async () => revision,
      revisionIn: async (tx) => (await readRowState(tx, owner, project.id)).revision,
      read,
    });
  }

  /**
   * Reads content of several projects. A null `projectIds` stands for all projects to which the
   * caller has access.
   */
  ofProjects<Result>(
    owner: Owner,
    projectIds: readonly string[] | null,
    read: (db: Db) => Promise<Result>,
  ): Promise<Result> {
    const revisionIn = (db: Db) => readProjectsRevision(db, owner, projectIds);
    return this.#run({ newest: () => revisionIn(this.#primary), revisionIn, read });
  }

  /**
   * Reads immutable data, such as a blob. `read` returns no bytes if the server does not have the
   * data.
   */
  async ofImmutable(read: (db: Db) => Promise<Buffer>): Promise<Buffer> {
    const standby = this.#available();
    if (standby === null) return read(this.#primary);
    let reason: ReadReason = 'behind';
    try {
      const found = await read(standby.db);
      if (found.length > 0) return this.#count('standby', 'current', found);
    } catch (error) {
      reason = reasonOf(error);
    }
    return this.#count('primary', reason, await read(this.#primary));
  }

  /**
   * Opens a snapshot on the standby. The caller must end the snapshot. Returns null if the content
   * of the standby differs from the content of the primary.
   */
  async openSnapshot(
    primary: Db,
    owner: Owner,
    projectId: string,
  ): Promise<ControlledTransaction<Database> | null> {
    const standby = this.#available();
    if (standby === null) return null;
    const { revision } = await readRowState(primary, owner, projectId);
    let tx: ControlledTransaction<Database> | null = null;
    let reason: ReadReason = 'behind';
    try {
      tx = await standby.db
        .startTransaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute();
      const state = await ifThere(readRowState(tx, owner, projectId));
      if (state?.revision === revision) return this.#count('standby', 'current', tx);
    } catch (error) {
      reason = reasonOf(error);
    }
    await tx
      ?.rollback()
      .execute()
      .catch(() => {});
    return this.#count('primary', reason, null);
  }

  /** Counts a failed read on the standby. The caller repeats the read on the primary. */
  repeatOnPrimary(error: unknown): void {
    this.#count('primary', reasonOf(error), null);
  }

  async #run<Result>({ newest, revisionIn, read }: Question<Result>): Promise<Result> {
    const standby = this.#available();
    if (standby === null) return read(this.#primary);
    const revision = await newest();
    let reason: ReadReason = 'behind';
    try {
      const found = await onceOnly(standby.db)
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (tx) =>
          (await ifThere(revisionIn(tx))) === revision ? { result: await read(tx) } : null,
        );
      if (found !== null) return this.#count('standby', 'current', found.result);
    } catch (error) {
      reason = reasonOf(error);
    }
    return this.#count('primary', reason, await read(this.#primary));
  }

  #available(): Standby | null {
    if (this.#standby === null || this.#standby.isUp) return this.#standby;
    return this.#count('primary', 'away', null);
  }

  #count<Value>(server: 'primary' | 'standby', reason: ReadReason, value: Value): Value {
    this.#onRead(server, reason);
    return value;
  }
}

/**
 * Returns the reason for which the standby did not answer a read.
 * @throws the error if it does not come from the database
 */
function reasonOf(error: unknown): ReadReason {
  if (!isOfDatabase(error)) throw error;
  if (isContention(error)) return 'conflict';
  if (sqlStateOf(error) === SQL_STATES.readOnly) return 'read_only';
  return isDatabaseAway(error) ? 'away' : 'failed';
}

async function ifThere<State>(state: Promise<State>): Promise<State | null> {
  try {
    return await state;
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return null;
    throw error;
  }
}
