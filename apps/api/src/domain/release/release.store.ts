import type { CheckFinding, ReleaseError } from '@parlance/contracts';
import type { CheckLevels } from '@parlance/messages';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { ReleaseStatus } from '../../db/schema.generated.ts';
import { fail } from '../../errors.ts';
import type { CheckCounts } from '../content/index.ts';
import {
  type Actor,
  type Page,
  type PageQuery,
  type ProjectRef,
  pageById,
  type RowOf,
  recordOf,
} from '../kernel/index.ts';
import { PUBLISHED } from '../project/index.ts';
import { joinBytes } from './join-bytes.ts';
import { type KeptLocaleRow, listKeptByRelease } from './kept-locale.store.ts';
import type { StandInCounts } from './messages.store.ts';

export interface ReleaseLocaleRow {
  locale: string;
  sha256: Buffer;
  key_count: number;
  size_bytes: number;
  /**
   * Numbers of messages that are texts of other locales. Null if an earlier version of the service
   * has created the release without counting them.
   */
  stand_ins: StandInCounts | null;
  /**
   * Numbers of findings by check. Null if an earlier version of the service has created the release
   * without checks.
   */
  checks: CheckCounts | null;
}

/** The messages of a locale in a release. It lacks the counts of findings. */
export type MadeMessages = Omit<ReleaseLocaleRow, 'checks'>;

export const RELEASE = recordOf(
  'release',
  {
    id: 'id',
    status: 'status',
    version: 'version',
    environmentId: 'environment_id',
    note: 'note',
    error: 'failure',
    createdAt: 'created_at',
    publishedAt: 'published_at',
  },
  [
    'actor_type',
    'actor_id',
    'actor_name',
    // True if the release contains only some locales. The other locales stay unchanged.
    'partial',
    // Id of the earlier release that this release publishes again. Null for other releases.
    'from_release_id',
  ],
);

export interface ReleaseRow extends RowOf<typeof RELEASE> {
  environment: string;
  failure: ReleaseError | null;
  from_version: number | null;
  /** Slug of the environment of the release whose messages were published again. */
  from_environment: string | null;
  locales: ReleaseLocaleRow[];
  kept: KeptLocaleRow[];
  /**
   * First findings of the release. Null if the release was created without checks. Absent in lists.
   */
  check_findings?: CheckFinding[] | null;
  /** Severities of the checks when the release was created. Absent in lists. */
  check_levels?: CheckLevels;
  /** Separator at which nested JSON splits key names. Null for no split. Absent in lists. */
  key_separator?: string | null;
  /** Message format of the texts. Null for a release that does not name it. Absent in lists. */
  message_format?: string | null;
}

type ReadRelease = Omit<ReleaseRow, 'locales' | 'kept'>;

const selectReleases = (db: Db, projectId: ProjectRef) =>
  db
    .selectFrom('release as r')
    .innerJoin('environment as e', (join) =>
      join.onRef('e.project_id', '=', 'r.project_id').onRef('e.id', '=', 'r.environment_id'),
    )
    .leftJoin('release as f', (join) =>
      join.onRef('f.project_id', '=', 'r.project_id').onRef('f.id', '=', 'r.from_release_id'),
    )
    .leftJoin('environment as o', (join) =>
      join.onRef('o.project_id', '=', 'f.project_id').onRef('o.id', '=', 'f.environment_id'),
    )
    .where('r.project_id', '=', projectId)
    .select([
      ...RELEASE.columns.map((column) => `r.${column}` as const),
      'e.slug as environment',
      'f.version as from_version',
      'o.slug as from_environment',
    ]);

async function withLocales(
  db: Db,
  projectId: ProjectRef,
  releases: ReadRelease[],
): Promise<ReleaseRow[]> {
  if (releases.length === 0) return [];
  const rows = await db
    .selectFrom('release_locale')
    .where('project_id', '=', projectId)
    .where(
      'release_id',
      'in',
      releases.map(({ id }) => id),
    )
    .select(['release_id', 'locale', 'sha256', 'key_count', 'size_bytes', 'stand_ins', 'checks'])
    .$castTo<ReleaseLocaleRow & { release_id: string }>()
    .orderBy('release_id')
    .orderBy('locale')
    .execute();
  const byRelease = Map.groupBy(rows, (row) => row.release_id);
  const keptByRelease = await listKeptByRelease(
    db,
    projectId,
    releases.map(({ id }) => id),
  );
  return releases.map((release) => ({
    ...release,
    locales: byRelease.get(release.id) ?? [],
    kept: keptByRelease.get(release.id) ?? [],
  }));
}

export async function listReleases(
  db: Db,
  projectId: ProjectRef,
  page: PageQuery & { environmentId?: string },
): Promise<Page<ReleaseRow>> {
  let query = selectReleases(db, projectId);
  if (page.environmentId !== undefined) {
    query = query.where('r.environment_id', '=', page.environmentId);
  }
  const found = await pageById(query.$castTo<ReadRelease>(), page, 'desc', 'r.id');
  return { ...found, rows: await withLocales(db, projectId, found.rows) };
}

/** @throws `not_found` */
export async function getRelease(
  db: Db,
  projectId: ProjectRef,
  releaseId: string,
): Promise<ReleaseRow> {
  const row = await selectReleases(db, projectId)
    .where('r.id', '=', releaseId)
    .select(['r.check_findings', 'r.check_levels', 'r.key_separator', 'r.message_format'])
    .$castTo<ReadRelease>()
    .executeTakeFirst();
  if (!row) fail('not_found', 'The release does not exist.');
  return (await withLocales(db, projectId, [row]))[0]!;
}

