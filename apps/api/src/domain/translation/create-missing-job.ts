import type { Db } from '../../db/client.ts';
import { newId } from '../../db/uuid.ts';
import type { Deps } from '../../deps.ts';
import { createPace } from '../../lib/pace.ts';
import type { Actor } from '../principal.ts';
import { ChunkBuilder } from './chunk-strings.ts';
import { requireJobSize } from './create-job.ts';
import { enqueueTurn } from './enqueue-turn.ts';
import { type MissingWork, makeFormKeys, missingStrings, readFamilies } from './missing-strings.ts';
import { mostUnitsOf, type ReserveDeps, reserveJob } from './reserve-job.ts';
import { type EngineChoice, refuseChoice } from './select-engines.ts';
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

/** Chunks of this many strings each are written together. */
const CHUNKS_PER_WRITE = 100;

/**
 * A job for all values that the target locales lack, in a transaction that holds the project's content
 * lock exclusively. Makes the keys of plural forms that a target language needs and the source lacks.
 * Where nothing is missing the job is completed from the start.
 *
 * @throws `limit_exceeded`, `unsupported_pair`, `insufficient_credits`
 */
export async function createMissingJob(
  tx: Db,
  deps: ReserveDeps & Pick<Deps, 'tasks'>,
  work: MissingWork,
  by: {
    readonly actor: Actor;
    readonly options: JobOptions;
    /** Set where no engine translates into any of the locales: then nothing may be missing. */
    readonly refused: EngineChoice | null;
    readonly now: Date;
  },
): Promise<JobRow> {
  const { project } = work;
  const ref = { organizationId: project.organization_id, jobId: newId() };
  await insertJob(tx, {
    ref,
    kind: 'missing',
    projectId: project.id,
    sourceLocale: project.source_locale,
    options: { ...by.options, targetLocales: work.targets.map(({ code }) => code) },
    actor: by.actor,
    now: by.now,
  });
  const families = await makeFormKeys(tx, work, await readFamilies(tx, work), {
    jobId: ref.jobId,
    requestedBy: by.actor.name,
    now: by.now,
  });
  const pace = createPace(null);
  let total = 0;
  let most = 0;
  let sourceId = 0;
  for (const target of work.targets) {
    const builder = new ChunkBuilder();
    let chunks: JobString[][] = [];
    let chunkNumber = 0;
    const write = async (): Promise<void> => {
      const rows = chunks.map(
        ({ length }, at): NewChunk => ({
          locale: target.code,
          chunk: chunkNumber + at,
          sourceId: sourceId + at,
          stringsCount: length,
        }),
      );
      for (const chunk of chunks) {
        most += mostUnitsOf(chunk);
        await pace();
      }
      await insertSources(tx, ref, sourceId, chunks);
      await insertChunks(tx, ref, rows);
      chunkNumber += chunks.length;
      sourceId += chunks.length;
      chunks = [];
    };
    for await (const strings of missingStrings(tx, work, families, target)) {
      total += strings.length;
      if (total > 0 && by.refused) refuseChoice(by.refused);
      requireJobSize(total);
      for (const string of strings) {
        const full = builder.add(string);
        if (full) chunks.push(full);
        await pace();
      }
      if (chunks.length >= CHUNKS_PER_WRITE) await write();
    }
    const last = builder.end();
    if (last) chunks.push(last);
    if (chunks.length > 0) await write();
  }
  await setJobTotal(tx, ref, total, by.now);
  if (total > 0) {
    const { organization_id: organizationId, id: projectId, source_locale: sourceLocale } = project;
    const job = { organizationId, projectId, sourceLocale, options: by.options };
    const locales = work.targets.map((target) => ({
      locale: target.code,
      read: () => missingStrings(tx, work, families, target),
    }));
    await reserveJob(deps, tx, ref, { most, work: job }, locales);
    await enqueueTurn(tx, deps.tasks, ref, 0);
  }
  return (await lockJob(tx, ref))!;
}
