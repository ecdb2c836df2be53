import { COMMANDS } from './commands.ts';
import { didYouMean } from './output/did-you-mean.ts';
import { PROGRAM } from './program.ts';

const REMOVE_KEY = ` To archive a key, remove it from the source file, and run ${PROGRAM} push --prune.`;

/** Alternatives for commands that do not exist, by the words that people try. */
const WAYS: Readonly<Record<string, string>> = {
  'keys remove': REMOVE_KEY,
  'keys delete': REMOVE_KEY,
  'keys archive': REMOVE_KEY,
  'locales disable': ' Disable a locale on the page Locales of the project.',
  'locales delete': ` ${PROGRAM} locales remove removes a locale and its texts.`,
};

const describeGroup = (first: string, subcommands: readonly string[]): string =>
  subcommands.length === 0 ? '' : ` ${first} stands for ${subcommands.join(', ')}.`;

/** Describes words with which no command begins, or with which several commands begin. */
export function describeUnknown([first = '', second]: readonly string[]): string {
  const names = COMMANDS.map(({ name }) => name);
  const subcommands = names.filter((name) => name.startsWith(`${first} `));
  if (subcommands.length > 0 && second === undefined)
    return `${first} stands for ${subcommands.join(', ')}.`;
  const given = subcommands.length > 0 ? `${first} ${second}` : first;
  const meant =
    didYouMean(given, subcommands.length > 0 ? subcommands : names) ||
    didYouMean(`${first} ${second}`, names);
  const way = meant || WAYS[`${first} ${second}`] || describeGroup(first, subcommands);
  return `There is no command "${given}".${way}`;
}
