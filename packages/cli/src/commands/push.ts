import type { Call, Outcome } from '../command.ts';
import { newcomers, secondSources, strayPseudo, unreadFiles } from '../documents/left-out-files.ts';
import { inEachProject } from '../each-project.ts';
import { EXIT } from '../fault.ts';
import { count } from '../output/count.ts';
import { warningsOfFiles } from '../sync/push/file-warnings.ts';
import { describeOutdated } from '../sync/push/outdated.ts';
import type { PushPlan } from '../sync/push/push-plan.ts';
import { choiceOf, type PushedLocale, planPush, pushTexts } from '../sync/push/push-texts.ts';
import { notesOnEmptyEntries, requireFiles } from '../sync/require-files.ts';
import { warningsOfSame } from '../sync/same-locales.ts';
import { describeSkipped } from '../sync/skipped-files.ts';
import { openWorkspace, type Workspace } from '../sync/workspace.ts';
import { failedAfter } from '../to-cli-error.ts';
import { jobChoices, translateTexts } from '../translate-texts.ts';

export const run = (call: Call): Promise<Outcome> => inEachProject(call, preparePush);

export async function preparePush(call: Call): Promise<() => Promise<Outcome>> {
  const keepsGoing = call.flags.has('keep-going');
  const workspace = await openWorkspace(call, {
    maySkip: (_, isSource) => !isSource || keepsGoing,
    stop: {
      nothing: 'Nothing was sent.',
      withoutSource: 'pass --keep-going to send the rest',
    },
  });
  requireFiles(call, workspace);
  for (const path of secondSources(workspace.config)) {
    call.note(`${path}  not read: another file has the source texts`);
  }
  const pseudo = strayPseudo(workspace.config, workspace.documents).filter(
    choiceOf(call, workspace),
  );
  if (pseudo.length > 0) {
    call.note(
      `${pseudo.join(', ')}  not sent: pull writes pseudo-locales (a locale of the project is sent)`,
    );
  }
  const plans = await planPush(call, workspace);
  const sendsStates = call.flags.has('states');
  for (const { locale, texts, described, archive, onlyThere, onlyHere, newer, states } of plans) {
    const fresh = texts.filter(({ kind }) => kind === 'new-here').length;
    const parts = [
      `${fresh} new`,
      `${texts.length - fresh} changed`,
      ...(described.length > 0 ? [`${count(described.length, 'description')}`] : []),
      ...(archive.length > 0 ? [`${archive.length} to archive: ${listed(archive)}`] : []),
      ...(onlyThere > 0 ? [`${onlyThere} only in the project (--prune archives them)`] : []),
      ...(onlyHere > 0
        ? [`${onlyHere} archived or cleared in the project (--restore restores them)`]
        : []),
      ...(newer > 0 ? [`${newer} newer in the project (pull brings them)`] : []),
      ...(states.length > 0
        ? [`${count(states.length, 'changed state')}${sendsStates ? '' : ' (--states sends them)'}`]
        : []),
    ];
    call.note(`${locale}  ${parts.join(', ')}`);
  }
  const sent = plans.flatMap(({ texts }) => texts);
  const keeps = call.flags.has('keep-translations');
  const outdated = await describeOutdated(workspace, sent, { keeps });
  if (outdated !== null) call.note(outdated.line);
  for (const line of leftOut(workspace, plans)) call.note(line);
  if (call.flags.has('dry-run')) {
    const { errors, warnings } = faultsOf(workspace, plans);
    const counted = outdated?.counts ?? {};
    const { data: found, said } = await findingsOf(call, workspace, plans);
    const data = { dryRun: true, plans, outdated: counted, ...found, ...skippedIn(workspace) };
    const lines = ['Nothing was sent: --dry-run.', ...said];
    const exit = errors.length > 0 ? EXIT.no : EXIT.done;
    return async () => ({ data, lines, warnings, errors, exit });
  }
  return () => carryOut(call, workspace, plans);
}

