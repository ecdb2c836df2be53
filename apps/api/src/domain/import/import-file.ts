import type { Warning } from '@parlance/contracts';
import { DEFAULT_KEY_SEPARATOR } from '@parlance/formats';
import type { Db } from '../../db/client.ts';
import { forgetPlans } from '../../db/plan.ts';
import { onceOnly } from '../../db/retrying.ts';
import type { ValueState } from '../../db/schema.generated.ts';
import { newId } from '../../db/uuid.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import { audit } from '../audit/audit.store.ts';
import { rangesOf } from '../batches.ts';
import { insertChange } from '../change/change.store.ts';
import { numberChanges } from '../change/change-number.store.ts';
import { DryRun } from '../dry-run.ts';
import { contentProjectOf } from '../key/content-project.ts';
import { findRewordedForms } from '../key/earlier-source.store.ts';
import { bumpFormVersions, type RewordedKey } from '../key/key.store.ts';
import { ensureLocales } from '../locale/ensure-locales.ts';
import { actorOf, ownerOf, type Principal } from '../principal.ts';
import { getWritableProject, type ProjectRow } from '../project/project.store.ts';
import { lockContent } from '../project-lock.store.ts';
import { extendSyncState } from '../sync/sync-state.store.ts';
import { NOTHING_SEEN, type SyncState } from '../sync/sync-token.ts';
import type { ProjectRef } from '../tenant.ts';
import { applyChanges, ContentChanges } from '../value/content-changes.store.ts';
import { trackOutdated } from '../value/outdated-count.store.ts';
import { renewSourceVersions } from '../value/value-writes.store.ts';
import { Conflicts } from './conflicts.ts';
import type { FileContent } from './file-content.ts';
import { findForeignPlaceholders } from './foreign-placeholders.ts';
import { findForeignShape } from './foreign-shape.ts';
import type { ImportPlan, ImportRecorder, KeyRow } from './import-rows.ts';
import { type Merge, mergeContent } from './merge-content.ts';
import { archivePlanned, KeptKeys, pruneKeys } from './prune-keys.ts';
import { SourcelessKeys } from './sourceless-keys.ts';
import { type Described, type KeyBatch, KeyTaker } from './take-keys.ts';
import { WarningList } from './warning-list.ts';
import { type ImportMode, LocaleWriter, type ValueTally } from './write-locale.ts';

export interface ImportInput {
  projectId: ProjectRef;
  format: string;
  /** Canonical tag of the supplied content. */
  localeTag: string;
  content: FileContent;
  targetLocales: readonly string[];
  /** Path of the locale in the request; null if it names none. */
  pathOf: (localeTag: string) => string | null;
  mode: ImportMode;
  dryRun: boolean;
  prune: boolean;
  /** States that a repeated text may give a reviewed value. */
  lowersTo: readonly ValueState[];
  address: string;
  /** Receives every row. Conflicts of the mode `fail` are rows, too, and do not end the dry run. */
  recorder?: ImportRecorder;
  plan?: ImportPlan;
  /** Decides about each text by the state that the file was last in step with. */
  merge?: Merge;
}

export interface ImportOutcome {
  /** Null for a dry run. */
  importId: string | null;
  /** Null if nothing was written. */
  changeId: string | null;
  /** State that the import leaves its caller in. Null if it cannot be told. */
  syncState: SyncState | null;
  locales: { created: string[] };
  keys: { created: number; restored: number; archived: number; total: number };
  values: ValueTally;
  warnings: Warning[];
}

/** Work after an import in its transaction; `keyIds` are those of the file's keys, in its order. */
export type AfterImport = (tx: Db, outcome: ImportOutcome & { keyIds: string[] }) => Promise<void>;

/** Keys of one round: what it takes holds neither the event loop nor much memory. */
const BATCH_KEYS = 2000;

/** A value that a merge writes was filled in meanwhile. The import is repeated, and decides again. */
class MergeRace extends Error {}

/** Each attempt loses only to a person who fills in one of the values in that moment. */
const MERGE_ATTEMPTS = 5;

/** The next file of a series comes first; jobs that come before this look for themselves. */
const INDEX_DELAY_SECONDS = 2;

