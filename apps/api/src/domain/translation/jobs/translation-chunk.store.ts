import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { partsOf } from '../../../lib/parts-of.ts';
import type { JobString, StringResult } from '../strings.ts';
import type { JobRef } from './translation-job.store.ts';

const USUAL = { isFresh: false, warnings: [] };

const toResult = (stored: StringResult): StringResult =>
  'error' in stored
    ? { ...stored, status: 'failed' }
    : { ...USUAL, ...stored, status: 'translated' };

/**
 * Leaves out the status and an empty list of warnings, which can be derived, because a job has up to 100,000
 * results.
 */
const omitUsual = (name: string, value: unknown): unknown =>
  name === 'status' || (name === 'warnings' && (value as []).length === 0) ? undefined : value;

const toChunk = (row: ChunkRow): ChunkRow => ({
  ...row,
  results: row.results?.map((result) => result && toResult(result)) ?? null,
});

export interface ChunkRow {
  locale: string;
  chunk: number;
  attempt: number;
  results: (StringResult | null)[] | null;
  strings: JobString[];
}

/**
 * Maximum length of the rows in one statement, in code units. The database driver blocks the event
 * loop while it encodes a statement.
 */
const STATEMENT_LENGTH = 500_000;

export async function insertSources(
  tx: Db,
  { organizationId, jobId }: JobRef,
  firstId: number,
  sources: readonly (readonly JobString[])[],
): Promise<void> {
  let id = firstId;
  for (const part of partsOf(sources, { maxLength: STATEMENT_LENGTH }, lengthOf)) {
    const rows = part.map(
      (strings) =>
        sql`(${organizationId}::uuid, ${jobId}::uuid, ${id++}::int, ${JSON.stringify(strings)}::jsonb)`,
    );
    await sql`
      insert into translation_source (organization_id, job_id, id, strings)
      values ${sql.join(rows)}`.execute(tx);
  }
}

const lengthOf = (strings: readonly JobString[]): number =>
  strings.reduce((length, { text }) => length + text.length, 0);

export async function insertChunks(
  tx: Db,
  { organizationId, jobId }: JobRef,
  locale: string,
  chunks: {
    readonly firstSourceId: number;
    readonly firstChunk: number;
    readonly lengths: readonly number[];
  },
): Promise<void> {
  await sql`
    insert into translation_chunk (organization_id, job_id, locale, chunk, source_id, strings_count)
    select ${organizationId}::uuid, ${jobId}::uuid, ${locale}, ${chunks.firstChunk}::int + u.at - 1,
           ${chunks.firstSourceId}::int + u.at - 1, u.length
    from unnest(${chunks.lengths}::int[]) with ordinality u(length, at)`.execute(tx);
}

export interface ChunkPlace {
  readonly locale: string;
  readonly chunk: number;
}

/**
 * Returns the first chunk after `after` that is not done. A null `after` starts with the first
 * chunk.
 */
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

/** Begins an attempt to translate a chunk. Results of earlier attempts are rejected from now on. */
export async function takeChunk(
  db: Db,
  { organizationId, jobId }: JobRef,
  place: ChunkPlace,
): Promise<ChunkRow | null> {
  const { rows } = await sql<ChunkRow>`
    update translation_chunk c set attempt = c.attempt + 1
    from translation_source s
    where c.organization_id = ${organizationId}::uuid and c.job_id = ${jobId}::uuid
      and c.locale = ${place.locale} and c.chunk = ${place.chunk} and not c.is_done
      and s.organization_id = c.organization_id and s.job_id = c.job_id and s.id = c.source_id
    returning c.locale, c.chunk, c.attempt, c.results, s.strings`.execute(db);
  return rows[0] ? toChunk(rows[0]) : null;
}

/**
 * Stores the results of an attempt. Returns false if the chunk is done, or if a later attempt has
 * begun. If strings still wait for an engine, the maximum number of attempts ignores this attempt.
 */
export async function writeChunk(
  tx: Db,
  { organizationId, jobId }: JobRef,
  place: ChunkPlace,
  attempt: number,
  change: { results: readonly (StringResult | null)[]; isDone: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    update translation_chunk
    set results = ${JSON.stringify(change.results, omitUsual)}::jsonb, is_done = ${change.isDone},
        attempt = attempt - ${change.isDone ? 0 : 1}::int
    where organization_id = ${organizationId}::uuid and job_id = ${jobId}::uuid
      and locale = ${place.locale} and chunk = ${place.chunk}
      and attempt = ${attempt} and not is_done
    returning chunk`.execute(tx);
  return rows.length > 0;
}

export async function findResult(
  db: Db,
  { organizationId, jobId }: JobRef,
  place: ChunkPlace,
  index: number,
): Promise<StringResult | null> {
  const { rows } = await sql<{ result: StringResult | null }>`
    select results -> ${index}::int as result from translation_chunk
    where organization_id = ${organizationId}::uuid and job_id = ${jobId}::uuid
      and locale = ${place.locale} and chunk = ${place.chunk} and is_done`.execute(db);
  const result = rows[0]?.result;
  return result ? toResult(result) : null;
}

export const hasOpenChunks = async (db: Db, ref: JobRef): Promise<boolean> =>
  (await findOpenChunk(db, ref, null)) !== null;

/** SQL that selects the chunks of a job of which some strings have a result. */
const selectWithResults = ({ organizationId, jobId }: JobRef) => sql`
    select c.locale, c.chunk, c.attempt, c.results, s.strings
    from translation_chunk c
    join translation_source s
      on s.organization_id = c.organization_id and s.job_id = c.job_id and s.id = c.source_id
    where c.organization_id = ${organizationId}::uuid and c.job_id = ${jobId}::uuid
      and c.results is not null`;

/** Returns the chunks that are not done although some of their strings have a result. */
export async function listPartialChunks(db: Db, ref: JobRef): Promise<ChunkRow[]> {
  const { rows } = await sql<ChunkRow>`
    ${selectWithResults(ref)} and not c.is_done
    order by c.locale, c.chunk`.execute(db);
  return rows.map(toChunk);
}

export async function listChunks(
  db: Db,
  ref: JobRef,
  page: { locale: string | null; from: ChunkPlace | null; limit: number },
): Promise<ChunkRow[]> {
  const { locale, from } = page;
  const { rows } = await sql<ChunkRow>`
    ${selectWithResults(ref)}
      and (${locale}::text is null or c.locale = ${locale})
      and (c.locale, c.chunk) >= (${from?.locale ?? ''}, ${from?.chunk ?? 0}::int)
    order by c.locale, c.chunk
    limit ${page.limit}`.execute(db);
  return rows.map(toChunk);
}
