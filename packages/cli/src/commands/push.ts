import type { Call, Outcome } from '../command.ts';
import { inEachProject } from '../each-project.ts';
import { EXIT } from '../fault.ts';
import { count } from '../output/count.ts';
import { describeOutdated } from '../sync/push/outdated.ts';
import type { PushPlan } from '../sync/push/push-plan.ts';
import { type PushedLocale, planPush, pushTexts } from '../sync/push/push-texts.ts';
import { requireFiles } from '../sync/require-files.ts';
import { openWorkspace, type Workspace } from '../sync/workspace.ts';
import { jobChoices, translateTexts } from '../translate-texts.ts';

export const run = (call: Call): Promise<Outcome> => inEachProject(call, preparePush);

export async function preparePush(call: Call): Promise<() => Promise<Outcome>> {
  const workspace = await openWorkspace(call);
  requireFiles(call, workspace);
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
  const outdated = await describeOutdated(workspace, sent);
  if (outdated !== null) call.note(outdated.line);
  for (const line of leftOut(workspace, plans)) call.note(line);
  if (call.flags.has('dry-run')) {
    const data = { dryRun: true, plans, outdated: outdated?.counts ?? {} };
    return async () => ({ data, lines: ['Nothing was sent: --dry-run.'] });
  }
  return () => carryOut(call, workspace, plans);
}

async function carryOut(
  call: Call,
  workspace: Workspace,
  plans: readonly PushPlan[],
): Promise<Outcome> {
  const isAll = leftOut(workspace, plans).length === 0;
  const { pushed, warnings, refusals } = await pushTexts(call, workspace, plans);
  const sum = (of: (one: PushedLocale) => number) => pushed.reduce((all, one) => all + of(one), 0);
  const texts = sum(({ created, updated }) => created + updated);
  const archived = sum((one) => one.archived);
  const described = plans.reduce((all, one) => all + one.described.length, 0);
  const line =
    texts + archived + described === 0
      ? `Nothing to push: ${isAll ? 'the project has the texts of the files.' : '--all sends the other locales.'}`
      : `Pushed ${count(texts, 'text')}${described > 0 ? ` and ${count(described, 'description')}` : ''}${archived > 0 ? ` and archived ${count(archived, 'key')}` : ''}.`;
  const data = { dryRun: false, pushed };
  if (refusals.length > 0) {
    const exit = pushed.length > 0 ? EXIT.partial : refusals[0]!.exit;
    const errors = refusals.flatMap(({ faults }) => faults);
    return { data, lines: [line], warnings, errors, exit };
  }
  if (!call.flags.has('translate')) return { data, lines: [line], warnings };
  const work = { projectId: workspace.project.id, ...jobChoices(call) };
  const translated = await translateTexts(call, workspace.connection, work);
  return {
    data: { ...data, ...translated.data },
    lines: [line, ...translated.lines],
    warnings,
    exit: translated.exit ?? EXIT.done,
  };
}

function leftOut({ differences, locales }: Workspace, plans: readonly PushPlan[]): string[] {
  const sent = new Set(plans.map(({ locale }) => locale));
  return locales.flatMap((locale) => {
    const own = differences.filter(
      (one) => one.locale === locale && /^(here|new-here|conflict)$/.test(one.kind),
    );
    if (sent.has(locale) || own.length === 0) return [];
    return [`${locale}  ${count(own.length, 'text')} only in the files (--all sends all locales)`];
  });
}

const MAX_LISTED = 10;

const listed = (names: readonly string[]): string =>
  names.slice(0, MAX_LISTED).join(', ') + (names.length > MAX_LISTED ? ', …' : '');
