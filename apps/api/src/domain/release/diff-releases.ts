import { LIMITS, type ReleaseChange } from '@parlance/contracts';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { fail } from '../../errors.ts';
import { failCursor, type Page } from '../paging.ts';
import { getRelease, type ReleaseRow } from './release.store.ts';

export interface DiffQuery {
  projectId: string;
  releaseId: string;
  /** Null: what readers of the locale had before, or nothing where it is the first. */
  againstId: string | null;
  locale: string;
  limit?: number;
  cursor?: string;
}

/**
 * What a release changed in one locale against another one, by name of the key. PostgreSQL compares
 * the two blobs; equal blobs are not even opened.
 *
 * @throws `not_found`, `validation_failed`
 */
export async function diffReleases(db: Db, query: DiffQuery): Promise<Page<ReleaseChange>> {
  const { projectId, locale } = query;
  const limit = query.limit ?? LIMITS.defaultPageSize;
  const release = await getRelease(db, projectId, query.releaseId);
  const after = blobOf(release, locale);
  if (!after && release.partial) fail('not_found', `The release left ${locale} as it was.`);
  const against = await findAgainst(db, query, release);
  const before = against && blobOf(against, locale);
  if (!after && !before) fail('not_found', `Neither release has ${locale}.`);
  if (after && before?.equals(after)) return { rows: [], nextCursor: null, limit };
  const from = query.cursor === undefined ? null : readCursor(query.cursor);
  const { rows } = await sql<ReleaseChange>`
    with a as (${messagesOf(projectId, before)}), b as (${messagesOf(projectId, after)})
    select coalesce(b.name, a.name) as key,
           case when a.name is null then 'added' when b.name is null then 'removed'
                else 'changed' end as change,
           a.text as before, b.text as after
    from a full join b on a.name = b.name
    where a.text is distinct from b.text
      and (${from}::text is null or coalesce(b.name, a.name) > ${from}::text collate "C")
    order by coalesce(b.name, a.name) collate "C"
    limit ${limit + 1}`.execute(db);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { rows: page, nextCursor: last ? writeCursor(last.key) : null, limit };
}

const messagesOf = (projectId: string, sha256: Buffer | null | undefined) => sql`
  select m.key collate "C" as name, m.value collate "C" as text
  from bundle_blob b, json_each_text(convert_from(b.content, 'UTF8')::json) m
  where b.project_id = ${projectId}::uuid and b.sha256 = ${sha256 ?? null}::bytea`;

const blobOf = (release: ReleaseRow, locale: string): Buffer | undefined =>
  release.locales.find((row) => row.locale === locale)?.sha256;

async function findAgainst(
  db: Db,
  { projectId, againstId, locale }: DiffQuery,
  release: ReleaseRow,
): Promise<ReleaseRow | null> {
  if (againstId !== null) return getRelease(db, projectId, againstId);
  const row = await db
    .selectFrom('release as r')
    .where('r.project_id', '=', projectId)
    .where('r.environment_id', '=', release.environment_id)
    .where('r.version', '<', release.version)
    .where(({ eb, exists, not, or, selectFrom }) =>
      or([
        not(eb.ref('r.partial')),
        exists(
          selectFrom('release_locale as l')
            .whereRef('l.project_id', '=', 'r.project_id')
            .whereRef('l.release_id', '=', 'r.id')
            .where('l.locale', '=', locale)
            .select('l.locale'),
        ),
      ]),
    )
    .select('r.id')
    .orderBy('r.version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? getRelease(db, projectId, row.id) : null;
}

const writeCursor = (name: string): string => Buffer.from(name).toString('base64url');

function readCursor(cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url');
  const name = bytes.toString();
  if (Buffer.from(name).equals(bytes) && !name.includes('\0') && name !== '') return name;
  return failCursor();
}
