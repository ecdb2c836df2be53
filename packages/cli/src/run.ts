import { join } from 'node:path';
import type { Outcome } from './command.ts';
import { COMMANDS, GLOBAL_FLAGS } from './commands.ts';
import type { Config } from './config/config.ts';
import { EXIT, type ExitCode } from './fault.ts';
import { helpOf, helpOfAll } from './help.ts';
import type { Io } from './io.ts';
import { describeFault } from './output/describe-fault.ts';
import { type Paint, painterOf } from './output/paint.ts';
import { progressOf } from './output/progress.ts';
import { findCommand, type ParsedArguments, parseArguments } from './parse-arguments.ts';

/** Runs the command line and returns its exit code. Errors are told, never thrown. */
export async function runCli(argv: readonly string[], io: Io): Promise<ExitCode> {
  const words = argv.filter((word) => !word.startsWith('-'));
  if (argv.includes('--help') || words.length === 0) {
    const command = findCommand(words);
    io.out(command ? helpOf(command) : helpOfAll(io.version));
    return argv.includes('--help') ? EXIT.done : EXIT.usage;
  }
  const isJson = argv.includes('--json');
  let name = words[0]!;
  let paint: Paint = (_, text) => text;
  try {
    const parsed = parseArguments(argv);
    name = parsed.command.name;
    paint = painterOf(io, parsed.flags);
    const outcome = await runCommand(parsed, io);
    tell(io, name, { isJson, paint }, outcome);
    return outcome.exit ?? EXIT.done;
  } catch (error) {
    const { toCliError } = await import('./to-cli-error.ts');
    const { exit, faults, data } = toCliError(error, io);
    tell(io, name, { isJson, paint }, { data, lines: [], exit, errors: faults });
    return exit;
  }
}

async function runCommand(parsed: ParsedArguments, io: Io): Promise<Outcome> {
  const { command, flags } = parsed;
  const cwd = flags.text('cwd');
  const isQuiet = flags.has('quiet') || flags.has('json');
  const here: Io = cwd === undefined ? io : { ...io, cwd: join(io.cwd, cwd) };
  const config = async (): Promise<Config> => {
    const { readConfig } = await import('./config/read-config.ts');
    return readConfig(here.cwd, flags.text('config'));
  };
  const { run } = await command.load();
  const note = (line: string): void => {
    if (!isQuiet) io.err(`${line}\n`);
  };
  const table = { commands: COMMANDS, globalFlags: GLOBAL_FLAGS };
  return run({
    ...{ io: here, arguments: parsed.arguments, flags, config, table, note },
    paint: painterOf(io, flags),
    progress: progressOf(io, isQuiet),
    prompts: async () => {
      if (io.terminal === null || flags.has('json')) return null;
      const { createPrompts } = await import('./output/prompts.ts');
      return createPrompts(io.terminal);
    },
    answers: new Map(),
  });
}

/** Results go to standard output, everything else to standard error. */
function tell(
  io: Io,
  command: string,
  { isJson, paint }: { isJson: boolean; paint: Paint },
  outcome: Outcome,
): void {
  const { data, lines, exit = EXIT.done, warnings = [], errors = [], raw } = outcome;
  if (isJson) {
    const ok = exit === EXIT.done;
    const answer = { schema: 1, command, ok, exit, data: data ?? null, warnings, errors };
    io.out(`${JSON.stringify(answer)}\n`);
    return;
  }
  if (raw !== undefined) io.out(raw);
  else for (const line of lines) io.out(`${line}\n`);
  for (const warning of warnings)
    io.err(`${paint('yellow', 'warning:')} ${describeFault(warning)}\n`);
  for (const error of errors) io.err(`${paint('red', 'error:')} ${describeFault(error)}\n`);
}
