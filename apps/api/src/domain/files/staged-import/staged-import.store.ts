import { type FaultyFile, LIMITS, type StagedImport, type Warning } from '@parlance/contracts';
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { fail } from '../../../errors.ts';
import type { Actor, OwnerRef, ProjectRef } from '../../kernel/index.ts';
import { lockOrganization } from '../../people/index.ts';
import type { CountedWarnings } from '../import/warning-list.ts';
import type { ImportMode } from '../import/write-locale.ts';

/** Time in milliseconds for which a staged import can be applied. */
const STAGED_IMPORT_KEPT_MS = 60 * 60_000;

export type StagedResult = Pick<StagedImport, 'locales' | 'keys' | 'counts'> & {
  /** Tags of the locales for which the file has texts, in the order of the file. */
  fileLocales: string[];
};

/** A file of a staged folder. */
export interface StagedFile {
  readonly path: string;
  /** Tag of the locale of the file. Null if it contains several. */
  readonly locale: string | null;
  readonly localeTag: string;
  readonly format: string;
  readonly prefix: string;
  /** Tags of the locales for which the file has texts, in the order of the file. */
  readonly fileLocales: readonly string[];
  readonly warnings: CountedWarnings;
}

export interface StagedFolder {
  readonly path: string;
  readonly source: string | null;
  readonly prefix: string;
  readonly files: readonly StagedFile[];
  readonly skipped: readonly string[];
  readonly faulty: readonly FaultyFile[];
}

export interface NewStagedImport {
  projectId: ProjectRef;
  id: string;
  organizationId: OwnerRef;
  format: string;
  localeTag: string;
  targetLocales: readonly string[];
  mode: ImportMode;
  prune: boolean;
  fileWarnings: CountedWarnings;
  /** The staged folder. Null for a single file. */
  folder: StagedFolder | null;
  actor: Actor;
  now: Date;
}

export interface StagedImportRow {
  project_id: ProjectRef;
  id: string;
  format: string;
  locale: string;
  target_locales: string[];
  mode: ImportMode;
  prune: boolean;
  result: StagedResult;
  warnings: Warning[];
  file_warnings: CountedWarnings;
  /** The staged folder. Null for a single file. */
  folder: StagedFolder | null;
  actor_type: Actor['type'];
  actor_id: string;
  actor_name: string | null;
  created_at: Date;
  expires_at: Date;
  applied_at: Date | null;
}

export async function insertStagedImport(tx: Db, staged: NewStagedImport): Promise<void> {
  await tx
    .insertInto('staged_import')
    .values({
      project_id: staged.projectId,
      id: staged.id,
      organization_id: staged.organizationId,
      format: staged.format,
      locale: staged.localeTag,
      target_locales: [...staged.targetLocales],
      mode: staged.mode,
      prune: staged.prune,
      file_warnings: JSON.stringify(staged.fileWarnings),
      folder: staged.folder && JSON.stringify(staged.folder),
      actor_type: staged.actor.type,
      actor_id: staged.actor.id,
      actor_name: staged.actor.name,
      created_at: staged.now,
      expires_at: new Date(staged.now.getTime() + STAGED_IMPORT_KEPT_MS),
    })
    .execute();
}

export async function finishStagedImport(
  tx: Db,
  { projectId, id }: { projectId: ProjectRef; id: string },
  found: { result: StagedResult; warnings: readonly Warning[]; sizeBytes: number; now: Date },
): Promise<void> {
  await tx
    .updateTable('staged_import')
    .set({
      result: JSON.stringify(found.result),
      warnings: JSON.stringify(found.warnings),
      size_bytes: found.sizeBytes,
      created_at: found.now,
      expires_at: new Date(found.now.getTime() + STAGED_IMPORT_KEPT_MS),
    })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .execute();
}

export interface ChunkRow {
  chunk: number;
  /** Index of the file in the folder. 0 for a single file. */
  file: number;
  /** Bit mask of the kinds of changes in the chunk, or 0 for a chunk with keys of the file. */
  kinds: number;
  locale: string | null;
  content: Buffer;
}

export async function insertChunk(
  tx: Db,
  { projectId, id }: { projectId: ProjectRef; id: string },
  chunk: ChunkRow,
): Promise<void> {
  await tx
    .insertInto('staged_import_chunk')
    .values({ project_id: projectId, import_id: id, ...chunk })
    .execute();
}

/**
 * Selects chunks of a staged import. If `kinds` is `keys`, selects chunks of keys. Otherwise,
 * `kinds` is a bit mask of kinds of changes, and selects chunks of texts.
 */
export interface ChunkFilter {
  kinds: number | 'keys';
  locale?: string;
  /** Index of the file in the folder. Defaults to all files. */
  file?: number;
  from?: number;
}

