import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { JobString, StringError, StringResult, StringWarning } from '../strings.ts';
import type { JobRef } from './translation-job.store.ts';

/** A result as its row has it; null for a string that waits for its engine. */
type StoredResult =
  | {
      readonly text: string;
      readonly engine: string | null;
      readonly isFresh?: true;
      readonly warnings?: readonly StringWarning[];
    }
  | { readonly error: StringError };

function toStored(result: StringResult): StoredResult {
  if (result.status === 'failed') return { error: result.error };
  const { text, engine, isFresh, warnings } = result;
  const marks = { ...(isFresh ? { isFresh } : {}), ...(warnings.length > 0 ? { warnings } : {}) };
  return { text, engine, ...marks };
}

function fromStored(stored: StoredResult): StringResult {
  if ('error' in stored) return { status: 'failed', error: stored.error };
  const { text, engine, isFresh = false, warnings = [] } = stored;
  return { status: 'translated', text, engine, isFresh, warnings };
}

type StoredRow = Omit<ChunkRow, 'results'> & { results: (StoredResult | null)[] | null };

const toChunk = (row: StoredRow): ChunkRow => ({
  ...row,
  results: row.results?.map((result) => result && fromStored(result)) ?? null,
});

export interface ChunkRow {
  locale: string;
  chunk: number;
  attempt: number;
  results: (StringResult | null)[] | null;
  strings: JobString[];
}

/** UTF-16 code units of source rows in one statement, which is written without a pause. */
const STATEMENT_LENGTH = 500_000;

export async function insertSources(
  tx: Db,
  { organizationId, jobId }: JobRef,
  firstId: number,
  sources: readonly (readonly JobString[])[],
): Promise<void> {
  let from = 0;
  while (from < sources.length) {
    let to = from;
    for (let length = 0; to < sources.length && length < STATEMENT_LENGTH; to++) {
      for (const { text } of sources[to]!) length += text.length;
    }
    const part = sources.slice(from, to);
    // Each on its own: as an array all of it would be quoted and read once more.
    const rows = part.map(
      (strings, at) =>
        sql`(${organizationId}::uuid, ${jobId}::uuid, ${firstId + from + at}::int, ${JSON.stringify(strings)}::jsonb)`,
    );
    await sql`
      insert into translation_source (organization_id, job_id, id, strings)
      values ${sql.join(rows)}`.execute(tx);
    from = to;
  }
}

/** Adds chunks of a locale for consecutive sources. */
export async function insertChunks(
  tx: Db,
  { organizationId, jobId }: JobRef,
  locale: string,
  chunks: {
    readonly firstSourceId: number;
    readonly firstChunk: number;
    /** Number of strings of each chunk. */
    readonly lengths: readonly number[];
  },
): Promise<void> {
  await sql`
    insert into translation_chunk (organization_id, job_id, locale, chunk, source_id, strings_count)
    select ${organizationId}::uuid, ${jobId}::uuid, ${locale}, ${chunks.firstChunk}::int + u.at - 1,
           ${chunks.firstSourceId}::int + u.at - 1, u.length
    from unnest(${chunks.lengths}::int[]) with ordinality u(length, at)`.execute(tx);
}

/** Place of a chunk among those of its job. */
export interface ChunkPlace {
  readonly locale: string;
  readonly chunk: number;
}

/** The first open chunk after a place, null meaning the beginning. */
export async function findOpenChunk(
  db: Db,
  { organizationId, jobId }: JobRef,
  after: ChunkPlace | null,
): Promise<ChunkPlace | null> {
  const { rows } = await sql<ChunkPlace>`
    select locale, chunk from translation_chunk
    where organization_id = ${organizationId}::uuid and job_id = ${jobId}::uuid and not is_done
      and (locale, chunk) > (${after?.locale ?? ''}, ${after?.chunk ?? -1}::int)
    order by locale, chunk
    limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Takes an open chunk: what an earlier attempt at it brings from now on is refused. */
export async function takeChunk(
  db: Db,
  { organizationId, jobId }: JobRef,
  place: ChunkPlace,
): Promise<ChunkRow | null> {
  const { rows } = await sql<StoredRow>`
    update translation_chunk c set attempt = c.attempt + 1
    from translation_source s
    where c.organization_id = ${organizationId}::uuid and c.job_id = ${jobId}::uuid
      and c.locale = ${place.locale} and c.chunk = ${place.chunk} and not c.is_done
      and s.organization_id = c.organization_id and s.job_id = c.job_id and s.id = c.source_id
    returning c.locale, c.chunk, c.attempt, c.results, s.strings`.execute(db);
  return rows[0] ? toChunk(rows[0]) : null;
}

/**
 * Writes the results of an attempt; false if the chunk is done or was taken again since. A chunk that waits for its
 * engine has not used up an attempt.
 */
export async function writeChunk(
  tx: Db,
  { organizationId, jobId }: JobRef,
  place: ChunkPlace,
  attempt: number,
  change: { results: readonly (StringResult | null)[]; isDone: boolean },
): Promise<boolean> {
  const results = change.results.map((result) => result && toStored(result));
  const { rows } = await sql`
    update translation_chunk
    set results = ${JSON.stringify(results)}::jsonb, is_done = ${change.isDone},
        attempt = attempt - ${change.isDone ? 0 : 1}::int
    where organization_id = ${organizationId}::uuid and job_id = ${jobId}::uuid
      and locale = ${place.locale} and chunk = ${place.chunk}
      and attempt = ${attempt} and not is_done
    returning chunk`.execute(tx);
  return rows.length > 0;
}

/** The result of one string of a chunk that is done; null if it is not. */
export async function findResult(
  db: Db,
  { organizationId, jobId }: JobRef,
  place: ChunkPlace,
  index: number,
): Promise<StringResult | null> {
  const { rows } = await sql<{ result: StoredResult | null }>`
    select results -> ${index}::int as result from translation_chunk
    where organization_id = ${organizationId}::uuid and job_id = ${jobId}::uuid
      and locale = ${place.locale} and chunk = ${place.chunk} and is_done`.execute(db);
  const result = rows[0]?.result;
  return result ? fromStored(result) : null;
}

export async function hasOpenChunks(db: Db, { organizationId, jobId }: JobRef): Promise<boolean> {
  const { rows } = await sql`
    select from translation_chunk
    where organization_id = ${organizationId}::uuid and job_id = ${jobId}::uuid and not is_done
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Finished chunks, or started ones too, with their strings, after a place in the order of the results. */
export async function listChunks(
  db: Db,
  { organizationId, jobId }: JobRef,
  page: { locale: string | null; from: ChunkPlace | null; limit: number },
): Promise<ChunkRow[]> {
  const { locale, from } = page;
  const { rows } = await sql<StoredRow>`
    select c.locale, c.chunk, c.attempt, c.results, s.strings
    from translation_chunk c
    join translation_source s
      on s.organization_id = c.organization_id and s.job_id = c.job_id and s.id = c.source_id
    where c.organization_id = ${organizationId}::uuid and c.job_id = ${jobId}::uuid
      and c.results is not null
      and (${locale}::text is null or c.locale = ${locale})
      and (c.locale, c.chunk) >= (${from?.locale ?? ''}, ${from?.chunk ?? 0}::int)
    order by c.locale, c.chunk
    limit ${page.limit}`.execute(db);
  return rows.map(toChunk);
}
