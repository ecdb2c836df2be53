import { warningKind } from '@parlance/formats';
import type { ImportResult } from '@parlance/sdk';
import type { Call } from '../../command.ts';
import { sayWarning } from '../../documents/file-warnings.ts';
import { writeFiles } from '../../documents/write-files.ts';
import { CliError, EXIT, type Fault } from '../../fault.ts';
import { PROGRAM } from '../../program.ts';
import { toCliError } from '../../to-cli-error.ts';
import { decideConflicts } from '../conflict-policy.ts';
import { anyHasStates } from '../has-states.ts';
import { filesInStep, noteState } from '../note-state.ts';
import { entriesWithoutSource } from '../skipped-files.ts';
import { standingOf } from '../standing.ts';
import { type Difference, isHeldBack } from '../three-way.ts';
import type { Workspace } from '../workspace.ts';
import { findArchivedKeys } from './archived-keys.ts';
import { findNewDescriptions } from './descriptions.ts';
import { marksAfter } from './marks-after.ts';
import { type PushPart, partsOf, sendPart } from './push-parts.ts';
import type { PushPlan } from './push-plan.ts';
import { isSentByDefault } from './sent-locales.ts';

export interface PushedLocale {
  locale: string;
  /** True if the import has added the locale to the project. */
  isNewLocale: boolean;
  created: number;
  updated: number;
  /** Number of texts of which the import has changed only the review state. */
  states: number;
  kept: number;
  /** Number of archived keys that the import has restored. */
  restored: number;
  archived: number;
  /** Names of the keys that the push archived. */
  archivedKeys: string[];
  /** Conflicts in which the file's text has replaced the project's text. */
  overwritten: Difference[];
}

/**
 * Plans the imports of a push.
 * @throws CliError with the unresolved conflicts
 */
export async function planPush(call: Call, workspace: Workspace): Promise<PushPlan[]> {
  const { project, differences } = workspace;
  const locales = pushedLocales(call, workspace);
  const chosen = differences.filter(({ locale }) => locales.includes(locale));
  const sideOf = await decideConflicts(call, workspace, chosen);
  const described = locales.includes(project.sourceLocale)
    ? await findNewDescriptions(workspace)
    : [];
  const withoutSource = entriesWithoutSource(workspace);
  const isWhole = ({ locale, key }: Difference): boolean => {
    const spec = workspace.documentOf(locale, key)?.spec;
    return spec === undefined || !withoutSource.has(spec);
  };
  const archivedKeys = await findArchivedKeys(workspace, chosen);
  /** True for a text that the project has archived or cleared. */
  const isGone = ({ kind, key }: Difference): boolean =>
    kind === 'removed-there' || (kind === 'new-here' && archivedKeys.has(key));
  return locales.map((locale) => {
    const rows = chosen.filter((row) => row.locale === locale);
    const isSent = (row: Difference): boolean =>
      isPushed(row) || (row.kind === 'conflict' && sideOf(row) === 'ours');
    const isPushed = (row: Difference): boolean =>
      isGone(row)
        ? call.flags.has('restore') && isWhole(row)
        : row.kind === 'here' ||
          row.kind === 'new-here' ||
          (row.kind === 'empty-here' && call.flags.has('allow-empty'));
    const removed = rows.filter(({ kind }) => kind === 'removed-here');
    const prunes = call.flags.has('prune') && locale === project.sourceLocale;
    const archive = prunes ? removed.filter(isWhole).map(({ key }) => key) : [];
    const texts = rows.filter(isSent);
    const gone = rows.filter((row) => isGone(row) && !isSent(row));
    return {
      locale,
      isNewLocale: texts.length > 0 && standingOf(workspace, locale) === 'absent',
      texts,
      described: locale === project.sourceLocale ? described : [],
      archive,
      onlyThere: removed.length - archive.length,
      onlyHere: gone.length,
      archivedThere: gone.flatMap(({ kind, key }) => (kind === 'new-here' ? key : [])),
      restored: texts.filter(isGone).length,
      newer: rows.filter(isNewer).length,
      states: workspace.states.filter((state) => state.locale === locale && state.kind === 'here'),
    };
  });
}

const isNewer = (difference: Difference): boolean =>
  (difference.kind === 'there' || difference.kind === 'new-there') && !isHeldBack(difference);

/**
 * Returns the locales to push, without those that are disabled in the project. The source locale
 * comes first, because translations refer to its new texts.
 */
export function pushedLocales(call: Call, workspace: Workspace): string[] {
  const { project, locales } = workspace;
  return locales
    .filter(choiceOf(call, workspace))
    .filter((locale) => standingOf(workspace, locale) !== 'disabled')
    .sort((a, b) => Number(b === project.sourceLocale) - Number(a === project.sourceLocale));
}

/** Returns a function that returns true if a push sends a locale that the files contain. */
export function choiceOf({ flags }: Call, { config, project }: Workspace) {
  return (locale: string): boolean =>
    flags.has('all') ||
    flags.texts('locale').includes(locale) ||
    isSentByDefault(config, project, locale);
}

