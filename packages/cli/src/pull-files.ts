import { type Config, groupBy, type MatchedFile } from '@parlance/config';
import { ONLY_LINE_BREAKS } from '@parlance/formats';
import type { Call, Outcome } from './command.ts';
import { describeWarnings } from './documents/file-warnings.ts';
import { unreadFiles } from './documents/left-out-files.ts';
import { findingsOfLocales } from './documents/locale-sets.ts';
import { isPseudoTag } from './documents/pseudo-tags.ts';
import { inEachProject } from './each-project.ts';
import type { Fault } from './fault.ts';
import { count } from './output/count.ts';
import { joinParts } from './output/list-names.ts';
import { describeLeft, findLeft } from './sync/left-locales.ts';
import { describeKept } from './sync/pull/describe-kept.ts';
import { type FilePlan, type PullPlan, planPull } from './sync/pull/plan-pull.ts';
import { readPseudoLocales, requirePseudo, writePseudo } from './sync/pull/pseudo-files.ts';
import { pullTexts } from './sync/pull/pull-texts.ts';
import { renameEntries } from './sync/pull/rename-entries.ts';
import { notesOnEmptyEntries } from './sync/require-files.ts';
import { warningsOfBeside } from './sync/same-locales.ts';
import { isHeldBack } from './sync/three-way.ts';
import { openWorkspace, type Workspace } from './sync/workspace.ts';

export const pull = (call: Call): Promise<Outcome> => inEachProject(call, preparePull);

export async function preparePull(called: Call): Promise<() => Promise<Outcome>> {
  const given = await called.config();
  const configured = given.pull?.pseudo ?? [];
  const pseudo = readPseudoLocales(called, given);
  const call = { ...called, config: async () => withPseudo(await called.config(), pseudo) };
  const opened = await openWorkspace(call, { stop: { nothing: 'Nothing was written.' } });
  requirePseudo(opened, pseudo);
  const entries = await renameEntries(opened);
  const { workspace } = entries;
  const plan = await planPull(call, entries);
  const withTexts = plan.files.flatMap(({ reason, counts }) => (reason ? [] : [counts]));
  for (const counts of withTexts) {
    const { path, isNew, added, changed, removed, renamed, moved, states, kept, held, partial } =
      counts;
    const parts = [
      ...(isNew && added > 0 ? ['new file'] : []),
      `${added} added`,
      `${changed} changed`,
      ...(removed > 0 ? [`${removed} removed`] : []),
      ...(renamed > 0 ? [`${renamed} renamed`] : []),
      ...(moved > 0 ? [`${count(moved, 'form')} moved to the file of their plural`] : []),
      ...(states > 0 ? [`${count(states, 'other state')}`] : []),
      ...(kept > 0 ? [`${kept} kept as they are here`] : []),
      ...(held > 0 ? [`${held} left out by their state`] : []),
      ...(partial > 0 ? [`${partial} left out until their array or plural is complete`] : []),
    ];
    call.note(`${path}  ${parts.join(', ')}`);
  }
  const fuzzy = countFuzzy(plan.files);
  if (fuzzy > 0) {
    call.note(
      `${count(fuzzy, 'text')} fuzzy: gettext shows the source text until somebody reviews the translation (msgfmt --use-fuzzy takes it).`,
    );
  }
  const newFiles = plan.files.filter(({ counts }) => counts.isNew && counts.added > 0);
  const warnings = [
    ...notesOnNew(workspace, newFiles),
    ...(newFiles.length > 0 ? unreadFiles(workspace.config) : []),
    ...warningsOfBeside(
      workspace,
      newFiles.map(({ document }) => document),
    ),
    ...(newFiles.length > 0 ? warningsOfLocales(workspace, newFiles) : []),
    ...plan.files.flatMap(({ reason }) => reason ?? []),
    ...warningsOfRefused(workspace),
    ...plan.warnings,
  ];
  return async () => {
    const isDry = call.flags.has('dry-run');
    if (!isDry) warnings.push(...(await pullTexts(workspace, plan)));
    if (pseudo.length === 0) return { ...outcomeOf(workspace, plan, { isDry }), warnings };
    if (isDry) {
      const outcome = outcomeOf(workspace, plan, { isDry, hasOthers: true });
      const alsoWritten = `Would also write the files of ${pseudo.join(', ')}.`;
      return { ...outcome, lines: [...outcome.lines, alsoWritten], warnings };
    }
    const made = await writePseudo(workspace, pseudo);
    const outcome = outcomeOf(workspace, plan, { isDry, hasOthers: made.length > 0 });
    const line =
      made.length === 0
        ? `${pseudo.join(', ')} is up to date.`
        : `Wrote ${count(made.length, 'file')} of ${pseudo.join(', ')}.`;
    const unnamed = pseudo.filter((tag) => !configured.includes(tag));
    const hints = unnamed.map((tag) => {
      const gain = isPseudoTag(tag) ? 'so that every pull writes it' : 'so that no push sends it';
      return `Name ${tag} in "pull.pseudo" of parlance.json, ${gain}.`;
    });
    const lines = [...outcome.lines, line, ...hints];
    return { data: { ...outcome.data, pseudo: made }, lines, warnings };
  };
}

