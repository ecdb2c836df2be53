import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { inContent, type Writing } from '../../content/index.ts';
import { ownerOf, type Principal } from '../../kernel/index.ts';
import { ensureLocales, getWritableProject } from '../../project/index.ts';
import type { AfterImport, ImportInput, ImportOutcome } from './import-input.ts';
import { mergeContent } from './merge-content.ts';
import { contentWarnings } from './transaction/content-warnings.ts';
import { inImport } from './transaction/in-import.ts';
import { recordImport } from './transaction/record-import.ts';
import { WarningList } from './warning-list.ts';
import { hasWritten, MergeRace, writeFile } from './write-file.ts';

/**
 * Maximum number of attempts to merge a file. An attempt fails if a user adds a value that the
 * merge is about to add.
 */
const MERGE_ATTEMPTS = 5;

/**
 * Imports a file into a project and writes only differences. Runs `inTransaction` with the result
 * at the end of the transaction.
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
      return await inImport(deps, input, (tx, now) =>
        applyImport(tx, principal, input, now, inTransaction),
      );
    } catch (error) {
      if (!(error instanceof MergeRace)) throw error;
      if (attempt === MERGE_ATTEMPTS) fail('import_conflict', error.message);
    }
  }
}

async function applyImport(
  tx: Db,
  principal: Principal,
  input: ImportInput,
  now: Date,
  inTransaction?: AfterImport,
): Promise<ImportOutcome> {
  const keyIds: string[] | null = inTransaction ? [] : null;
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
  for (const warning of await contentWarnings(row, input)) warnings.add(warning);
  warnings.addAll(content.warnings);
  const order = { row, locales, input, content, plan, warnings, keyIds };
  const { keepTranslations } = input;
  const write = (writing: Writing) => writeFile(writing, order);
  const done = await inContent(tx, row, by, write, { keepTranslations });
  const { keys, values } = done;
  const writes = hasWritten(done);
  const importId = by.changeId;
  const from = { format: input.fileFormat ?? input.format, locale: input.localeTag };
  const record = { importId, writes, now, projectName: row.name, keys, values, from };
  await recordImport(tx, principal, input, record);
  const outcome: ImportOutcome = {
    importId,
    changeId: writes ? importId : null,
    syncState: null,
    locales: { created: newLocales.map(({ code }) => code) },
    keys,
    values,
    warnings: warnings.toList(),
  };
  await input.plan?.finish(tx, importId);
  if (inTransaction && keyIds) await inTransaction(tx, { ...outcome, keyIds });
  return outcome;
}