/** Returns the result of one import. Of an import that only changes review states, all updates are states. */
const resultOf = (
  { locale, archive, written, isOfStates }: PushPart,
  { locales, keys, values }: ImportResult,
): PushedLocale => ({
  locale,
  isNewLocale: locales.created.includes(locale),
  created: values.created,
  updated: isOfStates ? 0 : values.updated,
  states: isOfStates ? values.updated : 0,
  kept: values.skipped,
  restored: keys.restored,
  archived: keys.archived,
  archivedKeys: archive,
  overwritten: written.texts.filter(({ kind }) => kind === 'conflict'),
});

/** Sends the planned texts, one locale at a time, and records the new state in the lock file. */
export async function pushTexts(
  call: Call,
  workspace: Workspace,
  plans: readonly PushPlan[],
): Promise<{ pushed: PushedLocale[]; warnings: Fault[]; refusals: CliError[] }> {
  const { config } = workspace;
  const refusals: CliError[] = [];
  const pushed: PushedLocale[] = [];
  const warnings: Fault[] = [];
  let token = workspace.baseToken;
  let isKnown = true;
  const apart = localesApart(call, workspace, plans);
  let touchesAll = false;
  const parts: PushPart[] = [];
  for (const plan of plans) parts.push(...(await partsOf(call, workspace, plan)));
  const bar = call.progress('Sending texts', parts.length);
  try {
    for (const [at, part] of parts.entries()) {
      const { locale } = part;
      const sent = await sendPart(call, workspace, part, token).catch((error: unknown) => {
        const refusal = toCliError(error, call);
        if (!mayGoOn(call, workspace, locale, refusal)) {
          throw afterParts(refusal, pushed, parts.length);
        }
        const faults = refusal.faults.map((fault) => ({
          ...fault,
          message: `${locale}: ${fault.message}`,
        }));
        refusals.push(new CliError(refusal.exit, faults, refusal.data));
        apart.add(locale);
      });
      bar.to(at + 1);
      if (!sent) continue;
      const { data, meta } = sent;
      // The import receives other files than the local ones, so only its warnings about the project are reported here.
      const told = data.warnings.filter(({ code }) => warningKind(code).about === 'project');
      warnings.push(
        ...told.map(({ code, message, path }) => ({
          ...sayWarning({ code, message }),
          path,
          file: workspace.documentOf(locale, path)?.path,
        })),
      );
      pushed.push(resultOf(part, data));
      if (data.values.skipped > 0 || told.length > 0) apart.add(locale);
      if (data.keys.archived + data.keys.restored > 0) touchesAll = true;
      if (meta.syncToken === null) isKnown = false;
      else if (isKnown) token = meta.syncToken;
    }
  } finally {
    bar.end();
  }
  if (token !== null && pushed.length > 0) {
    const archived = new Set(pushed.flatMap(({ archivedKeys }) => archivedKeys));
    const files = touchesAll ? new Map() : filesInStep(workspace, (locale) => !apart.has(locale));
    const lock = noteState(workspace, token, {
      files,
      held: await marksAfter(workspace, plans, archived),
      hasStates:
        anyHasStates(config) &&
        (workspace.hasStates || (workspace.isWhole && workspace.states.length === 0)),
    });
    if (lock) writeFiles(config.root, [lock]);
  }
  if (!isKnown) {
    const message = `Many pushes came since the last pull. Run ${PROGRAM} pull to get in step again.`;
    warnings.push({ code: 'pull_needed', message, file: config.file });
  }
  return { pushed, warnings, refusals };
}

/**
 * True if `--keep-going` lets a push continue after an error. An error in the source locale always
 * ends the push.
 */
const mayGoOn = (
  { flags }: Call,
  { project }: Workspace,
  locale: string,
  { exit }: CliError,
): boolean =>
  flags.has('keep-going') &&
  locale !== project.sourceLocale &&
  (exit === EXIT.no || exit === EXIT.conflict);

function afterParts(
  { exit, faults, data }: CliError,
  pushed: PushedLocale[],
  all: number,
): CliError {
  if (pushed.length === 0) return new CliError(exit, faults, data);
  const message = `${pushed.length} of ${all} imports landed. Run the command again to go on.`;
  const landed: Fault = { code: 'partly_done', message };
  return new CliError(exit, [...faults, landed], { ...(data as object | null), pushed });
}

function localesApart(
  { flags }: Call,
  { differences, leftOut, states, skipped, locales }: Workspace,
  plans: readonly PushPlan[],
): Set<string> {
  const sent = new Set(plans.flatMap(({ texts }) => texts));
  const archived = new Set(plans.flatMap(({ archive }) => archive));
  const isLeft = (difference: Difference): boolean =>
    !sent.has(difference) && !archived.has(difference.key);
  const sentStates = new Set(flags.has('states') ? plans.flatMap((plan) => plan.states) : []);
  const left = [
    ...differences.filter(isLeft),
    ...leftOut,
    ...states.filter((state) => !sentStates.has(state)),
  ];
  const unread = skipped.flatMap(({ file }) => file.locale ?? locales);
  return new Set([...left.map(({ locale }) => locale), ...unread]);
}