/**
 * Brings a file into a project: all of it or nothing, writing only what differs. `inTransaction` runs
 * last, in the same transaction, with what came of it.
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
  { db, clock, tasks }: Pick<Deps, 'db' | 'clock' | 'tasks'>,
  principal: Principal,
  input: ImportInput,
  inTransaction?: AfterImport,
): Promise<ImportOutcome> {
  const base = input.merge?.base ?? NOTHING_SEEN;
  try {
    // A recorder keeps what it has heard: who made it begins again with another one.
    const transactions = input.recorder ? onceOnly(db) : db;
    const outcome = await transactions.transaction().execute(async (tx) => {
      await forgetPlans(tx);
      await lockContent(tx, input.projectId, 'exclusive');
      // Not before the lock: what others write while this waits comes earlier in the history.
      const now = clock.now();
      const keyIds: string[] | null = inTransaction ? [] : null;
      const outcome = await applyImport(tx, principal, input, keyIds, now);
      if (hasNewTexts(outcome)) {
        await tasks.enqueue(tx, 'check-values', { projectId: input.projectId });
        await tasks.enqueue(tx, 'index-memory', {}, { delaySeconds: INDEX_DELAY_SECONDS });
      }
      if (outcome.importId !== null) await input.plan?.finish(tx, outcome.importId);
      if (inTransaction && keyIds) await inTransaction(tx, { ...outcome, keyIds });
      // Only now, so that a dry run is refused what the real one would be.
      if (input.dryRun) throw new DryRun({ ...outcome, importId: null, changeId: null });
      return outcome;
    });
    await numberChanges(db, input.projectId);
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
  /** Takes the ids of the file's keys, where they are wanted. */
  keyIds: string[] | null,
  now: Date,
): Promise<ImportOutcome> {
  const { recorder = null } = input;
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
  const project = contentProjectOf(row, locales);
  const { content, plan = null } = input.merge
    ? await mergeContent(
        tx,
        {
          projectId: row.id,
          sourceLocale: row.source_locale,
          locales,
          localeTag: input.localeTag,
        },
        input.content,
        input.merge,
      )
    : input;
  const changes = new ContentChanges();
  const importId = newId();
  const skipped = plan?.leftOut ?? 0;
  const values: ValueTally = { created: 0, updated: 0, unchanged: 0, skipped };
  const conflicts = new Conflicts();
  const rewordedOthers: RewordedKey[] = [];
  const warnings = new WarningList();
  const shape = shapeOf(row, input);
  if (shape) warnings.add(shape);
  const { messageFormat } = row.settings;
  const placeholders = await findForeignPlaceholders(textsOf(input.content), messageFormat);
  if (placeholders) warnings.add(placeholders);
  warnings.addAll(content.warnings);
  // The source first: the other texts belong to the version that it then has.
  const writers = [...content.locales]
    .sort((a, b) => Number(isSource(row, b)) - Number(isSource(row, a)))
    .map(
      (texts) =>
        new LocaleWriter(tx, {
          projectId: row.id,
          locale: locales.find(({ code }) => code === texts.localeTag)!,
          isSource: isSource(row, texts),
          texts,
          mode: input.mode,
          lowersTo: input.lowersTo,
          fills: isSource(row, texts) && isFilled(row, input),
          warnings,
          importId,
          now,
          changes,
          values,
          conflicts,
          rewordedOthers,
          recorder,
        }),
    );
  const describes = describedBy(row, input);
  const keys = await KeyTaker.open(tx, {
    project,
    content,
    changes,
    importId,
    now,
    describes,
    marks: input.localeTag === row.source_locale,
    replacesUnitIds: input.mode === 'overwrite',
    tags: input.merge?.tags ?? [],
    plan,
    conflicts,
  });
  const sourceless = new SourcelessKeys(tx, {
    id: row.id,
    sourceLocale: row.source_locale,
    sourceLocaleId: row.source_locale_id,
  });
  const kept = mayPrune(row, input, warnings) ? new KeptKeys(project, fileTags) : null;
  for (const [from, to] of rangesOf(content.names.length, BATCH_KEYS)) {
    const batch = await keys.take(from, to);
    kept?.add(batch.refs);
    for (const { id } of batch.refs) keyIds?.push(id);
    if (recorder) await recorder.addKeys(keyRowsOf(content, batch));
    for (const writer of writers) await writer.write(batch);
    await sourceless.add(batch);
  }
  for (const writer of writers) writer.finish();
  if (!recorder && !plan) refuseConflicts(conflicts, false);
  await outdateForms(tx, { projectId: row.id, importId, changes, now }, rewordedOthers);
  const sourceLocaleId = row.source_locale_id;
  const pruning = { project, sourceLocaleId, changes, importId, now, recorder };
  let archived = 0;
  if (plan) {
    archived = await archivePlanned(tx, plan, conflicts, pruning);
    if (input.merge && conflicts.count > 0) throw new MergeRace(conflicts.listed[0]!.message);
    refuseConflicts(conflicts, true);
  } else if (kept) {
    archived = await pruneKeys(tx, kept, pruning);
  }
  const { created, restored, edited } = keys;
  const done = { keys: { created, restored, archived, total: input.content.names.length }, values };
  // A file that changes nothing leaves no trace but its audit row.
  const { created: added, updated } = values;
  const writes = created + restored + archived + edited + added + updated > 0;
  const record = { importId, writes, now, projectName: row.name, ...done };
  await recordImport(tx, principal, input, record);
  await applyChanges(tx, row.id, changes);
  warnings.addAll(keys.warnings);
  for (const name of await sourceless.names()) {
    const message = `the key has no source string (${row.source_locale})`;
    warnings.add({ path: name, code: 'no_source_text', message });
  }
  return {
    importId,
    changeId: writes ? importId : null,
    syncState: null,
    locales: { created: newLocales.map(({ code }) => code) },
    ...done,
    warnings: warnings.toList(),
  };
}

