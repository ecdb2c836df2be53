import type { Call, Outcome } from '../command.ts';
import { newcomers, secondSources, strayPseudo, unreadFiles } from '../documents/left-out-files.ts';
import { isNeeded } from '../documents/locale-sets.ts';
import { inEachProject } from '../each-project.ts';
import { EXIT } from '../fault.ts';
import {
  describeLeft,
  findLeft,
  isDisabled,
  type LeftLocale,
  warnOfEmpty,
  warnOfLeft,
} from '../sync/left-locales.ts';
import { describePlan, describePushed } from '../sync/push/describe-push.ts';
import { warningsOfFiles } from '../sync/push/file-warnings.ts';
import { describeOutdated } from '../sync/push/outdated.ts';
import type { PushPlan } from '../sync/push/push-plan.ts';
import { choiceOf, planPush, pushTexts } from '../sync/push/push-texts.ts';
import { notesOnEmptyEntries, requireFiles } from '../sync/require-files.ts';
import { warningsOfSame } from '../sync/same-locales.ts';
import { describeSkipped } from '../sync/skipped-files.ts';
import { standingOf } from '../sync/standing.ts';
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
  for (const plan of plans) {
    if (isEmpty(workspace, plan)) continue;
    const isSource = plan.locale === workspace.project.sourceLocale;
    call.note(
      isUnread(workspace, plan.locale)
        ? `${plan.locale}  skipped: its files cannot be read`
        : describePlan(plan, { sendsStates, isSource }),
    );
  }
  const sent = plans.flatMap(({ texts }) => texts);
  const keeps = call.flags.has('keep-translations');
  const outdated = await describeOutdated(workspace, sent, { keeps });
  if (outdated !== null) call.note(outdated.line);
  const left = findLeft(
    workspace,
    plans.map(({ locale }) => locale),
  );
  for (const one of left) if (!isRefused(call, workspace, one)) call.note(describeLeft(one));
  if (call.flags.has('dry-run')) {
    const { errors, warnings } = faultsOf(call, workspace, { plans, left });
    const counted = outdated?.counts ?? {};
    const { data: found, said } = await findingsOf(call, workspace, plans);
    const data = { dryRun: true, plans, outdated: counted, ...found, ...skippedIn(workspace) };
    const lines = ['Nothing was sent: --dry-run.', ...said];
    const exit = errors.length > 0 ? EXIT.no : EXIT.done;
    return async () => ({ data, lines, warnings, errors, exit });
  }
  return () => carryOut(call, workspace, { plans, left });
}

interface Planned {
  readonly plans: readonly PushPlan[];
  readonly left: readonly LeftLocale[];
}

async function carryOut(
  call: Call,
  workspace: Workspace,
  { plans, left }: Planned,
): Promise<Outcome> {
  const { pushed, refusals, ...told } = await pushTexts(call, workspace, plans);
  const faults = faultsOf(call, workspace, { plans, left });
  const warnings = [...faults.warnings, ...told.warnings];
  const line = describePushed({
    plans,
    pushed,
    left,
    isRefused: refusals.length > 0,
    isKept: pushed.some(({ kept }) => kept > 0),
    isSkipping: workspace.skipped.length > 0,
  });
  const landed = new Set(pushed.map(({ locale }) => locale));
  const sent = plans.filter(({ locale }) => landed.has(locale));
  const errors = [...faults.errors, ...refusals.flatMap((refusal) => refusal.faults)];
  const data = { dryRun: false, pushed, ...skippedIn(workspace) };
  let done: Outcome = { data, lines: [line], warnings, errors };
  try {
    const { data: found, said } = await findingsOf(call, workspace, sent);
    done = { ...done, data: { ...data, ...found }, lines: [line, ...said] };
    if (errors.length > 0) {
      return { ...done, exit: pushed.length > 0 ? EXIT.partial : (refusals[0]?.exit ?? EXIT.no) };
    }
    if (!call.flags.has('translate')) return done;
    const work = { projectId: workspace.project.id, ...jobChoices(call) };
    const translated = await translateTexts(call, workspace.connection, work);
    return {
      ...done,
      data: { ...(done.data as object), ...translated.data },
      lines: [...done.lines!, ...translated.lines],
      exit: translated.exit ?? EXIT.done,
    };
  } catch (error) {
    return failedAfter(call, done, error);
  }
}

/** Counts the findings in the texts of a push. Loads the checks only if the push has texts. */
async function findingsOf(call: Call, workspace: Workspace, plans: readonly PushPlan[]) {
  if (plans.every(({ texts }) => texts.length === 0)) return { data: {}, said: [] };
  const { countPushFindings, describePushFindings } = await import(
    '../sync/push/count-findings.ts'
  );
  const findings = await countPushFindings(call, workspace, plans);
  return { data: { findingCounts: findings }, said: describePushFindings(findings) };
}

/** Returns the errors and warnings about files that a push does not send. */
function faultsOf(call: Call, workspace: Workspace, { plans, left }: Planned) {
  const sent = plans.map(({ locale }) => locale);
  const { errors, warnings } = describeSkipped(workspace, sent);
  const same = warningsOfSame(workspace, sent);
  const ofFiles = warningsOfFiles(workspace, sent);
  const { config, documents } = workspace;
  const empty = notesOnEmptyEntries(config, documents);
  const unsent = [...empty, ...unreadFiles(config), ...newcomers(config)];
  const noTexts = plans.filter((plan) => isEmpty(workspace, plan)).map(warnOfEmpty);
  const disabled = left.filter((one) => isRefused(call, workspace, one)).map(warnOfLeft);
  return {
    errors,
    warnings: [...unsent, ...disabled, ...noTexts, ...warnings, ...same, ...ofFiles],
  };
}

/** True for a locale all of whose files were skipped. */
function isUnread({ skipped, documents }: Workspace, locale: string): boolean {
  const paths = new Set(skipped.map(({ file }) => file.path));
  const files = documents.filter(
    (document) => document.locale === locale && document.hash !== null,
  );
  return files.length > 0 && files.every(({ path }) => paths.has(path));
}

/** True for a locale that the project does not have, and whose files have no texts to add it with. */
const isEmpty = (workspace: Workspace, { locale, texts }: PushPlan): boolean =>
  texts.length === 0 &&
  standingOf(workspace, locale) === 'absent' &&
  !isUnread(workspace, locale) &&
  !isNeeded(workspace.documents, locale, workspace.project.sourceLocale) &&
  !workspace.differences.some((one) => one.locale === locale);

/** True for a disabled locale that the user asked the push to send. */
const isRefused = (call: Call, workspace: Workspace, left: LeftLocale): boolean =>
  isDisabled(left) && choiceOf(call, workspace)(left.locale);

const skippedIn = ({ skipped }: Workspace) =>
  skipped.length === 0 ? {} : { skipped: skipped.map(({ file }) => file.path) };
