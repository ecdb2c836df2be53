import { isParlanceError } from '@parlance/sdk';
import type { Call } from '../command.ts';
import { CliError, EXIT, type Fault } from '../fault.ts';
import { decideConflicts, policyOf, type Side } from './conflict-policy.ts';
import { hashOfFile } from './documents.ts';
import { LOCK_NAME, withToken } from './lock-file.ts';
import type { Difference } from './three-way.ts';
import type { Workspace } from './workspace.ts';
import { writeFiles } from './write-files.ts';

export interface PushPlan {
  locale: string;
  /** Texts to write. */
  texts: Difference[];
  /** Keys to archive, with `--prune`. */
  archive: string[];
  /** Keys that only the project has any more, and that stay. */
  onlyThere: number;
  newer: number;
}

export interface PushedLocale {
  locale: string;
  created: number;
  updated: number;
  kept: number;
  archived: number;
  /** Names of the keys that were archived. */
  archivedKeys: string[];
  /** Conflicts that the file won. */
  overwritten: Difference[];
}

/** Most names that one import archives. */
const MAX_ARCHIVED = 1000;

/** Decides what a push sends. @throws CliError for conflicts that nothing decides */
export async function planPush(call: Call, workspace: Workspace): Promise<PushPlan[]> {
  const { project, differences } = workspace;
  const locales = pushedLocales(call, workspace);
  const own = differences.filter(({ locale }) => locales.includes(locale));
  const sideOf = await decideConflicts(call, workspace, own);
  return locales.map((locale) => {
    const rows = own.filter((row) => row.locale === locale);
    const isSent = (row: Difference): boolean =>
      isPushed(row) || (row.kind === 'conflict' && sideOf(row) === 'ours');
    const isPushed = ({ kind }: Difference): boolean =>
      kind === 'here' ||
      kind === 'new-here' ||
      (kind === 'empty-here' && call.flags.has('allow-empty')) ||
      (kind === 'removed-there' && call.flags.has('restore'));
    const removed = rows.filter(({ kind }) => kind === 'removed-here').map(({ key }) => key);
    const prunes = call.flags.has('prune') && locale === project.sourceLocale;
    return {
      locale,
      texts: rows.filter(isSent),
      archive: prunes ? removed : [],
      onlyThere: prunes ? 0 : removed.length,
      newer: rows.filter(({ kind }) => kind === 'there' || kind === 'new-there').length,
    };
  });
}

/** The source locale first: the other texts belong to the version that it then has. */
function pushedLocales({ flags }: Call, { config, project, locales }: Workspace): string[] {
  const wanted = flags.has('all') ? 'all' : (config.push?.locales ?? 'source');
  const chosen = locales.filter(
    (locale) =>
      wanted === 'all' ||
      flags.texts('locale').includes(locale) ||
      (wanted === 'source' ? locale === project.sourceLocale : wanted.includes(locale)),
  );
  return chosen.sort(
    (a, b) => Number(b === project.sourceLocale) - Number(a === project.sourceLocale),
  );
}

/** Sends what was planned, a locale at a time, and notes the state that the files are then in step with. */
export async function pushTexts(
  call: Call,
  workspace: Workspace,
  plans: readonly PushPlan[],
): Promise<{ pushed: PushedLocale[]; warnings: Fault[] }> {
  const { config } = workspace;
  const pushed: PushedLocale[] = [];
  const warnings: Fault[] = [];
  let token = workspace.baseToken;
  let isKnown = true;
  const parts = plans.flatMap(({ locale, texts, archive }) =>
    partsOf(texts, archive, policyOf(call, workspace, locale)).map((part) => ({ locale, ...part })),
  );
  const bar = call.progress('Sending texts', parts.length);
  try {
    for (const [at, part] of parts.entries()) {
      const { locale } = part;
      const { data, meta } = await sendPart(call, workspace, { token, ...part });
      warnings.push(
        ...data.warnings.map((warning) => ({
          ...warning,
          file: workspace.documentOf(locale, warning.path)?.path,
        })),
      );
      pushed.push({
        locale,
        created: data.values.created,
        updated: data.values.updated,
        kept: data.values.skipped,
        archived: data.keys.archived,
        archivedKeys: part.archive,
        overwritten: part.texts.filter(({ kind }) => kind === 'conflict'),
      });
      if (meta.syncToken === null) isKnown = false;
      else if (isKnown) token = meta.syncToken;
      bar.to(at + 1);
    }
  } finally {
    bar.end();
  }
  if (token !== null && pushed.length > 0) writeLock(workspace, token);
  if (!isKnown) {
    const message = 'Many pushes came since the last pull. Run parlance pull to get in step again.';
    warnings.push({ code: 'pull_needed', message, file: config.file });
  }
  return { pushed, warnings };
}

function writeLock({ config, project }: Workspace, at: string): void {
  const lock = withToken(config, project.id, at);
  if (lock === null) return;
  const hash = hashOfFile(config.root, LOCK_NAME);
  writeFiles(config.root, [{ path: LOCK_NAME, bytes: Buffer.from(lock), hash }]);
}

interface PushPart {
  locale: string;
  token: string | null;
  texts: readonly Difference[];
  archive: string[];
  /** `ours` for texts that won a conflict. */
  side: Side | 'fail';
}

async function sendPart(call: Call, workspace: Workspace, part: PushPart) {
  const { flags } = call;
  const { locale, token, texts, archive, side } = part;
  try {
    return await workspace.connection.client.i18n.projects.import({
      projectId: workspace.project.id,
      locale,
      content: Object.fromEntries(texts.map(({ key, file }) => [key, file!])),
      mode: 'merge',
      conflicts: side,
      replaceReviewed: flags.has('replace-reviewed'),
      allowEmpty: flags.has('allow-empty'),
      restore: flags.has('restore'),
      ...(token === null ? {} : { base: token }),
      ...(archive.length === 0 ? {} : { archive }),
    });
  } catch (error) {
    if (!isParlanceError(error, 'import_conflict')) throw error;
    const conflicts = error.conflicts ?? [];
    const faults = conflicts.map(({ key }) => ({
      code: 'conflict',
      message: `The project has another text in ${locale} since the last sync.`,
      path: key,
    }));
    const message = 'The project changed meanwhile; nothing was written in this locale.';
    throw new CliError(EXIT.conflict, [{ code: 'conflict', message }, ...faults], { conflicts });
  }
}

/** One import for the texts and up to a thousand keys to archive, and more for further ones. */
function partsOf(
  texts: readonly Difference[],
  archive: readonly string[],
  policy: ReturnType<typeof policyOf>,
) {
  // Somebody who was asked has decided about the texts that were shown, and about none that changes meanwhile.
  const side = policy === 'ask' ? 'fail' : policy;
  const isWon = ({ kind }: Difference): boolean => policy === 'ask' && kind === 'conflict';
  const [won, plain] = [texts.filter(isWon), texts.filter((row) => !isWon(row))];
  const parts: Pick<PushPart, 'texts' | 'archive' | 'side'>[] = [];
  for (let from = 0; from === 0 || from < archive.length; from += MAX_ARCHIVED) {
    const own = archive.slice(from, from + MAX_ARCHIVED);
    if (from > 0 || plain.length + own.length > 0) {
      parts.push({ texts: from === 0 ? plain : [], archive: own, side });
    }
  }
  if (won.length > 0) parts.push({ texts: won, archive: [], side: 'ours' });
  return parts;
}
