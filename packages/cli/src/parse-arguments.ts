import { parseArgs } from 'node:util';
import type { Command, Flag } from './command.ts';
import { findCommand } from './commands.ts';
import { failUsage } from './fault.ts';
import { FlagValues } from './flag-values.ts';
import { GLOBAL_FLAGS } from './flags.ts';
import { PROGRAM } from './program.ts';

export interface ParsedArguments {
  readonly command: Command;
  readonly arguments: readonly string[];
  readonly flags: FlagValues;
}

const flagsOf = (command: Command): Readonly<Record<string, Flag>> => ({
  ...GLOBAL_FLAGS,
  ...command.flags,
});

/**
 * Parses the command, its arguments and its flags.
 * @throws CliError for arguments and flags that do not match the command table
 */
export function parseArguments(argv: readonly string[]): ParsedArguments {
  const command = findCommand(argv.filter((word) => !word.startsWith('-')));
  if (!command) {
    const word = argv.find((one) => !one.startsWith('-'));
    const what = word === undefined ? 'A command is missing.' : `There is no command "${word}".`;
    failUsage(`${what} Run ${PROGRAM} help for the commands.`);
  }
  const flags = flagsOf(command);
  const { values, positionals } = readFlags(command, argv, flags);
  const given = positionals.slice(command.name.split(' ').length);
  const names = command.arguments ?? [];
  const needed = names.filter((name) => !name.endsWith('?'));
  if (given.length > names.length) {
    failUsage(`parlance ${command.name} takes no argument "${given[names.length]}".`);
  }
  if (given.length < needed.length) {
    failUsage(`parlance ${command.name} needs <${needed[given.length]}>.`);
  }
  for (const [name, { choices }] of Object.entries(flags)) {
    const value = values[name];
    if (typeof value !== 'string' || !choices || choices.includes(value)) continue;
    failUsage(`--${name} is one of ${choices.join(', ')}, not "${value}".`);
  }
  return { command, arguments: given, flags: new FlagValues(values) };
}

function readFlags(
  { name }: Command,
  argv: readonly string[],
  flags: Readonly<Record<string, Flag>>,
): { values: Record<string, unknown>; positionals: string[] } {
  const options = Object.fromEntries(
    Object.entries(flags).map(([flag, { type }]) => [
      flag,
      { type: type === 'boolean' ? 'boolean' : 'string', multiple: type === 'texts' } as const,
    ]),
  );
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [message] = error.message.split('. To specify');
    return failUsage(`${message}. Run ${PROGRAM} help ${name} for its flags.`.replace('..', '.'));
  }
}
