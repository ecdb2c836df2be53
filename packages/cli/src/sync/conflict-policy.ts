import type { Call } from '../command.ts';
import { CliError, EXIT, type Fault } from '../fault.ts';
import { quoteText } from '../output/escape-text.ts';
import type { Difference } from './three-way.ts';
import type { Workspace } from './workspace.ts';

export type Side = 'fail' | 'ours' | 'theirs';

/** The side that wins conflicts in a locale: `--conflicts`, or what the configuration says. */
export function sideOf({ flags }: Call, { config, project }: Workspace, locale: string): Side {
  const flag = flags.text('conflicts') as Side | undefined;
  const { source, targets } = config.conflicts ?? {};
  return flag ?? (locale === project.sourceLocale ? source : targets) ?? 'fail';
}

/** @throws CliError that lists the conflicts that nothing decides */
export function refuseConflicts(
  call: Call,
  workspace: Workspace,
  differences: readonly Difference[],
): void {
  const open = differences.filter(
    ({ kind, locale }) => kind === 'conflict' && sideOf(call, workspace, locale) === 'fail',
  );
  if (open.length === 0) return;
  const what = open.length === 1 ? '1 conflict' : `${open.length} conflicts`;
  const first: Fault = {
    code: 'conflict',
    message: `${what}; nothing was written. Take one side with --conflicts ours or --conflicts theirs.`,
  };
  const faults = open.map(({ key, locale, base, file, project }): Fault => {
    const sides = `base ${quoteText(base)}, here ${quoteText(file)}, there ${quoteText(project)}`;
    const path = workspace.documentOf(locale, key)?.path;
    return { code: 'conflict', message: sides, path: key, ...(path ? { file: path } : {}) };
  });
  throw new CliError(EXIT.conflict, [first, ...faults], { conflicts: open });
}
