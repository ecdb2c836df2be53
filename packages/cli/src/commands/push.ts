import type { Call, Outcome } from '../command.ts';
import { count } from '../output/count.ts';
import { type PushedLocale, type PushPlan, planPush, pushTexts } from '../sync/push-texts.ts';
import { requireFiles } from '../sync/require-files.ts';
import { openWorkspace, type Workspace } from '../sync/workspace.ts';

export async function run(call: Call): Promise<Outcome> {
  const workspace = await openWorkspace(call);
  requireFiles(call, workspace);
  const plans = await planPush(call, workspace);
  for (const { locale, texts, archive, onlyThere, newer } of plans) {
    const fresh = texts.filter(({ kind }) => kind === 'new-here').length;
    const parts = [
      `${fresh} new`,
      `${texts.length - fresh} changed`,
      ...(archive.length > 0 ? [`${archive.length} to archive: ${listed(archive)}`] : []),
      ...(onlyThere > 0 ? [`${onlyThere} only in the project (--prune archives them)`] : []),
      ...(newer > 0 ? [`${newer} newer in the project (pull brings them)`] : []),
    ];
    call.note(`${locale}  ${parts.join(', ')}`);
  }
  for (const line of leftOut(workspace, plans)) call.note(line);
  if (call.flags.has('dry-run')) {
    const data = { dryRun: true, plans };
    return { data, lines: ['Nothing was sent: --dry-run.'] };
  }
  const { pushed, warnings } = await pushTexts(call, workspace, plans);
  const sum = (of: (one: PushedLocale) => number) => pushed.reduce((all, one) => all + of(one), 0);
  const texts = sum(({ created, updated }) => created + updated);
  const archived = sum((one) => one.archived);
  const line =
    texts + archived === 0
      ? 'Nothing to push: the project has the texts of the files.'
      : `Pushed ${count(texts, 'text')}${archived > 0 ? ` and archived ${count(archived, 'key')}` : ''}.`;
  return { data: { dryRun: false, pushed }, lines: [line], warnings };
}

/** A line for each locale whose files have other texts and that this push does not send. */
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
