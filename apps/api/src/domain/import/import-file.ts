import type { Warning } from '@parlance/contracts';
import { DEFAULT_KEY_SEPARATOR } from '@parlance/formats';
import { analyzeGrown } from '../../db/analyze-grown.ts';
import { onceOnly } from '../../db/availability/retrying.ts';
import type { Db } from '../../db/client.ts';
import { newId } from '../../db/ids/uuid.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import { insertActivity } from '../activity/activity.store.ts';
import { audit } from '../audit/audit.store.ts';
import { insertChange } from '../change/change.store.ts';
import { numberChanges } from '../change/change-number.store.ts';
import { inContent, lockWriters } from '../content/transaction.ts';
import { DryRun } from '../dry-run.ts';
import { ensureLocales } from '../locale/ensure-locales.ts';
import { actorOf, ownerOf, type Principal } from '../principal.ts';
import { getWritableProject, type ProjectRow } from '../project/project.store.ts';
import { extendSyncState } from '../sync/sync-state.store.ts';
import { NOTHING_SEEN } from '../sync/sync-token.ts';
import type { FileContent } from './file-content.ts';
import { findForeignPlaceholders } from './find-foreign-placeholders.ts';
import { findForeignShape } from './find-foreign-shape.ts';
import type { AfterImport, ImportInput, ImportOutcome } from './import-input.ts';
import { mergeContent } from './merge-content.ts';
import { WarningList } from './warning-list.ts';
import { MergeRace, writeFile } from './write-file.ts';

/**
 * Maximum number of attempts to merge a file. An attempt fails only if a user adds one of the missing values at the
 * same moment.
 */
const MERGE_ATTEMPTS = 5;

/**
 * Imports a file into a project. Writes only differences, and writes nothing if the import fails. Runs `inTransaction`
 * with the result at the end of the same transaction.
 *
 * @throws `import_conflict`, `content_invalid`, `archived`, `not_found`, `limit_exceeded`
 */
export async function importFile(
  deps: Pick<Deps, 'db' | 'clock' | 'tasks'>,
  principal: Principal,
  input: ImportInput,
  inTransaction?: AfterImport,
): Promise<ImportOutcome> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await importOnce(deps, principal, input, inTransaction);
    } catch (error) {
      if (!(error instanceof MergeRace)) throw error;
      if (attempt === MERGE_ATTEMPTS) fail('import_conflict', error.message);
    }
  }
}

async function importOnce(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  principal: Principal,
  input: ImportInput,
  inTransaction?: AfterImport,
): Promise<ImportOutcome> {
  const base = input.merge?.base ?? NOTHING_SEEN;
  try {
    // If there is a recorder, the transaction must not be repeated after an error, because the recorder would keep the
    // rows of the first attempt. The caller repeats the import with a new recorder.
    const transactions = input.recorder ? onceOnly(db) : db;
    const outcome = await transactions.transaction().execute(async (tx) => {
      await lockWriters(tx, { id: input.projectId }, { content: 'exclusive' });
      // The time is read after the lock is taken. Otherwise the import could be older than changes for which it has
      // waited.
      const now = clock.now();
      const keyIds: string[] | null = inTransaction ? [] : null;
      const outcome = await applyImport(tx, principal, input, keyIds, now);
      if (outcome.importId !== null) await input.plan?.finish(tx, outcome.importId);
      if (inTransaction && keyIds) await inTransaction(tx, { ...outcome, keyIds });
      // A dry run ends only here, so that it fails for the same reasons as a real import.
      if (input.dryRun) throw new DryRun({ ...outcome, importId: null, changeId: null });
      return outcome;
    });
    await numberChanges(db, input.projectId);
    await analyzeGrown(db, {
      translation_key: outcome.keys.created,
      translation_value: outcome.values.created,
    });
    const { changeId } = outcome;
    if (changeId === null) return { ...outcome, syncState: base };
    return { ...outcome, syncState: await extendSyncState(db, input.projectId, base, changeId) };
  } catch (error) {
    if (error instanceof DryRun) return { ...error.outcome, syncState: base };
    throw error;
  }
}

