import type { Db } from '../../db/client.ts';
import type { ValueOrigin, ValueState } from '../../db/schema.generated.ts';
import { insertJobChange } from '../change/change.store.ts';
import type { ProjectRef } from '../tenant.ts';
import type { ContentChanges } from '../value/content-changes.store.ts';
import { needsKey } from '../value/needed-values.ts';
import { isOfOtherSource } from '../value/source-version.store.ts';
import {
  insertValues,
  type LockedValue,
  lockValues,
  replaceValues,
  type ValueWrite,
} from '../value/value-writes.store.ts';
import { holdLivingKeys } from './missing-values.store.ts';
import { MEMORY, type StringResult } from './source-string.ts';
import type { ChunkRow } from './translation-chunk.store.ts';
import type { JobRow } from './translation-job.store.ts';
import { unknownWordsOf } from './unknown-words.ts';

export interface ValueRun {
  readonly projectId: ProjectRef;
  readonly localeId: number;
  readonly chunk: ChunkRow;
  readonly results: readonly StringResult[];
  readonly changes: ContentChanges;
  readonly now: Date;
}

type JobOrigin = 'machine' | 'memory';

interface JobWrite extends ValueWrite {
  readonly state: ValueState;
  readonly origin: JobOrigin;
  /** Version of the value that it replaces; null where one is missing. */
  readonly replaces: number | null;
}

/**
 * Adds the values of keys that are still active and still lack one, and replaces the outdated ones that
 * are as the job found them: nothing that was written meanwhile is lost.
 */
export async function storeJobValues(tx: Db, job: JobRow, run: ValueRun): Promise<void> {
  const { projectId, localeId, chunk, changes, now } = run;
  const keyIds = chunk.strings.map(({ id }) => id);
  const keys = await holdLivingKeys(tx, projectId, keyIds);
  const writes = writesOf(run).filter(({ keyId }) => keys.has(keyId));
  // Locks come before what is added: two jobs take them in one order.
  const outdated = await lockOutdated(tx, run, writes);
  const open = writes.filter(({ keyId, replaces }) => replaces === null || outdated.has(keyId));
  if (open.length === 0) return;
  const requestedBy = job.created_by_name;
  const { changeId } = await insertJobChange(tx, { projectId, jobId: job.id, requestedBy, now });
  changes.written.add(localeId);
  const count = (keyId: string, state: ValueState, origin: ValueOrigin, by: 1 | -1): void => {
    if (needsKey(chunk.locale, keys.get(keyId)!)) changes.addValue(localeId, state, origin, by);
  };
  const countOutdated = (keyId: string, sourceVersion: number, by: 1 | -1): void => {
    const isOutdated = isOfOtherSource(sourceVersion, keys.get(keyId)!.source_version);
    if (isOutdated) changes.addOutdated(localeId, by);
  };
  for (const origin of ['machine', 'memory'] as const) {
    const own = open.filter((write) => write.origin === origin);
    const by = { origin, state: 'needs_review', changeId, now } as const;
    const missing = own.filter(({ replaces }) => replaces === null);
    const added = new Set(
      missing.length > 0 ? await insertValues(tx, projectId, localeId, missing, by) : [],
    );
    for (const { keyId, sourceVersion } of missing) {
      if (!added.has(keyId)) continue;
      count(keyId, by.state, origin, 1);
      countOutdated(keyId, sourceVersion, 1);
    }
    const replaced = own.filter(({ replaces }) => replaces !== null);
    if (replaced.length > 0) await replaceValues(tx, projectId, localeId, replaced, by);
    for (const { keyId, sourceVersion } of replaced) {
      const before = outdated.get(keyId)!;
      countOutdated(keyId, before.source_version, -1);
      countOutdated(keyId, sourceVersion, 1);
      count(keyId, before.state, before.origin, -1);
      count(keyId, by.state, origin, 1);
    }
  }
}

const writesOf = ({ chunk, results }: ValueRun): JobWrite[] =>
  results.flatMap((result, index) => {
    if (result.status !== 'translated') return [];
    const { id: keyId, sourceVersion = 0, replaces = null } = chunk.strings[index]!;
    const origin = result.engine === MEMORY ? 'memory' : 'machine';
    const unknownWords = origin === 'machine' ? unknownWordsOf(result.warnings) : null;
    const { text } = result;
    const state = 'needs_review';
    return [{ keyId, text, state, sourceVersion, unknownWords, origin, replaces }];
  });

/** Locks the values that are to be replaced, if they are at the version that the job found. */
async function lockOutdated(
  tx: Db,
  { projectId, localeId }: ValueRun,
  writes: readonly JobWrite[],
): Promise<ReadonlyMap<string, LockedValue>> {
  const versions = new Map<string, number>();
  for (const { keyId, replaces } of writes) if (replaces !== null) versions.set(keyId, replaces);
  if (versions.size === 0) return new Map();
  const locked = await lockValues(tx, projectId, localeId, [...versions.keys()]);
  return new Map([...locked].filter(([keyId, { version }]) => version === versions.get(keyId)));
}
