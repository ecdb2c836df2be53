import { COMMANDS } from './commands.ts';
import { didYouMean } from './output/did-you-mean.ts';

/** Describes words that begin with no command, or with the first word of several commands only. */
export function describeUnknown([first = '', second]: readonly string[]): string {
  const names = COMMANDS.map(({ name }) => name);
  const subcommands = names.filter((name) => name.startsWith(`${first} `));
  if (subcommands.length > 0 && second === undefined)
    return `${first} stands for ${subcommands.join(', ')}.`;
  const given = subcommands.length > 0 ? `${first} ${second}` : first;
  const meant =
    didYouMean(given, subcommands.length > 0 ? subcommands : names) ||
    didYouMean(`${first} ${second}`, names);
  return `There is no command "${given}".${meant}`;
}