/** Warnings about the names of a nested file; the first names are enough. */
function shapeOf(row: ProjectRow, { format, content, localeTag }: ImportInput): Warning | null {
  if (format !== 'json' && format !== 'yaml') return null;
  const separator = row.settings.keySeparator ?? DEFAULT_KEY_SEPARATOR;
  const names = content.names.slice(0, Math.min(content.names.length, BATCH_KEYS));
  return findForeignShape(names, { separator, localeTag });
}

function* textsOf({ locales }: FileContent): Generator<string, void> {
  for (const texts of locales) for (let at = 0; at < texts.length; at++) yield texts.textAt(at);
}

interface Outdating {
  projectId: ProjectRef;
  importId: string;
  changes: ContentChanges;
  now: Date;
}

/**
 * Translations of the forms that are made from these texts are outdated, but for those of the file: they
 * came with the new ones. Which families there are is known once all keys are taken.
 */
async function outdateForms(
  tx: Db,
  { projectId, importId, changes, now }: Outdating,
  rewordedOthers: readonly RewordedKey[],
): Promise<void> {
  for (const [from, to] of rangesOf(rewordedOthers.length, BATCH_KEYS)) {
    const forms = await findRewordedForms(tx, projectId, rewordedOthers.slice(from, to));
    if (forms.length === 0) continue;
    const ids = forms.map(({ keyId }) => keyId);
    await trackOutdated(tx, projectId, ids, changes, async () => {
      await bumpFormVersions(tx, projectId, forms, { changeId: importId, now });
      await renewSourceVersions(tx, projectId, ids, importId);
    });
  }
}

const hasNewTexts = ({ keys, values }: ImportOutcome): boolean =>
  keys.restored + values.created + values.updated > 0;

/** A file of the source locale renews the descriptions that came from files: a developer has changed a comment. */
const describedBy = (row: ProjectRow, { mode, localeTag }: ImportInput): Described =>
  mode === 'overwrite' && localeTag === row.source_locale ? 'renewed' : 'undescribed';

/**
 * True if the file's source texts are only used for missing ones: a translator's XLIFF or CSV has those of the
 * day on which it was exported, and the project may have newer ones.
 */
const isFilled = (row: ProjectRow, { localeTag, mode }: ImportInput): boolean =>
  localeTag !== row.source_locale && mode === 'overwrite';

const isSource = (row: ProjectRow, { localeTag }: { localeTag: string }): boolean =>
  localeTag === row.source_locale;

/**
 * Only a file of the source locale tells which keys there are; an empty one tells that there are none. A
 * translator's has source texts too, but of what there was to translate.
 */
function mayPrune(
  row: ProjectRow,
  { prune, content, localeTag }: ImportInput,
  warnings: WarningList,
): boolean {
  if (!prune) return false;
  const hasSource = content.locales.some((texts) => isSource(row, texts));
  const isOfSource = localeTag === row.source_locale;
  if (isOfSource && (hasSource || content.names.length === 0)) return true;
  const what = isOfSource ? 'has no strings of' : 'was not imported as a file of';
  const message = `the file ${what} the source locale ${row.source_locale}, so nothing was archived`;
  warnings.add({ path: '', code: 'prune_ignored', message });
  return false;
}

function refuseConflicts({ count, listed }: Conflicts, isPlanned: boolean): void {
  if (count === 0) return;
  if (isPlanned) {
    const what = count === 1 ? 'A key or value has' : `${count} keys or values have`;
    const detail = `${what} changed since the import was staged; nothing was written. Stage the file again.`;
    fail('import_conflict', detail, { errors: listed });
  }
  const what = count === 1 ? 'A value differs' : `${count} values differ`;
  fail(
    'import_conflict',
    `${what} from the file. Nothing was written. Import with another mode, or correct the file.`,
    { errors: listed },
  );
}

/** The keys of a batch as they were before. */
const keyRowsOf = (
  { names, descriptions, unitIds, marks }: FileContent,
  { from, refs, isNew, restoredIds }: KeyBatch,
): KeyRow[] =>
  refs.map(({ id }, at) => ({
    name: names.at(from + at),
    id: isNew[at] ? null : id,
    isArchived: restoredIds.has(id),
    description: descriptions.at(from + at),
    unitId: unitIds.at(from + at),
    marks: marks.at(from + at),
  }));

interface ImportRecord extends Pick<ImportOutcome, 'keys' | 'values'> {
  importId: string;
  /** True if the file changes anything. */
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
