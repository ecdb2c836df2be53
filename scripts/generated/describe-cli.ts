import type { Command, Flag } from '../../packages/cli/src/command.ts';
import { COMMANDS } from '../../packages/cli/src/commands.ts';
import { GLOBAL_FLAGS } from '../../packages/cli/src/flags.ts';
import { usageOfFlag } from '../../packages/cli/src/help.ts';
import { CODES, DATA } from '../../packages/cli/src/json-shapes.ts';
import { code, table } from '../markdown.ts';
import { withGenerated } from './with-generated.ts';

/** Returns the page of the command line with its codes, commands and flags. */
export const describeCli = (): string =>
  withGenerated('docs/cli.md', {
    commands: `${table(
      ['code', 'meaning'],
      Object.entries(CODES).map(([one, meaning]) => [code(one), meaning]),
    )}

## Commands

${COMMANDS.map(describeCommand).join('\n\n')}

## Flags of every command

${describeFlags(GLOBAL_FLAGS)}`,
  });

function describeCommand({ name, summary, arguments: names = [], flags = {} }: Command): string {
  const usage = names.map((one) => (one.endsWith('?') ? `[${one.slice(0, -1)}]` : `<${one}>`));
  const parts = [`### \`${['parlance', name, ...usage].join(' ')}\``, summary];
  if (Object.keys(flags).length > 0) parts.push(describeFlags(flags));
  const members = Object.entries(membersOf(name)).map(([member, meaning]) => [
    code(member),
    meaning,
  ]);
  parts.push(table(['`data` of `--json`', 'meaning'], members));
  return parts.join('\n\n');
}

/**
 * Returns the described members of a command's JSON output.
 * @throws Error if they are not described
 */
function membersOf(name: string): Readonly<Record<string, string>> {
  const members = DATA[name];
  if (members !== undefined) return members;
  throw new Error(
    `The command "${name}" has no entry in packages/cli/src/json-shapes.ts. Describe the members of its JSON output there.`,
  );
}

const describeFlags = (flags: Readonly<Record<string, Flag>>): string =>
  table(
    ['flag', 'meaning'],
    Object.entries(flags).map(([name, flag]) => [code(usageOfFlag(name, flag)), flag.description]),
  );
