import { groupBy } from '@parlance/config';
import { formatById } from '@parlance/formats';
import type { Call } from '../command.ts';
import { locateInDocument } from '../documents/locate-texts.ts';
import { CliError, EXIT, type Fault, failUsage } from '../fault.ts';
import { count } from '../output/count.ts';
import { escapeText, quoteText } from '../output/escape-text.ts';
import type { Prompts } from '../output/prompts.ts';
import type { Side } from './side.ts';
import type { Difference } from './three-way.ts';
import type { Workspace } from './workspace.ts';

export type Decide = (difference: Difference) => Side;

/**
 * Returns the side whose texts are used in conflicts of a locale. Returns `ask` if the user resolves each conflict, and
 * `fail` if a conflict is an error.
 */
export function policyOf(
  { flags }: Call,
  { config, project }: Workspace,
  locale: string,
): Side | 'fail' | 'ask' {
  const flag = flags.text('conflicts') as Side | 'fail' | 'ask' | undefined;
  const { source, targets } = config.conflicts ?? {};
  return flag ?? (locale === project.sourceLocale ? source : targets) ?? 'ask';
}

/**
 * Resolves all conflicts before anything is written. Asks the user about conflicts that no setting
 * decides.
 *
 * @throws CliError with the unresolved conflicts
 */
export async function decideConflicts(
  call: Call,
  workspace: Workspace,
  differences: readonly Difference[],
): Promise<Decide> {
  const conflicts = differences.filter(({ kind }) => kind === 'conflict');
  const sides = new Map<Difference, Side>();
  const open: Difference[] = [];
  for (const one of conflicts) {
    const policy = policyOf(call, workspace, one.locale);
    const side = policy === 'ask' ? call.answers.get(nameOf(one)) : policy;
    if (side === 'ours' || side === 'theirs') sides.set(one, side);
    else open.push(one);
  }
  const prompts = open.some(({ locale }) => policyOf(call, workspace, locale) === 'ask')
    ? await call.prompts()
    : null;
  if (open.length > 0 && !prompts && call.flags.text('conflicts') === 'ask') {
    failUsage('--conflicts ask needs a terminal. Pass --conflicts ours or --conflicts theirs.');
  }
  const isAnswered = open.length === 0 || (prompts && (await ask(prompts, workspace, open, sides)));
  if (!isAnswered) throw await refusalOf(workspace, open);
  // Stores the decisions, because a command that pushes and pulls must ask the user only once.
  for (const [one, side] of sides) call.answers.set(nameOf(one), side);
  return (difference) => sides.get(difference)!;
}

const nameOf = ({ locale, key, file, project }: Difference): string =>
  JSON.stringify([locale, key, file, project]);

/** Asks the user to resolve conflicts. Returns false if the user resolves none of them. */
async function ask(
  prompts: Prompts,
  workspace: Workspace,
  open: readonly Difference[],
  sides: Map<Difference, Side>,
): Promise<boolean> {
  for (const [at, one] of open.entries()) {
    const { key, locale, base, file, project } = one;
    const left = open.length - at;
    const where = `${escapeText(key)} in ${locale} (${at + 1} of ${open.length})`;
    const before = `${base === null ? '' : `\nbefore ${quoteText(base)}`}${ruleOf(workspace, one)}`;
    const answer = await prompts.choose(`Both sides changed ${where}${before}`, [
      { value: 'ours', label: `the file     ${quoteText(file)}`, hint: pathOf(workspace, one) },
      { value: 'theirs', label: `the project  ${quoteText(project)}` },
      ...(left > 1
        ? ([
            { value: 'all-ours', label: `the file for all ${left} that are left` },
            { value: 'all-theirs', label: `the project for all ${left} that are left` },
          ] as const)
        : []),
      { value: 'stop', label: 'stop and write nothing' },
    ]);
    if (answer === 'stop') return false;
    if (answer === 'all-ours' || answer === 'all-theirs') {
      const side = answer === 'all-ours' ? 'ours' : 'theirs';
      for (const rest of open.slice(at)) sides.set(rest, side);
      return true;
    }
    sides.set(one, answer);
  }
  return true;
}

/** Returns a phrase with the changed rule if an unchanged file is read differently than at the last sync. */
function ruleOf({ documentOf }: Workspace, { locale, key, isReread }: Difference): string {
  if (!isReread) return '';
  const { newRules } = formatById(documentOf(locale, key)!.spec.format)!;
  const rules = newRules === undefined ? '' : ` (${newRules})`;
  return `. The file is unchanged since the last sync, but it is read by a new rule${rules}`;
}

const pathOf = ({ documentOf }: Workspace, { locale, key }: Difference): string =>
  documentOf(locale, key)?.path ?? '';

async function refusalOf(workspace: Workspace, open: readonly Difference[]): Promise<CliError> {
  const first: Fault = {
    code: 'conflict',
    message: `${count(open.length, 'conflict')}; nothing was written. Take the files with --conflicts ours or the project with --conflicts theirs, or run it in a terminal.`,
  };
  const places = await placesOf(workspace, open);
  const faults = open.map((difference): Fault => {
    const { key, base, file, project } = difference;
    const sides = `base ${quoteText(base)}, here ${quoteText(file)}, there ${quoteText(project)}${ruleOf(workspace, difference)}`;
    return { code: 'conflict', message: sides, path: key, ...places.get(difference) };
  });
  return new CliError(EXIT.conflict, [first, ...faults], { conflicts: open });
}

/** Returns the file of each conflict, with line and column if possible. */
async function placesOf(
  { documentOf, context, renamed }: Workspace,
  open: readonly Difference[],
): Promise<Map<Difference, Pick<Fault, 'file' | 'line' | 'column'>>> {
  const oldNames = new Map([...renamed].map(([old, name]) => [name, old]));
  const byDocument = groupBy(open, ({ locale, key }) => documentOf(locale, key)!);
  const places = new Map<Difference, Pick<Fault, 'file' | 'line' | 'column'>>();
  for (const [document, documentTexts] of byDocument) {
    const texts = documentTexts.map(({ key, locale }) => ({
      key: oldNames.get(key) ?? key,
      locale,
    }));
    const found = await locateInDocument(document, texts, context);
    for (const [at, one] of documentTexts.entries())
      places.set(one, { file: document.path, ...found[at] });
  }
  return places;
}
