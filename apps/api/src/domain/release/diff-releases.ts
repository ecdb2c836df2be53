import { LIMITS, type ReleaseChange } from '@parlance/contracts';
import type { Db } from '../../db/client.ts';
import { fail } from '../../errors.ts';
import { encodeCursor, failCursor, readCursor } from '../../lib/cursor.ts';
import type { Page, ProjectRef } from '../kernel/index.ts';
import { getRelease, type ReleaseRow } from './release.store.ts';
import { compareBlobs, findReleaseBefore } from './release-diff.store.ts';

export interface DiffQuery {
  projectId: ProjectRef;
  releaseId: string;
  /**
   * Id of the release to compare with. Null for the previous release with the locale. If there is
   * no such release, every message counts as added.
   */
  againstId: string | null;
  locale: string;
  limit?: number;
  cursor?: string;
}

/**
 * Lists the differing messages of two releases in one locale, by key name. PostgreSQL decompresses
 * the blobs only if they differ.
 * @throws `not_found`, `validation_failed`; `conflict` for a release that is not published
 */
export async function diffReleases(db: Db, query: DiffQuery): Promise<Page<ReleaseChange>> {
  const { projectId, locale } = query;
  const limit = query.limit ?? LIMITS.defaultPageSize;
  const release = await getPublished(db, projectId, query.releaseId);
  const after = blobOf(release, locale);
  const isKept = !after && (release.partial || release.kept.some((row) => row.locale === locale));
  if (isKept) fail('not_found', `The release did not change the locale ${locale}.`);
  const against = await findAgainst(db, query, release);
  const before = against && blobOf(against, locale);
  if (!after && !before) fail('not_found', `Neither release contains the locale ${locale}.`);
  if (after && before?.equals(after)) return { rows: [], nextCursor: null, limit };
  const from = query.cursor === undefined ? null : readNameCursor(query.cursor);
  const blobs = { before, after };
  const rows = await compareBlobs(db, projectId, blobs, { after: from, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { rows: page, nextCursor: last ? encodeCursor(last.key) : null, limit };
}

const blobOf = (release: ReleaseRow, locale: string): Buffer | undefined =>
  release.locales.find((row) => row.locale === locale)?.sha256;

async function findAgainst(
  db: Db,
  { projectId, againstId, locale }: DiffQuery,
  release: ReleaseRow,
): Promise<ReleaseRow | null> {
  if (againstId !== null) return getPublished(db, projectId, againstId);
  const id = await findReleaseBefore(db, projectId, release, locale);
  return id === null ? null : getRelease(db, projectId, id);
}

async function getPublished(db: Db, projectId: ProjectRef, id: string): Promise<ReleaseRow> {
  const release = await getRelease(db, projectId, id);
  if (release.status !== 'published') {
    const { version, environment } = release;
    fail(
      'conflict',
      `Release ${version} of ${environment} is not published. Compare published releases.`,
    );
  }
  return release;
}

/** Returns the key name in a cursor. Rejects a name with U+0000, which PostgreSQL cannot store. */
export function readNameCursor(cursor: string): string {
  const name = readCursor(cursor, /^(.+)$/s)[0]!;
  return name.includes('\0') ? failCursor() : name;
}
