import { count } from '../../output/count.ts';
import { escapeText } from '../../output/escape-text.ts';
import { joinParts, listNames } from '../../output/list-names.ts';
import type { LeftLocale } from '../left-locales.ts';
import type { PushPlan } from './push-plan.ts';
import type { PushedLocale } from './push-texts.ts';

/** Returns the line that describes what a push sends and skips in one locale. */
export function describePlan(
  plan: PushPlan,
  { sendsStates, isSource }: { sendsStates: boolean; isSource: boolean },
): string {
  const { locale, texts, described, archive, onlyThere, onlyHere, newer, states } = plan;
  const { isNewLocale, restored, archivedThere } = plan;
  const changed = texts.filter(({ kind }) => !/^(new-here|removed-there)$/.test(kind)).length;
  const parts = [
    ...(isNewLocale ? [`adds the locale ${locale} to the project`] : []),
    `${texts.length - changed - restored} new`,
    `${changed} changed`,
    ...(restored > 0 ? [`${restored} restored`] : []),
    ...(described.length > 0 ? [`${count(described.length, 'description')}`] : []),
    ...(archive.length > 0
      ? [`${archive.length} to archive: ${listNames(archive.map(escapeText))}`]
      : []),
    ...(onlyThere > 0
      ? [
          `${onlyThere} only in the project (${isSource ? '--prune archives them' : 'it keeps translations; pull --restore writes them'})`,
        ]
      : []),
    ...(onlyHere > 0
      ? [
          `${onlyHere} archived or cleared in the project${archivedThere.length > 0 ? `: ${listNames(archivedThere.map(escapeText))}` : ''} (--restore restores them)`,
        ]
      : []),
    ...(newer > 0 ? [`${newer} newer in the project (pull brings them)`] : []),
    ...(states.length > 0
      ? [`${count(states.length, 'changed state')}${sendsStates ? '' : ' (--states sends them)'}`]
      : []),
  ];
  return `${locale}  ${parts.join(', ')}`;
}

/** Results of a push, for its last line. */
export interface PushDone {
  readonly plans: readonly PushPlan[];
  readonly pushed: readonly PushedLocale[];
  readonly left: readonly LeftLocale[];
  /** True if at least one import was rejected. */
  readonly isRefused: boolean;
  /** True if the project kept some of its texts. Warnings list these texts. */
  readonly isKept: boolean;
  /** True if files were skipped. */
  readonly isSkipping: boolean;
}

/** Returns the last line of a push, which states what was written or why nothing was written. */
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
    counted(
      sum((one) => one.states),
      'state',
    ),
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
    ...(written.length > 0 ? [`pushed ${joinParts(written)}`] : []),
    ...restored.map((keys) => `restored ${keys}`),
    ...archived.map((keys) => `archived ${keys}`),
    ...(added.length > 0
      ? [`added the locale${added.length > 1 ? 's' : ''} ${listNames(added)}`]
      : []),
  ];
  if (results.length === 0) return describeNothing(done);
  const line = joinParts(results);
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
