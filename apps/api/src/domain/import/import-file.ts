import type { Fault } from '@parlance/contracts';
import { LIMITS } from '@parlance/contracts';
import type { FileWarning } from '@parlance/formats';
import type { Db } from '../../db/client.ts';
import { newId } from '../../db/uuid.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import { audit } from '../audit/audit.store.ts';
import { insertChange } from '../change/change.store.ts';
import { lockContent } from '../content-lock.ts';
import type { ContentProject } from '../key/account-keys.ts';
import { findKeysExcept } from '../key/key.store.ts';
import { ensureLocales } from '../locale/ensure-locales.ts';
import { requireLocaleTag } from '../locale/locale-tag.ts';
import { actorOf, ownerOf, type Principal } from '../principal.ts';
import { getWritableProject } from '../project/project.store.ts';
import { applyCounts, CountChanges } from '../value/value-count.store.ts';
import type { FileContent } from './file-content.ts';
import { archiveKeys, type ImportedKeys, takeKeys } from './take-keys.ts';
import { type ImportMode, type ValueTally, writeLocale } from './write-locale.ts';

export interface ImportInput {
  projectId: string;
  format: string;
  /** Canonical tag of the supplied content. */
  localeTag: string;
  content: FileContent;
  targetLocales: readonly string[];
  mode: ImportMode;
  dryRun: boolean;
  prune: boolean;
  address: string;
}

export interface ImportOutcome {
  /** Null for a dry run. */
  importId: string | null;
  keys: { created: number; restored: number; archived: number; total: number };
  values: ValueTally;
  warnings: FileWarning[];
  /** Ids of the file's keys, in its order. */
  keyIds: string[];
}

/** Ends a dry run: everything was done, and is undone. */
class DryRun extends Error {
  readonly outcome: ImportOutcome;

  constructor(outcome: ImportOutcome) {
    super('dry run');
    this.outcome = outcome;
  }
}

/**
 * Brings a file into a project: all of it or nothing, writing only what differs. `inTransaction` runs
 * last, in the same transaction, with what came of it.
 *
 * @throws `import_conflict`, `archived`, `not_found`, `limit_exceeded`
 */
export async function importFile(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  principal: Principal,
  input: ImportInput,
  inTransaction: (tx: Db, outcome: ImportOutcome) => Promise<void> = async () => {},
): Promise<ImportOutcome> {
  const now = clock.now();
  try {
    return await db.transaction().execute(async (tx) => {
      const outcome = await applyImport(tx, principal, input, now);
      if (input.dryRun) throw new DryRun({ ...outcome, importId: null });
      await inTransaction(tx, outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.outcome;
    throw error;
  }
}

async function applyImport(
  tx: Db,
  principal: Principal,
  input: ImportInput,
  now: Date,
): Promise<ImportOutcome> {
  const { content } = input;
  await lockContent(tx, input.projectId, 'exclusive');
  const row = await getWritableProject(tx, ownerOf(principal), input.projectId);
  const fileTags = content.locales.map(({ localeTag }) => localeTag);
  const locales = await ensureLocales(
    tx,
    row.id,
    [...new Set([input.localeTag, ...fileTags, ...input.targetLocales])],
    now,
  );
  const project: ContentProject = {
    id: row.id,
    organizationId: row.organization_id,
    sourceLocale: row.source_locale,
    settings: row.settings,
    locales,
  };
  const changes = new CountChanges();
  const sourceTexts = content.locales.find(({ localeTag }) => localeTag === row.source_locale);
  const keys = await takeKeys(tx, project, content, sourceTexts, changes, now);
  const importId = newId();
  const values: ValueTally = { created: 0, updated: 0, unchanged: 0, skipped: 0 };
  const conflicts: Fault[] = [];
  // The source first: the other texts belong to the version that it then has.
  const ordered = [...content.locales].sort(
    (a, b) => Number(b === sourceTexts) - Number(a === sourceTexts),
  );
  for (const texts of ordered) {
    const locale = locales.find(({ code }) => code === texts.localeTag)!;
    await writeLocale(tx, {
      projectId: row.id,
      locale,
      isSource: texts === sourceTexts,
      texts,
      keys,
      mode: input.mode,
      importId,
      now,
      changes,
      values,
      conflicts,
    });
  }
  refuseConflicts(conflicts);
  const archived = input.prune && sourceTexts ? await prune(tx, project, keys, changes, now) : 0;
  await recordImport(tx, principal, input, {
    importId,
    now,
    keys,
    archived,
    values,
    name: row.name,
  });
  await applyCounts(tx, row.id, changes);
  return {
    importId,
    keys: {
      created: keys.created,
      restored: keys.restored,
      archived,
      total: content.names.length,
    },
    values,
    warnings: [...content.warnings, ...keys.warnings],
    keyIds: keys.refs.map(({ id }) => id),
  };
}

function refuseConflicts(conflicts: readonly Fault[]): void {
  if (conflicts.length === 0) return;
  const shown = conflicts.slice(0, LIMITS.importConflictsListed);
  fail('import_conflict', `${conflicts.length} values differ from the file; nothing was written.`, {
    errors: shown,
  });
}

async function prune(
  tx: Db,
  project: ContentProject,
  keys: ImportedKeys,
  changes: CountChanges,
  now: Date,
): Promise<number> {
  const gone = await findKeysExcept(
    tx,
    project.id,
    keys.refs.map(({ id }) => id),
  );
  await archiveKeys(tx, project, gone, changes, now);
  return gone.length;
}

async function recordImport(
  tx: Db,
  principal: Principal,
  input: ImportInput,
  done: {
    importId: string;
    now: Date;
    keys: ImportedKeys;
    archived: number;
    values: ValueTally;
    name: string;
  },
): Promise<void> {
  const { created, restored } = done.keys;
  const wrote = created + restored + done.archived + done.values.created + done.values.updated;
  const details = {
    format: input.format,
    locale: input.localeTag,
    keys: { created, restored, archived: done.archived },
    values: done.values,
  };
  // A file that changes nothing leaves no trace but its audit row.
  if (wrote > 0) {
    await insertChange(tx, {
      projectId: input.projectId,
      id: done.importId,
      kind: 'import',
      actor: actorOf(principal),
      details,
      now: done.now,
    });
  }
  await audit(tx, {
    organizationId: principal.organizationId,
    at: done.now,
    actor: actorOf(principal),
    action: 'project.import',
    target: { type: 'project', id: input.projectId, name: done.name },
    address: input.address,
    details,
  });
}

/** Canonical tags of `targetLocales`. @throws `validation_failed` */
export const requireLocaleTags = (tags: readonly string[], path: string): string[] => [
  ...new Set(tags.map((tag, index) => requireLocaleTag(tag, `${path}/${index}`))),
];
