import type { Command, Flag } from './command.ts';
import { COMMANDS, findCommand } from './commands.ts';
import { GLOBAL_FLAGS } from './flags.ts';
import { PROGRAM } from './program.ts';

/**
 * Returns the help for the command in the arguments. Without a command, returns the help for all
 * commands.
 */
export async function helpFor(argv: readonly string[], version: string): Promise<string> {
  const words = subjectOf(argv);
  const command = findCommand(words);
  if (command) return helpOf(command);
  if (words.length === 0) return helpOfAll(version);
  const { describeUnknown } = await import('./unknown-command.ts');
  return `${describeUnknown(words)}\n\n${helpOfAll(version)}`;
}

/** True if the arguments name existing commands, such as `keys list` or `keys`, or are empty. */
export function hasHelp(argv: readonly string[]): boolean {
  const words = subjectOf(argv);
  const isGroup =
    words.length === 1 && COMMANDS.some(({ name }) => name.startsWith(`${words[0]} `));
  return words.length === 0 || isGroup || findCommand(words) !== undefined;
}

function subjectOf(argv: readonly string[]): string[] {
  const words = argv.filter((word) => !word.startsWith('-'));
  return words[0] === 'help' ? words.slice(1) : words;
}

function helpOfAll(version: string): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  return `parlance ${version}: texts of a project and its files, in step

Usage: parlance <command> [flags]

Commands
${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n')}

Flags of every command
${listFlags(GLOBAL_FLAGS)}

Exit codes: 0 done, 1 the answer is no, 2 wrong use, 3 not allowed, 4 conflicts, 5 server or network,
6 partly done, 130 interrupted. Run ${PROGRAM} help <command> for more.
`;
}

function helpOf(command: Command): string {
  const { name, summary, arguments: names = [], flags = {} } = command;
  const usage = names.map(usageOfArgument);
  const commandFlags = Object.keys(flags).length === 0 ? '' : `\nFlags\n${listFlags(flags)}\n`;
  return `${summary}

Usage: ${['parlance', name, ...usage, '[flags]'].join(' ')}
${commandFlags}
Flags of every command
${listFlags(GLOBAL_FLAGS)}
`;
}

export const usageOfArgument = (name: string): string =>
  name.endsWith('?') ? `[${name.slice(0, -1)}]` : `<${name}>`;

export const usageOfFlag = (name: string, { type, value = 'text', choices }: Flag): string =>
  type === 'boolean' ? `--${name}` : `--${name} <${choices?.join('|') ?? value}>`;

function listFlags(flags: Readonly<Record<string, Flag>>): string {
  const rows = Object.entries(flags).map(
    ([name, flag]) => [usageOfFlag(name, flag), flag] as const,
  );
  const width = Math.max(...rows.map(([usage]) => usage.length));
  return rows
    .map(([usage, { description }]) => `  ${usage.padEnd(width)}  ${description}`)
    .join('\n');
}
