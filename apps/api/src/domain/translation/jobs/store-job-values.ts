import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import { MEMORY } from '../../billing/index.ts';
import {
  type ContentProject,
  fillTexts,
  inContent,
  insertJobChange,
  type KeyRef,
  type LockedValue,
  lockKeys,
  lockValues,
  replaceTexts,
  type TextWrite,
} from '../../content/index.ts';
import { unknownWordsOf } from '../pipeline/check.ts';
import type { StringResult } from '../strings.ts';
import type { ChunkRow } from './translation-chunk.store.ts';
import type { JobRow } from './translation-job.store.ts';

export interface ValueRun {
  readonly project: ContentProject;
  readonly localeId: number;
  readonly chunk: ChunkRow;
  readonly results: readonly StringResult[];
  readonly now: Date;
}

/**
 * Inserts the missing values of a chunk, and replaces outdated or renewable values that have not
 * changed since the job read them. No later edit is lost. Skips archived keys.
 */
export async function storeJobValues(tx: Db, job: JobRow, run: ValueRun): Promise<void> {
  const { project, chunk, results } = run;
  const keyIds = chunk.strings.map(({ id }) => id);
  // Locks the keys, so that their source texts do not change. All jobs lock keys and insert values in the order of
  // ids, which avoids deadlocks. The texts of each engine are inserted by a separate statement. With several engines,
  // an exclusive lock prevents other transactions from inserting values of the keys between these statements.
  const makers = makersOf(results);
  const lock = makers.length > 1 ? 'exclusive' : 'shared';
  const locked = await lockKeys(tx, project.id, keyIds, lock);
  const writes = writesOf(
    run,
    locked.filter((key) => !key.archived),
  );
  const groups = Map.groupBy(writes, ({ maker }) => maker ?? makers[0]?.name ?? null);
  for (const [name, group] of groups) {
    const maker = makers.find((maker) => maker.name === name);
    await storeGroup(tx, job, run, maker, group);
  }
}

/** An engine that translated texts of a chunk, and the hash of the settings that it read. */
interface Maker {
  readonly name: string;
  readonly engine: string;
  readonly settingsHash?: number | undefined;
}

function makersOf(results: readonly StringResult[]): Maker[] {
  const makers = results.flatMap((result) => makerOf(result) ?? []);
  return [...new Map(makers.map((maker) => [maker.name, maker])).values()];
}

/** Returns the engine that made a text. Null for texts from the translation memory and texts without words. */
function makerOf(result: StringResult): Maker | null {
  if (result.status !== 'translated') return null;
  const { engine, settingsHash } = result;
  if (engine === null || engine === MEMORY) return null;
  return { name: `${engine} ${settingsHash}`, engine, settingsHash };
}

/** Writes the texts of one engine as one change. */
async function storeGroup(
  tx: Db,
  job: JobRow,
  run: ValueRun,
  maker: Maker | undefined,
  writes: readonly JobWrite[],
): Promise<void> {
  const { project, localeId, chunk, now } = run;
  const outdated = await lockOutdated(tx, run, writes);
  const missing = writes.filter(({ replaces }) => replaces === null);
  const replaced = writes.flatMap((write) => {
    const before = outdated.get(write.key.id);
    return before ? [{ ...write, before }] : [];
  });
  if (missing.length + replaced.length === 0) return;
  const by = { changeId: newId(), now };
  const requestedBy = job.created_by_name;
  const { engine = null, settingsHash } = maker ?? {};
  const change = { projectId: project.id, jobId: job.id, requestedBy, engine, settingsHash };
  await insertJobChange(tx, { ...change, ...by });
  await inContent(tx, project, by, async (writing) => {
    const locale = { id: localeId, code: chunk.locale };
    await fillTexts(writing, locale, missing);
    await replaceTexts(writing, locale, replaced);
  });
}

interface JobWrite extends TextWrite {
  readonly replaces: number | null;
  /** Name of the engine that made the text. Null if no engine did. */
  readonly maker: string | null;
}

/**
 * Returns the texts to write. `replaces` is the version of the replaced value, or null for a
 * missing value.
 */
function writesOf({ chunk, results }: ValueRun, keys: readonly KeyRef[]): JobWrite[] {
  const indexes = new Map(chunk.strings.map(({ id }, index) => [id, index]));
  return keys.flatMap((key) => {
    const index = indexes.get(key.id)!;
    const result = results[index]!;
    if (result.status !== 'translated') return [];
    const { sourceVersion = 0, replaces = null } = chunk.strings[index]!;
    const { text } = result;
    const origin = result.engine === MEMORY ? ('memory' as const) : ('machine' as const);
    const unknownWords = origin === 'machine' ? unknownWordsOf(result.warnings) : null;
    const state = 'needs_review' as const;
    const maker = makerOf(result)?.name ?? null;
    return [{ key, text, state, origin, sourceVersion, unknownWords, replaces, maker }];
  });
}

async function lockOutdated(
  tx: Db,
  { project, localeId }: ValueRun,
  writes: readonly { key: KeyRef; replaces: number | null }[],
): Promise<ReadonlyMap<string, LockedValue>> {
  const versions = new Map<string, number>();
  for (const { key, replaces } of writes) if (replaces !== null) versions.set(key.id, replaces);
  if (versions.size === 0) return new Map();
  const locked = await lockValues(tx, project.id, localeId, [...versions.keys()]);
  return new Map([...locked].filter(([keyId, { version }]) => version === versions.get(keyId)));
}
