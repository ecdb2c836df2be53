import type { PluralCategory } from '@parlance/messages';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { BULK_ROWS, rangesOf } from '../batches.ts';
import type { StringError, StringWarning } from './source-string.ts';
import type { JobRef } from './translation-job.store.ts';

/** One string of a job, as its chunk stores it. Short, because a job has up to 100,000. */
export interface JobString {
  /** The caller's, or the id of the key. */
  readonly id: string;
  readonly text: string;
  /** Name of the key. */
  readonly key?: string;
  /** Name of the key that a plural form is made from: its own may stand elsewhere. */
  readonly seedKey?: string;
  readonly context?: string;
  readonly maxLength?: number;
  readonly category?: PluralCategory;
  readonly isOrdinal?: true;
  /** Version of the key's source text. */
  readonly sourceVersion?: number;
  /** Version of the outdated value that it replaces; absent where a value is missing. */
  readonly replaces?: number;
  /** The text came before in the job: it is not billed for this locale again. */
  readonly isRepeat?: true;
  /** Comes out as this string of this chunk does, which is an earlier one of the locale. */
  readonly sameAs?: readonly [chunk: number, index: number];
}

/** Stored result of a string; null while it waits for its engine. */
export type StoredResult =
  | {
      readonly text: string;
      readonly engine: string | null;
      readonly isFresh?: true;
      readonly warnings?: readonly StringWarning[];
    }
  | { readonly error: StringError };

export interface NewChunk {
  readonly locale: string;
  readonly chunk: number;
  readonly sourceId: number;
  readonly stringsCount: number;
}

export interface ChunkRow {
  locale: string;
  chunk: number;
  source_id: number;
  strings_count: number;
  attempt: number;
  results: (StoredResult | null)[] | null;
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

export async function insertChunks(
  tx: Db,
  { organizationId, jobId }: JobRef,
  chunks: readonly NewChunk[],
): Promise<void> {
  for (const [from, to] of rangesOf(chunks.length, BULK_ROWS)) {
    const part = chunks.slice(from, to);
    await sql`
      insert into translation_chunk (organization_id, job_id, locale, chunk, source_id, strings_count)
      select ${organizationId}::uuid, ${jobId}::uuid, u.locale, u.chunk, u.source_id, u.strings_count
      from unnest(${part.map(({ locale }) => locale)}::text[],
                  ${part.map(({ chunk }) => chunk)}::int[],
                  ${part.map(({ sourceId }) => sourceId)}::int[],
                  ${part.map(({ stringsCount }) => stringsCount)}::int[])
        u(locale, chunk, source_id, strings_count)`.execute(tx);
  }
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
  const { rows } = await sql<ChunkRow>`
    update translation_chunk c set attempt = c.attempt + 1
    from translation_source s
    where c.organization_id = ${organizationId}::uuid and c.job_id = ${jobId}::uuid
      and c.locale = ${place.locale} and c.chunk = ${place.chunk} and not c.is_done
      and s.organization_id = c.organization_id and s.job_id = c.job_id and s.id = c.source_id
    returning c.locale, c.chunk, c.source_id, c.strings_count, c.attempt, c.results, s.strings`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Writes the results of an attempt; false if the chunk is done or was taken again since. */
export async function writeChunk(
  tx: Db,
  { organizationId, jobId }: JobRef,
  place: ChunkPlace,
  attempt: number,
  change: { results: readonly (StoredResult | null)[]; isDone: boolean },
): Promise<boolean> {
  const { rows } = await sql<{ chunk: number }>`
    update translation_chunk
    set results = ${JSON.stringify(change.results)}::jsonb, is_done = ${change.isDone}
    where organization_id = ${organizationId}::uuid and job_id = ${jobId}::uuid
      and locale = ${place.locale} and chunk = ${place.chunk}
      and attempt = ${attempt} and not is_done
    returning chunk`.execute(tx);
  return rows.length > 0;
}

/** The result of one string of a chunk that is done; null where it is not. */
export async function findResult(
  db: Db,
  { organizationId, jobId }: JobRef,
  place: ChunkPlace,
  index: number,
): Promise<StoredResult | null> {
  const { rows } = await sql<{ result: StoredResult | null }>`
    select results -> ${index}::int as result from translation_chunk
    where organization_id = ${organizationId}::uuid and job_id = ${jobId}::uuid
      and locale = ${place.locale} and chunk = ${place.chunk} and is_done`.execute(db);
  return rows[0]?.result ?? null;
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
): Promise<Omit<ChunkRow, 'attempt'>[]> {
  const { locale, from } = page;
  const { rows } = await sql<ChunkRow>`
    select c.locale, c.chunk, c.source_id, c.strings_count, c.results, s.strings
    from translation_chunk c
    join translation_source s
      on s.organization_id = c.organization_id and s.job_id = c.job_id and s.id = c.source_id
    where c.organization_id = ${organizationId}::uuid and c.job_id = ${jobId}::uuid
      and c.results is not null
      and (${locale}::text is null or c.locale = ${locale})
      and (c.locale, c.chunk) >= (${from?.locale ?? ''}, ${from?.chunk ?? 0}::int)
    order by c.locale, c.chunk
    limit ${page.limit}`.execute(db);
  return rows;
}