/** Prevents the deletion of a release because of its age until the transaction ends. */
export async function lockReleaseForReading(
  tx: Db,
  projectId: ProjectRef,
  releaseId: string,
): Promise<void> {
  await tx
    .selectFrom('release')
    .where('project_id', '=', projectId)
    .where('id', '=', releaseId)
    .select('id')
    .forKeyShare()
    .execute();
}

export interface NewReleaseRow {
  id: string;
  environmentId: string;
  note: string;
  fromReleaseId: string | null;
  actor: Actor;
  isWithdrawable: boolean;
  now: Date;
}

/** Inserts a release. @returns false if another release of the environment is being published */
export async function insertRelease(
  tx: Db,
  projectId: ProjectRef,
  release: NewReleaseRow,
): Promise<boolean> {
  const row = await tx
    .insertInto('release')
    .values({
      project_id: projectId,
      id: release.id,
      environment_id: release.environmentId,
      version: 0,
      note: release.note,
      from_release_id: release.fromReleaseId,
      actor_type: release.actor.type,
      actor_id: release.actor.id,
      actor_name: release.actor.name,
      status: 'publishing',
      withdrawable: release.isWithdrawable,
      created_at: release.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'environment_id'])
        .where('status', '=', sql.lit('publishing' as const))
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  // A separate statement sets the version. The insert may have waited for another release, and only
  // a later statement sees that release.
  await tx
    .updateTable('release')
    .set({
      version: sql<number>`(
        select coalesce(max(version), 0) + 1 from release
        where project_id = ${projectId}::uuid and environment_id = ${release.environmentId}::uuid
          and status = ${PUBLISHED})`,
    })
    .where('project_id', '=', projectId)
    .where('id', '=', release.id)
    .execute();
  return true;
}

/** Deletes a failed release after its error was put into a response. */
export async function deleteFailed(
  db: Db,
  projectId: ProjectRef,
  releaseId: string,
): Promise<void> {
  await db
    .deleteFrom('release')
    .where('project_id', '=', projectId)
    .where('id', '=', releaseId)
    .where('status', '=', 'failed')
    .execute();
}

export async function findReleaseStatus(
  db: Db,
  projectId: ProjectRef,
  releaseId: string,
): Promise<ReleaseStatus | null> {
  const row = await db
    .selectFrom('release')
    .where('project_id', '=', projectId)
    .where('id', '=', releaseId)
    .select('status')
    .executeTakeFirst();
  return row?.status ?? null;
}

export type NewReleaseLocale = ReleaseLocaleRow & { releaseId: string; fingerprint: string };

export async function insertReleaseLocales(
  tx: Db,
  projectId: ProjectRef,
  rows: readonly NewReleaseLocale[],
): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(({ releaseId, checks, stand_ins, ...row }) => ({
    ...row,
    project_id: projectId,
    release_id: releaseId,
    checks: JSON.stringify(checks),
    stand_ins: JSON.stringify(stand_ins),
  }));
  await tx.insertInto('release_locale').values(values).execute();
}

export async function copyReleaseLocales(
  tx: Db,
  projectId: ProjectRef,
  fromReleaseId: string,
  releaseId: string,
  locales: readonly string[],
): Promise<void> {
  const source = tx
    .selectFrom('release_locale')
    .where('project_id', '=', projectId)
    .where('release_id', '=', fromReleaseId)
    .where('locale', 'in', locales);
  await tx
    .insertInto('release_locale')
    .columns([
      'project_id',
      'release_id',
      'locale',
      'sha256',
      'key_count',
      'size_bytes',
      'fingerprint',
      'stand_ins',
      'checks',
    ])
    .expression(
      source.select([
        'project_id',
        sql<string>`${releaseId}::uuid`.as('release_id'),
        'locale',
        'sha256',
        'key_count',
        'size_bytes',
        'fingerprint',
        'stand_ins',
        'checks',
      ]),
    )
    .execute();
}

/**
 * Finds messages of locales that earlier releases of the project have built from the same content,
 * and whose stand-ins are counted. Returns at most one row for each locale.
 */
export async function listByFingerprint(
  db: Db,
  projectId: ProjectRef,
  contents: readonly { locale: string; fingerprint: string }[],
): Promise<MadeMessages[]> {
  const { rows } = await sql<MadeMessages>`
    select made.*
    from unnest(${contents.map(({ locale }) => locale)}::text[],
                ${contents.map(({ fingerprint }) => fingerprint)}::text[]) u(locale, fingerprint)
    cross join lateral (
      select l.locale, l.sha256, l.key_count, l.size_bytes, l.stand_ins
      from release_locale l
      where l.project_id = ${projectId}::uuid and l.fingerprint = u.fingerprint
        and l.locale = u.locale and l.stand_ins is not null
      limit 1) made`.execute(db);
  return rows;
}

/** Maximum number of bytes of a blob that are decoded in one turn of the event loop. */
const PART_BYTES = 512 * 1024;

export async function readBlob(db: Db, projectId: ProjectRef, sha256: Buffer): Promise<Buffer> {
  const { rows } = await sql<{ part: Buffer }>`
    with b as materialized (
      select content || ''::bytea as content from bundle_blob
      where project_id = ${projectId}::uuid and sha256 = ${sha256})
    select substring(b.content from at for ${PART_BYTES}) as part
    from b cross join generate_series(1, length(b.content), ${PART_BYTES}) at
    order by at`.execute(db);
  return joinBytes(rows.map((row) => row.part));
}
