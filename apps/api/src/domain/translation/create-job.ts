import { LIMITS } from '@parlance/contracts';
import { newId } from '../../db/uuid.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import { createPace } from '../../lib/pace.ts';
import type { Actor } from '../principal.ts';
import type { OwnerRef, ProjectRef } from '../tenant.ts';
import { ChunkBuilder } from './chunk-strings.ts';
import { enqueueTurn } from './enqueue-turn.ts';
import { mostUnitsOf, type ReserveDeps, reserveJob } from './reserve-job.ts';
import {
  insertChunks,
  insertSources,
  type JobString,
  type NewChunk,
} from './translation-chunk.store.ts';
import {
  insertJob,
  type JobOptions,
  type JobRow,
  lockJob,
  setJobTotal,
} from './translation-job.store.ts';

/** The caller and the input of a job. */
export interface NewJob {
  readonly organizationId: OwnerRef;
  readonly actor: Actor;
  readonly projectId: ProjectRef | null;
  readonly sourceLocale: string;
  readonly options: JobOptions;
}

/** A job for strings of the caller. @throws `limit_exceeded`, `insufficient_credits` */
export async function createStringsJob(
  deps: ReserveDeps & Pick<Deps, 'db' | 'tasks'>,
  job: NewJob,
  strings: readonly JobString[],
  targetLocales: readonly string[],
): Promise<JobRow> {
  const { db, clock, tasks } = deps;
  requireJobSize(strings.length * targetLocales.length);
  const pace = createPace(null);
  const builder = new ChunkBuilder();
  const sources: JobString[][] = [];
  for (const string of strings) {
    const full = builder.add(string);
    if (full) sources.push(full);
    await pace();
  }
  const last = builder.end();
  if (last) sources.push(last);
  let mostOfOne = 0;
  for (const source of sources) {
    mostOfOne += mostUnitsOf(source);
    await pace();
  }
  const ref = { organizationId: job.organizationId, jobId: newId() };
  return db.transaction().execute(async (tx) => {
    const now = clock.now();
    const stringsTotal = strings.length * targetLocales.length;
    const options = { ...job.options, targetLocales };
    await insertJob(tx, { ...job, options, ref, kind: 'strings', now });
    await insertSources(tx, ref, 0, sources);
    // Every locale has the same strings, and shares their rows.
    for (const locale of targetLocales) {
      const chunks = sources.map(
        ({ length }, chunk): NewChunk => ({ locale, chunk, sourceId: chunk, stringsCount: length }),
      );
      await insertChunks(tx, ref, chunks);
    }
    await setJobTotal(tx, ref, stringsTotal, now);
    const most = targetLocales.length * mostOfOne;
    const locales = targetLocales.map((locale) => ({ locale, read: () => [strings] }));
    await reserveJob(deps, tx, ref, { most, work: job }, locales);
    await enqueueTurn(tx, tasks, ref, 0);
    return (await lockJob(tx, ref))!;
  });
}

/** @throws `limit_exceeded` */
export function requireJobSize(stringTargets: number): void {
  if (stringTargets > LIMITS.jobStringTargets) {
    fail(
      'limit_exceeded',
      `A job can have at most ${LIMITS.jobStringTargets} strings × targets, but this job has ${stringTargets}. Split it.`,
    );
  }
}
