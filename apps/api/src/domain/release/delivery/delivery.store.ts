import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { ReleaseStatus } from '../../../db/schema.generated.ts';
import { type ProjectRef, trustedProject } from '../../kernel/index.ts';
import { PUBLISHED } from '../../project/index.ts';
import { listKeptByRelease } from '../kept-locale.store.ts';
import { findLiveContent } from '../live-content.store.ts';

export interface DeliveredLocale {
  releaseId: string;
  releaseVersion: number;
  publishedAt: Date;
  locale: string;
  sha256: Buffer;
  /** SHA-256 of the messages as nested JSON. Null before the nested JSON exists. */
  nestedSha256: Buffer | null;
  keySeparator: string | null;
  messageFormat: string | null;
  sizeBytes: number;
}

export interface Delivery {
  releaseId: string;
  version: number;
  publishedAt: Date;
  sourceTag: string;
  locales: DeliveredLocale[];
}

/**
 * Returns the content for the manifest of an environment: the pending release, or else the
 * published content. Returns null if nothing was published.
 */
export async function findDelivery(
  db: Db,
  projectId: ProjectRef,
  environmentId: string,
  pendingId: string | null = null,
): Promise<Delivery | null> {
  const [live, pending, keptByRelease] = await Promise.all([
    findLiveContent(db, projectId, environmentId),
    pendingId === null ? [] : listDelivered(db, projectId, [pendingId]),
    pendingId === null ? null : listKeptByRelease(db, projectId, [pendingId]),
  ]);
  const releaseId = pendingId ?? live?.releaseId;
  if (releaseId === undefined) return null;
  const liveIds = new Set(live?.locales.map((row) => row.release_id));
  const [release, earlier] = await Promise.all([
    readReleaseFacts(db, projectId, releaseId),
    listDelivered(db, projectId, [...liveIds]),
  ]);
  const keptTags =
    release.partial || keptByRelease === null
      ? null
      : new Set(keptByRelease.get(releaseId)?.map(({ locale }) => locale));
  const kept = (live?.locales ?? []).filter(({ locale }) => keptTags?.has(locale) ?? true);
  const keptNames = new Set(kept.map((row) => `${row.release_id}/${row.locale}`));
  const ownTags = new Set(pending.map(({ locale }) => locale));
  const locales = [
    ...earlier.filter(
      (row) => keptNames.has(`${row.releaseId}/${row.locale}`) && !ownTags.has(row.locale),
    ),
    ...pending,
  ].sort((a, b) => (a.locale < b.locale ? -1 : 1));
  return {
    releaseId,
    version: release.version,
    publishedAt: (release.published_at ?? release.pending_at)!,
    sourceTag: release.source_tag,
    locales,
  };
}

const readReleaseFacts = (db: Db, projectId: ProjectRef, releaseId: string) =>
  db
    .selectFrom('release as r')
    .innerJoin('project as p', 'p.id', 'r.project_id')
    .innerJoin('locale as l', (join) =>
      join.onRef('l.project_id', '=', 'p.id').onRef('l.id', '=', 'p.source_locale_id'),
    )
    .where('r.project_id', '=', projectId)
    .where('r.id', '=', releaseId)
    .select(['r.version', 'r.partial', 'r.pending_at', 'r.published_at', 'l.code as source_tag'])
    .executeTakeFirstOrThrow();

async function listDelivered(
  db: Db,
  projectId: ProjectRef,
  releaseIds: readonly string[],
): Promise<DeliveredLocale[]> {
  if (releaseIds.length === 0) return [];
  const rows = await db
    .selectFrom('release as r')
    .innerJoin('release_locale as l', (join) =>
      join.onRef('l.project_id', '=', 'r.project_id').onRef('l.release_id', '=', 'r.id'),
    )
    .where('r.project_id', '=', projectId)
    .where('r.id', 'in', releaseIds)
    .select([
      'r.id',
      'r.version',
      'r.published_at',
      'r.pending_at',
      'r.key_separator',
      'r.message_format',
      'l.locale',
      'l.sha256',
      'l.nested_sha256',
      'l.size_bytes',
    ])
    .execute();
  return rows.map((row) => ({
    releaseId: row.id,
    releaseVersion: row.version,
    publishedAt: (row.published_at ?? row.pending_at)!,
    locale: row.locale,
    sha256: row.sha256,
    nestedSha256: row.nested_sha256,
    keySeparator: row.key_separator,
    messageFormat: row.message_format,
    sizeBytes: row.size_bytes,
  }));
}

