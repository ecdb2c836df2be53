import { parseArgs } from 'node:util';
import type { Command, Flag } from './command.ts';
import { COMMANDS, findCommand } from './commands.ts';
import { failUsage } from './fault.ts';
import { FlagValues } from './flag-values.ts';
import { GLOBAL_FLAGS } from './flags.ts';
import { usageOfArgument } from './help.ts';
import { didYouMean } from './output/did-you-mean.ts';
import { PROGRAM } from './program.ts';
import { describeUnknown } from './unknown-command.ts';

export interface ParsedArguments {
  readonly command: Command;
  readonly arguments: readonly string[];
  readonly flags: FlagValues;
}

const flagsOf = (command: Command): Readonly<Record<string, Flag>> => ({
  ...GLOBAL_FLAGS,
  ...command.flags,
});

/** Returns the arguments that are not flags. Before the command, also skips the values of global flags. */
export function wordsOf(argv: readonly string[]): string[] {
  const words: string[] = [];
  for (const [at, word] of argv.entries()) {
    const before = words.length === 0 ? argv[at - 1] : undefined;
    const isValue = before?.startsWith('--') === true && takesValue(before.slice(2));
    if (!word.startsWith('-') && !isValue) words.push(word);
  }
  return words;
}

const takesValue = (name: string): boolean =>
  Object.hasOwn(GLOBAL_FLAGS, name) && GLOBAL_FLAGS[name]!.type !== 'boolean';

/**
 * Parses the command, its arguments and its flags.
 * @throws CliError for arguments and flags that do not match the command table
 */
export function parseArguments(argv: readonly string[]): ParsedArguments {
  const words = wordsOf(argv);
  const command = findCommand(words) ?? failCommand(words);
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
    const meant = didYouMean(value, choices);
    failUsage(`--${name} is one of ${choices.join(', ')}, not "${value}".${meant}`);
  }
  for (const [whole, parts] of Object.entries(command.partsOf ?? {})) {
    const lost = parts.find((part) => values[part] !== undefined && values[whole] === undefined);
    if (lost !== undefined) failUsage(`--${lost} belongs to --${whole}.`);
  }
  return { command, arguments: given, flags: new FlagValues(values) };
}

function failCommand(words: readonly string[]): never {
  const what = words.length === 0 ? 'A command is missing.' : describeUnknown(words);
  return failUsage(`${what} Run ${PROGRAM} help for the commands.`);
}

/** Minimum length of a mistyped flag. The dashes show that a flag is meant. */
const MIN_FLAG_LENGTH = 2;

/** Reports a flag that the command does not have, with the commands that have it. */
function failFlag(command: Command, given: string, flags: Readonly<Record<string, Flag>>): never {
  const name = given.replace(/^-+/, '');
  const owners = COMMANDS.filter((command) => command.flags && Object.hasOwn(command.flags, name));
  const owned =
    owners.length > 0 ? ` It is a flag of ${owners.map((owner) => owner.name).join(', ')}.` : '';
  const names = command.arguments ?? [];
  const usage = names.map(usageOfArgument).join(' ');
  const argumentHint = usage === '' ? '' : ` Its arguments have no flag: ${usage}.`;
  const meant = didYouMean(name, Object.keys(flags), (meant) => `--${meant}`, MIN_FLAG_LENGTH);
  const hint = `${meant}${owned}${meant === '' ? argumentHint : ''}`;
  return failUsage(
    `parlance ${command.name} has no flag ${given}.${hint} Run ${PROGRAM} help ${command.name} for its flags.`,
  );
}

function readFlags(
  command: Command,
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
    const [, unknown] = /^Unknown option '(-[^']*)'/.exec(error.message) ?? [];
    if (unknown !== undefined) failFlag(command, unknown, flags);
    const [message] = error.message.split('. To specify');
    const help = `Run ${PROGRAM} help ${command.name} for its flags.`;
    return failUsage(`${message}. ${help}`.replace('..', '.'));
  }
}
