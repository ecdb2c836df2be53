import { count } from '../../output/count.ts';
import { listNames } from '../../output/list-names.ts';
import { PROGRAM } from '../../program.ts';
import { type Standing, standingOf } from '../standing.ts';
import type { Workspace } from '../workspace.ts';
import type { PushPlan } from './push-plan.ts';
import type { PushedLocale } from './push-texts.ts';

/** Returns the line about what a push sends of one locale, and about what it leaves. */
export function describePlan(plan: PushPlan, sendsStates: boolean): string {
  const { locale, texts, described, archive, onlyThere, onlyHere, newer, states } = plan;
  const { isNewLocale, restored, archivedThere } = plan;
  const changed = texts.filter(({ kind }) => !/^(new-here|removed-there)$/.test(kind)).length;
  const parts = [
    ...(isNewLocale ? [`adds the locale ${locale} to the project`] : []),
    `${texts.length - changed - restored} new`,
    `${changed} changed`,
    ...(restored > 0 ? [`${restored} restored`] : []),
    ...(described.length > 0 ? [`${count(described.length, 'description')}`] : []),
    ...(archive.length > 0 ? [`${archive.length} to archive: ${listNames(archive)}`] : []),
    ...(onlyThere > 0 ? [`${onlyThere} only in the project (--prune archives them)`] : []),
    ...(onlyHere > 0
      ? [
          `${onlyHere} archived or cleared in the project${archivedThere.length > 0 ? `: ${listNames(archivedThere)}` : ''} (--restore restores them)`,
        ]
      : []),
    ...(newer > 0 ? [`${newer} newer in the project (pull brings them)`] : []),
    ...(states.length > 0
      ? [`${count(states.length, 'changed state')}${sendsStates ? '' : ' (--states sends them)'}`]
      : []),
  ];
  return `${locale}  ${parts.join(', ')}`;
}

/** A locale of the files with texts that the project lacks, which a push does not send. */
export interface LeftLocale {
  readonly locale: string;
  readonly texts: number;
  readonly standing: Standing;
}

/** Returns the locales of the files that a push leaves out although they have other texts. */
export function findLeft(workspace: Workspace, plans: readonly PushPlan[]): LeftLocale[] {
  const sent = new Set(plans.map(({ locale }) => locale));
  const counts = new Map<string, number>();
  for (const { locale, kind } of workspace.differences) {
    if (sent.has(locale) || !/^(?:here|new-here|conflict)$/.test(kind)) continue;
    counts.set(locale, (counts.get(locale) ?? 0) + 1);
  }
  return workspace.locales.flatMap((locale) => {
    const texts = counts.get(locale);
    return texts === undefined ? [] : [{ locale, texts, standing: standingOf(workspace, locale) }];
  });
}

export function describeLeft({ locale, texts, standing }: LeftLocale): string {
  const ofFiles = `${locale}  ${count(texts, 'text')} only in the files`;
  if (standing === 'enabled') return `${ofFiles} (--all sends all locales)`;
  return standing === 'absent'
    ? `${ofFiles}: ${locale} is not a locale of the project (--all adds it; or delete its files)`
    : `${locale}  not sent: the locale is disabled in the project (${PROGRAM} locales add ${locale} enables it)`;
}

/** Results of a push, for its last line. */
export interface PushDone {
  readonly plans: readonly PushPlan[];
  readonly pushed: readonly PushedLocale[];
  readonly left: readonly LeftLocale[];
  /** True if some import was refused. */
  readonly isRefused: boolean;
  /** True if the project kept texts of its own, which the warnings name. */
  readonly isKept: boolean;
  /** True if files were skipped. */
  readonly isSkipping: boolean;
}

/** Returns the last line of a push: what was written, or why nothing was. */
export function describePushed(done: PushDone): string {
  const { plans, pushed } = done;
  const sum = (of: (one: PushedLocale) => number) => pushed.reduce((all, one) => all + of(one), 0);
  const landed = new Set(pushed.map(({ locale }) => locale));
  const described = plans
    .filter(({ locale }) => landed.has(locale))
    .reduce((all, plan) => all + plan.described.length, 0);
  const written = [
    counted(
      sum(({ created, updated }) => created + updated),
      'text',
    ),
    counted(described, 'description'),
  ].flat();
  const restored = counted(
    sum((one) => one.restored),
    'key',
  );
  const archived = counted(
    sum((one) => one.archived),
    'key',
  );
  const added = [...new Set(pushed.flatMap((one) => (one.isNewLocale ? one.locale : [])))];
  const results = [
    ...(written.length > 0 ? [`pushed ${written.join(' and ')}`] : []),
    ...restored.map((keys) => `restored ${keys}`),
    ...archived.map((keys) => `archived ${keys}`),
    ...(added.length > 0
      ? [`added the locale${added.length > 1 ? 's' : ''} ${listNames(added)}`]
      : []),
  ];
  if (results.length === 0) return describeNothing(done);
  const last = results.pop()!;
  const line = results.length > 0 ? `${results.join(', ')} and ${last}` : last;
  return `${line[0]!.toUpperCase()}${line.slice(1)}.`;
}

function describeNothing({ plans, left, isRefused, isKept, isSkipping }: PushDone): string {
  if (isRefused) return 'Nothing was written.';
  if (isKept) return 'Nothing was written: the project kept its own. The warnings say why.';
  const gone = plans.reduce((all, { onlyHere }) => all + onlyHere, 0);
  if (gone > 0) {
    return `Nothing to push without --restore: ${count(gone, 'text')} of the files ${gone === 1 ? 'is' : 'are'} archived or cleared in the project.`;
  }
  if (isSkipping)
    return 'Nothing to push: the project has the texts of the files that can be read.';
  if (left.some(({ standing }) => standing !== 'disabled')) {
    return 'Nothing to push: --all sends the other locales.';
  }
  return left.length > 0
    ? 'Nothing to push: texts of disabled locales are not sent.'
    : 'Nothing to push: the project has the texts of the files.';
}

const counted = (number: number, noun: string): string[] =>
  number > 0 ? [count(number, noun)] : [];