/** A locale of a release, with the SHA-256 of its messages as nested JSON. */
export interface NestedLocale {
  locale: string;
  nestedSha256: Buffer;
}

/**
 * Stores the SHA-256 of the nested JSON of each locale, after the JSON was uploaded to the bundle
 * store.
 */
export async function setNested(
  tx: Db,
  projectId: ProjectRef,
  releaseId: string,
  nested: readonly NestedLocale[],
): Promise<void> {
  await sql`
    update release_locale l set nested_sha256 = n.sha256
    from unnest(${nested.map(({ locale }) => locale)}::text[],
                ${nested.map(({ nestedSha256 }) => nestedSha256)}::bytea[]) n(locale, sha256)
    where l.project_id = ${projectId}::uuid and l.release_id = ${releaseId}::uuid
      and l.locale = n.locale`.execute(tx);
}

/**
 * Returns the SHA-256 of nested JSON that earlier releases have created from the same messages. The
 * keys of the map are the SHA-256 of the flat JSON, in hexadecimal.
 */
export async function findNested(
  db: Db,
  projectId: ProjectRef,
  sha256s: readonly Buffer[],
  keySeparator: string | null,
): Promise<Map<string, Buffer>> {
  const rows = await db
    .selectFrom('release_locale as l')
    .innerJoin('release as r', (join) =>
      join.onRef('r.project_id', '=', 'l.project_id').onRef('r.id', '=', 'l.release_id'),
    )
    .where('l.project_id', '=', projectId)
    .where('l.sha256', 'in', sha256s)
    .where('l.nested_sha256', 'is not', null)
    .where('r.key_separator', 'is not distinct from', keySeparator)
    .distinctOn('l.sha256')
    .select(['l.sha256', 'l.nested_sha256'])
    .execute();
  return new Map(rows.map((row) => [row.sha256.toString('hex'), row.nested_sha256!]));
}

export async function findReleaseState(
  db: Db,
  projectId: ProjectRef,
  releaseId: string,
): Promise<{ status: ReleaseStatus; version: number } | null> {
  const row = await db
    .selectFrom('release')
    .where('project_id', '=', projectId)
    .where('id', '=', releaseId)
    .select(['status', 'version'])
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Sets the version of a release that is still being published. Called when the bundle store already
 * has this version or a later one, for example after the database was restored from a backup.
 */
export async function raiseVersion(
  db: Db,
  projectId: ProjectRef,
  releaseId: string,
  version: number,
): Promise<void> {
  await db
    .updateTable('release')
    .set({ version })
    .where('project_id', '=', projectId)
    .where('id', '=', releaseId)
    .where('status', '=', 'publishing')
    .execute();
}

export interface DeliveredEnvironment {
  id: string;
  slug: string;
  prefixes: string[];
  /** True if the environment or the project is archived. Nothing is published to it. */
  isArchived: boolean;
  /** True if delivery of the environment or of the project was stopped. The environment then has no manifest. */
  isStopped: boolean;
}

/** Lists all environments of a project. */
export async function listDeliveredEnvironments(
  db: Db,
  projectId: ProjectRef,
): Promise<DeliveredEnvironment[]> {
  const rows = await db
    .selectFrom('environment as e')
    .innerJoin('project as p', 'p.id', 'e.project_id')
    .where('e.project_id', '=', projectId)
    .select([
      'e.id',
      'e.slug',
      'e.prefixes',
      'e.archived_at',
      'p.archived_at as project_archived_at',
      'e.delivery_stopped_at',
      'p.delivery_stopped_at as project_stopped_at',
    ])
    .orderBy('e.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    slug: row.slug,
    prefixes: row.prefixes,
    isArchived: row.archived_at !== null || row.project_archived_at !== null,
    isStopped: row.delivery_stopped_at !== null || row.project_stopped_at !== null,
  }));
}

const MAX_PROJECTS = 200;

export async function listDeliveredProjects(db: Db, after: string | null): Promise<ProjectRef[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from project p
    where (${after}::uuid is null or p.id > ${after}::uuid) and exists (
      select from release r where r.project_id = p.id and r.status = ${PUBLISHED})
    order by p.id limit ${MAX_PROJECTS}`.execute(db);
  return rows.map(({ id }) => trustedProject(id));
}

/**
 * Returns how long the oldest pending release has been waiting, in seconds. Returns 0 if no release
 * is pending.
 */
export async function findLagSeconds(db: Db): Promise<number> {
  const { rows } = await sql<{ lag: number }>`
    select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as lag
    from release where status = 'publishing'`.execute(db);
  return rows[0]!.lag;
}
