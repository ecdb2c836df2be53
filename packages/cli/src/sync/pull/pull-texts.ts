import { type FileWarning, formatById, warningKind } from '@parlance/formats';
import { DeclaredPlurals } from '../../documents/declared-plurals.ts';
import { type Document, hashOf, readBytes, readRows } from '../../documents/documents.ts';
import { describeWarnings, FileWarnings, type WarnedFile } from '../../documents/file-warnings.ts';
import { findModel } from '../../documents/models.ts';
import { isRailsFile } from '../../documents/partial-texts.ts';
import { orderOf } from '../../documents/place-rows.ts';
import type { ReadContext } from '../../documents/read-context.ts';
import { hasLongLines, shapeOf, writeDocument } from '../../documents/write-document.ts';
import { type FileWrite, writeFiles } from '../../documents/write-files.ts';
import type { Fault } from '../../fault.ts';
import { anyHasStates } from '../has-states.ts';
import { filesInStep, noteState } from '../note-state.ts';
import { fetchDescriptions } from '../push/descriptions.ts';
import type { Workspace } from '../workspace.ts';
import type { PullPlan } from './plan-pull.ts';

/**
 * Writes all planned files and records the new state in the lock file. If a file cannot be written,
 * no file is changed.
 * @returns what was changed in files besides texts
 */
export async function pullTexts(workspace: Workspace, plan: PullPlan): Promise<Fault[]> {
  const { config, context, project, projectTexts, projectToken, isWhole, documents } = workspace;
  const writes: FileWrite[] = [];
  const plurals = new DeclaredPlurals(documents, project.sourceLocale);
  const hashes = new Map<string, string>();
  const warnings: Fault[] = [];
  const written: WarnedFile[] = [];
  const described = plan.files.some(
    ({ document, edits }) => document.hash === null && edits.size > 0 && hasComments(document),
  );
  const descriptions = described ? await fetchDescriptions(workspace) : new Map<string, string>();
  const note = ({ path }: Document, bytes: Uint8Array, hash: string | null): void => {
    writes.push({ path, bytes, hash });
    hashes.set(path, hashOf(bytes));
  };
  for (const { document, edits, reason, hasNewNames, model: modelDocument } of plan.files) {
    if (edits.size === 0) {
      if (hasNewNames) {
        note(document, document.bytes, document.hash);
        written.push(await readWritten(document, document.bytes, context));
      }
      continue;
    }
    const like = documents.find((one) => one.spec === document.spec && one.hash !== null);
    const shape = shapeOfNew(document, documents, context.keySeparator);
    const model = modelDocument ?? findModel(document, documents, project.sourceLocale);
    const bytes = await writeDocument(document, edits, context, {
      shape,
      plurals,
      descriptions,
      model,
      like,
      beside: translationsBeside(workspace, document),
      isRails: isRailsFile(project, model ?? document),
      order: orderOf(config, document, documents),
      poWrap: like === undefined || !hasLongLines(like),
      skipsPlainStates: !documents.some(
        (one) => one.spec === document.spec && hasState(one, project),
      ),
      ...(!reason && { onNotice: (notice) => warnings.push({ ...notice, file: document.path }) }),
      sources: projectTexts.get(project.sourceLocale) ?? new Map(),
    });
    note(document, bytes, document.hash);
    written.push(await readWritten(document, bytes, context));
  }
  if (isWhole && projectToken !== null) {
    const files = filesInStep(workspace, (locale) => !plan.kept.has(locale), hashes);
    const noted = { files, hasStates: anyHasStates(config), held: plan.held };
    const lock = noteState(workspace, projectToken, noted);
    if (lock) writes.push(lock);
  }
  writeFiles(config.root, writes);
  return [...warnings, ...describeWarnings(written)];
}

/** Reads a written file again to find content that the platform's tool rejects, ignores or changes. */
async function readWritten(
  file: Document,
  bytes: Uint8Array,
  context: ReadContext,
): Promise<WarnedFile> {
  const { localeRule, nameRule } = formatById(file.spec.format)!;
  if (!localeRule && !nameRule) return { file, warnings: [] };
  const warnings = new FileWarnings(file, context);
  const warn = (warning: FileWarning): void => {
    if (warningKind(warning.code).about === 'platform') warnings.add(warning);
  };
  for await (const _ of readRows(file, [bytes], context, warn));
  return { file, warnings: warnings.list() };
}

/** Returns the contents of the other translations that differ from a file only in their locale. */
function translationsBeside(
  { config, documents, project }: Workspace,
  { spec, values, locale }: Document,
): Uint8Array[] {
  const others = documents.filter(
    (document) =>
      document.spec === spec &&
      document.hash !== null &&
      document.locale !== locale &&
      document.locale !== project.sourceLocale &&
      JSON.stringify(document.values) === JSON.stringify(values),
  );
  return others
    .slice(0, MAX_BESIDE)
    .map((one) => (one.bytes.length > 0 ? one.bytes : readBytes(config, one)));
}

/** Maximum number of translations whose conventions a file follows. */
const MAX_BESIDE = 10;

/** True if a translation in the file has a review state. */
const hasState = ({ rows }: Document, { sourceLocale }: Workspace['project']): boolean =>
  rows.some(({ values }) =>
    values.some(({ state, localeTag }) => state !== undefined && localeTag !== sourceLocale),
  );

const hasComments = ({ spec }: Document): boolean =>
  spec.format === 'csv' || formatById(spec.format)!.carries.includes('comments');

/**
 * Returns whether a new file is nested or flat. If the key names leave this open, the new file gets
 * the shape of another file of the same entry.
 */
function shapeOfNew(
  document: Document,
  documents: readonly Document[],
  keySeparator: string | null,
): 'flat' | 'nested' {
  const tells = ({ rows }: Document): boolean =>
    keySeparator !== null && rows.some(({ name }) => name.includes(keySeparator));
  const like = tells(document)
    ? document
    : documents.find((one) => one.spec === document.spec && tells(one));
  return like ? shapeOf(like, keySeparator) : (document.spec.shape ?? 'nested');
}