export async function findChunk(
  db: Db,
  { project_id, id }: Pick<StagedImportRow, 'project_id' | 'id'>,
  { kinds, locale, file, from = 0 }: ChunkFilter,
): Promise<ChunkRow | undefined> {
  let query = db
    .selectFrom('staged_import_chunk')
    .where('project_id', '=', project_id)
    .where('import_id', '=', id)
    .where('chunk', '>=', from)
    .select(['chunk', 'file', 'kinds', 'locale', 'content'])
    .orderBy('chunk')
    .limit(1);
  query =
    kinds === 'keys'
      ? query.where('kinds', '=', 0)
      : query.where(sql<boolean>`kinds & ${kinds}::smallint <> 0`);
  if (locale !== undefined) query = query.where('locale', '=', locale);
  if (file !== undefined) query = query.where('file', '=', file);
  return query.executeTakeFirst();
}

/**
 * Returns a staged import.
 * @throws `not_found` if it does not exist or has expired
 */
export async function getStagedImport(
  db: Db,
  projectId: ProjectRef,
  id: string,
  now: Date,
): Promise<StagedImportRow> {
  const row = await selectImport(db, projectId, id, now).executeTakeFirst();
  return row ?? failImport();
}

export async function getOpenImport(
  db: Db,
  projectId: ProjectRef,
  id: string,
  now: Date,
): Promise<StagedImportRow> {
  const row = await getStagedImport(db, projectId, id, now);
  return row.applied_at === null ? row : failApplied();
}

/**
 * Locks a staged import until the transaction ends.
 * @throws `not_found`, `conflict` if it was applied
 */
export async function lockOpenImport(
  tx: Db,
  projectId: ProjectRef,
  id: string,
  now: Date,
): Promise<void> {
  const row = await selectImport(tx, projectId, id, now).forUpdate().executeTakeFirst();
  if (!row) failImport();
  if (row.applied_at !== null) failApplied();
}

const selectImport = (db: Db, projectId: ProjectRef, id: string, now: Date) =>
  db
    .selectFrom('staged_import')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .select([
      'project_id',
      'id',
      'format',
      'locale',
      'target_locales',
      'mode',
      'prune',
      'result',
      'warnings',
      'file_warnings',
      'folder',
      'actor_type',
      'actor_id',
      'actor_name',
      'created_at',
      'expires_at',
      'applied_at',
    ])
    .$castTo<StagedImportRow>();

function failImport(): never {
  fail('not_found', 'The staged import does not exist, or it has expired.');
}

function failApplied(): never {
  fail('conflict', 'The import is already applied.');
}

/** Marks a staged import as applied and deletes its changes. */
export async function markApplied(
  tx: Db,
  projectId: ProjectRef,
  id: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('staged_import')
    .set({ applied_at: now, size_bytes: 0 })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .execute();
  await tx
    .deleteFrom('staged_import_chunk')
    .where('project_id', '=', projectId)
    .where('import_id', '=', id)
    .execute();
}

export async function deleteStagedImport(tx: Db, projectId: ProjectRef, id: string): Promise<void> {
  await tx
    .deleteFrom('staged_import')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .execute();
}

/**
 * Returns the total size of the organization's staged imports.
 * @throws `limit_exceeded` if the project has too many staged imports
 */
export async function requireRoom(
  db: Db,
  { organizationId, projectId, id }: Pick<NewStagedImport, 'organizationId' | 'projectId' | 'id'>,
  now: Date,
): Promise<number> {
  const row = await db
    .selectFrom('staged_import')
    .where('organization_id', '=', organizationId)
    .where('expires_at', '>', now)
    .where('applied_at', 'is', null)
    .where('id', '<>', id)
    .select(({ fn, eb }) => [
      fn.coalesce(fn.sum<number>('size_bytes'), eb.lit(0)).as('bytes'),
      fn.count<number>('id').filterWhere('project_id', '=', projectId).as('count'),
    ])
    .executeTakeFirstOrThrow();
  if (Number(row.count) >= LIMITS.stagedImports) {
    fail(
      'limit_exceeded',
      `A project has at most ${LIMITS.stagedImports} open staged imports. Apply or discard one first.`,
    );
  }
  return Number(row.bytes);
}

/**
 * Does the same as {@link requireRoom}, under a lock on the organization. Without the lock, several
 * imports at the same time could exceed the limit.
 */
export async function lockRoom(
  tx: Db,
  staged: Pick<NewStagedImport, 'organizationId' | 'projectId' | 'id'> & { sizeBytes: number },
  now: Date,
): Promise<void> {
  await lockOrganization(tx, staged.organizationId);
  if ((await requireRoom(tx, staged, now)) + staged.sizeBytes > LIMITS.stagedImportBytes) {
    failBytes();
  }
}

export function failBytes(): never {
  fail(
    'limit_exceeded',
    `The staged imports of an organization have at most ${LIMITS.stagedImportBytes} bytes, compressed. Apply or discard one first, or import the file directly.`,
  );
}