async function carryOut(
  call: Call,
  workspace: Workspace,
  plans: readonly PushPlan[],
): Promise<Outcome> {
  const isAll = leftOut(workspace, plans).length === 0;
  const { pushed, refusals, ...told } = await pushTexts(call, workspace, plans);
  const faults = faultsOf(workspace, plans);
  const warnings = [...faults.warnings, ...told.warnings];
  const sum = (of: (one: PushedLocale) => number) =>
    pushed.reduce((all, locale) => all + of(locale), 0);
  const texts = sum(({ created, updated }) => created + updated);
  const archived = sum((locale) => locale.archived);
  const described = plans.reduce((all, plan) => all + plan.described.length, 0);
  const line =
    texts + archived + described === 0
      ? `Nothing to push: ${sayNothing(isAll, workspace)}`
      : `Pushed ${count(texts, 'text')}${described > 0 ? ` and ${count(described, 'description')}` : ''}${archived > 0 ? ` and archived ${count(archived, 'key')}` : ''}.`;
  const landed = new Set(pushed.map(({ locale }) => locale));
  const sent = plans.filter(({ locale }) => landed.has(locale));
  const { data: found, said } = await findingsOf(call, workspace, sent);
  const lines = [line, ...said];
  const data = { dryRun: false, pushed, ...found, ...skippedIn(workspace) };
  const errors = [...faults.errors, ...refusals.flatMap((refusal) => refusal.faults)];
  if (errors.length > 0) {
    const exit = pushed.length > 0 ? EXIT.partial : (refusals[0]?.exit ?? EXIT.no);
    return { data, lines, warnings, errors, exit };
  }
  if (!call.flags.has('translate')) return { data, lines, warnings };
  const work = { projectId: workspace.project.id, ...jobChoices(call) };
  const done: Outcome = { data, lines, warnings };
  try {
    const translated = await translateTexts(call, workspace.connection, work);
    return {
      data: { ...data, ...translated.data },
      lines: [...lines, ...translated.lines],
      warnings,
      exit: translated.exit ?? EXIT.done,
    };
  } catch (error) {
    return failedAfter(call, done, error);
  }
}

/** Counts the findings in the texts of a push, if it has any. The checks are loaded only then. */
async function findingsOf(call: Call, workspace: Workspace, plans: readonly PushPlan[]) {
  if (plans.every(({ texts }) => texts.length === 0)) return { data: {}, said: [] };
  const { countPushFindings, describePushFindings } = await import(
    '../sync/push/count-findings.ts'
  );
  const findings = await countPushFindings(call, workspace, plans);
  return { data: { findingCounts: findings }, said: describePushFindings(findings) };
}

/** Returns what a push says about files that it does not send. */
function faultsOf(workspace: Workspace, plans: readonly PushPlan[]) {
  const sent = plans.map(({ locale }) => locale);
  const { errors, warnings } = describeSkipped(workspace, sent);
  const same = warningsOfSame(workspace, sent);
  const ofFiles = warningsOfFiles(workspace, sent);
  const { config, documents } = workspace;
  const empty = notesOnEmptyEntries(config, documents);
  const left = [...empty, ...unreadFiles(config), ...newcomers(config)];
  return { errors, warnings: [...left, ...warnings, ...same, ...ofFiles] };
}

function sayNothing(isAll: boolean, { skipped }: Workspace): string {
  if (skipped.length > 0) return 'the project has the texts of the files that can be read.';
  return isAll ? 'the project has the texts of the files.' : '--all sends the other locales.';
}

const skippedIn = ({ skipped }: Workspace) =>
  skipped.length === 0 ? {} : { skipped: skipped.map(({ file }) => file.path) };

function leftOut({ differences, locales }: Workspace, plans: readonly PushPlan[]): string[] {
  const sent = new Set(plans.map(({ locale }) => locale));
  return locales.flatMap((locale) => {
    const localeDifferences = differences.filter(
      (difference) =>
        difference.locale === locale && /^(here|new-here|conflict)$/.test(difference.kind),
    );
    if (sent.has(locale) || localeDifferences.length === 0) return [];
    return [
      `${locale}  ${count(localeDifferences.length, 'text')} only in the files (--all sends all locales)`,
    ];
  });
}

const MAX_LISTED = 10;

const listed = (names: readonly string[]): string =>
  names.slice(0, MAX_LISTED).join(', ') + (names.length > MAX_LISTED ? ', …' : '');
