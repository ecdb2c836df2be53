import { isParlanceError } from '@parlance/sdk';
import type { Call } from '../../command.ts';
import { CliError, EXIT } from '../../fault.ts';
import { policyOf } from '../conflict-policy.ts';
import type { Side } from '../side.ts';
import type { Difference } from '../three-way.ts';
import type { Workspace } from '../workspace.ts';
import type { PushPlan } from './push-plan.ts';
import { type Written, writeParts } from './write-part.ts';

/** Maximum number of keys that one import archives. */
const MAX_ARCHIVED = 1000;

export interface PushPart {
  locale: string;
  written: Written;
  archive: string[];
  /** Side whose texts are used in conflicts of this import. With `fail`, a conflict is an error. */
  side: Side | 'fail';
  /** True if the import changes only review states. */
  isOfStates: boolean;
}

/**
 * Sends one import.
 * @throws CliError if a text has changed in the project since it was read
 */
export async function sendPart(
  { flags }: Call,
  workspace: Workspace,
  { locale, written, archive, side, isOfStates }: PushPart,
  token: string | null,
) {
  try {
    return await workspace.connection.client.i18n.projects.import({
      projectId: workspace.project.id,
      locale,
      format: written.format,
      fileFormat: written.fileFormat,
      // Tells the server that the `msgid`s of a PO file are key names.
      ...(written.format === 'po' ? { poKind: 'ids' } : {}),
      content: written.content,
      mode: 'merge',
      conflicts: side,
      replaceReviewed: isOfStates || flags.has('replace-reviewed'),
      states: isOfStates,
      allowEmpty: flags.has('allow-empty'),
      restore: flags.has('restore'),
      ...(flags.has('keep-translations') && { keepTranslations: true }),
      ...(token === null ? {} : { base: token }),
      ...(archive.length === 0 ? {} : { archive }),
      ...(workspace.config.push?.tags && { tags: workspace.config.push.tags }),
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

/**
 * Divides a push into imports. The texts of one import have the same format, and one import
 * archives at most a thousand keys.
 */
export async function partsOf(
  call: Call,
  workspace: Workspace,
  { locale, texts, described, archive, states }: PushPlan,
): Promise<PushPart[]> {
  const policy = policyOf(call, workspace, locale);
  const side = policy === 'ask' ? 'fail' : policy;
  const isWon = ({ kind }: Difference): boolean => policy === 'ask' && kind === 'conflict';
  const won = await writeParts(workspace, locale, texts.filter(isWon));
  const plain = await writeParts(workspace, locale, [
    ...texts.filter((row) => !isWon(row)),
    ...described,
  ]);
  const plainPart = { locale, archive: [], side, isOfStates: false };
  const parts: PushPart[] = plain.map((written) => ({ ...plainPart, written }));
  for (let from = 0; from < archive.length; from += MAX_ARCHIVED) {
    const names = archive.slice(from, from + MAX_ARCHIVED);
    const fileFormat = workspace.documentOf(locale, names[0]!)?.spec.format ?? 'json';
    const nothing: Written = { format: 'json', fileFormat, content: {}, texts: [] };
    const first = from === 0 ? parts[0] : undefined;
    if (first) first.archive = names;
    else parts.push({ ...plainPart, written: nothing, archive: names });
  }
  for (const written of won) parts.push({ ...plainPart, written, side: 'ours' });
  const changed = call.flags.has('states') ? states : [];
  const sameTexts = changed.map(
    ({ key, text }): Difference => ({
      kind: 'here',
      key,
      locale,
      base: text,
      file: text,
      project: text,
    }),
  );
  for (const written of await writeParts(workspace, locale, sameTexts)) {
    parts.push({ ...plainPart, written, side: 'theirs', isOfStates: true });
  }
  return parts;
}