/** Counts the texts that gettext ignores because they need a review. */
const countFuzzy = (files: PullPlan['files']): number =>
  files
    .filter(({ document }) => document.spec.format === 'po')
    .flatMap(({ edits }) => [...edits.values()].flatMap((texts) => [...texts.values()]))
    .filter((edit) => edit?.state === 'needs_review').length;

/** Returns a note for each entry whose first files are new. If no entry has a file, returns a single note. */
function notesOnNew(
  { config, documents }: Workspace,
  newFiles: readonly Pick<FilePlan, 'document'>[],
): Fault[] {
  const isEmpty = documents.every(({ hash }) => hash === null);
  const specs = new Set(newFiles.map(({ document }) => document.spec));
  const files = config.files.filter((spec) => isEmpty || specs.has(spec));
  return notesOnEmptyEntries({ ...config, files }, documents, '; this pull writes new ones');
}

/** Returns a warning for each file that cannot contain texts of the project. */
function warningsOfRefused({ refused, documentOf }: Workspace): Fault[] {
  const byFile = groupBy(refused, ({ locale, key }) => documentOf(locale, key)!);
  const warned = [...byFile].map(([file, [first, ...others]]) => {
    const path = first!.key.slice(file.prefix.length);
    const message = `The text of the project is not in the file: ${ONLY_LINE_BREAKS}. What the file has stays`;
    const warning = { code: 'only_line_breaks' as const, path, message, count: 1 + others.length };
    return { file, warnings: [warning] };
  });
  return describeWarnings(warned);
}

/** Returns warnings about the locales of new files, and about files that are missing beside them. */
function warningsOfLocales(
  { config, documents }: Workspace,
  newFiles: readonly Pick<FilePlan, 'document'>[],
): Fault[] {
  const added = new Set(newFiles.map(({ document }) => document));
  const files = documents.filter((document) => document.hash !== null || added.has(document));
  const isTold = (file: MatchedFile): boolean => newFiles.some(({ document }) => document === file);
  // If a platform's tool would fail without a file, the pull writes the file and reports it.
  return findingsOfLocales(config, files, { isTold })
    .filter(({ code, severity }) => code !== 'fallback_missing' || severity !== 'error')
    .map(({ locale: _, severity: __, ...fault }) => fault);
}

const withPseudo = (config: Config, pseudo: string[]): Config =>
  pseudo.length === 0 ? config : { ...config, pull: { ...config.pull, pseudo } };

/**
 * Returns lines that explain why a pull writes no texts. With `hasOthers`, the pull writes other
 * files.
 */
function nothingLines(workspace: Workspace, hasOthers: boolean): string[] {
  const { differences, inProject } = workspace;
  const enabled = inProject.map(({ code }) => code);
  const left = findLeft(workspace, enabled).map(describeLeft);
  const kept = differences.filter(
    (difference) => !isHeldBack(difference) && enabled.includes(difference.locale),
  );
  if (kept.length === 0) {
    const reason = 'the files have the texts of the project.';
    return [hasOthers ? `No new texts: ${reason}` : `Nothing to pull: ${reason}`, ...left];
  }
  const parts = describeKept(workspace, kept);
  return [`${hasOthers ? 'No new texts.' : 'Nothing to pull.'} ${parts.join(' ')}`, ...left];
}

function outcomeOf(
  workspace: Workspace,
  plan: PullPlan,
  { isDry, hasOthers = false }: { isDry: boolean; hasOthers?: boolean },
) {
  const files = plan.files.map(({ counts }) => counts);
  const written = files.filter(
    ({ added, changed, removed, renamed, moved, states }) =>
      added + changed + removed + renamed + moved + states > 0,
  );
  const texts = written.reduce(
    (sum, { added, changed, removed }) => sum + added + changed + removed,
    0,
  );
  const states = written.reduce((sum, file) => sum + file.states, 0);
  const renamed = plan.renamed.size;
  // Each moved form is counted in the file that it leaves, and in the file that gets it.
  const moved = written.reduce((sum, file) => sum + file.moved, 0) / 2;
  const what = joinParts([
    ...(texts > 0 || states + renamed + moved === 0 ? [count(texts, 'text')] : []),
    ...(states > 0 ? [count(states, 'state')] : []),
    ...(renamed > 0 ? [count(renamed, 'renamed key')] : []),
    ...(moved > 0 ? [count(moved, 'moved form')] : []),
  ]);
  const verb = isDry ? 'Would write' : 'Wrote';
  const withoutTexts = plan.files.filter(({ reason }) => reason !== undefined).length;
  const lines =
    written.length === 0
      ? nothingLines(workspace, hasOthers || withoutTexts > 0)
      : [`${verb} ${what} in ${count(written.length, 'file')}.`];
  if (withoutTexts > 0) lines.push(`${verb} ${count(withoutTexts, 'file')} without new texts.`);
  return { data: { dryRun: isDry, files }, lines };
}