async function applyImport(
  tx: Db,
  principal: Principal,
  input: ImportInput,
  /** Receives the ids of the file's keys. Null if the caller does not need them. */
  keyIds: string[] | null,
  now: Date,
): Promise<ImportOutcome> {
  await input.plan?.begin(tx);
  const row = await getWritableProject(tx, ownerOf(principal), input.projectId);
  const fileTags = input.content.locales.map(({ localeTag }) => localeTag);
  const codes = [...new Set([input.localeTag, ...fileTags, ...input.targetLocales])];
  const { locales, created: newLocales } = await ensureLocales(
    tx,
    row.id,
    codes,
    input.pathOf,
    now,
  );
  const { content, plan = null } = input.merge
    ? await mergeContent(
        tx,
        { project: row, locales, localeTag: input.localeTag },
        input.content,
        input.merge,
      )
    : input;
  const by = { changeId: newId(), now };
  const warnings = new WarningList();
  const shape = shapeOf(row, input);
  if (shape) warnings.add(shape);
  const { messageFormat } = row.settings;
  const placeholders = await findForeignPlaceholders(textsOf(input.content), messageFormat);
  if (placeholders) warnings.add(placeholders);
  warnings.addAll(content.warnings);
  const order = { row, locales, input, content, plan, warnings, keyIds };
  const done = await inContent(tx, row, by, (writing) => writeFile(writing, order));
  // If the file changes nothing, only an entry of the audit log is written.
  const { keys, values, editedCount } = done;
  const written = [keys.created, keys.restored, keys.archived, editedCount, values.created];
  const writes = [...written, values.updated].some((count) => count > 0);
  const importId = by.changeId;
  const record = { importId, writes, now, projectName: row.name, keys, values };
  await recordImport(tx, principal, input, record);
  return {
    importId,
    changeId: writes ? importId : null,
    syncState: null,
    locales: { created: newLocales.map(({ code }) => code) },
    keys,
    values,
    warnings: warnings.toList(),
  };
}

/** Maximum number of names that are examined to recognize the structure of a file. */
const SHAPE_NAMES = 2000;

/** Returns a warning if the names in a JSON or YAML file show that it has another structure than the import expects. */
function shapeOf(row: ProjectRow, { format, content, localeTag }: ImportInput): Warning | null {
  if (format !== 'json' && format !== 'yaml') return null;
  const separator = row.settings.keySeparator ?? DEFAULT_KEY_SEPARATOR;
  const names = content.names.slice(0, Math.min(content.names.length, SHAPE_NAMES));
  return findForeignShape(names, { separator, localeTag });
}

function* textsOf({ locales }: FileContent): Generator<string, void> {
  for (const texts of locales) for (let at = 0; at < texts.length; at++) yield texts.textAt(at);
}

interface ImportRecord extends Pick<ImportOutcome, 'keys' | 'values'> {
  importId: string;
  /** True if the import writes keys or values. */
  writes: boolean;
  now: Date;
  projectName: string;
}

async function recordImport(
  tx: Db,
  principal: Principal,
  input: ImportInput,
  { importId, writes, now, projectName, keys, values }: ImportRecord,
): Promise<void> {
  const { created, restored, archived } = keys;
  const details = {
    format: input.format,
    locale: input.localeTag,
    keys: { created, restored, archived },
    values,
  };
  if (writes) {
    await insertChange(tx, {
      projectId: input.projectId,
      id: importId,
      kind: 'import',
      actor: actorOf(principal),
      details,
      now,
    });
    const { organizationId } = principal;
    const place = { organizationId, id: importId, projectId: input.projectId };
    await insertActivity(tx, { ...place, type: 'import', at: now });
  }
  await audit(tx, {
    organizationId: principal.organizationId,
    at: now,
    actor: actorOf(principal),
    action: 'project.import',
    target: { type: 'project', id: input.projectId, name: projectName },
    address: input.address,
    details,
  });
}
